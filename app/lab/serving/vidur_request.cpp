// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/serving/vidur_request.h"

#include "core/base/json.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

namespace strata::assess {
namespace {

/// The reference simulator's devices in the library; it gives an A40 less memory than the board has.
struct Device {
    std::string_view there;
    const char* here;
    double memory_bytes = 0; ///< 0: the library's
};
constexpr double kGibibyte = 1024.0 * 1024.0 * 1024.0;
constexpr std::array kDevices{Device{"a100", "a100-sxm4-80gb"}, Device{"h100", "h100-sxm5-80gb"},
                              Device{"a40", "a40", 45 * kGibibyte}};

} // namespace

std::string vidurRequest(const VidurRun& run, const std::filesystem::path& folder) {
    const auto device = std::ranges::find(kDevices, run.device, &Device::there);
    const serving::SchedulerOptions& scheduler = run.options.scheduler;
    if (device == kDevices.end() || scheduler.prefill_every != serving::SchedulerOptions().prefill_every) return {};
    Json hardware = device->here;
    if (device->memory_bytes > 0)
        hardware = Json{{"base", device->here}, {"set", {{"/memory_bytes", device->memory_bytes}}}};
    const Json request{{"kind", "serving"},
                       {"hardware", std::move(hardware)},
                       {"seed", run.options.seed},
                       {"workload",
                        {{"model", run.model},
                         {"dtype", "fp16"},
                         {"traffic", {{"trace", (folder / "vidur_runs" / (run.name + ".requests.csv.gz")).string()}}}}},
                       {"plan",
                        {{"tp", run.tp},
                         {"pp", scheduler.stages},
                         {"replicas", run.options.replicas},
                         {"router", std::string(run.options.router)},
                         {"prefix_cache", false},
                         {"operator_tables", {{"path", (folder / "vidur_op_tables" / run.stem).string()}}},
                         {"scheduler",
                          {{"policy", std::string(scheduler.policy)},
                           {"vidur_compatible", true},
                           {"max_batch", scheduler.max_batch},
                           {"token_budget", scheduler.token_budget},
                           {"chunk_tokens", scheduler.chunk_tokens},
                           {"block_tokens", scheduler.block_tokens},
                           {"watermark", scheduler.watermark}}}}}};
    return canonicalText(request);
}

} // namespace strata::assess
