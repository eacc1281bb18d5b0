// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/npu/gemmini_rows.h"
#include "app/lab/run/data_table.h"
#include "core/npu/directives/directives.h"
#include "core/npu/loopnest.h"
#include "core/workload/kernel/operators.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

namespace strata::assess {
namespace {

/// Dataflows of the simulator's authors (MICRO 2019, table 3; data/mapping of maestro-project/maestro) on 256 units.
/// The first one was read, the order of the others is recalled.
struct Dataflow {
    const char* name;
    std::uint32_t clusters, units; ///< units of a cluster
    const char* directives;
};
constexpr std::array<Dataflow, 4> kDataflows{{
    {"kcp_ws", 4, 64,
     "SpatialMap(1,1) K; TemporalMap(64,64) C; TemporalMap(Sz(R),Sz(R)) R; TemporalMap(Sz(S),Sz(S)) S; "
     "TemporalMap(Sz(R),1) Y; TemporalMap(Sz(S),1) X; Cluster(64,P); SpatialMap(1,1) C;"},
    {"xp_ws", 1, 256,
     "TemporalMap(1,1) K; TemporalMap(1,1) C; TemporalMap(Sz(R),Sz(R)) R; TemporalMap(Sz(S),Sz(S)) S; "
     "TemporalMap(Sz(R),1) Y; SpatialMap(Sz(S),1) X;"},
    {"yxp_os", 32, 8,
     "TemporalMap(1,1) K; TemporalMap(1,1) C; TemporalMap(Sz(R),Sz(R)) R; TemporalMap(Sz(S),Sz(S)) S; "
     "SpatialMap(Sz(R),1) Y; TemporalMap(8+Sz(S)-1,8) X; Cluster(8,P); SpatialMap(Sz(S),1) X;"},
    {"nlr", 1, 256,
     "TemporalMap(1,1) K; TemporalMap(1,1) Y'; TemporalMap(1,1) X'; SpatialMap(1,1) C; "
     "TemporalMap(Sz(R),Sz(R)) R; TemporalMap(Sz(S),Sz(S)) S;"},
}};

/// ResNet-50's layers in the table, which states their names alone: valid convolutions.
struct Layer {
    const char* name;
    int m, c, p, r, stride;
};
constexpr std::array<Layer, 8> kLayers{{{"CONV1", 64, 3, 109, 7, 2},
                                        {"CONV2_1_1", 64, 64, 56, 1, 1},
                                        {"CONV2_1_2", 64, 64, 54, 3, 1},
                                        {"CONV2_1_3", 256, 64, 56, 1, 1},
                                        {"CONV5_1_1", 512, 1024, 7, 1, 2},
                                        {"CONV5_1_2", 512, 512, 5, 3, 1},
                                        {"CONV5_1_3", 2048, 512, 7, 1, 1},
                                        {"CONV5_2_1", 512, 2048, 7, 1, 1}}};

/// A buffer, clusters of units, and files that hold any tile.
hardware::NpuArchitecture machine(const Dataflow& dataflow) {
    hardware::NpuArchitecture npu;
    npu.clock_hz = 1e9;
    hardware::NpuLevel buffer, file;
    buffer.name = "buffer";
    buffer.fanout_y = dataflow.clusters;
    buffer.fanout_x = dataflow.units;
    file.name = "file";
    file.entries = std::uint64_t{1} << 40;
    for (hardware::NpuLevel* level : {&buffer, &file})
        level->entry_bits = level->word_bits = 8;
    npu.levels = {buffer, file};
    npu.compute.word_bits = 8;
    return npu;
}

constexpr double kClose = 0.01;

Result<workload::Problem> problemOf(const Layer& layer) {
    return workload::buildProblem(Json{{"operator", "conv2d"},
                                       {"n", 1},
                                       {"c", layer.c},
                                       {"m", layer.m},
                                       {"p", layer.p},
                                       {"q", layer.p},
                                       {"r", layer.r},
                                       {"s", layer.r},
                                       {"stride", layer.stride}},
                                  "");
}

using Counts = std::array<std::pair<const char*, double>, 3>;

/// Columns of the table with what the loop nest counts in their place.
Result<Counts> countsOf(const Dataflow& dataflow, const Layer& layer) {
    const auto problem = problemOf(layer);
    if (!problem) return problem.error();
    const auto npu = machine(dataflow);
    const auto directives = npu::readDirectives(dataflow.directives, *problem, "");
    if (!directives) return directives.error();
    const auto mapping = npu::mappingOf(*directives, npu, *problem, "");
    if (!mapping) return mapping.error();
    npu::LoopNestEvaluator evaluator(npu, *problem);
    npu::LoopNestResult result;
    evaluator.evaluate(*mapping, result);
    const auto access = [&](const char* tensor) -> const npu::TensorAccess& {
        return result.levels.front().tensors[static_cast<std::size_t>(problem->findTensor(tensor))];
    };
    return Counts{{{"filter_l2_read", access("weights").reads},
                   {"input_l2_read", access("inputs").reads},
                   {"output_l2_write", access("outputs").updates}}};
}

SuiteRow rowOf(const std::string& id, const std::string& flow, const char* column, double measured, double predicted) {
    SuiteRow row;
    row.id = id + ":" + column;
    row.group = {{"quantity", column}, {"dataflow", flow}};
    row.quantity = column;
    row.measured = measured;
    row.predicted = row.low = row.high = predicted;
    row.method = "npu.data-centric";
    row.equal = std::abs(row.predicted / row.measured - 1.0) <= kClose;
    return row;
}

} // namespace

Result<SuiteReport> runDirectiveSuite(const SuiteOptions& options) {
    const auto table =
        readTable(options.data, "results.csv",
                  {"network", "dataflow", "layer", "input_l2_read", "filter_l2_read", "output_l2_write"}, "maestro");
    if (!table) return table.error();
    SuiteReport report;
    report.suite = "npu-directives";
    report.data = options.data.string();
    std::map<std::string, std::pair<std::size_t, std::size_t>> close; // by dataflow: close ones, all
    for (std::size_t i = 0; i < table->rows(); ++i) {
        const std::string name = std::string(table->text(i, "layer")), flow = std::string(table->text(i, "dataflow"));
        const auto dataflow = std::ranges::find(kDataflows, flow, &Dataflow::name);
        const auto layer = std::ranges::find(kLayers, name, &Layer::name);
        const std::string id = std::string(table->text(i, "network")) + "/" + flow + "/" + name;
        if (dataflow == kDataflows.end() || layer == kLayers.end() || table->text(i, "network") != "ResNet50") {
            report.refused.push_back({id, "the table states neither its directives nor its sizes"});
            continue;
        }
        const auto counts = countsOf(*dataflow, *layer);
        if (!counts) return counts.error();
        for (const auto& [column, predicted] : *counts) {
            SuiteRow row = rowOf(id, flow, column, table->numberOr(i, column, 0), predicted);
            auto& [equal, all] = close[flow];
            equal += row.equal ? 1 : 0;
            ++all;
            report.rows.push_back(std::move(row));
        }
    }
    report.summary = "counts within 1 %:";
    for (const auto& [flow, counts] : close)
        report.summary +=
            " " + flow + " " + std::to_string(counts.first) + " of " + std::to_string(counts.second) + ";";
    report.notes = {"Windows of neighbouring units that overlap: the reference reads their union once, a loop nest "
                    "reads each unit's own (by the width of the filter).",
                    "Last steps that fill the units in part: the reference drops or repeats a step of its inputs (up "
                    "to 17 % on rows of 7).",
                    "Input channels that take several steps in space: the reference writes partial sums to the buffer "
                    "in each, a loop nest keeps them in the units.",
                    "Units beyond the channels: the reference holds weights over some steps of the outputs, a loop "
                    "nest over none or all."};
    return report;
}

} // namespace strata::assess
