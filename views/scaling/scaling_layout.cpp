// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/scaling/scaling_layout.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <QFontMetricsF>
#include <string_view>

namespace strata::views {
namespace {

using explore::ScalingPoint;
using explore::ScalingRun;

constexpr double kGap = 8.0;

const ScalingPoint* firstValid(const ScalingRun& run, std::string_view metric) {
    for (const ScalingPoint& point : run.points)
        if (point.valid && point.find(metric) != nullptr) return &point;
    return nullptr;
}

double sumOfShares(const ScalingPoint& point) {
    double sum = 0.0;
    for (const auto& [label, share] : point.communication)
        sum += share;
    return sum;
}

struct Extent {
    double least = std::numeric_limits<double>::infinity();
    double most = -std::numeric_limits<double>::infinity();

    void include(double value) {
        if (!std::isfinite(value)) return;
        least = std::min(least, value);
        most = std::max(most, value);
    }
};

void includeRun(const ScalingCurve& curve, Extent& devices, Extent& values, double& share) {
    for (const ScalingPoint& point : curve.run->points) {
        devices.include(static_cast<double>(point.devices));
        share = std::max(share, sumOfShares(point));
        const Metric* metric = point.valid ? point.find(curve.metric) : nullptr;
        if (metric == nullptr) continue;
        values.include(metric->value);
        values.include(metric->low);
        values.include(metric->high);
    }
}

/// What ideal scaling makes of a metric: it falls or grows as the devices grow in number, or stays.
enum class Trend { Falls, Stays, Grows };
struct ScaledMetric {
    std::string_view name;
    Trend strong, weak;

    /// It spans decades as the devices grow in number.
    bool moves() const { return strong != Trend::Stays || weak != Trend::Stays; }
};
constexpr std::array kScaled{
    ScaledMetric{"iteration_s", Trend::Falls, Trend::Stays}, ScaledMetric{"tokens_per_s", Trend::Grows, Trend::Grows},
    ScaledMetric{"mfu", Trend::Stays, Trend::Stays}, ScaledMetric{"energy_j", Trend::Stays, Trend::Grows},
    ScaledMetric{"flop", Trend::Stays, Trend::Grows}};

const ScaledMetric* scaledMetric(std::string_view name) {
    const auto row = std::ranges::find(kScaled, name, &ScaledMetric::name);
    return row == kScaled.end() ? nullptr : &*row;
}

/// The next round share, and at most 1.
double roundedUp(double share) {
    if (!(share > 0.0)) return 0.01;
    const double decade = std::pow(10.0, std::floor(std::log10(share)));
    for (const double factor : {1.0, 2.0, 3.0, 4.0, 6.0, 8.0}) {
        if (factor * decade >= share) return std::clamp(factor * decade, 0.01, 1.0);
    }
    return std::clamp(10.0 * decade, 0.01, 1.0);
}

} // namespace

bool isLogarithmic(std::string_view metric) {
    const ScaledMetric* scaled = scaledMetric(metric);
    return scaled != nullptr && scaled->moves();
}

std::string shownMetric(const ScalingRun& run, const std::string& wanted) {
    if (firstValid(run, wanted) != nullptr) return wanted;
    for (const ScalingPoint& point : run.points)
        if (point.valid && !point.metrics.empty()) return point.metrics.front().name;
    return wanted;
}

std::optional<double> idealAt(const ScalingRun& run, std::string_view metric, double devices) {
    const ScalingPoint* first = firstValid(run, metric);
    if (first == nullptr) return {};
    const double value = first->find(metric)->value;
    const double more = devices / static_cast<double>(first->devices);
    const ScaledMetric* scaled = scaledMetric(metric);
    if (scaled == nullptr) return {};
    switch (run.scaling == explore::Scaling::Weak ? scaled->weak : scaled->strong) {
    case Trend::Falls: return value / more;
    case Trend::Stays: return value;
    case Trend::Grows: break;
    }
    return value * more;
}

double ScalingLayout::x(double devices) const {
    const double span = std::log(most_devices / least_devices);
    return chart.left() + (span > 0.0 ? std::log(devices / least_devices) / span : 0.5) * chart.width();
}

double ScalingLayout::y(double value) const {
    const double share =
        logarithmic ? std::log(value / least) / std::log(most / least) : (value - least) / (most - least);
    return chart.bottom() - std::clamp(share, 0.0, 1.0) * chart.height();
}

ScalingLayout layOutScaling(const ScalingCurve& selected, const ScalingCurve* baseline, const QFont& font,
                            const QSizeF& size, double legend_height) {
    const QFontMetricsF metrics(font);
    const double line = metrics.height();
    ScalingLayout layout;
    Extent devices, values;
    double share = 0.0;
    includeRun(selected, devices, values, share);
    double not_drawn = 0.0;
    if (baseline != nullptr) includeRun(*baseline, devices, values, not_drawn);
    layout.least_devices = std::isfinite(devices.least) ? devices.least : 1.0;
    layout.most_devices = std::max(std::isfinite(devices.most) ? devices.most : 1.0, 1.001 * layout.least_devices);
    // No mark stands on a frame, where it would cover a label.
    const double room = std::pow(layout.most_devices / layout.least_devices, 0.03);
    layout.least_devices /= room, layout.most_devices *= room;
    for (const double end : {layout.least_devices, layout.most_devices})
        if (const auto ideal = idealAt(*selected.run, selected.metric, end)) values.include(*ideal);
    layout.logarithmic = isLogarithmic(selected.metric) && values.least > 0.0;
    if (values.most >= values.least) {
        layout.least = layout.logarithmic ? 0.85 * values.least : 0.0;
        layout.most = std::max(1.12 * values.most, layout.least + 1e-300);
    }
    layout.most_share = roundedUp(share);
    layout.header = QRectF(kGap, 4.0, size.width() - 2 * kGap, line);
    const double left = kGap + metrics.horizontalAdvance(QStringLiteral("000.0 M/s")) + 6.0;
    const double width = std::max(20.0, size.width() - left - 2 * kGap);
    const double top = layout.header.bottom() + line + kGap;
    const double bottom = size.height() - 2.2 * line - legend_height - 2 * kGap;
    const double height = std::max(40.0, bottom - top);
    layout.legend = QPointF(left, top + height + 2.2 * line + kGap);
    const bool any_share = share > 0.0 && height > 8.0 * line;
    const double upper = any_share ? 0.62 * height : height;
    layout.chart = QRectF(left, top, width, upper);
    if (any_share) layout.shares = QRectF(left, top + upper + 1.6 * line, width, height - upper - 1.6 * line);
    for (const ScalingPoint& point : selected.run->points) {
        ScalingSpot spot;
        spot.point = &point;
        const double x = layout.x(static_cast<double>(point.devices));
        const Metric* metric = point.valid ? point.find(selected.metric) : nullptr;
        spot.value = QPointF(x, metric != nullptr ? layout.y(metric->value) : layout.chart.bottom());
        if (metric != nullptr && metric->high > metric->low) {
            spot.low = QPointF(x, layout.y(std::max(metric->low, layout.least)));
            spot.high = QPointF(x, layout.y(metric->high));
        }
        layout.spots.push_back(spot);
    }
    return layout;
}

const ScalingPoint* nearestPoint(const ScalingRun& run, const ScalingLayout& layout, double x, bool valid_only) {
    const ScalingPoint* best = nullptr;
    double least = std::numeric_limits<double>::infinity();
    for (const ScalingPoint& point : run.points) {
        const double away = std::abs(layout.x(static_cast<double>(point.devices)) - x);
        if (away >= least || (valid_only && !point.valid)) continue;
        least = away;
        best = &point;
    }
    return best;
}

} // namespace strata::views
