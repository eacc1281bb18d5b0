// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <QRectF>
#include <QString>
#include <vector>

class QCPLayoutElement;
class QCustomPlot;
class QFont;
class QColor;
class QPainter;

namespace strata::views {

struct Theme;

/// Adds one item that a function paints over the axes, in pixels: a drag then replaces numbers, not objects. `overlay`:
/// on a layer of its own, which can be drawn alone while the pointer moves; repaintOverlay() does it.
void addPaintedItem(QCustomPlot& plot, std::function<void(QPainter&)> paint, bool overlay = false);
void repaintOverlay(QCustomPlot& plot);

/// Words from the left end of their base line, on a plate of paper that lines behind them do not run through.
void paintWords(QPainter& painter, const QPointF& left, const QString& words, const Theme& theme, const QColor& color);

/// A row of fixed height across the plot, above or below its axes, that a function paints.
QCPLayoutElement* addPaintedRow(QCustomPlot& plot, bool above, std::function<void(QPainter&, const QRectF&)> paint);
void setRowHeight(QCPLayoutElement& row, double height);

/// A legend that wraps: marks that functions paint, each with its text.
class Legend {
public:
    struct Entry {
        QString text;
        std::function<void(QPainter&, const QRectF&)> mark; ///< empty: words alone
        std::string key;                                    ///< for keyAt()
    };
    void layOut(std::vector<Entry> entries, const QFont& font, double width);
    double height() const { return height_; }
    void paint(QPainter& painter, const QPointF& origin, const Theme& theme, const QFont& font) const;
    /// Empty beside the entries.
    std::string keyAt(const QPointF& position) const;

private:
    std::vector<Entry> entries_;
    std::vector<QRectF> places_;
    double height_ = 0.0;
};

} // namespace strata::views
