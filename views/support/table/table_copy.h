// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/estimate.h"

#include <functional>
#include <QString>

class QAbstractItemModel;
class QAbstractItemView;

namespace strata::views {

/// A table as spreadsheets take it from the clipboard: a line of headings, cells between tabs, numbers in full.
QString tableAsTsv(const Table& table);

/// Every row of a model in the order that is shown, likewise; exact numbers and names of columns where the model tells
/// them (TableModel::ExactRole), else what it shows.
QString modelAsTsv(const QAbstractItemModel& model);

/// Ctrl+C in the table puts `text` on the clipboard; by itself Qt copies the current cell alone. Nothing happens where
/// the text is empty.
void copyOnRequest(QAbstractItemView& table, std::function<QString()> text);

} // namespace strata::views
