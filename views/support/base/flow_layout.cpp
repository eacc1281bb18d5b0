// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/base/flow_layout.h"

#include <algorithm>

namespace strata::views {
namespace {

/// A widget's minimum, which for most is what they ask for.
int leastWidth(const QLayoutItem& item) { return item.minimumSize().width(); }

int heightOf(const std::vector<QLayoutItem*>& row) {
    int height = 0;
    for (const QLayoutItem* item : row)
        height = std::max(height, item->sizeHint().height());
    return height;
}

} // namespace

FlowLayout::FlowLayout(int spacing) {
    setContentsMargins(0, 0, 0, 0);
    setSpacing(spacing);
}

FlowLayout::~FlowLayout() {
    for (QLayoutItem* item : items_)
        delete item;
}

void FlowLayout::addItem(QLayoutItem* item) { items_.push_back(item); }

QLayoutItem* FlowLayout::itemAt(int index) const {
    return index >= 0 && index < count() ? items_[static_cast<std::size_t>(index)] : nullptr;
}

QLayoutItem* FlowLayout::takeAt(int index) {
    QLayoutItem* item = itemAt(index);
    if (item) items_.erase(items_.begin() + index);
    return item;
}

std::vector<FlowLayout::Row> FlowLayout::rowsIn(int width) const {
    std::vector<Row> rows;
    int used = 0;
    for (QLayoutItem* item : items_) {
        if (item->isEmpty()) continue;
        const int least = leastWidth(*item);
        if (rows.empty() || used + spacing() + least > width) {
            rows.emplace_back();
            used = least;
        } else {
            used += spacing() + least;
        }
        rows.back().push_back(item);
    }
    return rows;
}

int FlowLayout::heightForWidth(int width) const {
    const QMargins margins = contentsMargins();
    int height = margins.top() + margins.bottom() - spacing();
    for (const Row& row : rowsIn(width - margins.left() - margins.right()))
        height += spacing() + heightOf(row);
    return std::max(0, height);
}

QSize FlowLayout::oneRow(QSize (QLayoutItem::*size)() const) const {
    QSize all(-spacing(), 0);
    for (const QLayoutItem* item : items_) {
        if (item->isEmpty()) continue;
        const QSize item_size = (item->*size)();
        all = QSize(all.width() + spacing() + item_size.width(), std::max(all.height(), item_size.height()));
    }
    return QSize(std::max(0, all.width()), all.height()).grownBy(contentsMargins());
}

QSize FlowLayout::sizeHint() const { return oneRow(&QLayoutItem::sizeHint); }

QSize FlowLayout::minimumSize() const {
    QSize least;
    for (const QLayoutItem* item : items_)
        if (!item->isEmpty()) least = least.expandedTo(item->minimumSize());
    return least.grownBy(contentsMargins());
}

void FlowLayout::setGeometry(const QRect& rectangle) {
    QLayout::setGeometry(rectangle);
    const QRect inside = rectangle.marginsRemoved(contentsMargins());
    int top = inside.top();
    const std::vector<Row> rows = rowsIn(inside.width());
    for (const Row& row : rows) {
        int spare = inside.width() - spacing() * (static_cast<int>(row.size()) - 1), wanted = 0;
        for (const QLayoutItem* item : row) {
            spare -= leastWidth(*item);
            wanted += std::max(0, item->sizeHint().width() - leastWidth(*item));
        }
        spare = std::clamp(spare, 0, wanted);
        // A single row stands in the middle of what neighbours made higher.
        const int height = rows.size() == 1 ? std::max(heightOf(row), inside.height()) : heightOf(row);
        int left = inside.left();
        for (QLayoutItem* item : row) {
            const int wish = std::max(0, item->sizeHint().width() - leastWidth(*item));
            // Of what is left to give, in the order of the row, so that rounding loses no pixel.
            const int given = wanted > 0 ? static_cast<int>(static_cast<long>(spare) * wish / wanted) : 0;
            spare -= given;
            wanted -= wish;
            const QSize size(leastWidth(*item) + given, std::min(height, item->maximumSize().height()));
            item->setGeometry(QRect(QPoint(left, top + (height - size.height()) / 2), size));
            left += size.width() + spacing();
        }
        top += height + spacing();
    }
}

} // namespace strata::views
