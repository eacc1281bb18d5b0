// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/views/scene_fixture.h"

#include <algorithm>

/// Hand-made answers to `kernel` and `model` requests: round numbers that tests can name, of the proportions of a 13B
/// transformer on a data-centre GPU.
namespace strata::fixture {

struct OperatorRow {
    const char* name;
    const char* operator_class;
    double seconds;
    double flop;
    double dram_bytes;
    const char* limit;
    double count = 40;
};

inline std::vector<OperatorRow> operatorRows() {
    return {{"layers.mlp.up", "linear", 12.0e-3, 7.2e12, 6.0e9, "compute"},
            {"layers.mlp.down", "linear", 6.0e-3, 3.6e12, 3.1e9, "compute"},
            {"layers.attention.query", "linear", 4.0e-3, 2.0e12, 2.4e9, "tail"},
            {"layers.attention.scores", "attention_prefill", 3.0e-3, 0.9e12, 0.8e9, "compute"},
            {"layers.norm", "norm", 2.0e-3, 8.0e9, 4.6e9, "memory"},
            {"layers.mlp.gelu", "elementwise", 1.6e-3, 4.0e9, 3.6e9, "memory"},
            {"layers.residual", "elementwise", 1.0e-3, 1.0e9, 2.4e9, "memory"},
            {"head.softmax", "softmax", 0.3e-3, 0.5e9, 0.4e9, "latency", 1},
            {"embedding", "embedding", 0.1e-3, 0.0, 0.2e9, "memory", 1}};
}

inline Table operatorTable(const std::vector<OperatorRow>& rows, double speed) {
    Table table{"operators",
                {"operator",      "class",      "pass",     "count",        "seconds",     "low_s",       "high_s",
                 "flop",          "dram_bytes", "l2_bytes", "energy_j",     "limit",       "tile",        "waves",
                 "blocks_per_sm", "tiles",      "sms",      "output_batch", "output_rows", "output_cols", "split_k",
                 "compute_s",     "memory_s",   "tail_s",   "fixed_s"},
                {}};
    for (const OperatorRow& row : rows) {
        const double seconds = row.seconds / speed;
        const bool tiled = std::string(row.operator_class) == "linear";
        table.rows.push_back({std::string(row.name),
                              std::string(row.operator_class),
                              std::string("forward"),
                              row.count,
                              seconds,
                              0.9 * seconds,
                              1.15 * seconds,
                              row.flop,
                              row.dram_bytes,
                              3.0 * row.dram_bytes,
                              300.0 * seconds,
                              std::string(row.limit),
                              tiled ? Cell(std::string("128x256")) : Cell(),
                              tiled ? Cell(400.0 / 132.0) : Cell(),
                              tiled ? Cell(1.0) : Cell(),
                              tiled ? Cell(400.0) : Cell(),
                              tiled ? Cell(132.0) : Cell(),
                              Cell(1.0),
                              Cell(2048.0),
                              Cell(6400.0),
                              tiled ? Cell(1.0) : Cell(),
                              0.7 * seconds,
                              0.1 * seconds,
                              0.1 * seconds,
                              0.1 * seconds});
    }
    return table;
}

inline Table ceilingTable(double bandwidth = 3.35e12) {
    const std::string source = "Datasheet of the fixture";
    return {"ceilings",
            {"name", "kind", "type", "nominal", "sustained", "formula", "source"},
            {{std::string("DRAM"), std::string("memory"), std::string(), bandwidth, 0.9 * bandwidth,
              std::string("5 stacks x 6.4 Gb/s x 1024 bit"), source},
             {std::string("L2"), std::string("l2"), std::string(), 7.5e12, 5.5e12,
              std::string("96 slices x 64 B x 1.7 GHz"), source},
             {std::string("Shared memory"), std::string("shared"), std::string(), 3.3e13, 3.0e13,
              std::string("132 SMs x 128 B x 1.98 GHz"), source},
             {std::string("bf16"), std::string("compute"), std::string("bf16"), 9.89e14, 7.4e14,
              std::string("132 SMs x 4096 FLOP x 1.83 GHz"), source},
             {std::string("fp8"), std::string("compute"), std::string("fp8"), 1.979e15, 1.4e15,
              std::string("twice bf16"), source},
             {std::string("fp32"), std::string("compute"), std::string("fp32"), 6.7e13, 6.0e13,
              std::string("132 SMs x 256 FLOP x 1.98 GHz"), source}}};
}

inline Part modelParts(const std::vector<OperatorRow>& rows, double speed, double host) {
    Part kernels = leaf("kernels", Category::Compute, 0.0);
    for (const OperatorRow& row : rows) {
        const auto same = [&](const Part& part) { return part.id == row.operator_class; };
        auto found = std::find_if(kernels.children.begin(), kernels.children.end(), same);
        if (found == kernels.children.end())
            found = kernels.children.insert(found, leaf(row.operator_class, Category::Compute, 0.0));
        found->children.push_back(leaf(row.name, Category::Compute, row.seconds / speed, "40 x 0.3 ms"));
        found->value += row.seconds / speed;
        kernels.value += row.seconds / speed;
    }
    Part root = leaf("model", Category::Total, 0.0);
    root.children = {kernels,
                     leaf("launch", Category::Launch, 1.2e-3 * host, "322 kernels, queue of 1024"),
                     leaf("movement", Category::Movement, -0.5e-3, "L2 holds 40 % of the activations"),
                     leaf("sustained-clock", Category::Other, 1.5e-3, "1.74 GHz of 1.98 GHz"),
                     leaf("synchronisation", Category::Synchronisation, 0.2e-3),
                     leaf("allocation", Category::Allocation, 0.1e-3),
                     leaf("prefill-of-other-requests", Category::Queueing, 2.5e-3, "(8 - 1) / 128 x 45 ms")};
    for (const Part& part : root.children)
        root.value += part.value;
    return root;
}

inline Table errorTable() {
    return {"error",
            {"source", "share"},
            {{std::string("independent"), 0.12},
             {std::string("correlated"), 0.68},
             {std::string("runtime"), 0.20},
             {std::string("sigma"), 0.081},
             {std::string("sigma_independent"), 0.012},
             {std::string("sigma_correlated"), 0.14},
             {std::string("bias"), -0.02}}};
}

/// A model whose kernels take 30 ms divided by `speed`, with `host` times the launch cost.
inline std::shared_ptr<const Estimate> modelEstimate(double speed = 1.0, double host = 1.0, bool measured = false) {
    Estimate result;
    result.kind = "model";
    result.method = "gpu.tile";
    result.request_sha256 = std::string(64, 'b');
    const Part parts = modelParts(operatorRows(), speed, host);
    const double kernels = parts.children.front().value;
    double flop = 0.0;
    for (const OperatorRow& row : operatorRows())
        flop += row.flop;
    result.metrics = {{"latency_s", parts.value, 0.92 * parts.value, 1.12 * parts.value, 0.8},
                      {"energy_j", 18.0, 15.0, 21.0, 0.8},
                      {"gamma", parts.value / kernels - 1.0, 0.1, 0.25, 0.8},
                      {"kernels_s", kernels, 0.95 * kernels, 1.06 * kernels, 0.8},
                      {"flop_per_s", flop / parts.value, flop / parts.value, flop / parts.value, 1.0}};
    result.parts = {{"latency_s", parts}};
    result.tables = {ceilingTable(), operatorTable(operatorRows(), speed), errorTable()};
    if (measured)
        result.tables.push_back({"measured",
                                 {"metric", "value", "source"},
                                 {{std::string("latency_s"), 36.5e-3, std::string("Trace of the fixture")}}});
    result.calibrations = {{"gpu-tile", "kernels of the fixture", 1200, 0.05, 0.14}};
    return std::make_shared<const Estimate>(std::move(result));
}

/// A matrix product of 1024 x 2176 x 4096: 8 x 17 = 136 tiles on 132 SMs, two waves of which the second fills 4 SMs.
inline std::shared_ptr<const Estimate> kernelEstimate(double speed = 1.0) {
    Estimate result;
    result.kind = "kernel";
    result.method = "gpu.tile";
    result.request_sha256 = std::string(64, 'c');
    Part time = leaf("kernel", Category::Total, 0.0);
    time.children = {leaf("compute", Category::Compute, 20e-6 / speed, "18.3 GFLOP / 0.9 PFLOP/s"),
                     leaf("memory", Category::Memory, 4e-6 / speed), leaf("tail", Category::Bubble, 12e-6 / speed),
                     leaf("fixed", Category::Launch, 4e-6)};
    for (const Part& part : time.children)
        time.value += part.value;
    result.metrics = {{"latency_s", time.value, 0.9 * time.value, 1.1 * time.value, 0.8},
                      {"flop", 18.3e9, 18.3e9, 18.3e9, 1.0}};
    result.parts = {{"latency_s", time}};
    Table tiling{"tiling", {"quantity", "value", "unit"}, {}};
    const auto add = [&](const char* quantity, Cell value, const char* unit) {
        tiling.rows.push_back({std::string(quantity), std::move(value), std::string(unit)});
    };
    for (const auto& [quantity, value] :
         std::initializer_list<std::pair<const char*, double>>{{"output_rows", 1024},
                                                               {"output_cols", 2176},
                                                               {"tile_m", 128},
                                                               {"tile_n", 128},
                                                               {"tile_k", 64},
                                                               {"split_k", 1},
                                                               {"tiles", 136},
                                                               {"waves", 136.0 / 132.0},
                                                               {"blocks_per_sm", 1},
                                                               {"sms", 132},
                                                               {"registers_per_thread", 168},
                                                               {"threads_per_block", 384},
                                                               {"threads_per_sm", 2048},
                                                               {"max_blocks_per_sm", 32}})
        add(quantity, value, "");
    add("tail_fill", 4.0 / 132.0, "1");
    add("shared_bytes_per_block", 163840.0, "B");
    add("registers_bytes", 262144.0, "B");
    add("shared_bytes", 233472.0, "B");
    add("limit", std::string("tail"), "");
    add("occupancy_limit", std::string("registers"), "");
    result.tables = {ceilingTable(), operatorTable({{"matmul", "linear", time.value, 18.3e9, 32e6, "tail", 1}}, 1.0),
                     tiling};
    result.calibrations = {{"gpu-tile", "kernels of the fixture", 1200, 0.05, 0.14}};
    return std::make_shared<const Estimate>(std::move(result));
}

inline std::shared_ptr<const views::Scene> gpuScene(std::shared_ptr<const Estimate> selected,
                                                    std::shared_ptr<const Estimate> baseline = nullptr) {
    views::Scene result;
    result.designs = {{design('A', "13B on the fixture"), std::move(selected), {}, false}};
    if (baseline) result.designs.push_back({design('B', "13B, slower"), std::move(baseline), {}, false});
    result.selected = 0;
    result.baseline = result.designs.size() > 1 ? 1 : -1;
    result.metric = "latency_s";
    return std::make_shared<const views::Scene>(std::move(result));
}

} // namespace strata::fixture
