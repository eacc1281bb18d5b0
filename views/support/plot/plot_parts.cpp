// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/plot/plot_parts.h"

#include "views/support/theme/theme.h"

#include <qcustomplot.h>

namespace strata::views {
namespace {

constexpr double kGap = 8.0;
const QString kOverlay = QStringLiteral("hover");

class PaintedItem : public QCPAbstractItem {
public:
    PaintedItem(QCustomPlot* plot, std::function<void(QPainter&)> paint)
        : QCPAbstractItem(plot), paint_(std::move(paint)) {
        setClipToAxisRect(false);
        setSelectable(false);
    }
    double selectTest(const QPointF&, bool, QVariant*) const override { return -1; }

protected:
    void draw(QCPPainter* painter) override {
        painter->setAntialiasing(false); // QCPPainter's own switch shifts the origin by half a pixel
        painter->setRenderHint(QPainter::Antialiasing, true);
        paint_(*painter);
    }

private:
    std::function<void(QPainter&)> paint_;
};

class PaintedRow : public QCPLayoutElement {
public:
    PaintedRow(QCustomPlot* plot, std::function<void(QPainter&, const QRectF&)> paint)
        : QCPLayoutElement(plot), paint_(std::move(paint)) {}

protected:
    void draw(QCPPainter* painter) override {
        painter->setAntialiasing(false);
        painter->setRenderHint(QPainter::Antialiasing, true);
        paint_(*painter, QRectF(rect()));
    }

private:
    std::function<void(QPainter&, const QRectF&)> paint_;
};

} // namespace

void addPaintedItem(QCustomPlot& plot, std::function<void(QPainter&)> paint, bool overlay) {
    auto* item = new PaintedItem(&plot, std::move(paint));
    if (!overlay) return;
    if (!plot.layer(kOverlay)) {
        plot.addLayer(kOverlay, plot.layer(QStringLiteral("main")), QCustomPlot::limAbove);
        plot.layer(kOverlay)->setMode(QCPLayer::lmBuffered);
    }
    item->setLayer(kOverlay);
}

void repaintOverlay(QCustomPlot& plot) {
    if (QCPLayer* layer = plot.layer(kOverlay)) layer->replot();
}

void paintWords(QPainter& painter, const QPointF& left, const QString& words, const Theme& theme, const QColor& color) {
    const QFontMetricsF metrics(painter.font());
    QColor paper = theme.surface;
    paper.setAlphaF(0.85f);
    painter.fillRect(
        QRectF(left.x() - 2, left.y() - metrics.ascent(), metrics.horizontalAdvance(words) + 4, metrics.height()),
        paper);
    painter.setPen(color);
    painter.drawText(left, words);
}

QCPLayoutElement* addPaintedRow(QCustomPlot& plot, bool above, std::function<void(QPainter&, const QRectF&)> paint) {
    auto* row = new PaintedRow(&plot, std::move(paint));
    QCPLayoutGrid* grid = plot.plotLayout();
    const int at = above ? 0 : grid->rowCount();
    grid->insertRow(at);
    grid->addElement(at, 0, row);
    grid->setRowSpacing(0);
    return row;
}

void setRowHeight(QCPLayoutElement& row, double height) {
    row.setMinimumSize(1, qCeil(height));
    row.setMaximumSize(QWIDGETSIZE_MAX, qCeil(height));
}

void Legend::layOut(std::vector<Entry> entries, const QFont& font, double width) {
    const QFontMetricsF metrics(font);
    const double line = metrics.height();
    entries_ = std::move(entries);
    places_.clear();
    QPointF at(0, 0);
    for (const Entry& entry : entries_) {
        const double needed = (entry.mark ? 1.4 * line + 4 : 0.0) + metrics.horizontalAdvance(entry.text);
        if (at.x() > 0 && at.x() + needed > width) at = QPointF(0, at.y() + line + 4);
        places_.emplace_back(at, QSizeF(qMin(needed, width), line));
        at.rx() += needed + 1.5 * kGap;
    }
    height_ = entries_.empty() ? 0.0 : at.y() + line;
}

void Legend::paint(QPainter& painter, const QPointF& origin, const Theme& theme, const QFont& font) const {
    const QFontMetricsF metrics(font);
    for (std::size_t i = 0; i < entries_.size(); ++i) {
        const QRectF place = places_[i].translated(origin);
        double left = place.left();
        if (entries_[i].mark) {
            const QRectF swatch(left, place.top() + 0.15 * metrics.height(), 1.4 * metrics.height(),
                                0.7 * metrics.height());
            painter.save();
            entries_[i].mark(painter, swatch);
            painter.restore();
            left = swatch.right() + 4;
        }
        painter.setFont(font);
        painter.setPen(theme.text);
        painter.drawText(QPointF(left, place.top() + metrics.ascent()),
                         metrics.elidedText(entries_[i].text, Qt::ElideRight, place.right() - left + 1));
    }
}

std::string Legend::keyAt(const QPointF& position) const {
    for (std::size_t i = 0; i < entries_.size(); ++i)
        if (places_[i].adjusted(-2, -2, 2, 2).contains(position)) return entries_[i].key;
    return {};
}

} // namespace strata::views
