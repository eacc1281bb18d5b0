// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/quantity.h"
#include "core/evaluate/methods/npu/npu_loopnest.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace strata::methods {
namespace {

constexpr double kJoulePerPicojoule = 1e-12;
constexpr double kSquareMetrePerSquareMicrometre = 1e-12;

Part leaf(std::string label, Category category, double value, std::string formula, std::string source) {
    Part part;
    part.label = std::move(label);
    part.category = category;
    part.value = value;
    part.formula = std::move(formula);
    part.source = std::move(source);
    return part;
}

std::string cyclesFormula(const LayerAnswer& answer, const std::string& cycles) {
    return cycles + " / " + formatQuantity(answer.query.architecture.clock_hz, "Hz", 4);
}

std::string levelPointer(std::size_t level) { return "/levels/" + std::to_string(level); }

std::string instancesText(double count) { return formatCount(count) + (count == 1.0 ? " instance" : " instances"); }

Part tensorEnergy(const LayerAnswer& answer, std::size_t level, std::size_t tensor) {
    const auto& storage = answer.query.architecture.levels[level];
    const npu::TensorAccess& access = answer.result.levels[level].tensors[tensor];
    const double words_per_entry = std::floor(static_cast<double>(storage.entry_bits) / storage.word_bits);
    std::string formula = "(" + formatCount(access.reads) + " reads x " + formatExact(storage.energy.read_pj, "pJ") +
                          " + " + formatCount(access.fills) + " fills x " + formatExact(storage.energy.write_pj, "pJ") +
                          " + " + formatCount(access.updates) + " updates x " +
                          formatExact(storage.energy.update_pj, "pJ") + ") / " + formatCount(words_per_entry) +
                          (words_per_entry == 1 ? " word" : " words") + " an entry, " +
                          instancesText(access.utilized_instances);
    return leaf(answer.query.problem.tensors[tensor].name, Category::Memory, access.energy_pj * kJoulePerPicojoule,
                std::move(formula), answer.source(levelPointer(level) + "/energy_pj/read"));
}

/// Only instances in use leak in this count.
std::string leakFormula(double leakage_pj, double leak_pj, double cycles) {
    return instancesText(std::round(leakage_pj / (leak_pj * cycles))) + " x " + formatExact(leak_pj, "pJ") + " x " +
           formatCount(cycles) + " cycles";
}

void sumUp(Part& parent) {
    parent.value = 0.0;
    for (const Part& child : parent.children)
        parent.value += child.value;
}

Part levelEnergy(const LayerAnswer& answer, std::size_t level) {
    const auto& storage = answer.query.architecture.levels[level];
    const npu::LevelResult& result = answer.result.levels[level];
    Part part = leaf(storage.name, Category::Memory, 0.0, "", answer.source(levelPointer(level) + "/energy_pj"));
    for (std::size_t t = 0; t < result.tensors.size(); ++t) {
        if (result.tensors[t].kept) part.children.push_back(tensorEnergy(answer, level, t));
    }
    if (result.leakage_pj > 0.0) {
        part.children.push_back(
            leaf("leakage", Category::Other, result.leakage_pj * kJoulePerPicojoule,
                 leakFormula(result.leakage_pj, storage.energy.leak_pj_per_cycle, answer.result.cycles),
                 answer.source(levelPointer(level) + "/energy_pj/leak_per_cycle")));
    }
    sumUp(part);
    return part;
}

Part computeEnergy(const LayerAnswer& answer) {
    const auto& compute = answer.query.architecture.compute;
    const std::string formula = formatCount(answer.result.macs) + " MACs x " + formatExact(compute.mac_pj, "pJ");
    Part part = leaf(compute.name, Category::Compute, answer.result.mac_energy_pj * kJoulePerPicojoule, formula,
                     answer.source("/compute/mac_pj"));
    if (answer.result.mac_leakage_pj <= 0.0) return part;
    part.children = {leaf("operations", Category::Compute, part.value, formula, part.source),
                     leaf("leakage", Category::Other, answer.result.mac_leakage_pj * kJoulePerPicojoule,
                          leakFormula(answer.result.mac_leakage_pj, compute.leak_pj_per_cycle, answer.result.cycles),
                          answer.source("/compute/leak_pj_per_cycle"))};
    part.formula.clear();
    sumUp(part);
    return part;
}

} // namespace

Part latencyParts(const LayerAnswer& answer) {
    const npu::LoopNestResult& result = answer.result;
    const double ideal = answer.idealCycles();
    Part root = leaf("layer", Category::Total, answer.seconds(result.cycles),
                     cyclesFormula(answer, formatCount(result.cycles) + " cycles"), answer.source("/clock_hz"));
    root.children.push_back(
        leaf("all units busy", Category::Compute, answer.seconds(ideal),
             cyclesFormula(answer, formatCount(result.macs) + " MACs / " + formatCount(answer.units()) +
                                       " units = " + formatCount(ideal) + " cycles"),
             answer.source("/clock_hz")));
    if (result.compute_cycles > ideal) {
        const double used = result.macs / result.compute_cycles;
        root.children.push_back(
            leaf("idle units", Category::Compute, answer.seconds(result.compute_cycles - ideal),
                 cyclesFormula(answer, formatCount(result.compute_cycles) + " - " + formatCount(ideal) +
                                           " cycles: " + formatCount(used) + " of " + formatCount(answer.units()) +
                                           " units in use on average"),
                 "loops of the mapping"));
    }
    if (result.limiting_level >= 0 && result.cycles > result.compute_cycles) {
        const auto level = static_cast<std::size_t>(result.limiting_level);
        const auto& storage = answer.query.architecture.levels[level];
        const char* const side = result.limited_by_reads ? "read" : "write";
        root.children.push_back(
            leaf("waiting for " + storage.name, Category::Memory, answer.seconds(result.cycles - result.compute_cycles),
                 cyclesFormula(answer, formatCount(result.cycles) + " - " + formatCount(result.compute_cycles) +
                                           " cycles: " + side + " bandwidth allows " +
                                           formatQuantity(result.levels[level].throttle, "1") + " of full speed"),
                 answer.source(levelPointer(level) + "/" + side + "_words_per_cycle")));
    }
    return root;
}

Part energyParts(const LayerAnswer& answer) {
    Part root = leaf("layer", Category::Total, 0.0, "", "");
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
    Part root = leaf("chip", Category::Total, 0.0, "", "");
    const auto add = [&](const std::string& label, Category category, double count, double area_um2,
                         std::string source) {
        if (area_um2 <= 0.0) return false;
        root.children.push_back(leaf(label, category, count * area_um2 * kSquareMetrePerSquareMicrometre,
                                     instancesText(count) + " x " + formatExact(area_um2, "um2"), std::move(source)));
        return true;
    };
    for (std::size_t i = 1; i < architecture.levels.size(); ++i) { // the outermost level is another chip
        const auto& level = architecture.levels[i];
        if (!level.stores) continue;
        const bool known = add(level.name, Category::Memory, answer.instances(i), level.area_um2,
                               answer.source(levelPointer(i) + "/area_um2"));
        if (!known) return std::nullopt;
    }
    const auto& compute = architecture.compute;
    if (!add(compute.name, Category::Compute, answer.units(), compute.area_um2, answer.source("/compute/area_um2"))) {
        return std::nullopt;
    }
    sumUp(root);
    return root;
}

double fillAndDrainCycles(const LayerAnswer& answer) {
    const auto& levels = answer.query.architecture.levels;
    double cycles = 0.0;
    for (std::size_t t = 0; t < answer.query.problem.tensors.size(); ++t) {
        const bool output = answer.query.problem.tensors[t].output;
        std::optional<std::size_t> outer;
        for (std::size_t i = 0; i < levels.size(); ++i) {
            const npu::TensorAccess& access = answer.result.levels[i].tensors[t];
            if (!levels[i].stores || !access.kept) continue;
            if (outer) {
                const double words = static_cast<double>(access.tile_words);
                const double children = access.utilized_instances /
                                        std::max(1.0, answer.result.levels[*outer].tensors[t].utilized_instances);
                const double inside = output ? levels[i].read_words_per_cycle : levels[i].write_words_per_cycle;
                const double outside =
                    output ? levels[*outer].write_words_per_cycle : levels[*outer].read_words_per_cycle;
                cycles += std::max(words / inside, words * std::max(1.0, children) / outside);
            }
            outer = i;
        }
    }
    return std::ceil(cycles);
}

} // namespace strata::methods
