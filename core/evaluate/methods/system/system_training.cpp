// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/calibration_use.h"
#include "core/evaluate/methods/gpu/gpu_methods.h"
#include "core/evaluate/methods/lower/lower_layers.h"
#include "core/evaluate/methods/system/system_methods.h"
#include "core/evaluate/resolve.h"
#include "core/system/coefficients.h"
#include "core/system/model_counts.h"
#include "core/system/plan_search.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

namespace strata::methods {
namespace {

Note unmeasuredNote(const TrainingQuery& query) {
    Message text{"note.unmeasured-class",
                 {{"class", system::jobClass(query.job)}, {"architecture", query.gpu.architecture}}};
    return {Note::Level::Extrapolation, "unmeasured-class", std::move(text), "/hardware"};
}

Note kernelNote(const TrainingQuery& query) {
    Message text{"note.attention-kernel", {{"kernel", query.job.fused_attention ? "flash" : "unfused"}}};
    return {Note::Level::Info, "attention-kernel", std::move(text), "/workload/attention"};
}

Note nothingRecomputedNote() {
    return {Note::Level::Info, "nothing-recomputed", {"note.nothing-recomputed"}, "/plan/recompute"};
}

/// Widens the interval by the step under the other kernel.
void coverOtherKernel(const TrainingQuery& query, system::ShardTimer& timer, const system::ClusterLinks& links,
                      double seconds, system::TrainingCalibration& calibration) {
    system::TrainingJob other = query.job;
    other.fused_attention = !other.fused_attention;
    const system::StepTerms terms = system::stepTerms(other, query.plan, timer, links);
    const double apart = std::log(system::stepTime(terms, calibration.values).seconds() / seconds);
    // The kernel and what the model errs are independent of one another.
    if (apart > 0.0) calibration.log_p90 = std::hypot(apart, std::max(0.0, calibration.log_p90));
    if (apart < 0.0) calibration.log_p10 = -std::hypot(apart, std::min(0.0, calibration.log_p10));
}

Note rolloutNote(const system::RlTime& rl, const system::ResponseLengths& response) {
    const bool spread = response.spread > 0.0;
    Message text{
        "note.rollout",
        {{"sequences", rl.running}, {"decode", Amount{rl.decode_s, "s"}}, {"prompts", Amount{rl.prompt_s, "s"}}}};
    if (spread) {
        text = {"note.rollout-of-spread-responses",
                {{"sequences", rl.running},
                 {"decode", Amount{rl.decode_s, "s"}},
                 {"prompts", Amount{rl.prompt_s, "s"}},
                 {"wait", Amount{rl.wait_s, "s"}},
                 {"longest", Amount{rl.longest_tokens, "token"}}}};
    }
    return {Note::Level::Info, "rollout", std::move(text),
            spread ? "/workload/response_spread" : "/workload/response_tokens"};
}

/// What takes most of the time beside the kernels.
Note largestNote(const system::StepTime& step) {
    struct Named {
        const char* id;
        double seconds;
        const char* pointer;
    };
    const std::array losses{Named{"delay.tensor-parallel", step.tensor_s, "/plan/tp"},
                            Named{"delay.context-parallel", step.context_s, "/plan/cp"},
                            Named{"delay.experts", step.expert_s, "/plan/ep"},
                            Named{"delay.bubbles", step.bubble_s, "/plan/pp"},
                            Named{"delay.data-parallel", step.data_s, "/plan/dp"},
                            Named{"delay.recomputation", step.recompute_s, "/plan/recompute"},
                            Named{"delay.host", step.launch_s + step.host_s, "/plan/micro_batch"}};
    const auto& most = *std::max_element(losses.begin(), losses.end(),
                                         [](const Named& a, const Named& b) { return a.seconds < b.seconds; });
    Message text{"note.largest-loss",
                 {{"loss", Message{most.id}}, {"share", Amount{most.seconds / step.seconds(), "1"}}}};
    return {Note::Level::Info, "largest-loss", std::move(text), most.pointer};
}

void addMetrics(const TrainingQuery& query, const system::StepTime& step,
                const system::TrainingCalibration& calibration, double memory_bytes, double energy_j,
                Estimate& estimate) {
    const double seconds = step.seconds();
    const double flop = system::modelFlop(query.job, query.plan);
    const double tokens = query.job.global_batch * query.job.sequence;
    const double peak = query.devices * query.gpu.peak(query.job.precision);
    const auto time = [&](const char* name, double value) {
        return timeMetric(name, value, calibration.log_p10, calibration.log_p90);
    };
    const auto rate = [&](const char* name, double value) {
        return rateMetric(name, value, calibration.log_p10, calibration.log_p90);
    };
    estimate.metrics = {time("iteration_s", seconds), rate("mfu", flop / seconds / peak),
                        rate("tokens_per_s", tokens / seconds), exactMetric("memory_bytes", memory_bytes)};
    if (const double links_s = step.communication_s(); links_s > 0.0) {
        const double kernels_s = step.compute_s + step.recompute_s;
        estimate.metrics.push_back(time("communication_s", links_s));
        estimate.metrics.push_back(time("exposed_communication_s", step.exposed_s()));
        estimate.metrics.push_back(rate("compute_to_communication", kernels_s / links_s));
    }
    if (energy_j > 0.0) estimate.metrics.push_back(time("energy_j", energy_j));
    estimate.metrics.push_back(exactMetric("flop", flop));
}

void addCalibrations(const Library& library, const LowerLayers& below, Estimate& estimate) {
    std::set<std::string, std::less<>> used{"gpu-power", "compose-models"};
    used.emplace(system::kTrainingCalibration);
    if (!below.collectives) used.emplace(network::kNcclCalibration);
    if (below.kernels.by_tiles) {
        used.insert({"gpu-tensor-matmul", "gpu-attention", "gpu-moe"});
    } else {
        used.insert(gpu::residualsOf(below.kernels.id));
    }
    for (const hardware::Calibration& calibration : library.calibrations())
        if (used.contains(calibration.id)) estimate.calibrations.push_back(useOf(calibration));
}

/// Follows the pipeline and puts what it found in place of the closed form's bubbles and messages.
Result<void> followStep(const system::StepTerms& terms, const system::StepCoefficients& values, system::StepTime& step,
                        Estimate& estimate) {
    const system::PipelineShape shape = system::pipelineOf(terms, values);
    const auto timeline = system::followPipeline(shape);
    if (!timeline) return timeline.error();
    system::PipelineShape silent = shape;
    silent.send_s = 0.0;
    const double without_messages_s = system::followPipeline(silent)->seconds;
    // Of the busiest stage: everything but waiting.
    double busiest_s = 0.0;
    for (std::size_t stage = 0; stage < shape.forward_s.size(); ++stage)
        busiest_s = std::max(busiest_s, terms.micro_batches * (shape.forward_s[stage] + shape.backward_s[stage]));
    step.bubble_s = std::max(0.0, without_messages_s - busiest_s);
    step.send_s = timeline->seconds - without_messages_s;
    system::StepTime after = step;
    after.host_s = values.step_s; // micro-batches' share is in their passes
    estimate.tables.push_back(timelineTable(shape, *timeline, after));
    return {};
}

/// Iterations as they vary, and what failures leave of a long run.
void addReliability(const TrainingQuery& query, Estimate& estimate) {
    if (query.reliable) return;
    const Metric mean = *estimate.findMetric("iteration_s");
    const double spread = query.reliability.spread;
    const auto at = [&](const char* name, double quantile) {
        const double factor =
            system::slowestAt(quantile, query.devices, spread) / system::slowestMean(query.devices, spread);
        Metric metric = mean;
        metric.name = name;
        metric.value *= factor, metric.low *= factor, metric.high *= factor;
        estimate.metrics.push_back(std::move(metric));
    };
    at("iteration_p50_s", 0.5);
    at("iteration_p95_s", 0.95);
    const system::UsefulTime useful = system::usefulTime(query.reliability, query.devices);
    estimate.metrics.push_back(exactMetric("useful_share", useful.share));
    Metric kept = *estimate.findMetric("tokens_per_s");
    kept.name = "useful_tokens_per_s";
    kept.value *= useful.share, kept.low *= useful.share, kept.high *= useful.share;
    estimate.metrics.push_back(std::move(kept));
    Message text{"note.training-failures",
                 {{"failures", Amount{useful.failures_per_day, ""}},
                  {"interval", Amount{useful.interval_s, "s"}},
                  {"share", Amount{useful.checkpoints, "1"}}}};
    estimate.notes.push_back({Note::Level::Info, "failures", std::move(text), "/plan/reliability"});
}

/// What a search can make smallest, as the request names it, and where a plan states it.
struct PlanObjective {
    std::string_view metric;
    double system::PlanPoint::*value;
};
constexpr std::array kObjectives{PlanObjective{"iteration_s", &system::PlanPoint::iteration_s},
                                 PlanObjective{"memory_bytes", &system::PlanPoint::memory_bytes},
                                 PlanObjective{"energy_j", &system::PlanPoint::energy_j}};

/// Drops the plans whose hosts have no room for what they keep there. Where that is true of every plan found, all stay,
/// and the best of them is refused with the reason.
void keepWhatHostsHold(const TrainingQuery& query, system::PlanSearch& search) {
    const auto over = [&](const system::PlanPoint& point) { return !fitsHosts(query, point.plan, point.devices); };
    if (std::ranges::all_of(search.front, over) && std::ranges::all_of(search.best, over)) return;
    std::erase_if(search.front, over);
    std::erase_if(search.best, over);
    if (search.front.empty()) search.front = search.best;
    if (search.best.empty()) search.best = search.front;
}

/// The plan with the smallest value. The fastest plans need not be on the front of those that are left.
const system::PlanPoint& smallestOf(const system::PlanSearch& search, double system::PlanPoint::*value) {
    const auto front = std::ranges::min_element(search.front, {}, value);
    const auto fast = std::ranges::min_element(search.best, {}, value);
    return (*fast).*value < (*front).*value ? *fast : *front;
}

/// Puts the best plan into the query and all that were looked at into the estimate; false where none fits.
bool searchPlan(TrainingQuery& query, system::ShardTimer& timer, const system::ClusterLinks& links,
                const system::StepCoefficients& values, Executor* executor, Estimate& estimate) {
    const TrainingQuery::Search& asked = *query.search;
    system::PlanSearch search =
        system::searchPlans(query.job, query.plan, asked.free, asked.devices, roomFor(query, timer.costs()), asked.kept,
                            timer, links, values, executor);
    if (!search.too_large.empty())
        estimate.tables.push_back(largePlanTable(search.too_large, roomFor(query, timer.costs())));
    Note note;
    note.code = "plans";
    note.pointer = "/plan/search";
    note.text = {"note.plans", {{"legal", search.legal}, {"fitting", search.fitting}}};
    if (search.best.empty()) {
        note.level = Note::Level::Warning;
        note.code = search.legal == 0 ? "no-plan" : "over-memory";
        if (search.legal > 0) {
            note.text.id = "note.plans-too-large";
            note.text.arguments.emplace_back("smallest", Amount{search.smallest.memory_bytes, "B"});
        }
        note.fixes = {{"fix.freer-plan"}};
        estimate.notes.push_back(std::move(note));
        return false;
    }
    const auto objective = std::ranges::find(kObjectives, asked.objective, &PlanObjective::metric);
    keepWhatHostsHold(query, search);
    const system::PlanPoint& best = smallestOf(search, objective->value);
    query.plan = best.plan;
    query.devices = best.devices;
    estimate.notes.push_back(std::move(note));
    estimate.tables.push_back(planTable("plans", search.best));
    estimate.tables.push_back(planTable("plan_front", search.front));
    return true;
}

/// The engine that generates during reinforcement learning: the library's preferred one on the same device.
hardware::Gpu generatorOf(const TrainingQuery& query, const Library& library) {
    hardware::Gpu served = query.gpu;
    if (const hardware::Engine* engine = library.preferredEngine()) {
        served.runtime = std::make_shared<const hardware::EngineProfile>(hardware::chooseEngine(*engine, "").profile);
        served.engine = served.runtime->measured_as;
    }
    return served;
}

/// Adds generating and scoring of a step of reinforcement learning; returns the joules of both.
Result<double> addRollout(TrainingQuery& query, const system::StepTerms& terms, const system::StepCoefficients& values,
                          const system::ClusterLinks& links, const Context& context, system::StepTime& step,
                          Estimate& estimate) {
    if (query.rl->rollout_tp == 0) query.rl->rollout_tp = query.plan.tp;
    const hardware::Gpu served = generatorOf(query, context.library);
    const auto generates = lowerLayers({query.methods.device, {}}, served, nullptr, context);
    if (!generates) return generates.error();
    system::ShardTimer engine(served, context.library.calibrations(), generates->predict);
    const auto rl = system::rlTime(*query.model, query.job, query.plan, *query.rl, terms, values, engine, links);
    if (!rl) return rl.error();
    step.rollout_s = rl->prompt_s + rl->decode_s;
    step.rollout_wait_s = rl->wait_s;
    step.scoring_s = rl->scoring_s;
    step.reshard_s = rl->reshard_s;
    estimate.notes.push_back(rolloutNote(*rl, query.rl->response));
    return rl->rollout_j + rl->scoring_j;
}

/// Metrics, parts and tables of a step whose time and joules are known.
void tellStep(const TrainingQuery& query, const system::StepTerms& terms, const system::StepTime& step,
              const system::TrainingCalibration& calibration, const system::ClusterLinks& links, Part energy,
              Estimate& estimate) {
    Part memory = stageMemoryParts(system::fullestStage(query.job, query.plan));
    addMetrics(query, step, calibration, memory.value, energy.value, estimate);
    estimate.parts.emplace_back("iteration_s", iterationParts(query, terms, step));
    estimate.parts.emplace_back("memory_bytes", std::move(memory));
    const auto traffic = system::stepTraffic(query.job, query.plan, links);
    estimate.tables.push_back(trafficTable(traffic));
    estimate.tables.push_back(stepLinkTable(query, traffic, step.seconds()));
    if (energy.value > 0.0) estimate.parts.emplace_back("energy_j", std::move(energy));
    addReliability(query, estimate);
    estimate.notes.push_back(largestNote(step));
}

Result<Estimate> estimateStep(const Request& request, const Context& context, bool follows) {
    auto query = queryOf<TrainingQuery>(request, context.library, resolveTraining);
    if (!query) return query.error();
    const auto& calibrations = context.library.calibrations();
    const auto below = lowerLayers(query->methods, query->gpu, &query->cluster, context, Beside::AllGroups);
    if (!below) return below.error();
    system::ShardTimer timer(query->gpu, calibrations, below->predict);
    const system::ClusterLinks links(query->cluster, calibrations, below->collectives);
    auto calibration = system::resolveTraining(calibrations, query->gpu.architecture, query->job);
    Estimate estimate;
    addCalibrations(context.library, *below, estimate);
    if (query->search && !searchPlan(*query, timer, links, calibration.values, context.executor, estimate)) {
        estimate.valid = false;
        return estimate;
    }
    const compose::MemoryFit fit = fitPlan(*query, query->plan, timer.costs());
    estimate.tables.push_back(memoryByStageTable(*query, fit.available_bytes));
    estimate.tables.push_back(groupTable(*query, links));
    if (!fit.fits) {
        estimate.valid = false;
        estimate.notes = {planMemoryNote(*query, fit, timer.costs())};
        return estimate;
    }
    if (const auto over = hostMemoryNote(*query, timer.costs())) {
        estimate.valid = false;
        estimate.notes = {*over};
        return estimate;
    }
    const system::StepTerms terms = system::stepTerms(query->job, query->plan, timer, links);
    system::StepTime step = system::stepTime(terms, calibration.values);
    if (!query->job.attention_stated) coverOtherKernel(*query, timer, links, step.seconds(), calibration);
    if (follows) {
        if (auto done = followStep(terms, calibration.values, step, estimate); !done) return done.error();
    }
    double generated_j = 0.0;
    if (query->rl) {
        const auto joules = addRollout(*query, terms, calibration.values, links, context, step, estimate);
        if (!joules) return joules.error();
        generated_j = *joules;
    }
    if (!query->reliable)
        step.stragglers_s += (system::slowestMean(query->devices, query->reliability.spread) - 1.0) * step.seconds();
    Part energy = trainingEnergyParts(*query, terms, step, timer.idlePower_w());
    if (generated_j > 0.0) {
        energy.value += generated_j;
        energy.children.push_back(makePart("rollout-and-scoring", Category::Compute, generated_j));
    }
    tellStep(*query, terms, step, calibration, links, std::move(energy), estimate);
    addLayerNotes(*below, estimate);
    if (auto failure = below->failure()) return *std::move(failure);
    if (!query->job.attention_stated) estimate.notes.push_back(kernelNote(*query));
    if (query->plan.recompute == system::Recompute::Selective && query->job.fused_attention)
        estimate.notes.push_back(nothingRecomputedNote());
    if (!calibration.measured) estimate.notes.push_back(unmeasuredNote(*query));
    return estimate;
}

} // namespace

Result<Estimate> estimateTraining(const Request& request, const Context& context) {
    return estimateStep(request, context, false);
}

Result<Estimate> estimateTrainingPipeline(const Request& request, const Context& context) {
    return estimateStep(request, context, true);
}

} // namespace strata::methods
