// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compose/runtime_costs.h"

#include "core/hardware/calibration/own_measurements.h"
#include "core/hardware/gpu/built_networks.h"
#include "core/hardware/gpu/engine_profile.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace strata::compose {
namespace {

struct Member {
    std::string_view name;
    double RuntimeCosts::*value;
};

constexpr std::array kMembers{
    Member{"launch_s", &RuntimeCosts::launch_s},
    Member{"launch_spread", &RuntimeCosts::launch_spread},
    Member{"prompt_launch_s", &RuntimeCosts::prompt_launch_s},
    Member{"prompt_latent_s", &RuntimeCosts::prompt_latent_s},
    Member{"prompt_experts_s", &RuntimeCosts::prompt_experts_s},
    Member{"gap_s", &RuntimeCosts::gap_s},
    Member{"hidden_start_s", &RuntimeCosts::hidden_start_s},
    Member{"hidden_experts_share", &RuntimeCosts::hidden_experts_share},
    Member{"step_s", &RuntimeCosts::step_s},
    Member{"step_per_sequence_s", &RuntimeCosts::step_per_sequence_s},
    Member{"device_per_sequence_s", &RuntimeCosts::device_per_sequence_s},
    Member{"synchronisation_s", &RuntimeCosts::synchronisation_s},
    Member{"allocation_s", &RuntimeCosts::allocation_s},
    Member{"producer_hit", &RuntimeCosts::producer_hit},
    Member{"request_s", &RuntimeCosts::request_s},
    Member{"request_per_token_s", &RuntimeCosts::request_per_token_s},
    Member{"all_reduce_s", &RuntimeCosts::all_reduce_s},
    Member{"all_reduce_rank_s", &RuntimeCosts::all_reduce_rank_s},
    Member{"all_reduce_two_shot_s", &RuntimeCosts::all_reduce_two_shot_s},
    Member{"all_reduce_share", &RuntimeCosts::all_reduce_share},
    Member{"all_reduce_skew_s", &RuntimeCosts::all_reduce_skew_s},
    Member{"memory_share", &RuntimeCosts::memory_share},
};

/// Kernels of a layer's experts that an interpreter starts one by one, beyond those that graphs count (SGLang,
/// layers/moe/fused_moe_triton: choice, two that sort, narrowing, product, activation, narrowing, product, sum). Where
/// sums lie in a tensor memory one call of a library starts them all: kernels that are generated for such tensor cores
/// alone (TensorRT-LLM's, which FlashInfer has too).
constexpr double kKernelsOfExperts = 6;

bool startsExpertsByOneCall(const hardware::Gpu& gpu) { return gpu.tensor_memory; }

constexpr double kGibibyte = 1024.0 * 1024.0 * 1024.0;

/// Between hosts that interpret, and a launch without interpreter and dispatcher (startingValues()).
constexpr double kEagerSpread = 0.35, kCompiledLaunch_s = 7e-6;

/// Before any calibration. PyTorch: hosts of published measurements take 22 to 60 us for an eager operator
/// (Fernandez et al., The Framework Tax, EMNLP 2023, arXiv:2302.06117), a launch without interpreter and
/// dispatcher takes 5 to 10 us; one context. Serving engines replay captured graphs and by default use nine
/// tenths of the memory (vLLM `gpu_memory_utilization`, SGLang `mem_fraction_static`, TensorRT-LLM
/// `free_gpu_memory_fraction`). What the host does in a step follows its sequences.
RuntimeCosts startingValues(const std::string& engine, const hardware::EngineProfile* profile) {
    RuntimeCosts costs;
    costs.engine = engine;
    costs.gap_s = 1e-6;
    costs.synchronisation_s = 1e-5;
    // One that replays a built network starts it as an engine that serves does.
    const bool serves = profile ? profile->serves || hardware::buildsNetworks(*profile) : engine != "pytorch";
    if (!serves) {
        costs.launch_s = 35e-6;
        costs.launch_spread = kEagerSpread;
        costs.compiled_launch_s = kCompiledLaunch_s;
        costs.reserved_bytes = 0.75 * kGibibyte;
        return costs;
    }
    costs.graph_replay = !profile || profile->graph_replay;
    costs.hides_host = profile && profile->hides_host;
    costs.launch_s = 1e-5;
    costs.compiled_launch_s = costs.launch_s;
    if (profile && profile->starts_prompts_by_kernel) {
        costs.prompt_launch_s = kPromptLaunchSeconds;
        costs.prompt_latent_s = kPromptLatentSeconds;
        costs.prompt_experts_s = kKernelsOfExperts * kPromptLaunchSeconds;
    }
    costs.one_call_experts = profile && profile->starts_experts_by_one_call;
    costs.gap_s = 0.0;
    costs.all_reduce_s = 5e-6;
    costs.memory_share = profile && profile->memory_share > 0 ? profile->memory_share : 0.9;
    costs.reserved_bytes = 2.0 * kGibibyte;
    return costs;
}

/// A serving engine whose device replays no graphs: its interpreter starts every kernel, of decodes too.
void startByKernel(RuntimeCosts& costs) {
    costs.graph_replay = false;
    costs.launch_s = costs.prompt_launch_s > 0 ? costs.prompt_launch_s : kPromptLaunchSeconds;
    costs.launch_spread = kEagerSpread;
    costs.compiled_launch_s = kCompiledLaunch_s;
}

/// What the user measured of this host and this engine.
void applyOwn(const hardware::OwnMeasurements& own, RuntimeCosts& costs) {
    const auto scale = [&](std::string_view factor, std::initializer_list<double RuntimeCosts::*> members) {
        const double ratio = std::exp(own.logMean(factor));
        for (const auto member : members)
            costs.*member *= ratio;
    };
    scale("host/step", {&RuntimeCosts::step_s, &RuntimeCosts::step_per_sequence_s});
    scale("host/device", {&RuntimeCosts::device_per_sequence_s});
    scale("host/request", {&RuntimeCosts::request_s, &RuntimeCosts::request_per_token_s});
    scale("host/launch", {&RuntimeCosts::launch_s, &RuntimeCosts::compiled_launch_s, &RuntimeCosts::prompt_launch_s,
                          &RuntimeCosts::prompt_latent_s, &RuntimeCosts::prompt_experts_s});
    scale("links/latency",
          {&RuntimeCosts::all_reduce_s, &RuntimeCosts::all_reduce_rank_s, &RuntimeCosts::all_reduce_two_shot_s});
    costs.all_reduce_share *= std::exp(-own.logMean("links/bytes"));
}

} // namespace

RuntimeCosts runtimeCosts(const hardware::Gpu& gpu, std::span<const hardware::Calibration> calibrations) {
    // Releases of PyTorch differ in their kernels, not in what their host does.
    const bool release = gpu.engine.empty() || gpu.engine == "pytorch-2.0";
    RuntimeCosts costs = startingValues(release ? "pytorch" : gpu.engine, gpu.runtime.get());
    for (const hardware::Calibration& calibration : calibrations) {
        const hardware::CalibrationGroup* group = calibration.find({{"engine", costs.engine}});
        if (group == nullptr) continue;
        for (const Member& member : kMembers) {
            const auto found = group->values.find(member.name);
            if (found != group->values.end()) costs.*member.value = found->second;
        }
    }
    // What a fit to passes that start by kernel says holds for those alone.
    if (gpu.runtime && !gpu.runtime->starts_prompts_by_kernel)
        costs.prompt_launch_s = costs.prompt_latent_s = costs.prompt_experts_s = 0;
    if (startsExpertsByOneCall(gpu)) costs.prompt_experts_s = 0;
    if (gpu.runtime && gpu.runtime->serves && !gpu.runtime->graph_replay) startByKernel(costs);
    if (const auto own = hardware::ownOfDevice(calibrations, gpu.id, gpu.runtime.get())) applyOwn(*own, costs);
    return costs;
}

double allReduceSeconds(const RuntimeCosts& costs, const hardware::Gpu& gpu, double bytes, double ranks,
                        double further_step_s) {
    if (ranks <= 1) return 0.0;
    const double s_per_byte = 1.0 / std::max(gpu.link_bytes_per_s * costs.all_reduce_share, 1.0);
    const double one_shot_s = (ranks - 1.0) * bytes * s_per_byte;
    const double two_shot_s =
        std::max(0.0, costs.all_reduce_two_shot_s + further_step_s) + 2.0 * (ranks - 1.0) / ranks * bytes * s_per_byte;
    return std::max(0.0, costs.all_reduce_s + further_step_s) + costs.all_reduce_rank_s * ranks +
           std::min(one_shot_s, two_shot_s);
}

} // namespace strata::compose
