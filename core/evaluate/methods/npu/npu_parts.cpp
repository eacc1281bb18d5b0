// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/methods/npu/npu_loopnest.h"
#include "core/npu/fill.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace strata::methods {
namespace {

constexpr double kJoulePerPicojoule = 1e-12;
constexpr double kSquareMetrePerSquareMicrometre = 1e-12;

/// The formula with the clock, by which cycles become time.
Message perClock(const LayerAnswer& answer, Message cycles) {
    cycles.arguments.emplace_back("clock", Amount{answer.query.architecture.clock_hz, "Hz"});
    return cycles;
}

std::string levelPointer(std::size_t level) { return "/levels/" + std::to_string(level); }

Message sourceOf(const LayerAnswer& answer, const std::string& pointer) { return verbatim(answer.source(pointer)); }

/// Of a number that the device states at the pointer, or that an estimator of the catalog made up for.
Message originOf(const LayerAnswer& answer, const std::string& estimator, const std::string& pointer) {
    return estimator.empty() ? sourceOf(answer, pointer) : Message{"source.estimator", {{"name", estimator}}};
}

Part tensorEnergy(const LayerAnswer& answer, std::size_t level, std::size_t tensor) {
    const auto& storage = answer.query.architecture.levels[level];
    const npu::TensorAccess& access = answer.result.levels[level].tensors[tensor];
    const double words_per_entry = std::floor(static_cast<double>(storage.entry_bits) / storage.word_bits);
    Message formula{"formula.accesses",
                    {{"reads", access.reads},
                     {"read", Amount{storage.energy.read_pj, "pJ"}},
                     {"fills", access.fills},
                     {"fill", Amount{storage.energy.write_pj, "pJ"}},
                     {"updates", access.updates},
                     {"update", Amount{storage.energy.update_pj, "pJ"}},
                     {"words", words_per_entry},
                     {"instances", access.utilized_instances}}};
    return namedPart(answer.query.problem.tensors[tensor].name, Category::Memory, access.energy_pj * kJoulePerPicojoule,
                     std::move(formula),
                     originOf(answer, storage.energy_from, levelPointer(level) + "/energy_pj/read"));
}

/// Only instances in use leak in this count.
Message leakFormula(double leakage_pj, double leak_pj, double cycles) {
    return {"formula.leakage",
            {{"instances", std::round(leakage_pj / (leak_pj * cycles))},
             {"each", Amount{leak_pj, "pJ"}},
             {"cycles", cycles}}};
}

void sumUp(Part& parent) {
    parent.value = 0.0;
    for (const Part& child : parent.children)
        parent.value += child.value;
}

Part levelEnergy(const LayerAnswer& answer, std::size_t level) {
    const auto& storage = answer.query.architecture.levels[level];
    const npu::LevelResult& result = answer.result.levels[level];
    Part part = namedPart(storage.name, Category::Memory, 0.0, {},
                          originOf(answer, storage.energy_from, levelPointer(level) + "/energy_pj"));
    for (std::size_t t = 0; t < result.tensors.size(); ++t) {
        if (result.tensors[t].kept) part.children.push_back(tensorEnergy(answer, level, t));
    }
    if (result.leakage_pj > 0.0) {
        part.children.push_back(
            makePart("leakage", Category::Other, result.leakage_pj * kJoulePerPicojoule,
                     leakFormula(result.leakage_pj, storage.energy.leak_pj_per_cycle, answer.result.cycles),
                     sourceOf(answer, levelPointer(level) + "/energy_pj/leak_per_cycle")));
    }
    sumUp(part);
    return part;
}

Part computeEnergy(const LayerAnswer& answer) {
    const auto& compute = answer.query.architecture.compute;
    const Message formula{"formula.macs", {{"macs", answer.result.macs}, {"each", Amount{compute.mac_pj, "pJ"}}}};
    Part part = namedPart(compute.name, Category::Compute, answer.result.mac_energy_pj * kJoulePerPicojoule, formula,
                          originOf(answer, compute.mac_from, "/compute/mac_pj"));
    if (answer.result.mac_leakage_pj <= 0.0) return part;
    part.children = {
        makePart("operations", Category::Compute, part.value, formula, part.source),
        makePart("leakage", Category::Other, answer.result.mac_leakage_pj * kJoulePerPicojoule,
                 leakFormula(answer.result.mac_leakage_pj, compute.leak_pj_per_cycle, answer.result.cycles),
                 sourceOf(answer, "/compute/leak_pj_per_cycle"))};
    part.formula = {};
    sumUp(part);
    return part;
}

} // namespace

Part latencyParts(const LayerAnswer& answer) {
    const npu::LoopNestResult& result = answer.result;
    const double ideal = answer.idealCycles();
    Part root =
        makePart("layer", Category::Total, answer.seconds(result.cycles),
                 perClock(answer, {"formula.cycles", {{"cycles", result.cycles}}}), sourceOf(answer, "/clock_hz"));
    const Message busy{"formula.all-units-busy", {{"macs", result.macs}, {"units", answer.units()}, {"cycles", ideal}}};
    root.children.push_back(makePart("all-units-busy", Category::Compute, answer.seconds(ideal), perClock(answer, busy),
                                     sourceOf(answer, "/clock_hz")));
    if (result.compute_cycles > ideal) {
        const double used = result.macs / result.compute_cycles;
        const Message idle{
            "formula.idle-units",
            {{"cycles", result.compute_cycles}, {"ideal", ideal}, {"used", used}, {"units", answer.units()}}};
        root.children.push_back(makePart("idle-units", Category::Compute, answer.seconds(result.compute_cycles - ideal),
                                         perClock(answer, idle), {"source.mapping"}));
    }
    if (result.limiting_level >= 0 && result.cycles > result.compute_cycles) {
        const auto level = static_cast<std::size_t>(result.limiting_level);
        const auto& storage = answer.query.architecture.levels[level];
        const bool reads = result.limited_by_reads;
        const Message formula{reads ? "formula.read-bandwidth" : "formula.write-bandwidth",
                              {{"cycles", result.cycles},
                               {"compute", result.compute_cycles},
                               {"throttle", Amount{result.levels[level].throttle, "1"}}}};
        Part waiting = makePart(
            "waiting/" + storage.name, Category::Memory, answer.seconds(result.cycles - result.compute_cycles),
            perClock(answer, formula),
            sourceOf(answer, levelPointer(level) + (reads ? "/read_words_per_cycle" : "/write_words_per_cycle")));
        waiting.title = {"part.waiting-for-level", {{"level", storage.name}}};
        root.children.push_back(std::move(waiting));
    }
    return root;
}

Part energyParts(const LayerAnswer& answer) {
    Part root = makePart("layer", Category::Total, 0.0);
    for (std::size_t i = 0; i < answer.query.architecture.levels.size(); ++i) {
        if (answer.query.architecture.levels[i].stores) root.children.push_back(levelEnergy(answer, i));
    }
    root.children.push_back(computeEnergy(answer));
    root.value = layerNumbers(answer.query.architecture, answer.result).energy_j;
    return root;
}

double chipArea_m2(const hardware::NpuArchitecture& architecture) {
    double copies = 1.0;
    double area = 0.0;
    bool known = true;
    const auto add = [&](double area_um2) {
        known = known && area_um2 > 0.0;
        area += copies * area_um2 * kSquareMetrePerSquareMicrometre;
    };
    for (std::size_t i = 0; i < architecture.levels.size(); ++i) {
        const auto& level = architecture.levels[i];
        if (i > 0 && level.stores) add(level.area_um2); // the outermost level is another chip
        copies *= static_cast<double>(level.fanout_x) * level.fanout_y;
    }
    add(architecture.compute.area_um2);
    return known ? area : std::numeric_limits<double>::quiet_NaN();
}

std::optional<Part> areaParts(const LayerAnswer& answer) {
    const auto& architecture = answer.query.architecture;
    Part root = makePart("chip", Category::Total, 0.0);
    const auto add = [&](const std::string& name, Category category, double count, double area_um2,
                         const std::string& estimator, const std::string& pointer) {
        if (area_um2 <= 0.0) return false;
        root.children.push_back(namedPart(name, category, count * area_um2 * kSquareMetrePerSquareMicrometre,
                                          {"formula.area", {{"instances", count}, {"each", Amount{area_um2, "um2"}}}},
                                          originOf(answer, estimator, pointer)));
        return true;
    };
    for (std::size_t i = 1; i < architecture.levels.size(); ++i) { // the outermost level is another chip
        const auto& level = architecture.levels[i];
        if (!level.stores) continue;
        const bool known = add(level.name, Category::Memory, answer.instances(i), level.area_um2, level.area_from,
                               levelPointer(i) + "/area_um2");
        if (!known) return std::nullopt;
    }
    const auto& compute = architecture.compute;
    if (!add(compute.name, Category::Compute, answer.units(), compute.area_um2, compute.area_from,
             "/compute/area_um2")) {
        return std::nullopt;
    }
    sumUp(root);
    return root;
}

double fillAndDrainCycles(const LayerAnswer& answer) {
    return npu::fillAndDrainCycles(answer.query.architecture, answer.query.problem, answer.result);
}

} // namespace strata::methods
