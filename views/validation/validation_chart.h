// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/support/theme/theme.h"
#include "views/validation/validation_data.h"

#include <memory>
#include <optional>
#include <QFont>
#include <QLocale>
#include <QPointF>

class QCustomPlot;

namespace strata::views {

/// What is drawn of a run.
enum class ValidationPlot {
    Against,   ///< predicted over measured
    Residuals, ///< the error over measured, with the running median and the band of the middle 80 %
    Groups     ///< how errors are distributed in each group
};

struct ValidationOptions {
    ValidationPlot plot = ValidationPlot::Against;
    Theme theme;
    QFont font;
    double line_width = 1.0;
    QLocale locale;
    std::optional<std::size_t> chosen; ///< row that is ringed
    std::string only;                  ///< group that stands out; the others are faint. Empty: all alike
    double pixels_per_unit = 0.0;      ///< of a figure whose cloud of points is one picture; 0: marks on a screen
};

/// Predictions and measurements on logarithmic axes, with the line of no error and the band of 10 % around
/// it.
class ValidationChart {
public:
    explicit ValidationChart(QCustomPlot& plot);
    ~ValidationChart();

    /// Fills the plot; `reset_axes` fits both axes to all points, with one range so that the diagonal is one.
    /// The caller replots.
    void show(const Validation& validation, const ValidationOptions& options, bool reset_axes);
    /// The row nearest to a pixel, within a few pixels; none where groups are drawn.
    std::optional<std::size_t> rowAt(const QPointF& position) const;
    /// Index of the group that a pixel is in, where groups are drawn.
    std::optional<std::size_t> groupAt(const QPointF& position) const;
    /// Where a row is drawn.
    QPointF positionOf(std::size_t row) const;

private:
    struct Private;
    std::unique_ptr<Private> d_;
};

} // namespace strata::views
