// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/explore_request.h"

namespace strata::explore {
namespace {

using namespace field;

constexpr double kLargestSeed = 9007199254740992.0;
constexpr double kMostPoints = 1e8;
constexpr double kAnyNumber = 1e300;

ObjectSchema axisSchema() {
    return {
        "axis",
        "Axis",
        {
            text("pointer", "Place",
                 "JSON pointer into the base request; an axis without one is only read by formulas."),
            text("name", "Name", "Name of the axis in tables and formulas.").byRule("the last step of the pointer"),
            number("from", "From").within(-kAnyNumber, kAnyNumber),
            number("to", "To").within(-kAnyNumber, kAnyNumber),
            integer("steps", "Steps", "", "Number of values from one end to the other.")
                .byRule("any value between the ends")
                .within(1, kMostPoints),
            choice("scale", "Scale", {"linear", "log2"}, "Whether values lie at equal differences or at equal ratios."),
            list("values", "Values", any("", "Value", "A number, a word or anything that may stand there.")).atLeast(1),
            text("formula", "Formula", "A formula over the names of other axes, which this axis follows."),
        }};
}

ObjectSchema constraintSchema() {
    return {"constraint",
            "Constraint",
            {
                text("of", "Quantity", "A metric, an axis, or a formula over both.").needed(),
                number("min", "At least").within(-kAnyNumber, kAnyNumber),
                number("max", "At most").within(-kAnyNumber, kAnyNumber),
            }};
}

ObjectSchema settingsSchema() {
    return {
        "search_settings",
        "Settings",
        {
            integer("population", "Population", "", "nsga2, genetic: number of designs in a generation.")
                .within(4, 10'000),
            number("crossover_probability", "Crossover", "1").within(0, 1),
            number("crossover_index", "Crossover index", "",
                   "nsga2, genetic: the larger the index, the nearer children stay to their parents.")
                .within(0, 1000),
            number("mutation_index", "Mutation index").within(0, 1000),
            number("mutation_probability", "Mutation", "1", "Probability that a parameter mutates.")
                .byRule("one parameter on average")
                .within(0, 1),
            integer("chains", "Chains", "", "annealing: number of walks side by side.").within(1, 1024),
            integer("ants", "Ants", "", "ants: number of designs in one step.").byDefault(16).within(1, 10'000),
            integer("archive", "Archive", "", "ants: number of good designs that guide the ants.")
                .byDefault(50)
                .within(4, 10'000),
            number("greediness", "Greediness", "1",
                   "ants: spread of the guides over the ranks of the archive; a small value prefers the best ones.")
                .byDefault(0.1)
                .within(0.001, 10),
            number("evaporation", "Evaporation", "1",
                   "ants: width of a draw as a share of the archive's mean distance; a small value converges sooner.")
                .byDefault(0.85)
                .within(0.01, 10),
            integer("first", "First points", "", "bayesian, forest: number of designs before the first model.")
                .byRule("twice the axes, 8 to 40")
                .within(1, 10'000),
            integer("batch", "Batch", "", "bayesian, forest: number of designs in one step.")
                .byDefault(4)
                .within(1, 256),
            integer("learned_points", "Learned points", "",
                    "bayesian, forest: largest number of answers that the model learns from.")
                .byDefault(256)
                .within(16, 4096),
        }};
}

ObjectSchema schemaOf(const char* kind, const char* title, std::vector<std::string> algorithms, bool search) {
    ObjectSchema schema{
        std::string(kind) + "_request",
        title,
        {
            choice("kind", "Kind", {kind}).needed(),
            any("base", "Base request", "A request of any other kind.").needed(),
            list("axes", "Axes", axisSchema(), "The parameters that vary.").atLeast(1).needed(),
            list("objectives", "Objectives",
                 any("", "Objective", "A metric, or {metric, goal: minimize or maximize}.")),
            list("constraints", "Constraints", constraintSchema()),
            choice("algorithm", "Algorithm", std::move(algorithms)),
            integer("budget", "Points", "", "Number of points that are evaluated.").within(1, kMostPoints),
            list("reference", "Reference point", number("", "Value"),
                 "Reference point of the hypervolume, one value for each objective."),
            integer("seed", "Seed").within(0, kLargestSeed),
            text("label", "Label", "Free text that does not change the answer."),
        }};
    if (search) {
        for (Field& field : schema.fields) {
            if (field.key == "objectives") field = field.atLeast(1).needed();
        }
        schema.fields.push_back(object("settings", "Settings", settingsSchema()));
    }
    return schema;
}

} // namespace

const ObjectSchema& sweepSchema() {
    static const ObjectSchema schema =
        schemaOf("sweep", "Sweep request", {"grid", "sobol", "latin-hypercube", "random", "saltelli"}, false);
    return schema;
}

const ObjectSchema& searchSchema() {
    static const ObjectSchema schema =
        schemaOf("search", "Search request", {"nsga2", "genetic", "annealing", "ants", "bayesian", "forest"}, true);
    return schema;
}

} // namespace strata::explore
