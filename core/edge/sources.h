// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/edge/additive.h"
#include "core/edge/encoding.h"
#include "core/edge/transfer.h"
#include "core/hardware/calibration/predictor.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace strata::edge {

/// A measurement of the new device: one point and its latency.
struct MeasuredPoint {
    TransferPoint point;
    double latency_s = 0;
};

/// A latency with its interval.
struct PredictedLatency {
    double seconds = 0, low_s = 0, high_s = 0;
};

/// Source devices whose latencies follow from features of an encoding: a predictor of form "transfer".
class EncodedSources {
public:
    /// `leave_out` says which sources do not take part.
    EncodedSources(const hardware::Predictor& predictor, const EncodingSpace& space,
                   const std::function<bool(std::string_view source)>& leave_out = {});

    TransferPoint point(std::span<const double> features) const;
    std::size_t sources() const { return sources_.size(); }

private:
    const EncodingSpace* space_;
    std::vector<std::vector<double>> sources_; ///< coefficients of relative latency, the constant last
    std::vector<double> centre_, spread_;
};

/// Source devices whose latencies follow from additive coefficients: the point of a network on a logarithmic scale.
TransferPoint additivePoint(std::span<const AdditiveVector> sources, const AdditiveVector& features);

/// A device that has been measured on some points. Relative latencies are learned as they are: additive devices stay
/// additive. Logarithms are learned where sizes differ by orders of magnitude.
enum class TransferScale { Relative, Logarithm };
class MeasuredDevice {
public:
    /// `width` multiplies the standard deviation of each answer so that the interval holds four of five measurements.
    MeasuredDevice(std::span<const MeasuredPoint> rows, TransferScale scale, double width);
    PredictedLatency predict(const TransferPoint& point) const;
    std::size_t nextToMeasure(std::span<const TransferPoint> candidates, std::span<const TransferPoint> asked) const {
        return transfer_.nextToMeasure(candidates, asked);
    }

private:
    TransferScale scale_;
    double unit_s_ = 1, width_ = 1;
    Transfer transfer_;
};

/// The settings among which leaving one out chooses, and the first of them for choosing what to measure.
std::span<const TransferSetting> transferSettings(TransferScale scale);
double offsetScale(TransferScale scale);

} // namespace strata::edge
