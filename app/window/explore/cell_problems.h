// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QTableWidget;
class QTableWidgetItem;

namespace strata::app {

/// Marks a cell whose text cannot be read, with the reason as its tooltip, or as readable again where `reason` is
/// empty. The text stays as it was typed. Emits QTableWidget::itemChanged.
void markCell(QTableWidgetItem& item, const QString& reason);
QString problemOf(const QTableWidgetItem* item);

/// The reason of the first cell that cannot be read; empty where all can.
QString firstProblem(const QTableWidget& table);

} // namespace strata::app
