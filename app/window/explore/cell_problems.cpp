// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/explore/cell_problems.h"

#include "views/support/theme/theme.h"

#include <QTableWidget>

namespace strata::app {
namespace {

constexpr int kReason = Qt::UserRole + 1;
constexpr float kTint = 0.18F;

} // namespace

void markCell(QTableWidgetItem& item, const QString& reason) {
    item.setData(kReason, reason);
    item.setToolTip(reason);
    QColor color = item.tableWidget() ? views::themeFor(item.tableWidget()->palette()).error : QColor();
    color.setAlphaF(kTint);
    item.setBackground(reason.isEmpty() ? QBrush() : QBrush(color));
}

QString problemOf(const QTableWidgetItem* item) { return item ? item->data(kReason).toString() : QString(); }

QString firstProblem(const QTableWidget& table) {
    for (int row = 0; row < table.rowCount(); ++row)
        for (int column = 0; column < table.columnCount(); ++column)
            if (const QString reason = problemOf(table.item(row, column)); !reason.isEmpty()) return reason;
    return {};
}

} // namespace strata::app
