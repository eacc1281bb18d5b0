// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/request_parts.h"
#include "core/workload/kernel/operators.h"

namespace strata {
namespace {

using namespace field;

// Every whole number up to here is exact as a double, so that no tool on the way rounds a seed.
constexpr double kLargestSeed = 9007199254740992.0;
constexpr double kLongestSequence = 1 << 30;

Field loops(const char* key, const char* title, const char* help) {
    return list(
        key, title,
        list("", "Factor", any("", "Loop", "A dimension, its bound, and its remainder if imperfect.")).atLeast(2),
        help);
}

ObjectSchema mappingSchema() {
    const ObjectSchema level{
        "mapping_level",
        "Level of a mapping",
        {
            text("level", "Level", "Name of a level of the hardware.").needed(),
            loops("temporal", "Temporal loops", "Outermost first."),
            loops("spatial_x", "Loops over columns", "Over the copies of the next level inside, along X."),
            loops("spatial_y", "Loops over rows", "Over the copies of the next level inside, along Y."),
            list("keep", "Tensors held", text("", "Tensor"), "All that the level may hold where absent."),
        }};
    return {"mapping", "Mapping", {list("levels", "Levels", level, "Outermost first.").atLeast(1).needed()}};
}

/// A layer as such, or one of a model's, with some of its members overridden.
ObjectSchema layerWorkloadSchema() {
    ObjectSchema schema = workload::layerSchema();
    schema.name = "layer_workload";
    for (Field& field : schema.fields)
        field.required = false;
    schema.fields.insert(
        schema.fields.begin(),
        {
            any("model", "Model", "Id of a workload of the catalog, {base, set}, or an inline document."),
            text("layer", "Layer", "Name of a layer of the model."),
            integer("sequence", "Sequence length", "", "Tokens that a transformer is asked about.")
                .within(1, kLongestSequence),
            choice("phase", "Phase", {"inference", "prefill", "decode"}, "Of a transformer; decode is one new token."),
        });
    return schema;
}

ObjectSchema mappingSearchSchema() {
    return {"mapping_search",
            "Search for a mapping",
            {
                choice("algorithm", "Algorithm", {"pruned", "random", "annealing", "genetic", "exhaustive"},
                       "pruned where absent; exhaustive tries whole factors only, up to the budget."),
                choice("objective", "Objective", {"edp", "energy", "latency"}, "edp where absent."),
                integer("budget", "Budget", "", "Mappings that are evaluated; 2,000 where absent.").within(1, 1e9),
                integer("seed", "Seed").within(0, kLargestSeed),
                choice("dataflow", "Dataflow", {"recipe", "free"},
                       "Loops only where the hardware's recipe lets them, or anywhere."),
                flag("bypass", "Choose what is held",
                     "Levels may also pass tensors by that they could hold; false where absent."),
                object("fix", "Fixed", mappingSchema(),
                       "Levels as in a mapping: the factors and keeps that are named stay."),
            }};
}

} // namespace

ObjectSchema layerRequestSchema() {
    return requestSchemaOf(
        "layer", "Layer request", layerWorkloadSchema(),
        {"layer_plan",
         "Plan",
         {
             object("mapping", "Mapping", mappingSchema(), "The loop nest; the hardware's own recipe where absent."),
             object("search", "Search", mappingSearchSchema(),
                    "Looks for a better mapping, from the stated one or the recipe's on."),
         }});
}

ObjectSchema requestSchemaOf(const char* kind, const char* title, ObjectSchema workload, ObjectSchema plan) {
    return {std::string(kind) + "_request",
            title,
            {
                choice("kind", "Kind", {kind}).needed(),
                text("hardware", "Hardware", "Id of the catalog, an inline document, or {base, set}.")
                    .orType(Field::Type::Object)
                    .needed(),
                object("workload", "Workload", std::move(workload)).needed(),
                object("plan", "Plan", std::move(plan)),
                text("method", "Method", "Id of a method; the default of the kind where absent."),
                choice("own_measurements", "Own measurements", {"use", "ignore"},
                       "Whether measurements of your own that the catalog keeps for this hardware take part; use where "
                       "absent."),
                integer("seed", "Seed").within(0, kLargestSeed),
                text("label", "Label", "Free text; does not change the answer."),
            }};
}

} // namespace strata
