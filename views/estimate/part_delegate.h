// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace strata::views {

/// Draws the share column as a bar in the colour of the part's category, and the metric of all views in bold.
class PartDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void setMetric(const QString& metric) { metric_ = metric; }
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;

private:
    QString metric_;
};

/// The share bar alone; figures use it too.
void paintShareBar(QPainter& painter, const QRectF& cell, double share, const QColor& color, const QColor& track);

} // namespace strata::views
