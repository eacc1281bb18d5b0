// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/energy/energy_data.h"
#include "views/support/theme/theme.h"

#include <memory>
#include <optional>
#include <QFont>
#include <QLocale>
#include <QPointF>
#include <QRectF>
#include <QString>

class QCustomPlot;

namespace strata::views {

struct BreakdownOptions {
    BreakdownScale scale = BreakdownScale::Absolute;
    char letter = 'A';
    char baseline_letter = 0;
    std::string highlighted;            ///< a segment key: the others fade
    std::string selected_group;         ///< a level that the reader picked
    std::optional<double> locked_upper; ///< the value axis ends here, whatever is drawn
    double locked_lower = 0.0;          ///< of a logarithmic axis
    Theme theme;
    QFont font;
    double line_width = 1.0;
    QLocale locale;
};

/// What stands at a point of the chart.
struct BreakdownHit {
    const BreakdownGroup* group = nullptr;
    const Segment* segment = nullptr; ///< nullptr beside the bars, on the level's row
    bool of_baseline = false;
    QRectF rectangle;
};

/// Draws a breakdown on a plot: one row per level, the selected design's stacked bar over the baseline's hollow twin,
/// values and changes in a column at the right. The window's plot and an exported figure go through the same calls.
class BreakdownChart {
public:
    explicit BreakdownChart(QCustomPlot& plot);
    ~BreakdownChart();

    /// Lays out and fills the plot; the caller replots.
    void show(Breakdown breakdown, BreakdownOptions options);
    const Breakdown& breakdown() const;

    /// Brings the value axis to the width that the plot has now, so that nothing is cut; call after a change of size.
    void fit();
    double upper() const; ///< end of the value axis
    double lower() const;

    BreakdownHit hit(const QPointF& position) const;
    /// Where a segment is drawn; no segment where it is not.
    BreakdownHit locate(std::string_view level, std::string_view key, bool of_baseline) const;
    /// The segment key of the legend entry at a point, empty beside the legend.
    std::string legendKeyAt(const QPointF& position) const;
    /// Marks a segment under the pointer on its own layer, without drawing the rest again.
    void setHover(const QRectF& rectangle);

private:
    struct Private;
    std::unique_ptr<Private> d_;
};

} // namespace strata::views
