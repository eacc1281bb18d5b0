// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/system/plan.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

namespace strata::system {
namespace {

constexpr std::array kSchedules{Schedule::OneForwardOneBackward, Schedule::Interleaved, Schedule::ZeroBubble,
                                Schedule::GPipe};
constexpr std::array<std::string_view, 4> kScheduleNames{"1f1b", "interleaved", "zero-bubble", "gpipe"};
constexpr std::array<std::string_view, 3> kRecomputeNames{"none", "selective", "full"};

/// Names, and bytes of moments a weight; sums of rows and columns are few.
constexpr std::array<std::pair<std::string_view, double>, 5> kOptimizers{
    {{"adam", 8.0}, {"adamw8bit", 2.0}, {"sgd", 4.0}, {"adafactor", 0.0}, {"muon", 4.0}}};

Error refuse(const char* field, double value, const Message& why, Message expected) {
    return {"bad-value",
            std::string("/plan/") + field,
            {"error.field-refused", {{"field", field}, {"value", value}, {"why", why}}},
            std::move(expected),
            {}};
}

/// `value` divides `whole`.
Result<void> divides(const char* field, double value, double whole, const char* what) {
    if (value >= 1.0 && std::fmod(whole, value) == 0.0) return {};
    return refuse(field, value, {"error.do-not-divide-by", {{"whole", whole}, {"what", term(what)}}},
                  {"accepted.divisor", {{"whole", whole}}});
}

Result<void> checkDegrees(const TrainingJob& job, const Plan& plan, double devices) {
    const workload::TransformerShape& model = job.model;
    if (auto good = divides("tp", plan.tp, model.heads, "heads"); !good) return good;
    const bool dense = model.moe.experts == 0.0 || model.moe.dense_layers > 0.0;
    if (dense) {
        if (auto good = divides("tp", plan.tp, model.ffn, "feed-forward columns"); !good) return good;
    }
    if (plan.pp < 1 || plan.pp > model.layers) {
        return refuse("pp", plan.pp, {"error.model-has-layers", {{"layers", model.layers}}},
                      {"accepted.from-1", {{"most", model.layers}}});
    }
    if (auto good = divides("cp", plan.cp, job.sequence, "tokens of a sequence"); !good) return good;
    if (plan.devices() != devices) {
        const double others = static_cast<double>(plan.tp) * plan.pp * plan.cp;
        const bool whole = std::fmod(devices, others) == 0.0;
        return refuse("dp", plan.dp, {"error.tp-x-pp-x-cp-x", {{"devices", plan.devices()}, {"devices_2", devices}}},
                      whole ? Message{"accepted.value", {{"value", devices / others}}}
                            : Message{"accepted.degrees-whose-product", {{"devices", devices}}});
    }
    if (plan.ep == 1) return {};
    if (model.moe.experts == 0.0) return refuse("ep", plan.ep, {"error.model-has-no-experts"}, verbatim("1"));
    if (auto good = divides("ep", plan.ep, model.moe.experts, "experts"); !good) return good;
    return divides("ep", plan.ep, plan.devices() / plan.pp, "ranks of a stage");
}

Result<void> checkSchedule(const TrainingJob& job, const Plan& plan) {
    const double per_rank = job.global_batch / plan.dp;
    if (std::fmod(job.global_batch, plan.dp) != 0.0) {
        return refuse("dp", plan.dp, {"error.global-batch", {{"global_batch", job.global_batch}}},
                      {"accepted.divisor", {{"whole", job.global_batch}}});
    }
    if (auto good = divides("micro_batch", plan.micro_batch, per_rank, "sequences of a rank"); !good) return good;
    if (plan.schedule != Schedule::Interleaved) {
        if (plan.interleave == 1) return {};
        return refuse("interleave", plan.interleave, {"error.schedule", {{"schedule", name(plan.schedule)}}},
                      {"accepted.1-or-schedule-interleaved"});
    }
    if (plan.pp == 1)
        return refuse("pp", plan.pp, {"error.schedule-interleaved"}, {"accepted.2-or-more-or-schedule-1f1b"});
    const double most = std::floor(job.model.layers / plan.pp);
    if (plan.interleave >= 2 && plan.interleave <= most) return {};
    return refuse("interleave", plan.interleave, {"error.stage-has-layers-to-cut-into", {{"most", most}}},
                  most >= 2.0 ? Message{"accepted.from-2", {{"most", most}}} : Message{"accepted.schedule-1f1b"});
}

Error refuseList(const char* field, const Message& text, Message expected) {
    return {"bad-value", std::string("/plan/") + field, text, std::move(expected), {}};
}

Result<void> checkStages(const TrainingJob& job, const Plan& plan) {
    const Message one_each{"accepted.numbers-one-for-each-stage", {{"stages", plan.pp}}};
    if (!plan.stage_speeds.empty() && plan.stage_speeds.size() != plan.pp) {
        return refuseList("stage_speeds",
                          {"error.field-numbers",
                           {{"field", "stage_speeds"}, {"count", static_cast<double>(plan.stage_speeds.size())}}},
                          one_each);
    }
    if (plan.stage_layers.empty()) return {};
    if (plan.stage_layers.size() != plan.pp)
        return refuseList("stage_layers",
                          {"error.field-numbers",
                           {{"field", "stage_layers"}, {"count", static_cast<double>(plan.stage_layers.size())}}},
                          one_each);
    double sum = 0.0;
    for (const std::uint32_t layers : plan.stage_layers)
        sum += layers;
    if (sum == job.model.layers) return {};
    return refuseList("stage_layers", {"error.add-up-to-layers", {{"field", "stage_layers"}, {"sum", sum}}},
                      {"accepted.sum", {{"layers", job.model.layers}}});
}

Result<void> checkMemorySavers(const Plan& plan) {
    if (plan.quantized_base && plan.lora == 0)
        return refuseList("quantized_base", {"error.true-but-lora-0", {{"field", "quantized_base"}}},
                          {"accepted.false-or-lora-1-or-more"});
    if (plan.capacity_factor > 0.0 && plan.capacity_factor < 1.0) {
        return refuseList("capacity_factor", {"error.field-below-1", {{"field", "capacity_factor"}}},
                          {"accepted.0-or-1-and-more"});
    }
    if (plan.zero > 3) return refuse("zero", plan.zero, {"error.zero-has-stages-0-to-3"}, {"accepted.0-to-3"});
    if (plan.sequence_parallel && plan.tp == 1) {
        return Error{"bad-value",
                     "/plan/sequence_parallel",
                     {"error.true-but-tp-1", {{"field", "sequence_parallel"}}},
                     {"accepted.false-or-tp-2-or-more"},
                     {}};
    }
    return {};
}

} // namespace

std::string_view name(Schedule schedule) { return kScheduleNames[static_cast<std::size_t>(schedule)]; }

std::optional<Schedule> scheduleNamed(std::string_view name) {
    const auto found = std::find(kScheduleNames.begin(), kScheduleNames.end(), name);
    if (found == kScheduleNames.end()) return std::nullopt;
    return kSchedules[static_cast<std::size_t>(found - kScheduleNames.begin())];
}

std::span<const Schedule> schedules() { return kSchedules; }

std::string_view name(Recompute recompute) { return kRecomputeNames[static_cast<std::size_t>(recompute)]; }

std::optional<Recompute> recomputeNamed(std::string_view name) {
    const auto found = std::find(kRecomputeNames.begin(), kRecomputeNames.end(), name);
    if (found == kRecomputeNames.end()) return std::nullopt;
    return static_cast<Recompute>(found - kRecomputeNames.begin());
}

double microBatches(const TrainingJob& job, const Plan& plan) { return job.global_batch / plan.dp / plan.micro_batch; }

Result<void> checkPlan(const TrainingJob& job, const Plan& plan, double devices) {
    if (auto good = checkDegrees(job, plan, devices); !good) return good;
    if (auto good = checkSchedule(job, plan); !good) return good;
    if (auto good = checkStages(job, plan); !good) return good;
    return checkMemorySavers(plan);
}

std::string_view name(Optimizer optimizer) { return kOptimizers[static_cast<std::size_t>(optimizer)].first; }

std::optional<Optimizer> optimizerNamed(std::string_view name) {
    for (std::size_t i = 0; i < kOptimizers.size(); ++i) {
        if (kOptimizers[i].first == name) return static_cast<Optimizer>(i);
    }
    return std::nullopt;
}

double stateBytes(Optimizer optimizer) { return kOptimizers[static_cast<std::size_t>(optimizer)].second; }

} // namespace strata::system
