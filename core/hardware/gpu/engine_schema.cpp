// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/gpu/engine_profile.h"

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

ObjectSchema kernelsSchema() {
    return {
        "engine_kernels",
        "Kernels",
        {
            choice("attention", "Attention", {"framework", "first-edition", "packed", "grouped"},
                   "How the attention kernels take query heads: the published ones that a framework calls, their "
                   "first edition, those of serving libraries that pack any number of heads into a tile, or kernels "
                   "whose tile holds the heads of one key-value head."),
            flag("whole_narrow_contexts", "Whole narrow contexts",
                 "Contexts of 8 bits are not split among SMs where tensor cores take operands from registers."),
            flag("own_products", "Own products",
                 "Narrow matrix products are compiled into the engine instead of those of the vendor's library."),
            flag("row_scales", "Row scales", "Activations of 8 bits are scaled row by row."),
            flag("walks_rows", "Walks rows",
                 "Where scales of blocks are powers of two, a few programs walk over all rows to find them."),
            flag("all_expert_slots", "All expert slots",
                 "Just-in-time kernels of experts hold rows for the slots of other ranks too."),
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
            flag("builds_networks", "Builds networks",
                 "A whole network is compiled for one device beforehand: kernels of several libraries are timed for "
                 "each "
                 "product, channels stand side by side, and tensors between products may be as narrow as their "
                 "operands."),
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
            object("kernels", "Kernels", kernelsSchema(),
                   "The kernels that the engine calls, where the engine and not the device decides.")
                .byRule("as in the tables of measured kernels"),
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
            flag("splits_layers", "Splits layers",
                 "Several devices take the model's layers in turn where the engine is told nothing: stages, not "
                 "shards."),
            map("scheduler_names", "Names of schedulers", text("", "Policy"),
                "Further names by which requests may call a scheduling policy, each with the policy's own name."),
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
