// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/methods/npu/npu_sparse.h"

#include "core/evaluate/methods/npu/npu_loopnest.h"
#include "core/evaluate/methods/npu/npu_search.h"
#include "core/evaluate/resolve.h"
#include "core/npu/sparse/sparse.h"

#include <algorithm>
#include <cmath>

namespace strata::methods {
namespace {

constexpr double kJoulePerPicojoule = 1e-12;

struct SparseAnswer {
    const LayerAnswer& layer;
    const npu::SparseResult& result;
};

Metric bounded(std::string metric, double value, double low, double high) {
    return {std::move(metric), value, low, high, 1.0};
}
Metric exact(std::string metric, double value) { return bounded(std::move(metric), value, value, value); }

std::string levelPointer(std::size_t level) { return "/levels/" + std::to_string(level); }

Cell number(double value) {
    constexpr double kLargestExact = 9007199254740992.0; // 2^53
    if (!std::isfinite(value)) return {};
    if (std::trunc(value) == value && std::abs(value) <= kLargestExact) return static_cast<std::int64_t>(value);
    return value;
}

double saved(const npu::SavedAccesses& accesses) { return accesses.gated + accesses.skipped; }

Part tensorEnergy(const SparseAnswer& answer, std::size_t level, std::size_t tensor) {
    const auto& storage = answer.layer.query.architecture.levels[level];
    const npu::SparseAccess& access = answer.result.levels[level].tensors[tensor];
    const Message source = verbatim(answer.layer.source(levelPointer(level) + "/energy_pj/read"));
    Message formula{"formula.sparse-accesses",
                    {{"reads", access.reads.actual},
                     {"read", Amount{storage.energy.read_pj, "pJ"}},
                     {"fills", access.fills.actual},
                     {"fill", Amount{storage.energy.write_pj, "pJ"}},
                     {"updates", access.updates.actual},
                     {"update", Amount{storage.energy.update_pj, "pJ"}},
                     {"words", std::floor(double(storage.entry_bits) / storage.word_bits)},
                     {"saved", saved(access.reads) + saved(access.fills) + saved(access.updates)},
                     {"instances", access.instances}}};
    const std::string& name = answer.layer.query.problem.tensors[tensor].name;
    if (access.metadata_pj <= 0.0)
        return namedPart(name, Category::Memory, access.energy_pj * kJoulePerPicojoule, std::move(formula), source);
    Part part = namedPart(name, Category::Memory, access.energy_pj * kJoulePerPicojoule, {}, source);
    part.children = {makePart("words", Category::Memory, (access.energy_pj - access.metadata_pj) * kJoulePerPicojoule,
                              std::move(formula), source),
                     makePart("metadata", Category::Memory, access.metadata_pj * kJoulePerPicojoule,
                              {"formula.sparse-metadata",
                               {{"reads", access.metadata_reads.actual},
                                {"fills", access.metadata_fills.actual},
                                {"updates", access.metadata_updates.actual},
                                {"instances", access.instances}}},
                              verbatim(answer.layer.source(levelPointer(level) + "/sparse/energy_pj")))};
    part.value = part.children[0].value + part.children[1].value;
    return part;
}

Part energyTree(const SparseAnswer& answer) {
    const auto& architecture = answer.layer.query.architecture;
    Part root = makePart("layer", Category::Total, 0.0);
    for (std::size_t l = 0; l < architecture.levels.size(); ++l) {
        if (!architecture.levels[l].stores) continue;
        Part part = namedPart(architecture.levels[l].name, Category::Memory, 0.0, {},
                              verbatim(answer.layer.source(levelPointer(l) + "/energy_pj")));
        for (std::size_t t = 0; t < answer.result.levels[l].tensors.size(); ++t) {
            if (answer.result.levels[l].tensors[t].kept) part.children.push_back(tensorEnergy(answer, l, t));
        }
        if (answer.result.levels[l].leakage_pj > 0.0)
            part.children.push_back(
                makePart("leakage", Category::Other, answer.result.levels[l].leakage_pj * kJoulePerPicojoule));
        for (const Part& child : part.children)
            part.value += child.value;
        root.children.push_back(std::move(part));
    }
    const auto& compute = architecture.compute;
    Part units = namedPart(compute.name, Category::Compute, 0.0, {}, verbatim(answer.layer.source("/compute/mac_pj")));
    units.children = {
        makePart("computed-pairs", Category::Compute, answer.result.macs * compute.mac_pj * kJoulePerPicojoule,
                 {"formula.macs", {{"macs", answer.result.macs}, {"each", Amount{compute.mac_pj, "pJ"}}}})};
    const auto add = [&](const char* id, double count, double each_pj) {
        if (count * each_pj <= 0.0) return;
        units.children.push_back(makePart(id, Category::Bubble, count * each_pj * kJoulePerPicojoule,
                                          {"formula.macs", {{"macs", count}, {"each", Amount{each_pj, "pJ"}}}}));
    };
    add("gated-units", answer.result.gated_macs, compute.sparse.gated_pj);
    add("skipped-pairs", answer.result.skipped_macs, compute.sparse.skipped_pj);
    if (answer.result.mac_leakage_pj > 0.0)
        units.children.push_back(
            makePart("leakage", Category::Other, answer.result.mac_leakage_pj * kJoulePerPicojoule));
    for (const Part& child : units.children)
        units.value += child.value;
    root.children.push_back(std::move(units));
    for (const Part& child : root.children)
        root.value += child.value;
    return root;
}

Part latencyTree(const SparseAnswer& answer) {
    const npu::SparseResult& result = answer.result;
    const double clock = answer.layer.query.architecture.clock_hz;
    const Message source = verbatim(answer.layer.source("/clock_hz"));
    const double ideal = result.macs / answer.layer.units();
    Part root = makePart("layer", Category::Total, answer.layer.seconds(result.cycles), {}, source);
    root.children = {makePart(
        "all-units-busy", Category::Compute, answer.layer.seconds(ideal),
        {"formula.all-units-busy",
         {{"macs", result.macs}, {"units", answer.layer.units()}, {"cycles", ideal}, {"clock", Amount{clock, "Hz"}}}},
        source)};
    if (result.compute_cycles > ideal) {
        root.children.push_back(makePart("idle-units", Category::Compute,
                                         answer.layer.seconds(result.compute_cycles - ideal),
                                         {"formula.sparse-cycles",
                                          {{"computed", result.macs},
                                           {"gated", result.gated_macs},
                                           {"units", (result.macs + result.gated_macs) / result.compute_cycles},
                                           {"cycles", result.compute_cycles},
                                           {"clock", Amount{clock, "Hz"}}}},
                                         source));
    }
    if (result.limiting_level >= 0 && result.cycles > result.compute_cycles) {
        const auto level = static_cast<std::size_t>(result.limiting_level);
        const std::string& name = answer.layer.query.architecture.levels[level].name;
        Part waiting = makePart(
            "waiting/" + name, Category::Memory, answer.layer.seconds(result.cycles - result.compute_cycles),
            {result.limited_by_reads ? "formula.read-bandwidth" : "formula.write-bandwidth",
             {{"cycles", result.cycles},
              {"compute", result.compute_cycles},
              {"throttle", Amount{result.levels[level].throttle, "1"}},
              {"clock", Amount{clock, "Hz"}}}},
            verbatim(answer.layer.source(
                levelPointer(level) + (result.limited_by_reads ? "/read_words_per_cycle" : "/write_words_per_cycle"))));
        waiting.title = {"part.waiting-for-level", {{"level", name}}};
        root.children.push_back(std::move(waiting));
    }
    return root;
}

Table sparseTable(const SparseAnswer& answer) {
    Table table{"sparse_accesses",
                {"level", "tensor", "density", "tile_words", "stored_words", "metadata_bits", "reads", "reads_gated",
                 "reads_skipped", "fills", "updates", "updates_gated", "updates_skipped", "metadata_reads",
                 "metadata_fills", "metadata_updates", "instances_used", "energy_j"},
                {}};
    const auto& query = answer.layer.query;
    for (std::size_t l = 0; l < query.architecture.levels.size(); ++l) {
        for (std::size_t t = 0; t < query.problem.tensors.size(); ++t) {
            const npu::SparseAccess& access = answer.result.levels[l].tensors[t];
            if (!access.kept) continue;
            table.rows.push_back({query.architecture.levels[l].name, query.problem.tensors[t].name, access.density,
                                  number(access.tile_words), number(access.most_words), number(access.metadata_bits),
                                  number(access.reads.actual), number(access.reads.gated), number(access.reads.skipped),
                                  number(access.fills.actual), number(access.updates.actual),
                                  number(access.updates.gated), number(access.updates.skipped),
                                  number(access.metadata_reads.actual), number(access.metadata_fills.actual),
                                  number(access.metadata_updates.actual), number(access.instances),
                                  access.energy_pj * kJoulePerPicojoule});
        }
    }
    return table;
}

Table pairTable(const npu::SparseResult& result) {
    Table table{"pairs", {"computed", "gated", "skipped", "all"}, {}};
    table.rows.push_back(
        {number(result.macs), number(result.gated_macs), number(result.skipped_macs), number(result.dense.macs)});
    return table;
}

/// Whether some level stores or skips zeros of the tensor apart from its other words.
bool zerosMatter(const hardware::NpuArchitecture& architecture, const std::string& tensor) {
    for (const hardware::NpuLevel& level : architecture.levels) {
        for (const hardware::TensorFormat& format : level.sparse.formats) {
            if (format.tensor == tensor) return true;
        }
        for (const hardware::Saving& saving : level.sparse.savings) {
            if (std::ranges::find(saving.where_zero, tensor) != saving.where_zero.end()) return true;
        }
    }
    return architecture.compute.sparse.gates_zeros;
}

std::vector<Note> notesOf(const SparseAnswer& answer, std::vector<Note> layer_notes) {
    std::vector<Note> notes;
    const npu::SparseResult& result = answer.result;
    for (Note& note : layer_notes) {
        if (note.code == "compute-limited" || note.code == "bandwidth-limited") continue; // those of dense tensors
        notes.push_back(std::move(note));
    }
    if (!result.violations.empty()) return notes;
    const auto& query = answer.layer.query;
    notes.push_back({Note::Level::Info,
                     "sparse-pairs",
                     {"note.sparse-pairs",
                      {{"computed", result.macs},
                       {"all", result.dense.macs},
                       {"gated", result.gated_macs},
                       {"skipped", result.dense.macs - result.macs - result.gated_macs}}},
                     "/workload/density",
                     {},
                     result.limiting_level < 0});
    if (result.limiting_level >= 0) {
        const auto level = static_cast<std::size_t>(result.limiting_level);
        notes.push_back({Note::Level::Info,
                         "bandwidth-limited",
                         {result.limited_by_reads ? "note.read-limited" : "note.write-limited",
                          {{"level", query.architecture.levels[level].name},
                           {"throttle", Amount{result.levels[level].throttle, "1"}}}},
                         "",
                         {},
                         true});
    }
    notes.push_back({Note::Level::Info, "sparse-expected", {"note.sparse-expected"}, "/workload/density"});
    for (const workload::Tensor& tensor : query.problem.tensors) {
        if (tensor.density.dense() || tensor.output || zerosMatter(query.architecture, tensor.name)) continue;
        notes.push_back({Note::Level::Warning,
                         "unused-zeros",
                         {"note.sparse-unused-zeros", {{"tensor", tensor.name}}},
                         "/workload/density"});
    }
    if (query.search) notes.push_back({Note::Level::Info, "sparse-search", {"note.sparse-search"}, "/plan/search"});
    return notes;
}

} // namespace

Result<Estimate> estimateSparseLayer(const Request& request, const Context& context) {
    auto query = queryOf<LayerQuery>(request, context.library, resolveLayerWithoutRecipe);
    if (!query) return query.error();
    if (auto fits = npu::checkLimits(query->architecture, query->problem); !fits) return fits.error();
    npu::LoopNestEvaluator evaluator(query->architecture, query->problem);
    const SearchWatch watch(*query, context);
    auto mapping = chooseMapping(*query, query->architecture, evaluator, context.stop);
    const double search_s = watch.seconds();
    if (!mapping) return mapping.error();
    query->mapping = mapping->mapping;
    if (query->search) query->found = *std::move(mapping);
    auto result = npu::evaluateSparse(evaluator, query->mapping);
    if (!result) return result.error();
    const auto malformed = [](const npu::Violation& v) { return v.kind == npu::Violation::Kind::Malformed; };
    if (std::ranges::any_of(result->violations, malformed)) {
        return Error{"bad-value",
                     "/plan/mapping",
                     {"error.mapping-does-not-belong-to-hardware"},
                     {"accepted.levels-hardware-dimensions-layer-at-most"},
                     {}};
    }
    npu::LoopNestResult shown = result->dense;
    shown.violations = result->violations;
    const LayerAnswer layer{*request.document, *query, shown};
    const SparseAnswer answer{layer, *result};
    Estimate estimate;
    estimate.valid = result->violations.empty();
    if (estimate.valid) {
        const double latency_s = layer.seconds(result->cycles);
        const double longest_s = layer.seconds(result->cycles + fillAndDrainCycles(layer));
        Part energy = energyTree(answer);
        const double energy_j = energy.value;
        estimate.metrics = {bounded("latency_s", latency_s, latency_s, longest_s),
                            exact("energy_j", energy_j),
                            exact("cycles", result->cycles),
                            exact("utilization", result->utilization),
                            bounded("edp_js", energy_j * latency_s, energy_j * latency_s, energy_j * longest_s),
                            exact("macs", query->problem.macs())};
        estimate.parts.emplace_back("latency_s", latencyTree(answer));
        estimate.parts.emplace_back("energy_j", std::move(energy));
        if (auto area = areaParts(layer)) {
            estimate.metrics.push_back(exact("area_m2", area->value));
            estimate.parts.emplace_back("area_m2", *std::move(area));
        }
    }
    estimate.tables = {sparseTable(answer), pairTable(*result), levelTable(layer), mappingTable(layer)};
    if (query->found && query->found->bound > 0.0)
        estimate.tables.push_back(searchTable(*query->found, query->search->settings.goal, search_s));
    estimate.notes = notesOf(answer, layerNotes(layer));
    return estimate;
}

Method sparseRow() {
    return {.id = "npu.sparse",
            .kind = "layer",
            .layer = "device",
            .platform = "NPU",
            .methodology = "analytical",
            .follows = "Sparseloop",
            .citation =
                "Y. N. Wu, P.-A. Tsai, A. Parashar, V. Sze, J. S. Emer, \"Sparseloop: An Analytical Approach To "
                "Sparse Tensor Accelerator Modeling\", MICRO 2022, doi 10.1109/MICRO56248.2022.00096",
            .needs = "an NPU whose levels and units say how they store and skip zeros, a layer of two operands with "
                     "their densities, and a mapping or a mapping recipe",
            .limits = "Counts are expected values over all places of the zeros, so that the load of all units is "
                      "equal. A search looks for the mapping as if no word were zero. Remainders of loops count as "
                      "whole. Zeros of sums are not followed from layer to layer.",
            .cost = Cost::Milliseconds,
            .own_measurements = false,
            .estimate = estimateSparseLayer};
}

} // namespace strata::methods
