// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/quantity.h"
#include "core/evaluate/methods/serving/serving.h"

#include <algorithm>
#include <cstdio>

namespace strata::methods {
namespace {

std::string decimals(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.2f", value);
    return text;
}

/// Nothing here can compute acceptance: it is a property of two models and of what people write.
Note speculationNote(const ServingQuery& query, const ServingAnswer& answer, const ServingMemory& memory) {
    const auto& guesses = answer.totals.guesses;
    const auto& speculation = query.options.speculation;
    const double mean = guesses.passes > 0 ? static_cast<double>(guesses.tokens) / static_cast<double>(guesses.passes)
                                           : speculation.expectedTokens();
    std::string text = "a pass checks " + formatCount(speculation.checked) + " tokens of a sequence and keeps " +
                       decimals(mean) + " in the mean (" + decimals(speculation.expectedTokens()) +
                       " expected): the chance of each guess is as stated, independent of text, position and load";
    if (speculation.checked > static_cast<double>(speculation.accepted.size()) + 1)
        text += "; alternatives of a tree count as independent";
    if (memory.draft_weight_bytes > 0)
        text += "; what guesses takes " + formatQuantity(memory.draft_weight_bytes, "B") + " on each device";
    return {Note::Level::Info, "speculation", std::move(text), "/plan/speculative/acceptance", ""};
}

Note colocationNote(const ServingEngine& engine) {
    return {Note::Level::Info, "co-located",
            "beside its neighbour, which takes " + formatQuantity(engine.memory.neighbour_bytes, "B") +
                " on each device, decode iterations take " + decimals(engine.decode_slowdown) +
                " times as long and those with prompts " + decimals(engine.prefill_slowdown) +
                " times: by the kernels that take most of 16 sequences of 1,024 tokens and of a prompt as "
                "long; " +
                "energy counts the model alone",
            "/plan/colocated", ""};
}

void say(Estimate& estimate, const char* code, std::string text, const char* pointer) {
    estimate.notes.push_back({Note::Level::Info, code, std::move(text), pointer, ""});
}

/// What the numbers of techniques that are on rest on.
void techniqueNotes(const ServingQuery& query, const ServingAnswer& answer, const ServingMemory& memory,
                    Estimate& estimate) {
    const auto& options = query.options;
    const auto& totals = answer.totals;
    if (options.speculation.on()) estimate.notes.push_back(speculationNote(query, answer, memory));
    if (query.decode) {
        const auto& transfer = options.decode_pool.transfer;
        const double mean = static_cast<double>(answer.summary.prompt_tokens) /
                            std::max<double>(1, static_cast<double>(totals.requests));
        const double bytes = transfer.bytes(mean);
        say(estimate, "transfer",
            "the cache of a mean prompt, " + formatQuantity(bytes, "B") + ", passes " + query.link.name + " in " +
                formatQuantity(transfer.seconds(mean), "s") + " (" +
                formatQuantity(bytes / transfer.seconds(mean) / transfer.bytes_per_s * query.link.share, "1") +
                " of the link)" + (query.link.layerwise ? ", layer by layer while later layers are computed" : "") +
                "; a replica sends one at a time, and the first token comes from the pool of prompts",
            "/plan/disaggregated");
    }
    if (options.scheduler.swap && totals.swaps > 0)
        say(estimate, "swaps",
            formatCount(static_cast<double>(totals.swaps)) +
                " times a cache went to host memory, and iterations waited for it both ways",
            "/plan/scheduler/preemption");
    if (options.store_blocks > 0)
        say(estimate, "offload",
            formatCount(options.store_blocks) + " blocks fit in " +
                (options.store_shared ? "shared memory" : "the host memory of each replica") + "; " +
                formatCount(static_cast<double>(totals.stored_tokens)) +
                " tokens were written there as their blocks filled, layer by layer during the iteration that computed "
                "them, and " +
                formatCount(static_cast<double>(totals.loaded_tokens)) +
                " were read before the iteration that needed them" +
                (query.tiers.weighs_fetching ? ", where computing them again would have taken longer" : "") +
                "; iterations waited " +
                decimals(100 * totals.moving_s / std::max(totals.busy_s + totals.decode_busy_s, 1e-12)) +
                " % of their time for that",
            "/plan/kv_offload");
    if (query.experts)
        say(estimate, "experts",
            formatCount(query.experts->ranks) + " devices hold the experts of " + formatCount(query.data_parallel) +
                " copies of attention, all as busy as each other: nobody waits for the slowest copy",
            "/plan/dp");
    if (options.adapters.count > 0)
        say(estimate, "adapters",
            formatCount(options.adapters.resident) + " of " + formatCount(options.adapters.count) +
                " adapters are in memory and take " + formatQuantity(memory.adapter_bytes, "B") +
                " on each device; an iteration waits for those that it has to load",
            "/plan/lora");
    if (options.autoscaling.minimum > 0)
        say(estimate, "autoscaling",
            formatCount(options.autoscaling.minimum) + " to " + formatCount(options.replicas) + " replicas, " +
                decimals(totals.replica_s / std::max(totals.end_s, 1e-9)) + " in the mean",
            "/plan/autoscaling");
    if (options.failures.mtbf_s > 0)
        say(estimate, "failures",
            formatCount(static_cast<double>(totals.failures)) +
                " failures: what a replica held was computed again, the tokens already sent as part of the "
                "prompt",
            "/plan/failures");
    if (options.request_s > 0)
        say(estimate, "request-way",
            "each request spends " +
                formatQuantity(options.request_s + options.request_per_token_s *
                                                       static_cast<double>(answer.summary.prompt_tokens) /
                                                       std::max<double>(1, static_cast<double>(totals.requests)),
                               "s") +
                " outside of the engine" +
                (query.request_s ? std::string() : ", as calibrated for " + query.device.gpu.engine) +
                ": the times of its user hold them, those of its iterations do not",
            "/plan/request_s");
    if (memory.state_bytes > 0)
        say(estimate, "state",
            "recurrent layers keep " + formatQuantity(memory.state_bytes, "B") +
                " for each request on each device, however long it is" +
                (options.scheduler.prefix_cache
                     ? "; each block of the prefix cache holds such a state, at which a prompt can go on"
                     : ""),
            "/workload/model");
    if (bytesOf(query.graph.weights) < bytesOf(query.graph.activations))
        say(estimate, "weight-only",
            "weights are widened to the activations' type inside each product: decoding reads fewer bytes, prompts "
            "compute no faster and pay for the widening",
            "/workload/weights");
    if (query.power_limit_w > 0)
        say(estimate, "power-limit",
            "arithmetic runs at the clock that holds " + formatQuantity(query.power_limit_w, "W") + " of " +
                formatQuantity(query.device.gpu.board_power_w, "W"),
            "/plan/power_limit_w");
}

} // namespace

Note servingMisfit(const ServingQuery& query, const ServingMemory& memory) {
    Note note{Note::Level::Warning, "over-memory", "", "/plan/tp", ""};
    note.text = "the weights and one iteration need " + formatQuantity(memory.fit.needed_bytes, "B") + " of " +
                query.device.gpu.name + ", which leaves " + formatQuantity(memory.fit.available_bytes, "B") +
                ": no room for the cache of a request";
    note.fix = "more tensor or pipeline parallel ranks, narrower weights, or a GPU with more memory";
    return note;
}

void addServingNotes(const ServingQuery& query, const ServingAnswer& answer, const ServingEngine& engine,
                     Estimate& estimate) {
    const ServingMemory& memory = engine.memory;
    const auto& totals = answer.totals;
    const auto& scheduler = query.options.scheduler;
    estimate.notes.push_back({Note::Level::Info, "kv-cache",
                              formatCount(scheduler.blocks) + " blocks of " + formatCount(scheduler.block_tokens) +
                                  " tokens in " + formatQuantity(memory.available_bytes, "B") + " on each device",
                              "", ""});
    if (engine.imported) estimate.notes.push_back(importedNote(*engine.imported));
    techniqueNotes(query, answer, memory, estimate);
    if (query.stated_budget > 0) {
        estimate.notes.push_back({Note::Level::Warning, "token-budget",
                                  std::string(scheduler.policy) + " takes prompts whole: its iterations hold " +
                                      formatCount(scheduler.token_budget) + " tokens, not " +
                                      formatCount(query.stated_budget),
                                  "/plan/scheduler/token_budget", "a policy that takes prompts in chunks"});
    }
    if (query.colocation) estimate.notes.push_back(colocationNote(engine));
    if (totals.hopeless) {
        estimate.notes.push_back({Note::Level::Warning, "unfinished",
                                  "the run was given up after " + formatCount(static_cast<double>(totals.failures)) +
                                      " failures: replicas fail faster than requests end",
                                  "/plan/failures/mtbf_s", "more time between failures, or shorter requests"});
    } else if (totals.requests + totals.unfinished == 0) {
        estimate.notes.push_back({Note::Level::Warning, "no-requests", "no request arrives", "/workload/traffic",
                                  "a longer duration, or a higher rate"});
    } else if (totals.unfinished > 0) {
        estimate.notes.push_back({Note::Level::Warning, "unfinished",
                                  formatCount(static_cast<double>(totals.unfinished)) +
                                      " requests never end: the first of them needs more blocks than there are",
                                  "/workload/traffic/lengths", "shorter requests, or more memory for the cache"});
    }
    if (totals.restarts > 0) {
        estimate.notes.push_back({Note::Level::Info, "preemptions",
                                  formatCount(static_cast<double>(totals.restarts)) +
                                      " times a request lost its cache and was computed again",
                                  "", ""});
    }
    if (totals.outside_tables > 0) {
        estimate.notes.push_back({Note::Level::Extrapolation, "outside-tables",
                                  formatCount(static_cast<double>(totals.outside_tables)) + " of " +
                                      formatCount(static_cast<double>(totals.iterations)) +
                                      " iterations are larger than any that was tabulated",
                                  "", ""});
    }
    if (totals.requests > kServingRows) {
        estimate.notes.push_back({Note::Level::Info, "rows",
                                  "tables hold the first " + formatCount(static_cast<double>(kServingRows)) +
                                      " rows; metrics count all requests",
                                  "", ""});
    }
}

} // namespace strata::methods
