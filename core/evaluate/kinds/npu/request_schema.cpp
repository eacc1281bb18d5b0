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
            loops("spatial_x", "Loops over columns", "Factors over the copies of the next inner level along X."),
            loops("spatial_y", "Loops over rows", "Factors over the copies of the next inner level along Y."),
            list("keep", "Tensors held", text("", "Tensor"), "Tensors that the level holds.")
                .byRule("all that the level may hold"),
        }};
    return {"mapping", "Mapping", {list("levels", "Levels", level, "Outermost first.").atLeast(1).needed()}};
}

/// What searches for a mapping keep to.
ObjectSchema constraintsSchema() {
    const auto names = [](const char* key, const char* title, const char* entry, const char* help) {
        return list(key, title, text("", entry), help).byRule("no constraint");
    };
    const ObjectSchema level{
        "constrained_level",
        "Level with constraints",
        {
            text("level", "Level", "Name of a level of the hardware.").needed(),
            names("temporal", "Temporal factors", "Factor",
                  "Factors that are fixed or bounded, such as \"m=4\", \"c<=8\" or \"p>=2\"."),
            names("spatial_x", "Factors over columns", "Factor",
                  "Fixed or bounded factors over the copies of the next inner level along X."),
            names("spatial_y", "Factors over rows", "Factor",
                  "Fixed or bounded factors over the copies of the next inner level along Y."),
            names("spatial_dimensions", "Dimensions in space", "Dimension",
                  "Dimensions that may run over copies of the next inner level; all others may not."),
            names("order", "Innermost loops", "Dimension",
                  "Dimensions whose temporal loops stand innermost at the level, the outermost of them first."),
            names("keep", "Required tensors", "Tensor", "Tensors that the level holds in every mapping."),
            names("bypass", "Forbidden tensors", "Tensor", "Tensors that the level passes on in every mapping."),
        }};
    return {"mapping_constraints",
            "Constraints",
            {list("levels", "Levels", level).byRule("no level has constraints").atLeast(1),
             number("least_utilization", "Least utilization", "1",
                    "Mappings use at least this share of the units in space.")
                 .byDefault(0)
                 .within(0, 1)}};
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
            any("model", "Model", "An id of the catalog, {\"base\", \"set\"}, or an inline document."),
            text("layer", "Layer", "Name of a layer of the model."),
            integer("sequence", "Sequence length", "", "Number of tokens that a transformer processes.")
                .within(1, kLongestSequence),
            choice("phase", "Phase", {"inference", "prefill", "decode"},
                   "Pass of a transformer; decode computes one new token."),
        });
    return schema;
}

ObjectSchema mappingSearchSchema() {
    return {"mapping_search",
            "Search for a mapping",
            {
                choice("algorithm", "Algorithm",
                       {"pruned", "random", "annealing", "genetic", "exhaustive", "branch-and-bound"},
                       "How the search proceeds. \"exhaustive\" tries whole factors only, up to the budget. "
                       "\"branch-and-bound\" finds the best mapping with whole factors and proves that it is the best.")
                    .byDefault("pruned"),
                choice("objective", "Objective", {"edp", "energy", "latency"},
                       "The quantity that the search makes smallest.")
                    .byDefault("edp"),
                integer("budget", "Budget", "", "Number of mappings that are evaluated.")
                    .byRule("2000; branch-and-bound: no limit")
                    .within(1, 1e9),
                number("gap", "Gap", "1",
                       "Branch-and-bound ends when the best mapping is at most this share above the bound.")
                    .byDefault(0)
                    .within(0, 10),
                number("time_limit_s", "Time limit", "s",
                       "Branch-and-bound ends after this time and states the gap that remains.")
                    .byDefault(10)
                    .within(0.001, 86400),
                number("least_utilization", "Least utilization", "1",
                       "Searches leave out mappings that use a smaller share of the units.")
                    .byDefault(0)
                    .within(0, 1),
                integer("seed", "Seed").within(0, kLargestSeed),
                choice("dataflow", "Dataflow", {"recipe", "free"},
                       "Loops stay where the hardware's recipe allows them, or may go anywhere."),
                flag("bypass", "Choose what is held", "Levels may also pass on tensors that they could hold.")
                    .byDefault(false),
                object("fix", "Fixed", mappingSchema(),
                       "Levels as in a mapping; the factors and tensors that are named stay."),
            }};
}

} // namespace

ObjectSchema layerRequestSchema() {
    return requestSchemaOf(
        "layer", "Layer request", layerWorkloadSchema(),
        {"layer_plan",
         "Plan",
         {
             object("mapping", "Mapping", mappingSchema(), "The loop nest.").byRule("the recipe of the hardware"),
             object("search", "Search", mappingSearchSchema(),
                    "Searches for a better mapping, starting from the stated one or from the recipe."),
             object("constraints", "Constraints", constraintsSchema(), "Every search for a mapping keeps to them."),
             choice("dataflow", "Dataflow", {"output-stationary", "weight-stationary", "input-stationary"},
                    "npu.systolic: the operand that stays in the units.")
                 .byDefault("weight-stationary"),
             text("directives", "Directives",
                  "npu.data-centric: the mapping as data-centric directives, such as \"SpatialMap(1,1) K; "
                  "TemporalMap(64,64) C; "
                  "Cluster(64,P); SpatialMap(1,1) C;\".")
                 .byRule("the mapping of the plan, or the recipe of the hardware"),
         }});
}

std::vector<Field> membersOf(std::initializer_list<std::vector<Field>> groups) {
    std::vector<Field> members;
    for (const std::vector<Field>& group : groups)
        members.insert(members.end(), group.begin(), group.end());
    return members;
}

ObjectSchema requestSchemaOf(const char* kind, const char* title, ObjectSchema workload, ObjectSchema plan) {
    return {std::string(kind) + "_request",
            title,
            {
                choice("kind", "Kind", {kind}).needed(),
                text("hardware", "Hardware", "An id of the catalog, an inline document, or {\"base\", \"set\"}.")
                    .orType(Field::Type::Object)
                    .needed(),
                object("workload", "Workload", std::move(workload)).needed(),
                object("plan", "Plan", std::move(plan)),
                text("method", "Method", "Id of the method that answers.").byRule("the default of the kind"),
                choice("own_measurements", "Own measurements", {"use", "ignore"},
                       "Whether your own measurements of this hardware, which the catalog keeps, adjust the answer.")
                    .byDefault("use"),
                integer("seed", "Seed").within(0, kLargestSeed),
                text("label", "Label", "Free text that does not change the answer."),
            }};
}

} // namespace strata
