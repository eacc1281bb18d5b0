// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/roofline/roofline_layout.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace strata::views {
namespace {

/// The next of 1, 2, 5 times a power of ten below or above.
double roundStep(double value, bool up) {
    const double decade = std::pow(10.0, std::floor(std::log10(value)));
    static constexpr std::array kSteps{1.0, 2.0, 5.0, 10.0};
    double below = decade;
    for (const double step : kSteps) {
        if (up && step * decade >= value * (1.0 - 1e-9)) return step * decade;
        if (step * decade <= value * (1.0 + 1e-9)) below = step * decade;
    }
    return up ? 10.0 * decade : below;
}

double highestArithmetic(const Roofline& roofline, bool nominal) {
    double highest = 0.0;
    for (const Ceiling& ceiling : roofline.ceilings)
        if (ceiling.compute()) highest = std::max(highest, nominal ? ceiling.nominal : ceiling.sustained);
    return highest;
}

double highestBandwidth(const Roofline& roofline, bool nominal) {
    double highest = 0.0;
    for (const Ceiling& ceiling : roofline.ceilings)
        if (!ceiling.compute()) highest = std::max(highest, nominal ? ceiling.nominal : ceiling.sustained);
    return highest;
}

struct Extent {
    double low = INFINITY;
    double high = 0.0;

    void include(double value) {
        if (!(value > 0.0) || !std::isfinite(value)) return;
        low = std::min(low, value);
        high = std::max(high, value);
    }
};

} // namespace

RooflineAxes RooflineAxes::united(const RooflineAxes& other) const {
    return {std::min(x_low, other.x_low), std::max(x_high, other.x_high), std::min(y_low, other.y_low),
            std::max(y_high, other.y_high)};
}

bool RooflineAxes::sane() const {
    const auto good = [](double low, double high) { return low > 1e-30 && high > low && high < 1e40; };
    return good(x_low, x_high) && good(y_low, y_high);
}

RooflineAxes axesFor(const Roofline& roofline) {
    Extent x;
    Extent y;
    const auto side = [&](const RooflineSide& points) {
        const auto point = [&](const RooflinePoint& p) {
            x.include(p.intensity());
            y.include(p.flop_per_s);
        };
        for (const RooflinePoint& p : points.points)
            point(p);
        if (points.whole) point(*points.whole);
    };
    side(roofline.selected);
    if (roofline.baseline) side(*roofline.baseline);
    const double roof = highestArithmetic(roofline, true);
    y.include(roof);
    for (const Ceiling& ceiling : roofline.ceilings) {
        if (ceiling.compute()) {
            y.include(0.3 * ceiling.sustained);
            continue;
        }
        // Room on both sides of the ridge, so that slope and roof are both seen.
        const double ridge = roof > 0.0 && ceiling.nominal > 0.0 ? roof / ceiling.nominal : 0.0;
        x.include(0.3 * ridge);
        x.include(ceiling.kind == "memory" ? 4.0 * ridge : ridge);
    }
    RooflineAxes axes;
    if (x.high > 0.0) {
        axes.x_low = roundStep(0.7 * x.low, false);
        axes.x_high = roundStep(1.4 * x.high, true);
    }
    if (y.high > 0.0) {
        axes.y_low = roundStep(0.6 * y.low, false);
        axes.y_high = roundStep(1.3 * y.high, true);
    }
    return axes;
}

QLineF ceilingLine(const Roofline& roofline, const Ceiling& ceiling, bool nominal, const RooflineAxes& axes) {
    const double rate = nominal ? ceiling.nominal : ceiling.sustained;
    if (!(rate > 0.0)) return {};
    if (ceiling.compute()) {
        const double bandwidth = highestBandwidth(roofline, nominal);
        const double start = bandwidth > 0.0 ? rate / bandwidth : axes.x_low;
        if (rate < axes.y_low || rate > axes.y_high || start >= axes.x_high) return {};
        return {QPointF(std::max(start, axes.x_low), rate), QPointF(axes.x_high, rate)};
    }
    const double roof = highestArithmetic(roofline, nominal);
    double left = std::max(axes.x_low, axes.y_low / rate);
    double right = std::min(axes.x_high, axes.y_high / rate);
    if (roof > 0.0) right = std::min(right, roof / rate);
    if (right <= left) return {};
    return {QPointF(left, rate * left), QPointF(right, rate * right)};
}

double markRadius(double seconds, double longest_s, double unit) {
    constexpr double kSmallest = 0.28;
    constexpr double kLargest = 1.0;
    const double share = longest_s > 0.0 ? std::clamp(seconds / longest_s, 0.0, 1.0) : 1.0;
    return unit * std::max(kSmallest, kLargest * std::sqrt(share));
}

void placeLabels(std::vector<RooflineLabel>& labels, const QRectF& area, std::vector<QRectF> taken) {
    // Right, left, above, below, then the corners.
    static constexpr std::array<std::pair<double, double>, 8> kSides{
        {{1, 0}, {-1, 0}, {0, -1}, {0, 1}, {0.8, -0.8}, {-0.8, -0.8}, {0.8, 0.8}, {-0.8, 0.8}}};
    for (RooflineLabel& label : labels) {
        label.place = QRectF();
        for (const auto& [x, y] : kSides) {
            const QPointF reach((label.clearance + 3.0 + 0.5 * label.size.width()) * x,
                                (label.clearance + 2.0 + 0.5 * label.size.height()) * y);
            QRectF place(QPointF(), label.size);
            place.moveCenter(label.anchor + reach);
            const auto touches = [&](const QRectF& other) { return other.intersects(place); };
            if (!area.contains(place) || std::ranges::any_of(taken, touches)) continue;
            label.place = place;
            taken.push_back(place);
            break;
        }
    }
}

} // namespace strata::views
