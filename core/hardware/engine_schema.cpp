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
            number("memory_bytes", "Memory", "B", "Least memory of a device for which the row holds.").within(0, 1e13),
            list("except", "Except", text("", "Part of an id"), "Devices whose id holds one of these."),
            integer("token_budget", "Token budget", "token", "Of one iteration.").within(1, kMostTokens),
            integer("max_sequences", "Largest batch", "", "Requests that run at a time.").within(1, 65536),
        }};
}

ObjectSchema kernelsSchema() {
    return {"engine_kernels",
            "Kernels",
            {
                choice("attention", "Attention", {"framework", "first-edition", "packed", "grouped"},
                       "How its attention kernels take query heads: published ones that a framework calls, their first "
                       "edition, serving libraries that pack any number of heads into a tile, or kernels whose tile "
                       "holds the heads of one key-value head."),
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
            text("until", "Until", "First version after the range; it is open where absent."),
            flag("graph_replay", "Replays graphs", "Iterations that only decode start by replaying a captured graph."),
            flag("fused_attention", "Fused attention", "Models call one kernel for the whole attention by default."),
            flag("hides_host", "Hides its host", "The host prepares an iteration while the one before it runs."),
            flag("hides_host_in_pipelines", "In pipelines too", "As hides_host where absent."),
            list("hides_host_of", "Of speculation", text("", "Method"),
                 "Methods of speculative decoding with which the host stays hidden."),
            number("queued_iterations", "Queued iterations", "",
                   "Iterations that are chosen before the running one has ended.")
                .within(0, 4),
            flag("starts_prompts_by_kernel", "Starts prompts by kernel",
                 "The host starts the kernels of a pass with prompts one by one."),
            flag("starts_experts_by_one_call", "Starts experts by one call",
                 "Of a pass with prompts, where the experts have 8 bits or more."),
            flag("mixes_prompts", "Mixes prompts and decodes", "Both share an iteration."),
            text("policy", "Policy", "Scheduler of the simulation that does what the engine does."),
            integer("block_tokens", "Block", "token", "Of the paged cache, which prefixes are found by.")
                .within(1, 4096),
            integer("look_every", "Iterations between two looks", "").within(1, 1000),
            number("memory_share", "Share of memory", "1", "Of the device's memory that the engine takes.")
                .within(0.05, 1),
            object("kernels", "Kernels", kernelsSchema(),
                   "Those that it calls, where it and not the device decides; what is absent is as in the "
                   "tables of measured kernels."),
            list("limits", "Limits", limitsSchema(), "By the device's memory, those of more memory first."),
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
            text("measured_as", "Measured as", "How calibrations and measurements call it; the id where absent."),
            flag("serves", "Serves", "It batches requests."),
            flag("splits_layers", "Splits layers",
                 "Several devices take the model's layers in turn where it is told nothing: stages, not shards."),
            flag("preferred", "Preferred",
                 "It is taken where a request names no engine: one of those that serve, one that runs models."),
            text("known_to", "Known to", "The last version that the sources tell of."),
            map("scheduler_names", "Names of schedulers", text("", "Policy"),
                "Further names by which requests may call a policy, each with the policy's own."),
            list("ranges", "Versions", rangeSchema(), "In rising order, each from where the one before it ends.")
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
