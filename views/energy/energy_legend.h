// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/energy/energy_chart.h"
#include "views/support/plot/bar_piece.h"

#include <QRectF>
#include <QString>
#include <utility>
#include <vector>

class QPainter;

namespace strata::views {

/// How a segment key is drawn, in bars and in the legend.
SegmentLook lookOf(const std::string& key, const Theme& theme);
QString keyText(const std::string& key);
/// A level as the hardware calls it, any other group by its label.
QString groupText(const BreakdownGroup& group);

/// Totals and legend above the bars, wrapped to the width.
class ChartHeader {
public:
    void layout(const Breakdown& breakdown, const BreakdownOptions& options, double width);
    /// Where rows have no room, the words above them give theirs: colours are told on hover as well.
    void dropLegend();
    double height() const { return height_; }
    void paint(QPainter& painter, const QPointF& origin) const;
    /// The entry at a point relative to the origin.
    std::string keyAt(const QPointF& position) const;

private:
    struct Entry {
        std::string key;      ///< empty for the baseline's hollow swatch, a further baseline's marker, or the outline
        char marker = 0;      ///< letter of the further baseline
        bool outline = false; ///< of what is extrapolated
        QString text;
        QRectF rectangle;
    };
    struct Total {
        QChar letter;
        QString text;
        QString change;
    };

    void layoutLegend(const Breakdown& breakdown, double width, double top);

    std::vector<Total> totals_;
    std::vector<Entry> entries_;
    BreakdownOptions options_;
    QString title_;
    double height_ = 0.0;
    double width_ = 0.0;
};

} // namespace strata::views
