// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/methods/serving/serving_run.h"

#include <algorithm>

namespace strata::methods {
namespace {

Amount plain(double value) { return {value, ""}; }
Amount bytes(double value) { return {value, "B"}; }

/// Nothing here can compute acceptance: it is a property of two models and of what people write.
Note speculationNote(const ServingQuery& query, const ServingAnswer& answer, const ServingMemory& memory) {
    const auto& guesses = answer.totals.guesses;
    const auto& speculation = query.speculative.speculation;
    const double mean = guesses.passes > 0 ? static_cast<double>(guesses.tokens) / static_cast<double>(guesses.passes)
                                           : speculation.expectedTokens();
    std::vector<Message> more;
    if (speculation.checked > static_cast<double>(speculation.accepted.size()) + 1)
        more.push_back({"note.speculation-tree"});
    if (memory.draft_weight_bytes > 0)
        more.push_back({"note.speculation-draft", {{"bytes", bytes(memory.draft_weight_bytes)}}});
    Message text{"note.speculation",
                 {{"checked", speculation.checked},
                  {"kept", plain(mean)},
                  {"expected", plain(speculation.expectedTokens())},
                  {"more", std::move(more)}}};
    return {Note::Level::Info, "speculation", std::move(text), "/plan/speculative/acceptance"};
}

Note colocationNote(const ServingEngine& engine) {
    Message text{"note.co-located-model",
                 {{"neighbour", bytes(engine.memory.neighbour_bytes)},
                  {"decode", plain(engine.decode_slowdown)},
                  {"prefill", plain(engine.prefill_slowdown)}}};
    return {Note::Level::Info, "co-located", std::move(text), "/plan/colocated"};
}

void say(Estimate& estimate, const char* code, Message text, const char* pointer) {
    estimate.notes.push_back({Note::Level::Info, code, std::move(text), pointer});
}

void warn(Estimate& estimate, const char* code, Message text, const char* pointer, const char* fix) {
    estimate.notes.push_back({Note::Level::Warning, code, std::move(text), pointer, {{fix}}});
}

/// Caches in memory beside the device's, and what they cost.
void offloadNote(const PreparedServing& prepared, const ServingAnswer& answer, Estimate& estimate) {
    const auto& options = prepared.options;
    const auto& totals = answer.totals;
    const double waited = totals.moving_s / std::max(totals.busy_s + totals.decode_busy_s, 1e-12);
    std::vector<Message> choice;
    if (prepared.query.tiers.weighs_fetching) choice.push_back({"note.offload-weighed"});
    say(estimate, "offload",
        {"note.offload",
         {{"blocks", options.store_blocks},
          {"place", Message{options.store_shared ? "note.offload-shared" : "note.offload-host"}},
          {"stored", totals.stored_tokens},
          {"loaded", totals.loaded_tokens},
          {"choice", std::move(choice)},
          {"waited", Amount{waited, "1"}}}},
        "/plan/kv_offload");
}

/// What the numbers of techniques that are on rest on.
void techniqueNotes(const PreparedServing& prepared, const ServingAnswer& answer, Estimate& estimate) {
    const ServingQuery& query = prepared.query;
    const ServingMemory& memory = prepared.engines.prompts.memory;
    const auto& options = prepared.options;
    const auto& totals = answer.totals;
    if (options.speculation.on()) estimate.notes.push_back(speculationNote(query, answer, memory));
    if (query.pools.decode) {
        const auto& transfer = options.decode_pool.transfer;
        const double mean = static_cast<double>(answer.summary.prompt_tokens) /
                            std::max<double>(1, static_cast<double>(totals.requests));
        const double sent = transfer.bytes(mean), seconds = transfer.seconds(mean);
        const double share = sent / seconds / transfer.bytes_per_s * query.pools.link.share;
        std::vector<Message> manner;
        if (query.pools.link.layerwise) manner.push_back({"note.transfer-layerwise"});
        say(estimate, "transfer",
            {"note.transfer",
             {{"bytes", bytes(sent)},
              {"link", query.pools.link.name},
              {"time", Amount{seconds, "s"}},
              {"share", Amount{share, "1"}},
              {"manner", std::move(manner)}}},
            "/plan/disaggregated");
    }
    if (options.scheduler.swap && totals.swaps > 0)
        say(estimate, "swaps", {"note.swaps", {{"swaps", totals.swaps}}}, "/plan/scheduler/preemption");
    if (options.store_blocks > 0) offloadNote(prepared, answer, estimate);
    if (query.model.experts)
        say(estimate, "experts",
            {"note.experts", {{"devices", query.model.experts->ranks}, {"copies", query.model.data_parallel}}},
            "/plan/dp");
    if (options.adapters.count > 0)
        say(estimate, "adapters",
            {"note.adapters",
             {{"resident", options.adapters.resident},
              {"adapters", options.adapters.count},
              {"bytes", bytes(memory.adapter_bytes)}}},
            "/plan/lora");
    if (options.autoscaling.minimum > 0)
        say(estimate, "autoscaling",
            {"note.autoscaling",
             {{"minimum", options.autoscaling.minimum},
              {"replicas", options.replicas},
              {"mean", plain(totals.replica_s / std::max(totals.end_s, 1e-9))}}},
            "/plan/autoscaling");
    if (options.failures.mtbf_s > 0)
        say(estimate, "failures", {"note.failures", {{"failures", totals.failures}}}, "/plan/failures");
}

/// What else the model and its requests bring.
void workloadNotes(const PreparedServing& prepared, const ServingAnswer& answer, Estimate& estimate) {
    const ServingQuery& query = prepared.query;
    const ServingMemory& memory = prepared.engines.prompts.memory;
    const auto& options = prepared.options;
    if (options.request_s > 0) {
        const double requests = std::max<double>(1, static_cast<double>(answer.totals.requests));
        const double prompt = static_cast<double>(answer.summary.prompt_tokens) / requests;
        std::vector<Message> origin;
        if (!query.fleet.request_s)
            origin.push_back({"note.request-way-calibrated", {{"engine", query.hardware.device.gpu.engine}}});
        say(estimate, "request-way",
            {"note.request-way",
             {{"time", Amount{options.request_s + options.request_per_token_s * prompt, "s"}},
              {"origin", std::move(origin)}}},
            "/plan/request_s");
    }
    if (memory.state_bytes > 0) {
        std::vector<Message> more;
        if (options.scheduler.prefix_cache) more.push_back({"note.state-in-prefix-cache"});
        say(estimate, "state", {"note.state", {{"bytes", bytes(memory.state_bytes)}, {"more", std::move(more)}}},
            "/workload/model");
    }
    const workload::GraphOptions& graph = query.pools.prompts.graph;
    if (bytesOf(graph.weights) < bytesOf(graph.activations))
        say(estimate, "weight-only", {"note.weight-only"}, "/workload/weights");
    if (query.hardware.power_limit_w > 0)
        say(estimate, "power-limit",
            {"note.power-limit",
             {{"limit", Amount{query.hardware.power_limit_w, "W"}},
              {"board", Amount{query.hardware.device.gpu.board_power_w, "W"}}}},
            "/plan/power_limit_w");
}

/// Do requests come faster than they are served? Then most of their time is waiting, and the run tells its own length.
bool overloaded(const PreparedServing& prepared, const ServingAnswer& answer) {
    using Kind = serving::ArrivalProcess::Kind;
    constexpr double kServed = 0.8, kWaiting = 0.5;
    const ServingLoad& load = prepared.query.load;
    const bool drawn = load.traffic.arrivals.kind == Kind::Poisson || load.traffic.arrivals.kind == Kind::Gamma ||
                       load.traffic.arrivals.kind == Kind::Even;
    if (!drawn || load.replay || answer.totals.end_s <= 0 || load.sessions.on()) return false;
    const double served_per_s = static_cast<double>(answer.totals.requests) / answer.totals.end_s;
    const serving::MeanLife life = answer.summary.meanLife();
    return served_per_s < kServed * load.traffic.arrivals.rate_per_s && life.queueing_s > kWaiting * life.total_s();
}

} // namespace

Note servingMisfit(const ServingQuery& query, const ServingMemory& memory) {
    Message text{"note.no-room-for-cache",
                 {{"needed", bytes(memory.fit.needed_bytes)},
                  {"device", query.hardware.device.gpu.name},
                  {"available", bytes(memory.fit.available_bytes)}}};
    return {Note::Level::Warning, "over-memory", std::move(text), "/plan/tp", {{"fix.room-for-cache"}}};
}

Note cacheNote(double blocks, double block_tokens, double room_bytes) {
    Message text{"note.kv-cache", {{"blocks", blocks}, {"tokens", block_tokens}, {"bytes", bytes(room_bytes)}}};
    return {Note::Level::Info, "kv-cache", std::move(text), ""};
}

void addServingNotes(const PreparedServing& prepared, const ServingAnswer& answer, Estimate& estimate) {
    const ServingEngine& engine = prepared.engines.prompts;
    const auto& totals = answer.totals;
    const auto& scheduler = prepared.options.scheduler;
    estimate.notes.push_back(cacheNote(scheduler.blocks, scheduler.block_tokens, engine.memory.available_bytes));
    if (engine.imported) estimate.notes.push_back(importedNote(*engine.imported));
    if (prepared.unanswered > 0)
        say(estimate, "trace", {"note.trace-requests-without-output", {{"count", prepared.unanswered}}},
            "/workload/traffic/trace");
    if (prepared.passed_over > 0)
        say(estimate, "trace", {"note.conversations-passed-over", {{"count", prepared.passed_over}}},
            "/workload/traffic/trace");
    techniqueNotes(prepared, answer, estimate);
    workloadNotes(prepared, answer, estimate);
    const std::int32_t stated = prepared.query.pools.prompts.scheduler.token_budget;
    if (scheduler.token_budget > stated) {
        warn(estimate, "token-budget",
             {"note.token-budget",
              {{"policy", scheduler.policy}, {"tokens", scheduler.token_budget}, {"stated", stated}}},
             "/plan/scheduler/token_budget", "fix.chunking-policy");
    }
    if (prepared.query.colocation) estimate.notes.push_back(colocationNote(engine));
    if (totals.hopeless)
        warn(estimate, "unfinished", {"note.given-up", {{"failures", totals.failures}}}, "/plan/failures/mtbf_s",
             "fix.fewer-failures");
    else if (totals.requests + totals.unfinished == 0)
        warn(estimate, "no-requests", {"note.no-requests"}, "/workload/traffic", "fix.longer-or-denser");
    else if (totals.unfinished > 0)
        warn(estimate, "unfinished", {"note.unfinished", {{"requests", totals.unfinished}}},
             "/workload/traffic/lengths", "fix.shorter-or-more-cache");
    if (overloaded(prepared, answer)) {
        const double served_per_s = static_cast<double>(totals.requests) / totals.end_s;
        warn(estimate, "saturated", {"note.saturated", {{"rate", Amount{served_per_s, "1/s"}}}},
             "/workload/traffic/arrivals", "fix.lower-rate");
    }
    if (totals.restarts > 0) say(estimate, "preemptions", {"note.preemptions", {{"restarts", totals.restarts}}}, "");
    if (totals.outside_tables > 0) {
        Message text{"note.outside-tables", {{"outside", totals.outside_tables}, {"iterations", totals.iterations}}};
        estimate.notes.push_back({Note::Level::Extrapolation, "outside-tables", std::move(text), ""});
    }
    if (totals.requests > kServingRows) say(estimate, "rows", {"note.rows", {{"rows", kServingRows}}}, "");
}

} // namespace strata::methods
