// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/methods/serving/serving_colocation.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

namespace strata::methods {
namespace {

constexpr double kBatch = 16, kContext = 1024, kPrompt = 1024; ///< of the model itself while both run
constexpr std::size_t kKernels = 2; ///< of a pass: those that take most of its time stand for it

struct Weighted {
    workload::Kernel kernel;
    double share = 0;
};

/// The kernels that stand for a pass, by their share of the time of all of them.
struct Pass {
    std::vector<Weighted> kernels;
    double seconds = 0; ///< of every kernel of the pass
};

Result<Pass> heaviest(const Json& model, workload::GraphOptions options, workload::Phase phase, double batch,
                      double tokens, const compose::KernelPredictor& predict) {
    options.phase = phase;
    options.batch = batch;
    options.sequence = std::min(tokens, model.value("max_seq", tokens));
    const auto graph = workload::buildGraph(model, options, "/plan/colocated/model");
    if (!graph) return graph.error();
    std::vector<Weighted> longest;
    double seconds = 0;
    for (const workload::Operator& op : graph->operators) {
        longest.push_back({op.kernel, op.count * predict(op.kernel).seconds});
        seconds += longest.back().share;
    }
    std::stable_sort(longest.begin(), longest.end(),
                     [](const Weighted& a, const Weighted& b) { return a.share > b.share; });
    longest.resize(std::min(longest.size(), kKernels));
    double all = 0;
    for (const Weighted& weighted : longest)
        all += weighted.share;
    for (Weighted& weighted : longest)
        weighted.share /= all;
    return Pass{std::move(longest), seconds};
}

/// Time of ours beside theirs, and without them on its share of the device, over that on the whole device.
struct Ratio {
    double beside = 1, share = 1;
    double theirs = 1; ///< of the neighbour beside ours, over the neighbour on the whole device
};

Result<Ratio> ratioOf(const ServingQuery& query, const workload::Kernel& ours, const workload::Kernel& theirs,
                      std::span<const hardware::Calibration> calibrations) {
    const ColocationPlan& plan = *query.colocation;
    const hardware::Gpu& gpu = query.hardware.device.gpu;
    const std::array both{gpu::Tenant{ours, plan.sms, plan.memory_share},
                          gpu::Tenant{theirs, plan.neighbour_sms, plan.neighbour_memory_share}};
    const auto whole = [&](const workload::Kernel& kernel) {
        const gpu::Tenant tenant{kernel, 0, 0};
        return gpu::colocate(gpu, gpu::SharingMode::Streams, std::span(&tenant, 1), calibrations);
    };
    const auto alone = whole(ours), other = whole(theirs);
    if (!alone) return alone.error();
    if (!other) return other.error();
    const auto shared = gpu::colocate(gpu, plan.mode, both, calibrations);
    if (!shared) {
        Error error = shared.error(); // "/0/sms" is the model's, "/1/sms" its neighbour's
        const bool first = error.pointer.starts_with("/0");
        if (error.pointer.size() > 2)
            error.pointer = std::string("/plan/colocated") + (first ? "" : "/neighbour") + error.pointer.substr(2);
        return error;
    }
    const double base = alone->tenants[0].alone.seconds;
    return Ratio{shared->tenants[0].seconds / base, shared->tenants[0].alone.seconds / base,
                 shared->tenants[1].seconds / other->tenants[0].alone.seconds};
}

} // namespace

double neighbourBytes(const ServingQuery& query) {
    const ColocationPlan& plan = *query.colocation;
    workload::GraphOptions options = plan.graph;
    options.phase = workload::Phase::Decode;
    options.batch = plan.batch;
    options.sequence = plan.context;
    const auto graph = workload::buildGraph(*plan.model, options, "/plan/colocated/model");
    return graph ? graph->memory.total() : 0;
}

Result<ColocationSlowdown> colocationSlowdown(const ServingQuery& query, const ServingPool& pool,
                                              const compose::KernelPredictor& predict,
                                              std::span<const hardware::Calibration> calibrations) {
    using workload::Phase;
    const ColocationPlan& plan = *query.colocation;
    const auto theirs = heaviest(*plan.model, plan.graph, Phase::Decode, plan.batch, plan.context, predict);
    if (!theirs) return theirs.error();
    ColocationSlowdown out;
    out.neighbour_s = theirs->seconds;
    for (const auto& [phase, into] : {std::pair{Phase::Decode, &out.decode}, {Phase::Prefill, &out.prefill}}) {
        const bool decodes = phase == Phase::Decode;
        const auto ours = heaviest(*query.model.document, pool.graph, phase, decodes ? kBatch : 1,
                                   decodes ? kContext : kPrompt, predict);
        if (!ours) return ours.error();
        double ratio = 0, back = 0;
        for (const Weighted& mine : ours->kernels) {
            for (const Weighted& other : theirs->kernels) {
                const auto ratios = ratioOf(query, mine.kernel, other.kernel, calibrations);
                if (!ratios) return ratios.error();
                ratio += mine.share * other.share * (plan.load * ratios->beside + (1 - plan.load) * ratios->share);
                back += mine.share * other.share * ratios->theirs;
            }
        }
        *into = ratio;
        if (decodes) out.neighbour = back;
    }
    return out;
}

} // namespace strata::methods
