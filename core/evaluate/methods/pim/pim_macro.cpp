// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/kinds/memory_query.h"
#include "core/evaluate/methods/pim/pim_methods.h"
#include "core/evaluate/methods/pim/pim_metrics.h"
#include "core/evaluate/resolve.h"
#include "core/pim/macro_time.h"

namespace strata::methods {
namespace {

Part timeParts(const MacroQuery& query, const pim::MacroRun& run) {
    Part root = makePart("kernel", Category::Total, run.seconds());
    root.children = {makePart(
        "macro-steps", Category::Compute, run.compute_s,
        {"formula.macro-steps", {{"folds", run.folds}, {"macros", query.macro.macros}, {"steps", run.steps}}})};
    if (run.load_s > 0)
        root.children.push_back(
            makePart("weights-written", Category::Memory, run.load_s,
                     {"formula.weights-written", {{"folds", run.folds}, {"macros", query.macro.macros}}}));
    return root;
}

Part energyParts(const MacroQuery& query, const pim::MacroRun& run) {
    Part root = makePart("kernel", Category::Total, run.joules());
    const Message source =
        query.gate_from.empty() ? Message{} : Message{"source.estimator", {{"name", query.gate_from}}};
    const auto add = [&](const char* id, Category category, double joules) {
        if (joules > 0) root.children.push_back(makePart(id, category, joules, {}, source));
    };
    add("input-lines", Category::Movement, run.input_j);
    add("cells", Category::Compute, run.cell_j);
    add("converters", Category::Compute, run.converter_j);
    add("adders", Category::Compute, run.adder_j);
    add("registers", Category::Memory, run.register_j);
    add("weights-written", Category::Memory, run.load_j);
    return root;
}

} // namespace

Result<Estimate> estimateInMacros(const Request& request, const Context& context) {
    const auto query = queryOf<MacroQuery>(request, context.library, resolveMacro);
    if (!query) return query.error();
    const auto product = pim::macroProduct(query->kernel);
    if (!product) return product.error();
    const pim::MacroRun run = pim::macroRun(query->macro, *product, query->input_bits, query->weight_bits);
    const double flop = 2.0 * product->macs();
    Estimate estimate;
    estimate.metrics = {exact("latency_s", run.seconds()), exact("energy_j", run.joules()),
                        exact("utilization", run.utilization), exact("flop", flop),
                        exact("flop_per_s", flop / run.seconds())};
    if (run.area_m2 > 0) estimate.metrics.push_back(exact("area_m2", run.area_m2));
    estimate.parts.emplace_back("latency_s", timeParts(*query, run));
    estimate.parts.emplace_back("energy_j", energyParts(*query, run));
    estimate.notes.push_back({Note::Level::Info, "no-interval", {"note.macros-differ-too-much"}, "/hardware"});
    if (query->macro.sum == hardware::MacroSum::Analog)
        estimate.notes.push_back({Note::Level::Info,
                                  "analog-sums",
                                  {"note.analog-sums", {{"bits", query->macro.converter.bits}}},
                                  "/hardware"});
    if (run.folds > query->macro.macros)
        estimate.notes.push_back({Note::Level::Warning,
                                  "weights-do-not-fit",
                                  {"note.weights-do-not-fit", {{"folds", run.folds}, {"macros", query->macro.macros}}},
                                  "/workload"});
    return estimate;
}

} // namespace strata::methods
