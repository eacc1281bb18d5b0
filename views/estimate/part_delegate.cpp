// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/estimate/part_delegate.h"

#include "views/support/table/part_model.h"
#include "views/support/theme/theme.h"

#include <algorithm>
#include <QPainter>

namespace strata::views {

void PartDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const {
    QStyledItemDelegate::initStyleOption(option, index);
    if (index.parent().isValid()) return;
    option->font.setWeight(index.data(PartModel::MetricRole).toString() == metric_ ? QFont::Bold : QFont::DemiBold);
}

void PartDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    QStyledItemDelegate::paint(painter, option, index);
    const QVariant share = index.column() == PartModel::Share ? index.data(PartModel::ShareRole) : QVariant();
    if (!share.isValid()) return;
    const Theme theme = themeFor(option.palette);
    const auto category = static_cast<Category>(index.data(PartModel::CategoryRole).toInt());
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    paintShareBar(*painter, QRectF(option.rect).adjusted(6, 0, -6, -3), share.toDouble(), theme.category(category),
                  theme.hairline);
    painter->restore();
}

void paintShareBar(QPainter& painter, const QRectF& cell, double share, const QColor& color, const QColor& track) {
    constexpr double kHeight = 2.5;
    const QRectF line(cell.left(), cell.bottom() - kHeight, cell.width(), kHeight);
    QRectF bar = line;
    bar.setWidth(line.width() * std::clamp(share, 0.0, 1.0));
    painter.fillRect(line, track);
    painter.fillRect(bar, color);
}

} // namespace strata::views
