// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/rivals/neusight.h"

#include "core/gpu/calibration/ceilings.h"
#include "core/gpu/products/block_grid.h"

#include <algorithm>
#include <cmath>

namespace strata::gpu {
namespace {

using workload::KernelClass;

constexpr double kLeastUtilization = 0.01;
constexpr std::array<std::string_view, kNeusightFamilies> kFamilies{"bmm", "linear", "elementwise", "softmax", "norm"};
constexpr std::size_t kBmm = 0, kLinear = 1, kElementwise = 2, kSoftmax = 3, kNorm = 4;

struct Family {
    std::size_t index;
    bool own;
};

Family familyOf(const workload::Kernel& kernel) {
    switch (workload::classOf(kernel)) {
    case KernelClass::Bmm: return {kBmm, true};
    case KernelClass::Linear: return {kLinear, true};
    case KernelClass::Elementwise: return {kElementwise, true};
    case KernelClass::Softmax: return {kSoftmax, true};
    case KernelClass::Norm: return {kNorm, true};
    case KernelClass::Conv:
    case KernelClass::Moe: return {kLinear, false};
    case KernelClass::AttentionPrefill:
    case KernelClass::AttentionDecode: return {kBmm, false};
    case KernelClass::Quantize:
    case KernelClass::Scan:
    case KernelClass::Copy:
    case KernelClass::Embedding: break;
    }
    return {kElementwise, false};
}

double sigmoid(double x) { return 1.0 / (1.0 + std::exp(-x)); }

template <std::size_t In, std::size_t Out>
std::array<double, Out> layer(const std::array<double, In * Out>& weights, const std::array<double, Out>& bias,
                              const std::array<double, In>& input) {
    std::array<double, Out> output = bias;
    for (std::size_t o = 0; o < Out; ++o) {
        for (std::size_t i = 0; i < In; ++i)
            output[o] += weights[o * In + i] * input[i];
    }
    return output;
}

template <std::size_t N>
std::array<double, N> squashed(std::array<double, N> values) {
    for (double& value : values)
        value = std::tanh(value);
    return values;
}

template <class Net, class Visit>
void forEachBlock(Net& net, const Visit& visit) {
    visit(net.first);
    visit(net.first_bias);
    visit(net.second);
    visit(net.second_bias);
    visit(net.last);
    visit(net.last_bias);
}

} // namespace

std::array<double, NeusightNet::kWeights> NeusightNet::weights() const {
    std::array<double, kWeights> all{};
    auto at = all.begin();
    forEachBlock(*this, [&](const auto& block) { at = std::copy(block.begin(), block.end(), at); });
    return all;
}

NeusightNet NeusightNet::fromWeights(std::span<const double, kWeights> weights) {
    NeusightNet net;
    auto at = weights.begin();
    forEachBlock(net, [&](auto& block) {
        std::copy_n(at, block.size(), block.begin());
        at += static_cast<std::ptrdiff_t>(block.size());
    });
    return net;
}

NeusightSample neusightSample(const hardware::Gpu& gpu, const workload::Kernel& kernel) {
    const BlockGrid grid = blockGrid(gpu, kernel);
    const double sms = std::max(1.0, static_cast<double>(gpu.sms));
    const double compute_s = grid.flop / (arithmeticPeak(gpu, kernel) / sms);
    const double memory_s = grid.bytes / (gpu.memory_bytes_per_s / sms);
    const double l2_share = grid.bytes / (std::max(gpu.l2_bytes, 1.0) / sms);
    const Family family = familyOf(kernel);
    NeusightSample sample;
    sample.family = family.index;
    sample.own_family = family.own;
    sample.waves = grid.waves;
    sample.ideal_s = grid.waves * std::max(compute_s, memory_s);
    // Logarithms, centred near 0 with a spread near 1: microseconds for times. No number of the device stands alone: a
    // network would know each of the few training devices by it, and be lost on any other.
    sample.features = {std::log10(compute_s * 1e6), std::log10(memory_s * 1e6), std::log10(l2_share),
                       std::log10(grid.waves) - 1.0};
    return sample;
}

double neusightUtilization(const NeusightNet& net, const NeusightSample& sample) {
    const auto first = squashed(layer<kNeusightFeatures, kNeusightHidden>(net.first, net.first_bias, sample.features));
    const auto second = squashed(layer<kNeusightHidden, kNeusightHidden>(net.second, net.second_bias, first));
    const auto last = layer<kNeusightHidden, 2>(net.last, net.last_bias, second);
    return std::max(kLeastUtilization, sigmoid(last[0]) - sigmoid(last[1]) / sample.waves);
}

KernelTime predictNeusight(const hardware::Gpu& gpu, const NeusightModel& model, const workload::Kernel& kernel) {
    const workload::KernelWork work = workload::workOf(kernel);
    const BlockGrid grid = blockGrid(gpu, kernel);
    const NeusightSample sample = neusightSample(gpu, kernel);
    KernelTime time;
    time.flop = grid.flop * grid.blocks;
    time.dram_bytes = work.read_bytes + work.write_bytes;
    time.l2_bytes = std::max(grid.bytes * grid.blocks, time.dram_bytes);
    time.tile_m = static_cast<float>(grid.tile_m);
    time.tile_n = static_cast<float>(grid.tile_n);
    time.tiles = static_cast<float>(grid.blocks);
    time.waves = static_cast<float>(grid.blocks / gpu.sms);
    time.seconds = sample.ideal_s / neusightUtilization(model[sample.family], sample);
    time.tail_s = time.seconds * (1.0 - grid.blocks / (grid.waves * gpu.sms));
    const double full_s = time.seconds - time.tail_s;
    const double compute_s = grid.flop * grid.blocks / arithmeticPeak(gpu, kernel);
    time.compute_s = std::min(full_s, compute_s);
    time.memory_s = full_s - time.compute_s;
    time.alone_s = time.seconds;
    const double memory_s = time.l2_bytes / gpu.memory_bytes_per_s;
    time.limit = memory_s > compute_s ? Limit::Memory : Limit::Compute;
    time.extrapolated = !sample.own_family || kernel.math != NumberType::Fp32; // what the networks have seen
    return time;
}

std::optional<NeusightModel> resolveNeusight(std::span<const hardware::Calibration> calibrations) {
    const auto found = std::find_if(calibrations.begin(), calibrations.end(),
                                    [](const hardware::Calibration& c) { return c.id == "gpu-neusight"; });
    if (found == calibrations.end()) return std::nullopt;
    NeusightModel model;
    for (std::size_t family = 0; family < kNeusightFamilies; ++family) {
        const hardware::CalibrationGroup* group = found->find({{"class", std::string(kFamilies[family])}});
        if (group == nullptr) return std::nullopt;
        std::array<double, NeusightNet::kWeights> weights{};
        for (std::size_t i = 0; i < weights.size(); ++i) {
            const auto weight = group->values.find(neusightWeight(i));
            if (weight == group->values.end()) return std::nullopt;
            weights[i] = weight->second;
        }
        model[family] = NeusightNet::fromWeights(weights);
    }
    return model;
}

std::string_view neusightFamily(std::size_t family) { return kFamilies[family]; }

std::string neusightWeight(std::size_t index) {
    const std::string digits = std::to_string(index);
    return "w" + std::string(3 - digits.size(), '0') + digits;
}

} // namespace strata::gpu
