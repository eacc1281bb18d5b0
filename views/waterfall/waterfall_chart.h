// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/support/theme/theme.h"
#include "views/waterfall/waterfall_data.h"

#include <memory>
#include <QFont>
#include <QLocale>
#include <QPointF>
#include <QRectF>

class QCustomPlot;

namespace strata::views {

struct WaterfallRoom {
    double low = 0.0;
    double high = 1.0;
    bool operator==(const WaterfallRoom&) const = default;
};

struct WaterfallOptions {
    char letter = 'A';
    char baseline_letter = 0;
    std::string chosen; ///< label of the bar that the keyboard is on
    Theme theme;
    QFont font;
    double line_width = 1.0;
    QLocale locale;
};

/// Round end points of the value axis: from zero, or only around the steps (never below zero).
WaterfallRoom roomFor(const Waterfall& waterfall, bool steps_only);

/// What stands at a point of the chart; nothing, a bar or a source in the strip of variance.
struct WaterfallHit {
    const WaterfallBar* bar = nullptr;
    bool of_baseline = false;
    std::string source; ///< "independent", ...; "limits" for the sentence below the strip
    QRectF rectangle;

    explicit operator bool() const { return bar || !source.empty(); }
};

/// Draws a waterfall on a plot: bars over their labels, whiskers, measured value, strip of variance. The window's plot
/// and an exported figure go through the same calls.
class WaterfallChart {
public:
    explicit WaterfallChart(QCustomPlot& plot);
    ~WaterfallChart();

    /// Lays out and fills the plot; the caller replots.
    void show(Waterfall waterfall, const WaterfallRoom& room, WaterfallOptions options);
    const Waterfall& waterfall() const;
    WaterfallRoom room() const;
    /// Bars are rows: the columns were too narrow for their labels.
    bool lying() const;
    /// Height of everything but the bars, at the width that the plot has.
    double fixedHeight() const;

    WaterfallHit hit(const QPointF& position) const;
    /// Where a bar is drawn; nothing where it is not.
    WaterfallHit locate(std::string_view label, bool of_baseline) const;
    void setHover(const WaterfallHit& hit);

private:
    struct Private;
    std::unique_ptr<Private> d_;
};

} // namespace strata::views
