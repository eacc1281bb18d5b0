// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/roofline/roofline_layout.h"
#include "views/support/theme/theme.h"

#include <memory>
#include <QFont>
#include <QLocale>
#include <QPointF>

class QCustomPlot;

namespace strata::views {

struct RooflineOptions {
    char letter = 'A';
    char baseline_letter = 0;
    std::string chosen;     ///< operator that the reader picked: ringed and always labelled
    std::size_t labels = 8; ///< of the longest operators
    Theme theme;
    QFont font;
    double line_width = 1.0;
    QLocale locale;
};

/// What stands at a point of the chart; at most one of point and ceiling is set.
struct RooflineHit {
    const RooflinePoint* point = nullptr;
    const RooflinePoint* twin = nullptr; ///< the same operator of the other design
    const Ceiling* ceiling = nullptr;
    bool of_baseline = false;
    bool whole = false;
    QPointF centre;
    double radius = 0.0;

    explicit operator bool() const { return point || ceiling; }
};

/// Draws a roofline on a plot. The window's plot and an exported figure go through the same calls.
class RooflineChart {
public:
    explicit RooflineChart(QCustomPlot& plot);
    ~RooflineChart();

    /// Lays out and fills the plot; the caller replots.
    void show(Roofline roofline, const RooflineAxes& axes, RooflineOptions options);
    const Roofline& roofline() const;
    /// As they are now, by show() or by the hand of the reader.
    RooflineAxes axes() const;

    RooflineHit hit(const QPointF& position) const;
    /// Where an operator is drawn, by name; nothing where it is not.
    RooflineHit locate(std::string_view name, bool of_baseline) const;
    /// Marks what is under the pointer on its own layer, without drawing the rest again.
    void setHover(const RooflineHit& hit);

private:
    struct Private;
    std::unique_ptr<Private> d_;
};

} // namespace strata::views
