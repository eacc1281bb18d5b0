// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/engine_profile.h"

namespace strata::hardware {
namespace {

using namespace strata::field;

constexpr double kMostTokens = 1 << 20;

ObjectSchema limitsSchema() {
    return {
        "engine_limits",
        "Limits",
        {
            number("memory_bytes", "Memory", "B", "Smallest device memory for which the row holds.").within(0, 1e13),
            list("except", "Except", text("", "Part of an id"),
                 "Exceptions: devices whose id contains one of these words."),
            integer("token_budget", "Token budget", "token", "Largest number of tokens in one iteration.")
                .within(1, kMostTokens),
            integer("max_sequences", "Largest batch", "", "Largest number of requests that run at the same time.")
                .within(1, 65536),
        }};
}

ObjectSchema rangeSchema() {
    return {
        "engine_range",
        "Versions",
        {
            text("from", "From", "First version of the range.").needed(),
            text("until", "Until", "First version after the range.").byRule("the range is open"),
            flag("graph_replay", "Replays graphs", "Iterations that only decode start by replaying a captured graph."),
            flag("fused_attention", "Fused attention",
                 "Models call one kernel for the whole attention unless a request says otherwise."),
            flag("hides_host", "Hides its host", "The host prepares an iteration while the previous one runs."),
            flag("hides_host_in_pipelines", "In pipelines too", "The host's work is also hidden in pipelines.")
                .byRule("as hides_host"),
            list("hides_host_of", "Of speculation", text("", "Method"),
                 "Methods of speculative decoding for which the host's work stays hidden."),
            number("queued_iterations", "Queued iterations", "",
                   "Iterations that are scheduled before the running one has ended.")
                .within(0, 4),
            flag("starts_prompts_by_kernel", "Starts prompts by kernel",
                 "The host starts the kernels of a pass with prompts one by one."),
            flag("starts_experts_by_one_call", "Starts experts by one call",
                 "The experts of a pass with prompts start by one call where their weights have 8 bits or more."),
            flag("mixes_prompts", "Mixes prompts and decodes", "Prompts and decoding requests share an iteration."),
            text("policy", "Policy", "Scheduler of the simulation that behaves like the engine."),
            integer("block_tokens", "Block", "token",
                    "Tokens in a block of the paged cache; prefixes are found by blocks.")
                .within(1, 4096),
            integer("look_every", "Iterations between two looks", "").within(1, 1000),
            number("memory_share", "Share of memory", "1", "Share of the device's memory that the engine takes.")
                .within(0.05, 1),
            list("limits", "Limits", limitsSchema(), "Limits by the memory of the device, larger memories first."),
        },
        true};
}

ObjectSchema makeEngineSchema() {
    ObjectSchema schema{
        "engine",
        "Engine",
        {
            text("id", "Id").needed(),
            choice("kind", "Kind", {"engine"}).needed(),
            text("name", "Name").needed(),
            text("vendor", "Vendor", "Who develops it."),
            list("aliases", "Aliases", text("", "Alias"), "Further names that requests and data may use."),
            text("notes", "Notes", "What the facts leave out or assume."),
            text("measured_as", "Measured as", "Name of the engine in calibrations and measurements.").byRule("the id"),
            flag("serves", "Serves", "The engine batches requests of many users."),
            flag("preferred", "Preferred",
                 "Taken where a request names no engine: one of the engines that serve, and one that runs models."),
            text("known_to", "Known to", "The last version that the sources describe."),
            list("ranges", "Versions", rangeSchema(),
                 "Ranges of versions in rising order; each begins where the one before it ends.")
                .atLeast(1)
                .needed(),
        }};
    schema.sourced = true;
    return schema;
}

} // namespace

const ObjectSchema& engineSchema() {
    static const ObjectSchema schema = makeEngineSchema();
    return schema;
}

} // namespace strata::hardware
