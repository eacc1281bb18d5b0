// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/kinds/npu/layer_methods.h"
#include "core/evaluate/methods/gpu/gpu_methods.h"
#include "core/network/collective_timer.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace strata::hardware {
struct Cluster;
}

namespace strata::methods {

/// The method of collectives that the layers above were fitted with.
inline constexpr std::string_view kUsualNetwork = "network.nccl";

/// The method of GPUs with that id; nothing where there is none.
std::optional<GpuMethod> gpuMethodNamed(std::string_view id);

/// Whose collectives run at the same time: those of one group, or those of all groups of a kind, which then share the
/// adapters of their nodes.
enum class Beside { Nobody, AllGroups };

/// What answers the layers below a step of training or an iteration of a serving engine.
struct LowerLayers {
    GpuMethod kernels = kTileMethod;
    gpu::KernelPredictor predict;
    network::CollectiveTimer collectives; ///< empty: network.nccl, as the calibrations have it
    std::string network;                  ///< id of its method; empty: the usual one
    std::function<std::optional<Error>()> failed;

    /// Why the method of collectives could not answer one of those that it was asked for; nothing where it could.
    std::optional<Error> failure() const { return failed ? failed() : std::nullopt; }
};

/// The methods that a plan names, or the usual ones. Errors: "unknown-method" and "not-supported" at
/// "/plan/methods/device" or "/plan/methods/network", with the ids of those that answer.
Result<LowerLayers> lowerLayers(const LayerMethods& stated, const hardware::Gpu& gpu, const hardware::Cluster* cluster,
                                const Context& context, Beside beside = Beside::Nobody);

/// The rows of kernels that need nothing but the device, and those of collectives: what a plan may name.
std::vector<std::string> kernelMethodsBelow(const hardware::Gpu& gpu, const Context& context);
std::vector<std::string> networkMethodsBelow(const Context& context);

/// Seconds of an all-reduce by its bytes between the ranks of tensor parallelism in one node; empty where the usual one
/// answers.
std::function<double(double)> tensorReduce(const LowerLayers& below, double ranks);

/// Says which methods took the place of those that the layers above were fitted with.
void addLayerNotes(const LowerLayers& below, Estimate& estimate);

} // namespace strata::methods
