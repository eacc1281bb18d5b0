// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/system/rl_step.h"

#include "core/system/model_counts.h"
#include "core/system/plan_search.h"
#include "core/workload/graph.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace strata::system {
namespace {

using network::Collective;

constexpr double kWide = 2.0;        // bytes of weights, keys and values
constexpr double kEngineShare = 0.9; // of a device's memory that engines take
constexpr double kReducesOfALayer = 2.0;

workload::GraphOptions optionsOf(const RlJob& rl, workload::Phase phase, double batch, double tokens) {
    workload::GraphOptions options;
    options.phase = phase;
    options.batch = batch;
    options.sequence = tokens;
    options.fused = options.flash_attention = true;
    options.fusion = "engine";
    options.tensor_parallel = rl.rollout_tp;
    options.weights = options.activations = options.kv_cache = options.math = NumberType::Bf16;
    return options;
}

/// One pass of a generating copy, collectives of its tensor group included.
Result<PassTime> passTime(const Json& model, const TrainingJob& job, const workload::GraphOptions& options,
                          ShardTimer& engine, const ClusterLinks& links, double new_tokens) {
    const auto graph = workload::buildGraph(model, options, "/workload/model");
    if (!graph) return graph.error();
    PassTime time = engine.graphTime(*graph);
    time.launch_s +=
        kReducesOfALayer * job.model.layers *
        links.seconds(Collective::AllReduce, options.tensor_parallel, 1.0, kWide * new_tokens * job.model.hidden);
    return time;
}

double cacheBytes(const TrainingJob& job, const RlJob& rl) {
    const workload::TransformerShape& m = job.model;
    const double each = m.latent.kv_rank > 0.0 ? m.latent.kv_rank + m.latent.rope
                                               : 2.0 * std::max(1.0, m.kv_heads / rl.rollout_tp) * m.head_dim;
    return kWide * each * m.layers * job.sequence;
}

/// What decoding costs a copy.
struct Decoding {
    double seconds = 0, joules = 0;
};

/// `single`, `full`: a step with one sequence and with a full batch of `running`.
Decoding decoding(std::span<const DecodeSteps> runs, const PassTime& single, const PassTime& full, double running) {
    Decoding sum;
    for (const DecodeSteps& run : runs) {
        const double share = running > 1.0 ? (run.sequences - 1.0) / (running - 1.0) : 1.0;
        sum.seconds += run.steps * std::lerp(single.total(), full.total(), share);
        sum.joules += run.steps * std::lerp(single.energy_j, full.energy_j, share);
    }
    return sum;
}

double parametersOf(const TrainingJob& job) {
    Plan whole;
    return rankParameters(job, whole, 0).total();
}

/// The step's terms with nothing but forward passes.
StepTerms forwardOnly(StepTerms terms, const Plan& plan) {
    const double passes = plan.recompute == Recompute::Full ? 3.0 : 2.0;
    for (PassTime* time : {&terms.layers, &terms.head}) {
        const double both = time->forward_s + time->backward_s + time->weight_s;
        time->launch_s *= both > 0.0 ? time->forward_s / both : 1.0;
        time->streamed_s *= both > 0.0 ? time->forward_s / both : 1.0;
        time->backward_s = time->weight_s = 0.0;
    }
    terms.recompute_s = terms.sync_s = terms.optimizer_s = terms.host_update_s = terms.offload_s = 0.0;
    for (double* part : {&terms.tensor_s, &terms.context_s, &terms.expert_s, &terms.layer_passes})
        *part /= passes;
    terms.send_s /= 2.0;   // one way
    terms.gather_s /= 3.0; // one of two gathers, no scatter
    return terms;
}

} // namespace

Result<RlTime> rlTime(const Json& model, const TrainingJob& job, const Plan& plan, const RlJob& rl,
                      const StepTerms& terms, const StepCoefficients& coefficients, ShardTimer& engine,
                      const ClusterLinks& links) {
    RlTime time;
    const double copies = plan.devices() / rl.rollout_tp;
    const double sequences = std::ceil(job.global_batch / copies);
    const double weights = kWide * parametersOf(job) / rl.rollout_tp;
    const double room = kEngineShare * engine.gpu().memory_bytes - weights;
    time.running = std::min(sequences, std::floor(room / cacheBytes(job, rl)));
    if (time.running < 1.0) {
        return Error{"over-memory",
                     "/plan/rollout_tp",
                     {"error.generating-copy-on-devices-has-no", {{"rollout_tp", rl.rollout_tp}}},
                     {"accepted.larger-rollout-tp"},
                     {}};
    }
    const double prompt = job.sequence - rl.response.mean_tokens;
    const auto first =
        passTime(model, job, optionsOf(rl, workload::Phase::Prefill, 1.0, prompt), engine, links, prompt);
    if (!first) return first.error();
    const double half = prompt + rl.response.mean_tokens / 2.0;
    const auto decode = [&](double batch) {
        return passTime(model, job, optionsOf(rl, workload::Phase::Decode, batch, half), engine, links, batch);
    };
    const auto full = decode(time.running), single = decode(1.0);
    if (!full) return full.error();
    if (!single) return single.error();
    const auto usual = responseLengths(rl.response, sequences, sequences);
    const auto slowest = responseLengths(rl.response, sequences, job.global_batch);
    const auto places = static_cast<std::size_t>(time.running);
    const Decoding typical = decoding(decodeSteps(usual, places), *single, *full, time.running);
    const Decoding last = decoding(decodeSteps(slowest, places), *single, *full, time.running);
    time.prompt_s = sequences * first->total();
    time.decode_s = typical.seconds;
    time.wait_s = std::max(0.0, last.seconds - typical.seconds);
    time.longest_tokens = slowest.front();
    time.rollout_j = plan.devices() * (sequences * first->energy_j + typical.joules);

    StepCoefficients forward = coefficients;
    forward.step_s = 0.0;
    time.scoring_s = rl.scoring_models * stepTime(forwardOnly(terms, plan), forward).seconds();
    const double both = terms.layers.total();
    const double forward_share = both > 0.0 ? terms.layers.forward_s / both : 0.0;
    time.scoring_j = rl.scoring_models * forward_share * stepEnergy(terms, {}, plan.devices(), 0.0).kernels_j;
    // Where shards differ, each device gathers its part of the rollout's weights from the stages and copies.
    const bool same = plan.pp == 1 && plan.zero < 3 && plan.tp == rl.rollout_tp;
    const double holders = plan.zero >= 3 ? plan.devices() / plan.tp : std::max<double>(plan.pp, 2.0);
    if (!same) time.reshard_s = coefficients.link * links.seconds(Collective::AllGather, holders, plan.tp, weights);
    return time;
}

} // namespace strata::system
