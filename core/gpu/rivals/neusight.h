// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/gpu/kernel_time.h"
#include "core/hardware/calibration.h"
#include "core/hardware/gpu.h"

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace strata::gpu {

/// Operator families that have a network each: batched products, linear layers, elementwise, softmax, norms.
inline constexpr std::size_t kNeusightFamilies = 5;
inline constexpr std::size_t kNeusightFeatures = 4;
inline constexpr std::size_t kNeusightHidden = 8;

/// One multilayer perceptron: features -> hidden -> hidden -> (s, a), tanh between the layers. Weights row by row.
struct NeusightNet {
    std::array<double, kNeusightFeatures * kNeusightHidden> first{};
    std::array<double, kNeusightHidden> first_bias{};
    std::array<double, kNeusightHidden * kNeusightHidden> second{};
    std::array<double, kNeusightHidden> second_bias{};
    std::array<double, kNeusightHidden * 2> last{};
    std::array<double, 2> last_bias{};

    static constexpr std::size_t kWeights = kNeusightFeatures * kNeusightHidden + kNeusightHidden +
                                            kNeusightHidden * kNeusightHidden + kNeusightHidden + kNeusightHidden * 2 +
                                            2;
    /// All weights as one vector, in the order of the members.
    std::array<double, kWeights> weights() const;
    static NeusightNet fromWeights(std::span<const double, kWeights> weights);
};

/// One network a family of operators.
using NeusightModel = std::array<NeusightNet, kNeusightFamilies>;

/// One kernel as the networks see it; the fit uses the same.
struct NeusightSample {
    std::size_t family = 0;
    std::array<double, kNeusightFeatures> features{};
    double waves = 1;
    double ideal_s = 0;     ///< waves x time of one tile at its roofline
    bool own_family = true; ///< false: the operator borrows the network of a similar one
};
NeusightSample neusightSample(const hardware::Gpu& gpu, const workload::Kernel& kernel);

/// Share of the roofline that one wave reaches: s(alpha) - s(beta) / waves, at least a hundredth.
double neusightUtilization(const NeusightNet& net, const NeusightSample& sample);

/// Method gpu.neusight: waves of tiles, each at the roofline of one SM times a utilization that a small network gives
/// from features of tile and device (S. Lee, A. Phanishayee, D. Mahajan, "NeuSight", ASPLOS 2025, section 4, doi
/// 10.1145/3669940.3707265). Tiles follow blockGrid() instead of a database of profiled ones.
KernelTime predictNeusight(const hardware::Gpu& gpu, const NeusightModel& model, const workload::Kernel& kernel);

/// The networks of the calibration "gpu-neusight"; nothing where it is absent or incomplete.
std::optional<NeusightModel> resolveNeusight(std::span<const hardware::Calibration> calibrations);

/// Name of a family and of one of its weights in the calibration.
std::string_view neusightFamily(std::size_t family);
std::string neusightWeight(std::size_t index);

} // namespace strata::gpu
