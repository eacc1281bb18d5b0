// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/views/scene_fixture.h"

#include "core/base/message_text.h"

#include <nlohmann/json.hpp>

namespace strata::fixture {
namespace {

Part energyParts(const std::vector<LevelEnergy>& levels, double mac) {
    Part root = leaf("layer", Category::Total, 0.0);
    for (const LevelEnergy& level : levels) {
        Part part = namedPart(level.level, Category::Memory, 0.0, {}, verbatim("Table of the fixture"));
        const auto add = [&](const char* label, double value) {
            if (value <= 0.0) return;
            part.children.push_back(leaf(label, Category::Memory, value, "1000 reads x 2.5 pJ"));
            part.value += value;
        };
        add("weights", level.weights);
        add("inputs", level.inputs);
        add("outputs", level.outputs);
        add("leakage", level.leakage);
        root.value += part.value;
        root.children.push_back(std::move(part));
    }
    root.children.push_back(leaf("MAC", Category::Compute, mac, "118 M MACs x 0.5 pJ"));
    root.value += mac;
    return root;
}

Table accessTable(const std::vector<LevelEnergy>& levels, std::int64_t scale) {
    Table table{"accesses", {"level", "tensor", "reads", "fills", "updates", "energy_j"}, {}};
    std::int64_t reads = 1000;
    for (const LevelEnergy& level : levels) {
        const auto row = [&](const char* tensor, double energy) {
            if (energy <= 0.0) return;
            table.rows.push_back({std::string(level.level), std::string(tensor), reads * scale, reads / 2,
                                  std::string(tensor) == "outputs" ? Cell(reads / 4) : Cell(), energy});
            reads *= 3;
        };
        row("weights", level.weights);
        row("inputs", level.inputs);
        row("outputs", level.outputs);
    }
    return table;
}

} // namespace

Part leaf(const char* id, Category category, double value, std::string formula) {
    const bool known = messageCatalog("en").contains(std::string("part.") + id);
    const Message source = verbatim("Table of the fixture");
    return (known ? makePart : namedPart)(id, category, value, verbatim(std::move(formula)), source);
}

std::shared_ptr<const Estimate> estimate(const std::vector<LevelEnergy>& levels, double mac, double latency,
                                         std::int64_t scale) {
    Estimate result;
    result.kind = "layer";
    result.method = "npu.loopnest";
    result.request_sha256 = std::string(64, 'a');
    const Part energy = energyParts(levels, mac);
    result.metrics = {{"latency_s", latency, latency * 0.95, latency * 1.06, 0.8},
                      {"energy_j", energy.value, energy.value, energy.value, 1.0},
                      {"utilization", 0.727, 0.727, 0.727, 1.0},
                      {"macs", 1.0e8, 1.0e8, 1.0e8, 1.0}};
    Part time = leaf("layer", Category::Total, latency);
    time.combine = Combine::Max;
    time.children = {leaf("compute", Category::Compute, latency), leaf("DRAM", Category::Memory, latency * 0.87),
                     leaf("global buffer", Category::Memory, latency * 0.41)};
    result.parts = {{"energy_j", energy}, {"latency_s", time}};
    result.tables = {accessTable(levels, scale)};
    result.calibrations = {{"npu-energy-45nm", "published tables", 12, 0.04, 0.11}};
    return std::make_shared<const Estimate>(std::move(result));
}

std::shared_ptr<const Estimate> designA() {
    return estimate({{"DRAM", 1.2e-5, 3.1e-5, 4.0e-5, 0},
                     {"global buffer", 0, 2.4e-5, 1.9e-5, 1.0e-6},
                     {"PE spads", 8.1e-5, 6.2e-5, 5.8e-5, 2.0e-6}},
                    3.0e-5, 6.39e-3);
}

std::shared_ptr<const Estimate> designB() {
    return estimate({{"DRAM", 1.2e-5, 2.2e-5, 3.0e-5, 0},
                     {"global buffer", 0, 3.0e-5, 2.6e-5, 2.0e-6},
                     {"PE spads", 8.4e-5, 6.2e-5, 5.5e-5, 2.0e-6}},
                    3.0e-5, 7.25e-3, 2);
}

Design design(char letter, const char* label) {
    const Json request = {{"kind", "layer"}, {"hardware", "eyeriss-v1"}, {"label", label}};
    return {std::string("design-") + letter, letter, label, std::make_shared<const Json>(request)};
}

std::shared_ptr<const views::Scene> scene(bool with_baseline, const char* metric) {
    views::Scene result;
    result.designs = {{design('A', "conv1 on Eyeriss"), designA(), {}, false},
                      {design('B', "conv1, 2x global buffer"), designB(), {}, false}};
    result.selected = 0;
    result.baseline = with_baseline ? 1 : -1;
    result.metric = metric;
    return std::make_shared<const views::Scene>(std::move(result));
}

} // namespace strata::fixture
