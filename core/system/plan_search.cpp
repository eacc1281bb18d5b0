// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/system/plan_search.h"

#include "core/base/executor.h"
#include "core/system/stage_memory.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace strata::system {
namespace {

constexpr double kLongSequence = 32768.0;
constexpr std::uint32_t kMostContext = 16;
constexpr std::uint32_t kMostMicroBatch = 16;
constexpr std::size_t kSlice = 256; // plans that are worth a thread
constexpr std::size_t kMostSlices = 16;

using Numbers = std::vector<std::uint32_t>;

Numbers divisors(double whole, double most) {
    Numbers found;
    for (std::uint32_t i = 1; i <= std::min(whole, most); ++i) {
        if (std::fmod(whole, i) == 0.0) found.push_back(i);
    }
    return found;
}

Numbers powers(std::uint32_t most) {
    Numbers found;
    for (std::uint32_t i = 1; i <= most; i *= 2)
        found.push_back(i);
    return found;
}

Numbers chosen(bool free, std::uint32_t fixed, Numbers all) { return free ? std::move(all) : Numbers{fixed}; }

bool dominates(const PlanPoint& a, const PlanPoint& b) {
    return a.iteration_s <= b.iteration_s && a.memory_bytes <= b.memory_bytes && a.devices <= b.devices &&
           a.energy_j <= b.energy_j;
}

/// Points that no other beats: by time, so that only earlier ones can beat a later one.
std::vector<PlanPoint> frontOf(const std::vector<PlanPoint>& by_time) {
    std::vector<PlanPoint> front;
    for (const PlanPoint& point : by_time) {
        const bool beaten = std::any_of(front.begin(), front.end(),
                                        [&](const PlanPoint& plan_point) { return dominates(plan_point, point); });
        if (!beaten) front.push_back(point);
    }
    return front;
}

void timePoint(PlanPoint& point, const TrainingJob& job, ShardTimer& timer, const ClusterLinks& links,
               const StepCoefficients& coefficients) {
    const StepTerms terms = stepTerms(job, point.plan, timer, links);
    point.step = stepTime(terms, coefficients);
    point.iteration_s = point.step.seconds();
    point.energy_j = stepEnergy(terms, point.step, point.devices, timer.idlePower_w()).total();
}

struct StepPart {
    std::string_view id; ///< as the parts of an iteration have it
    double StepTime::*seconds;
};
constexpr StepPart kStepParts[]{{"kernels", &StepTime::compute_s},
                                {"recomputation", &StepTime::recompute_s},
                                {"launches", &StepTime::launch_s},
                                {"tensor-parallel", &StepTime::tensor_s},
                                {"context-parallel", &StepTime::context_s},
                                {"expert-all-to-all", &StepTime::expert_s},
                                {"stage-to-stage", &StepTime::send_s},
                                {"bubble", &StepTime::bubble_s},
                                {"data-parallel-exposed", &StepTime::data_s},
                                {"slower-beside-collectives", &StepTime::slowdown_s},
                                {"optimizer", &StepTime::optimizer_s},
                                {"host", &StepTime::host_s},
                                {"host-memory", &StepTime::offload_s},
                                {"stragglers", &StepTime::stragglers_s}};

/// Why a plan is not the fastest one: the part that grows most.
void nameCause(PlanPoint& point, const StepTime& fastest) {
    for (const StepPart& part : kStepParts) {
        const double more_s = point.step.*part.seconds - fastest.*part.seconds;
        if (more_s > point.slower_by_s) point.slower_by = part.id, point.slower_by_s = more_s;
    }
}

class Enumerator {
public:
    Enumerator(const TrainingJob& job, const Plan& base, const FreeFields& free, double devices, double most_tp,
               const std::function<void(const Plan&)>& visit)
        : job_(job), base_(base), free_(free), devices_(devices), most_tp_(most_tp), visit_(visit) {}

    void run() {
        const auto& m = job_.model;
        const bool long_sequence = job_.sequence >= kLongSequence;
        const Numbers contexts = chosen(free_.cp, base_.cp, long_sequence ? powers(kMostContext) : Numbers{1});
        const Numbers experts =
            chosen(free_.ep, base_.ep, m.moe.experts > 0.0 ? divisors(m.moe.experts, devices_) : Numbers{1});
        for (const std::uint32_t tp : chosen(free_.tp, base_.tp, divisors(m.heads, most_tp_))) {
            for (const std::uint32_t pp : chosen(free_.pp, base_.pp, divisors(devices_, m.layers))) {
                for (const std::uint32_t cp : contexts) {
                    const double others = static_cast<double>(tp) * pp * cp;
                    if (std::fmod(devices_, others) != 0.0) continue;
                    const double dp = devices_ / others;
                    if (std::fmod(job_.global_batch, dp) != 0.0) continue;
                    for (const std::uint32_t ep : experts) {
                        Plan plan = base_;
                        plan.tp = tp, plan.pp = pp, plan.cp = cp, plan.ep = ep;
                        plan.dp = static_cast<std::uint32_t>(dp);
                        plan.sequence_parallel = tp > 1;
                        inner(plan);
                    }
                }
            }
        }
    }

private:
    void inner(Plan plan) {
        Numbers chunks{1};
        const double layers = std::floor(job_.model.layers / plan.pp);
        if (plan.pp > 1 && plan.stage_layers.empty()) chunks = divisors(layers, layers);
        for (const std::uint32_t micro : chosen(free_.micro_batch, base_.micro_batch, powers(kMostMicroBatch))) {
            plan.micro_batch = micro;
            for (const std::uint32_t interleave : chosen(free_.interleave, base_.interleave, chunks)) {
                plan.interleave = interleave;
                if (free_.interleave)
                    plan.schedule = interleave > 1 ? Schedule::Interleaved : Schedule::OneForwardOneBackward;
                // Legality depends on neither of the fields within.
                if (!isLegal(plan)) continue;
                for (const std::uint32_t recompute :
                     chosen(free_.recompute, static_cast<std::uint32_t>(base_.recompute), {0, 1, 2})) {
                    plan.recompute = static_cast<Recompute>(recompute);
                    for (const std::uint32_t zero :
                         chosen(free_.zero && plan.dp * plan.cp > 1, base_.zero, {0, 1, 2, 3})) {
                        plan.zero = zero;
                        visit_(plan);
                    }
                }
            }
        }
    }

    bool isLegal(const Plan& plan) const {
        // Interleaved schedules need micro-batches in multiples of the stages.
        const bool even = plan.interleave == 1 || std::fmod(microBatches(job_, plan), plan.pp) == 0.0;
        return even && static_cast<bool>(checkPlan(job_, plan, devices_));
    }

    const TrainingJob& job_;
    const Plan& base_;
    const FreeFields& free_;
    double devices_, most_tp_;
    const std::function<void(const Plan&)>& visit_;
};

} // namespace

void forEachPlan(const TrainingJob& job, const Plan& base, const FreeFields& free, double devices, double most_tp,
                 const std::function<void(const Plan&)>& visit) {
    Enumerator(job, base, free, devices, most_tp, visit).run();
}

PlanSearch searchPlans(const TrainingJob& job, const Plan& base, const FreeFields& free,
                       const std::vector<double>& devices, double available_bytes, std::size_t kept, ShardTimer& timer,
                       const ClusterLinks& links, const StepCoefficients& coefficients, Executor* executor) {
    PlanSearch search;
    search.smallest.memory_bytes = std::numeric_limits<double>::infinity();
    std::vector<PlanPoint> points;
    for (const double some : devices) {
        forEachPlan(job, base, free, some, static_cast<double>(links.cluster().scaleUpDevices()),
                    [&](const Plan& plan) {
                        ++search.legal;
                        PlanPoint point{plan, some, 0.0, fullestStage(job, plan).total(), 0.0};
                        if (point.memory_bytes < search.smallest.memory_bytes) search.smallest = point;
                        (point.memory_bytes > available_bytes ? search.too_large : points).push_back(std::move(point));
                    });
    }
    search.fitting = points.size();
    // Each slice keeps the kernel times that it needs; they do not depend on the order in which plans ask for them.
    const std::size_t slices =
        executor != nullptr ? std::clamp<std::size_t>(points.size() / kSlice, 1, kMostSlices) : 1;
    runParts(executor, slices, [&](std::size_t slice) {
        ShardTimer own = timer;
        for (std::size_t i = slice; i < points.size(); i += slices)
            timePoint(points[i], job, own, links, coefficients);
    });
    // Equal times, as of plans that differ in memory alone: the smaller first.
    std::sort(points.begin(), points.end(), [](const PlanPoint& a, const PlanPoint& b) {
        return a.iteration_s != b.iteration_s ? a.iteration_s < b.iteration_s : a.memory_bytes < b.memory_bytes;
    });
    search.front = frontOf(points);
    points.resize(std::min(points.size(), kept));
    search.best = std::move(points);
    for (PlanPoint& point : search.best)
        nameCause(point, search.best.front().step);
    std::stable_sort(search.too_large.begin(), search.too_large.end(),
                     [](const PlanPoint& a, const PlanPoint& b) { return a.memory_bytes < b.memory_bytes; });
    search.too_large.resize(std::min(search.too_large.size(), kept));
    return search;
}

StepEnergy stepEnergy(const StepTerms& terms, const StepTime& step, double devices, double idle_power_w) {
    const double passes = terms.layers.total() > 0.0 ? 1.0 + terms.recompute_s / terms.layers.total() : 1.0;
    StepEnergy energy;
    energy.kernels_j =
        terms.micro_batches * devices / terms.stages * (passes * terms.layers.energy_j + terms.head.energy_j);
    const double waits_s =
        std::max(0.0, step.seconds() - step.compute_s - step.recompute_s - step.rollout_s - step.scoring_s);
    if (energy.kernels_j > 0.0) energy.waits_j = devices * idle_power_w * waits_s;
    return energy;
}

} // namespace strata::system
