// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/edge/sources.h"

#include "core/base/normal.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace strata::edge {
namespace {

constexpr double kFeatureSize = 0.25; ///< size of standardized counts beside the spread of relative latencies

std::vector<double> vectorOf(const hardware::Predictor& predictor, std::string_view name) {
    const auto found = predictor.vectors.find(name);
    return found == predictor.vectors.end() ? std::vector<double>() : found->second;
}

std::vector<TransferSetting> settingsOf(TransferScale scale) {
    std::vector<TransferSetting> all;
    if (scale == TransferScale::Relative) {
        for (const double source : {1.0, 0.3, 2.0, 4.0, 0.0})
            for (const double feature : {0.1, 0.02, 0.3, 1.0, 3.0})
                for (const double noise : {0.03, 0.003, 0.01, 0.1, 0.2})
                    all.push_back({source, feature, 1.0, noise});
    } else {
        for (const double source : {2.0, 1.0, 0.5})
            for (const double feature : {0.1, 0.3})
                for (const double noise : {0.1, 0.05, 0.2})
                    all.push_back({source, feature, 0.1, noise});
    }
    return all;
}

std::vector<double> valuesOf(std::span<const MeasuredPoint> rows, TransferScale scale, double unit_s) {
    std::vector<double> values;
    for (const MeasuredPoint& row : rows)
        values.push_back(scale == TransferScale::Relative ? row.latency_s / unit_s : std::log(row.latency_s));
    return values;
}

std::vector<TransferPoint> pointsOf(std::span<const MeasuredPoint> rows) {
    std::vector<TransferPoint> points;
    for (const MeasuredPoint& row : rows)
        points.push_back(row.point);
    return points;
}

double meanLatency(std::span<const MeasuredPoint> rows) {
    double sum = 0;
    for (const MeasuredPoint& row : rows)
        sum += row.latency_s;
    return rows.empty() ? 1.0 : sum / static_cast<double>(rows.size());
}

} // namespace

std::span<const TransferSetting> transferSettings(TransferScale scale) {
    static const std::vector<TransferSetting> relative = settingsOf(TransferScale::Relative);
    static const std::vector<TransferSetting> logarithm = settingsOf(TransferScale::Logarithm);
    return scale == TransferScale::Relative ? relative : logarithm;
}

double offsetScale(TransferScale) { return 3.0; }

EncodedSources::EncodedSources(const hardware::Predictor& predictor, const EncodingSpace& space,
                               const std::function<bool(std::string_view)>& leave_out)
    : space_(&space), centre_(vectorOf(predictor, "centre")), spread_(vectorOf(predictor, "spread")) {
    constexpr std::string_view kSource = "source ";
    for (const auto& [name, values] : predictor.vectors) {
        if (!name.starts_with(kSource) || (leave_out && leave_out(std::string_view(name).substr(kSource.size()))))
            continue;
        sources_.push_back(values);
    }
}

TransferPoint EncodedSources::point(std::span<const double> features) const {
    TransferPoint point;
    for (const std::vector<double>& source : sources_) {
        double value = source.back();
        for (std::size_t j = 0; j < features.size(); ++j)
            value += source[j] * features[j];
        point.sources.push_back(value);
    }
    for (std::size_t j = space_->own_begin; j < space_->own_end; ++j) {
        if (spread_[j] > 0) point.features.push_back(kFeatureSize * (features[j] - centre_[j]) / spread_[j]);
    }
    return point;
}

TransferPoint additivePoint(std::span<const AdditiveVector> sources, const AdditiveVector& features) {
    TransferPoint point;
    for (const AdditiveVector& source : sources)
        point.sources.push_back(std::log(std::max(kLeastSeconds, additiveSeconds(features, source))));
    return point;
}

MeasuredDevice::MeasuredDevice(std::span<const MeasuredPoint> rows, TransferScale scale, double width)
    : scale_(scale), unit_s_(meanLatency(rows)), width_(width),
      transfer_(pointsOf(rows), valuesOf(rows, scale, unit_s_), transferSettings(scale), offsetScale(scale)) {}

PredictedLatency MeasuredDevice::predict(const TransferPoint& point) const {
    const TransferValue answer = transfer_.predict(point);
    const double reach = kNormal90 * width_ * answer.sigma;
    if (scale_ == TransferScale::Logarithm)
        return {std::exp(answer.value), std::exp(answer.value - reach), std::exp(answer.value + reach)};
    const auto seconds = [&](double value) { return std::max(kLeastSeconds, value * unit_s_); };
    return {seconds(answer.value), seconds(answer.value - reach), seconds(answer.value + reach)};
}

} // namespace strata::edge
