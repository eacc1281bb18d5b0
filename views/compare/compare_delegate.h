// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QStyledItemDelegate>

namespace strata::views {

struct Theme;

/// Colour of a relative change: blue for better, orange for worse, deeper up to a factor of two, nothing at zero.
QColor changeColor(double change, bool worse, const Theme& theme);

/// Paints the change behind a number, and metrics in bold.
class CompareDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;
};

} // namespace strata::views
