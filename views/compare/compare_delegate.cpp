// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/compare/compare_delegate.h"

#include "views/compare/compare_model.h"
#include "views/support/plot/twin_mark.h"
#include "views/support/theme/theme.h"

#include <algorithm>
#include <cmath>
#include <QPainter>

namespace strata::views {
namespace {

constexpr double kDeepestAlpha = 0.55;

} // namespace

QColor changeColor(double change, bool worse, const Theme& theme) {
    // Twice as much and half as much are equally far from no change.
    const double ratio = std::max(1.0 + change, 1e-6);
    const double depth = std::min(std::abs(std::log2(ratio)), 1.0);
    QColor color = theme.category(worse ? Category::Memory : Category::Compute); // the scale's orange and blue
    color.setAlphaF(static_cast<float>(depth * kDeepestAlpha));
    return color;
}

void CompareDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const {
    QStyledItemDelegate::initStyleOption(option, index);
    if (index.data(CompareModel::DepthRole).toInt() == 0) option->font.setWeight(QFont::DemiBold);
    // Rows that are high because changes stand below their values have room for a long label too.
    const bool high = option->rect.height() >= 2 * option->fontMetrics.height();
    if (index.column() == 0 && high) option->features |= QStyleOptionViewItem::WrapText;
}

void CompareDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    // Not as the item's brush: a style sheet that has rules for items leaves that out.
    const QVariant change = index.data(CompareModel::ChangeRole);
    if (change.isValid()) {
        const bool worse = index.data(CompareModel::WorseRole).toBool();
        painter->fillRect(option.rect, changeColor(change.toDouble(), worse, themeFor(option.palette)));
    }
    QStyledItemDelegate::paint(painter, option, index);
    if (index.data(CompareModel::ExtrapolatedRole).toBool())
        paintExtrapolated(*painter, QRectF(option.rect).adjusted(2.5, 2.5, -2.5, -2.5), themeFor(option.palette), 1.0);
}

} // namespace strata::views
