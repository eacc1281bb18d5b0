// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/edge/additive.h"

#include "core/edge/nonnegative.h"

#include <algorithm>

namespace strata::edge {
namespace {

constexpr std::array<std::string_view, kAdditiveFeatures> kNames{
    "conv3_macs",          "conv3_int8_macs",    "conv_macs",         "conv_int8_macs",       "pointwise_macs",
    "pointwise_int8_macs", "depthwise_macs",     "linear_macs",       "linear_int8_macs",     "attention_macs",
    "linear_parameters",   "pool_elements",      "move_elements",     "elementwise_elements", "pointwise_elements",
    "conv3_elements",      "depthwise_elements", "pointwise_kernels", "elementwise_kernels",  "networks"};

enum Place : std::size_t {
    kConv3Macs,
    kConv3Int8,
    kConvMacs,
    kConvInt8,
    kPointwiseMacs,
    kPointwiseInt8,
    kDepthwiseMacs,
    kLinearMacs,
    kLinearInt8,
    kAttentionMacs,
    kLinearParameters,
    kPoolElements,
    kMoveElements,
    kElementwiseElements,
    kPointwiseElements,
    kConv3Elements,
    kDepthwiseElements,
    kPointwiseKernels,
    kElementwiseKernels,
    kNetworks
};

/// Coefficients are found in units of the largest count, so that columns have like sizes.
AdditiveVector largestCounts(std::span<const MeasuredNetwork> rows) {
    AdditiveVector most{};
    for (const MeasuredNetwork& row : rows) {
        for (std::size_t j = 0; j < kAdditiveFeatures; ++j)
            most[j] = std::max(most[j], row.features[j]);
    }
    return most;
}

} // namespace

std::span<const std::string_view> additiveFeatureNames() { return kNames; }

AdditiveVector featuresOf(const EdgeOperator& op) {
    AdditiveVector f{};
    switch (op.operator_class) {
    case OperatorClass::Conv3:
        f[op.int8 ? kConv3Int8 : kConv3Macs] = op.macs;
        f[kConv3Elements] = op.elements;
        break;
    case OperatorClass::Conv: f[op.int8 ? kConvInt8 : kConvMacs] = op.macs; break;
    case OperatorClass::Pointwise:
        f[op.int8 ? kPointwiseInt8 : kPointwiseMacs] = op.macs;
        f[kPointwiseElements] = op.elements;
        f[kPointwiseKernels] = 1;
        break;
    case OperatorClass::Depthwise:
        f[kDepthwiseMacs] = op.macs;
        f[kDepthwiseElements] = op.elements;
        break;
    case OperatorClass::Linear:
        f[op.int8 ? kLinearInt8 : kLinearMacs] = op.macs;
        f[kLinearParameters] = op.parameters * (op.int8 ? 0.25 : 1.0); // in units of 32 bits
        break;
    case OperatorClass::Attention: f[kAttentionMacs] = op.macs; break;
    case OperatorClass::Pool: f[kPoolElements] = op.elements; break;
    case OperatorClass::Move: f[kMoveElements] = op.elements; break;
    case OperatorClass::Activation:
    case OperatorClass::Norm:
    case OperatorClass::Elementwise:
        f[kElementwiseElements] = op.elements;
        f[kElementwiseKernels] = 1;
        break;
    }
    for (double& value : f)
        value *= op.count;
    return f;
}

AdditiveVector featuresOf(const EdgeNetwork& network) {
    AdditiveVector sum{};
    for (const EdgeOperator& op : network.operators) {
        const AdditiveVector f = featuresOf(op);
        for (std::size_t j = 0; j < f.size(); ++j)
            sum[j] += f[j];
    }
    sum[kNetworks] = 1;
    return sum;
}

AdditiveVector featuresOf(const EdgeNetwork& network, const DetectedKernel& kernel) {
    AdditiveVector sum{};
    for (std::size_t i = 0; i < kernel.places.size(); ++i) {
        const EdgeOperator& op = network.operators[kernel.places[i]];
        if (i > 0 && op.operator_class >= OperatorClass::Pool) continue;
        const AdditiveVector f = featuresOf(op);
        for (std::size_t j = 0; j < f.size(); ++j)
            sum[j] += f[j];
    }
    return sum;
}

double additiveSeconds(const AdditiveVector& features, const AdditiveVector& coefficients) {
    double seconds = 0;
    for (std::size_t j = 0; j < features.size(); ++j)
        seconds += features[j] * coefficients[j];
    return seconds;
}

AdditiveVector fitAdditive(std::span<const MeasuredNetwork> rows) {
    const AdditiveVector most = largestCounts(rows);
    std::vector<double> matrix, ones(rows.size(), 1.0);
    for (const MeasuredNetwork& row : rows) {
        for (std::size_t j = 0; j < kAdditiveFeatures; ++j)
            matrix.push_back(most[j] > 0 ? row.features[j] / most[j] / row.latency_s : 0.0);
    }
    const std::vector<double> x = nonNegativeLeastSquares(matrix, ones, kAdditiveFeatures);
    AdditiveVector coefficients{};
    for (std::size_t j = 0; j < kAdditiveFeatures; ++j)
        coefficients[j] = most[j] > 0 ? x[j] / most[j] : 0.0;
    return coefficients;
}

AdditiveVector coefficientsOf(const hardware::PredictorGroup& group) {
    AdditiveVector out{};
    for (std::size_t j = 0; j < kAdditiveFeatures; ++j) {
        if (const auto found = group.values.find(kNames[j]); found != group.values.end()) out[j] = found->second;
    }
    return out;
}

std::vector<std::string> outsideRanges(const AdditiveVector& features, const hardware::Predictor& predictor) {
    std::vector<std::string> outside;
    for (const hardware::FeatureRange& range : predictor.ranges) {
        const auto place = std::ranges::find(kNames, range.feature);
        if (place == kNames.end()) continue;
        const double value = features[static_cast<std::size_t>(place - kNames.begin())];
        if (value > range.high || value < range.low) outside.push_back(range.feature);
    }
    return outside;
}

} // namespace strata::edge
