// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/quantity.h"
#include "core/evaluate/methods/serving.h"

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
    const double mean = guesses.passes > 0
                            ? static_cast<double>(guesses.tokens) / static_cast<double>(guesses.passes)
                            : speculation.expectedTokens();
    std::string text =
        "a pass checks " + formatCount(speculation.checked) + " tokens of a sequence and keeps " +
        decimals(mean) + " in the mean (" + decimals(speculation.expectedTokens()) +
        " expected): the chance of each guess is as stated, independent of text, position and load";
    if (speculation.checked > static_cast<double>(speculation.accepted.size()) + 1)
        text += "; alternatives of a tree count as independent";
    if (memory.draft_weight_bytes > 0)
        text += "; what guesses takes " + formatQuantity(memory.draft_weight_bytes, "B") + " on each device";
    return {Note::Level::Info, "speculation", std::move(text), "/plan/speculative/acceptance", ""};
}

} // namespace

Note servingMisfit(const ServingQuery& query, const ServingMemory& memory) {
    Note note{Note::Level::Warning, "over-memory", "", "/plan/tp", ""};
    note.text = "the weights and one iteration need " + formatQuantity(memory.fit.needed_bytes, "B") +
                " of " + query.device.gpu.name + ", which leaves " +
                formatQuantity(memory.fit.available_bytes, "B") + ": no room for the cache of a request";
    note.fix = "more tensor or pipeline parallel ranks, narrower weights, or a GPU with more memory";
    return note;
}

void addServingNotes(const ServingQuery& query, const ServingAnswer& answer, const ServingMemory& memory,
                     Estimate& estimate) {
    const auto& totals = answer.totals;
    const auto& scheduler = query.options.scheduler;
    estimate.notes.push_back({Note::Level::Info, "kv-cache",
                              formatCount(scheduler.blocks) + " blocks of " +
                                  formatCount(scheduler.block_tokens) + " tokens in " +
                                  formatQuantity(memory.available_bytes, "B") + " on each device",
                              "", ""});
    if (query.options.speculation.on()) estimate.notes.push_back(speculationNote(query, answer, memory));
    if (totals.unfinished > 0) {
        estimate.notes.push_back(
            {Note::Level::Warning, "unfinished",
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
