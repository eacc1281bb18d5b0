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

/// Rows that are high because changes stand below their values have room for a second line of their label too.
bool wraps(const QStyleOptionViewItem& option, const QModelIndex& index) {
    return index.column() == 0 && option.rect.height() >= 2 * option.fontMetrics.height();
}

/// Width of the blanks before a label, which tell its depth.
int indentOf(const QStyleOptionViewItem& option) {
    const auto first = std::ranges::find_if_not(option.text, [](QChar letter) { return letter.isSpace(); });
    return option.fontMetrics.horizontalAdvance(option.text.left(first - option.text.begin()));
}

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
    if (!wraps(*option, index)) return;
    // The second line begins below the first one, not below its indent.
    option->features |= QStyleOptionViewItem::WrapText;
    const int indent = indentOf(*option);
    option->text = option->text.trimmed();
    option->rect.adjust(indent, 0, 0, 0);
}

QSize CompareDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const QSize size = QStyledItemDelegate::sizeHint(option, index);
    if (!wraps(option, index)) return size;
    QStyleOptionViewItem label = option;
    QStyledItemDelegate::initStyleOption(&label, index);
    return size + QSize(indentOf(label), 0);
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
