// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/parameters/value_scale.h"

#include "core/evaluate/request.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace strata::views {

namespace {

constexpr double kWindowLog2 = 64.0; // a slider spans the catalog's value divided and multiplied by this
constexpr double kWindowLog10 = 100.0;
constexpr double kWindowLinear = 4.0;
constexpr double kMaximumSteps = 400.0;

constexpr std::array kQuarterOctaves{1.0, 1.25, 1.5, 1.75};
// IEC 60063, series E24: steps of about 10 %.
constexpr std::array kE24{1.0, 1.1, 1.2, 1.3, 1.5, 1.6, 1.8, 2.0, 2.2, 2.4, 2.7, 3.0,
                          3.3, 3.6, 3.9, 4.3, 4.7, 5.1, 5.6, 6.2, 6.8, 7.5, 8.2, 9.1};

std::vector<double> logarithmic(double low, double high, double base, std::span<const double> mantissas, bool integer) {
    std::vector<double> values;
    const int first = static_cast<int>(std::floor(std::log(low) / std::log(base)));
    for (int exponent = first; std::pow(base, exponent) <= high; ++exponent) {
        for (const double mantissa : mantissas) {
            const double value = mantissa * std::pow(base, exponent);
            if (value < low || value > high || (integer && value != std::floor(value))) continue;
            values.push_back(value);
        }
    }
    return values;
}

/// 1, 2 or 5 times a power of ten, so that the range takes no more than kMaximumSteps.
double roundStep(double range, bool integer) {
    const double raw = range / kMaximumSteps;
    double step = std::pow(10.0, std::floor(std::log10(raw)));
    for (const double factor : {2.0, 5.0, 10.0}) {
        if (step >= raw) break;
        step = std::pow(10.0, std::floor(std::log10(raw))) * factor;
    }
    return integer ? std::max(1.0, step) : step;
}

std::vector<double> linear(double low, double high, bool integer) {
    std::vector<double> values;
    if (!(high > low)) return values;
    const double step = roundStep(high - low, integer);
    for (double index = std::ceil(low / step); index * step <= high; ++index)
        values.push_back(index * step);
    return values;
}

void insert(std::vector<double>& values, double value) {
    const auto place = std::ranges::lower_bound(values, value);
    if (place == values.end() || *place != value) values.insert(place, value);
}

} // namespace

ValueScale::ValueScale(const Parameter& parameter) {
    const double centre = parameter.catalog_value > 0.0 ? parameter.catalog_value : std::max(parameter.value, 1.0);
    const auto window = [&](double factor) {
        const double low = std::max(parameter.minimum, centre / factor);
        const double high = std::min(parameter.maximum, centre * factor);
        return std::pair(std::min(low, std::max(parameter.value, parameter.minimum)), std::max(high, parameter.value));
    };
    switch (parameter.scale) {
    case Scale::Log2: {
        const auto [low, high] = window(kWindowLog2);
        values_ = logarithmic(std::max(low, centre / 1e6), high, 2.0, kQuarterOctaves, parameter.integer);
        break;
    }
    case Scale::Log10: {
        const auto [low, high] = window(kWindowLog10);
        values_ = logarithmic(std::max(low, centre / 1e6), high, 10.0, kE24, parameter.integer);
        break;
    }
    case Scale::Linear: {
        const double high = std::min(parameter.maximum, kWindowLinear * std::max(centre, parameter.value));
        values_ = linear(std::max(parameter.minimum, std::min(0.0, parameter.value)), high, parameter.integer);
        insert(values_, high);
        if (std::isfinite(parameter.minimum)) insert(values_, parameter.minimum);
        break;
    }
    }
    if (parameter.scale != Scale::Linear && parameter.minimum == 0.0) insert(values_, 0.0);
    insert(values_, parameter.catalog_value);
}

double ValueScale::value(int position) const {
    if (values_.empty()) return 0.0;
    return values_[static_cast<std::size_t>(std::clamp(position, 0, count() - 1))];
}

int ValueScale::position(double value) const {
    const auto above = std::ranges::lower_bound(values_, value);
    if (above == values_.begin()) return 0;
    if (above == values_.end()) return count() - 1;
    const auto index = static_cast<int>(above - values_.begin());
    return value - *(above - 1) < *above - value ? index - 1 : index;
}

double ValueScale::stepped(double value, int steps) const {
    if (values_.empty() || steps == 0) return value;
    const auto above = std::ranges::lower_bound(values_, value);
    int index = static_cast<int>(above - values_.begin());
    // From between two round values, the first step upwards ends at the one above.
    if (steps > 0 && (above == values_.end() || *above != value)) --index;
    return this->value(index + steps);
}

bool ValueScale::contains(double value) const {
    return !values_.empty() && value >= values_.front() && value <= values_.back();
}

} // namespace strata::views
