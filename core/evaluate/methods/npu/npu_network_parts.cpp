// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/methods/npu/npu_network.h"

#include <algorithm>
#include <map>

namespace strata::methods {
namespace {

constexpr double kJoulePerPicojoule = 1e-12;

void sumUp(Part& part) {
    part.value = 0;
    for (const Part& child : part.children)
        part.value += child.value;
}

/// What decides how long a layer takes, for people.
Message limitOf(const NetworkAnswer& answer, const npu::LayerRun& run) {
    if (run.limiting_level < 0) return {"resource.compute"};
    return verbatim(answer.query.architecture.levels[static_cast<std::size_t>(run.limiting_level)].title);
}

/// Classes in the order in which they first run, each with its layers: every layer by itself, with all of its operands
/// in the memory outside.
Part kernelsPart(const NetworkAnswer& answer) {
    Part kernels = makePart("kernels", Category::Compute, 0, {"formula.layers-alone"});
    std::map<std::string, std::size_t> places;
    for (std::size_t l = 0; l < answer.query.network.layers.size(); ++l) {
        const npu::NetworkLayer& layer = answer.query.network.layers[l];
        const npu::LayerRun& alone = answer.run.layers[l].alone;
        const auto [place, first] = places.emplace(layer.operator_class, kernels.children.size());
        if (first) kernels.children.push_back(namedPart(layer.operator_class, Category::Compute, 0));
        const double each = answer.seconds(alone.cycles);
        kernels.children[place->second].children.push_back(
            namedPart(layer.name, Category::Compute, layer.count * each,
                      {"formula.operator",
                       {{"count", layer.count}, {"time", Amount{each, "s"}}, {"limit", limitOf(answer, alone)}}}));
    }
    for (Part& part : kernels.children)
        sumUp(part);
    sumUp(kernels);
    return kernels;
}

/// Signed: what activations save by staying in the buffer, and layers by running tile by tile.
Part movementPart(const NetworkAnswer& answer) {
    Part movement = makePart("movement", Category::Movement, 0, {"formula.movement-buffer"});
    for (std::size_t l = 0; l < answer.query.network.layers.size(); ++l) {
        const npu::LayerOutcome& layer = answer.run.layers[l];
        const double cycles = layer.placed.cycles - layer.alone.cycles;
        if (cycles == 0) continue;
        const npu::NetworkLayer& of = answer.query.network.layers[l];
        movement.children.push_back(namedPart(of.name, Category::Movement, of.count * answer.seconds(cycles)));
    }
    sumUp(movement);
    return movement;
}

} // namespace

Part networkLatencyParts(const NetworkAnswer& answer) {
    Part root = makePart("model", Category::Total, 0);
    root.children = {kernelsPart(answer), movementPart(answer)};
    sumUp(root);
    return root;
}

Part networkEnergyParts(const NetworkAnswer& answer) {
    const npu::LayerRun& all = answer.run.placed;
    Part root = makePart("model", Category::Total, 0);
    for (std::size_t l = 0; l < all.level_energy_pj.size(); ++l) {
        const hardware::NpuLevel& level = answer.query.architecture.levels[l];
        if (!level.stores) continue;
        Part part = namedPart(level.name, Category::Memory, 0, {},
                              verbatim(answer.source("/levels/" + std::to_string(l) + "/energy_pj/read")));
        for (std::size_t o = 0; o < npu::kOperands; ++o) {
            part.children.push_back(namedPart(std::string(name(static_cast<npu::Operand>(o))), Category::Memory,
                                              all.level_energy_pj[l][o] * kJoulePerPicojoule));
        }
        const double leakage = all.level_energy_pj[l][npu::kOperands];
        if (leakage > 0) part.children.push_back(makePart("leakage", Category::Other, leakage * kJoulePerPicojoule));
        sumUp(part);
        root.children.push_back(std::move(part));
    }
    root.children.push_back(namedPart(answer.query.architecture.compute.name, Category::Compute,
                                      all.mac_energy_pj * kJoulePerPicojoule, {},
                                      verbatim(answer.source("/compute/mac_pj"))));
    if (all.vector_energy_pj > 0) {
        root.children.push_back(makePart("vector-unit", Category::Compute, all.vector_energy_pj * kJoulePerPicojoule,
                                         {}, verbatim(answer.source("/vector/operation_pj"))));
    }
    sumUp(root);
    return root;
}

Part networkTrafficParts(const NetworkAnswer& answer) {
    Part root = makePart("model", Category::Total, 0);
    for (std::size_t o = 0; o < npu::kOperands; ++o) {
        root.children.push_back(namedPart(std::string(name(static_cast<npu::Operand>(o))), Category::Memory,
                                          answer.run.placed.outside_words[o] * answer.outsideBytes()));
    }
    sumUp(root);
    return root;
}

Part networkMemoryParts(const NetworkAnswer& answer) {
    const workload::MemoryDemand& demand = answer.query.graph.memory;
    const double scale = answer.memoryScale();
    Part root = makePart("device-memory", Category::Total, 0);
    const auto add = [&](const char* id, Category category, double bytes, Message formula = {}) {
        if (bytes > 0) root.children.push_back(makePart(id, category, bytes * scale, std::move(formula)));
    };
    add("weights", Category::Memory, demand.weight_bytes,
        {"formula.parameters",
         {{"parameters", answer.query.graph.parameters}, {"each", Amount{answer.outsideBytes(), "B"}}}});
    add("activations", Category::Movement, demand.activation_bytes);
    add("kv-cache", Category::Memory, demand.kv_cache_bytes);
    add("state", Category::Memory, demand.state_bytes, {"formula.recurrent-state"});
    sumUp(root);
    return root;
}

} // namespace strata::methods
