// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLayout>
#include <vector>

namespace strata::views {

/// Widgets in reading order, in one row as long as their minimum widths fit and in further rows below otherwise, so
/// that no control is ever narrower than it can be read. What a row has to spare goes to those that asked for more.
class FlowLayout : public QLayout {
    Q_OBJECT

public:
    explicit FlowLayout(int spacing);
    ~FlowLayout() override;

    void addItem(QLayoutItem* item) override;
    int count() const override { return static_cast<int>(items_.size()); }
    QLayoutItem* itemAt(int index) const override;
    QLayoutItem* takeAt(int index) override;
    Qt::Orientations expandingDirections() const override { return {}; }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSize() const override;
    void setGeometry(const QRect& rectangle) override;

private:
    using Row = std::vector<QLayoutItem*>;
    std::vector<Row> rowsIn(int width) const;
    /// Sizes of all that is visible in one row.
    QSize oneRow(QSize (QLayoutItem::*size)() const) const;

    std::vector<QLayoutItem*> items_;
};

} // namespace strata::views
