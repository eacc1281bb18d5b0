// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/validation/validation_data.h"

#include <functional>
#include <QRectF>
#include <QString>
#include <vector>

class QPainter;

namespace strata::views {

struct ValidationOptions;

/// One line a group: its errors as a histogram, the middle 80 % as a bar, the median as a stroke, both in
/// numbers.
class GroupHistograms {
public:
    /// Ratios that the axis of errors should show: nearly all rows, and never less than a good half of an
    /// error of 30 %.
    static std::pair<double, double> range(const Validation& validation);

    /// Names at the left take at most a share of `plot_width`.
    void layOut(const Validation& validation, const ValidationOptions& options, double plot_width, double low,
                double high);
    double nameWidth() const { return name_width_; }
    double numberWidth() const { return number_width_; }
    /// `x`: pixel of a ratio; `top`: pixel of the upper edge of a group, which ends where the next begins.
    void paint(QPainter& painter, const QRectF& area, const std::function<double(double)>& x,
               const std::function<double(std::size_t)>& top, const ValidationOptions& options) const;

private:
    struct Line {
        QString name;
        QString numbers;
        char letter = 0;
        bool faint = false;
        RatioSpread spread;
        std::vector<std::size_t> counts;
    };
    void paintLine(QPainter& painter, const Line& line, const QRectF& place, const std::function<double(double)>& x,
                   const ValidationOptions& options) const;

    std::vector<Line> lines_;
    double low_ = 0.5;
    double high_ = 2.0;
    double name_width_ = 0.0;
    double number_width_ = 0.0;
};

} // namespace strata::views
