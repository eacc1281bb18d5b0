// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/methods/npu/npu_systolic.h"

#include "core/evaluate/kinds/layer_query.h"
#include "core/evaluate/resolve.h"
#include "core/npu/systolic/systolic.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace strata::methods {
namespace {

using hardware::NpuLevel;

bool mayHold(const NpuLevel& level, std::string_view tensor) {
    return level.keeps.empty() || std::ranges::find(level.keeps, tensor) != level.keeps.end();
}

/// Words of the outermost level on the chip that holds the tensor, all copies of it together; 0: unbounded.
double bufferWords(const hardware::NpuArchitecture& architecture, std::string_view tensor) {
    double copies = 1;
    for (std::size_t l = 1; l < architecture.levels.size(); ++l) {
        const NpuLevel& outside = architecture.levels[l - 1];
        copies *= static_cast<double>(outside.fanout_x) * outside.fanout_y;
        const NpuLevel& level = architecture.levels[l];
        if (!level.stores || level.entries == 0 || !mayHold(level, tensor)) continue;
        return copies * static_cast<double>(level.entries) * std::floor(double(level.entry_bits) / level.word_bits);
    }
    return 0;
}

/// One array of all units: columns along X, rows along Y.
npu::SystolicArray arrayOf(const hardware::NpuArchitecture& architecture) {
    npu::SystolicArray array;
    for (const NpuLevel& level : architecture.levels) {
        array.columns *= level.fanout_x;
        array.rows *= level.fanout_y;
    }
    array.input_words = bufferWords(architecture, "inputs");
    array.weight_words = bufferWords(architecture, "weights");
    const double rate = architecture.levels.front().read_words_per_cycle;
    array.outside_words_per_cycle = std::isfinite(rate) ? rate : 0.0;
    return array;
}

npu::Dataflow askedDataflow(const Json& request) {
    const Json* asked = findPointer(request, "/plan/dataflow");
    if (asked == nullptr) return npu::Dataflow::WeightStationary;
    return npu::dataflowNamed(asked->get_ref<const std::string&>()).value_or(npu::Dataflow::WeightStationary);
}

Metric exact(std::string metric, double value) { return {std::move(metric), value, value, value, 1.0}; }

Table accessTable(const npu::SystolicTime& time) {
    Table table{"operand_words", {"operand", "buffer_words", "outside_words"}, {}};
    table.rows.push_back({std::string("inputs"), time.buffer.inputs, time.outside.inputs});
    table.rows.push_back({std::string("weights"), time.buffer.weights, time.outside.weights});
    table.rows.push_back({std::string("outputs"), time.buffer.outputs, time.outside.outputs});
    return table;
}

} // namespace

Result<Estimate> estimateLayerBySystolicArray(const Request& request, const Context& context) {
    const auto query = queryOf<LayerQuery>(request, context.library, resolveLayerForPoints);
    if (!query) return query.error();
    if (auto dense = requireDense(query->problem); !dense) return dense.error();
    const auto product = npu::productOf(query->problem);
    if (!product) {
        return Error{"not-modelled", "/workload/operator", {"error.layer-no-single-product-two-matrices"},
                     {"accepted.conv2d-or-matmul"}, {}};
    }
    const hardware::NpuArchitecture& architecture = query->architecture;
    const npu::SystolicArray array = arrayOf(architecture);
    const npu::SystolicTime time = npu::systolicTime(*product, array, askedDataflow(*request.document));
    const double period = 1.0 / architecture.clock_hz;

    Estimate estimate;
    estimate.metrics = {exact("latency_s", time.cycles * period), exact("cycles", time.cycles),
                        exact("utilization", time.utilization), exact("macs", query->problem.macs()),
                        exact("dram_bytes", (time.outside.inputs + time.outside.weights + time.outside.outputs) *
                                                architecture.levels.front().word_bits / 8.0)};
    Part root = makePart("layer", Category::Total, time.cycles * period);
    const double ideal = query->problem.macs() / (array.rows * array.columns) * period;
    root.children = {
        makePart("compute", Category::Compute, ideal),
        makePart("fill-and-drain", Category::Bubble, time.compute_cycles * period - ideal,
                 {"formula.systolic-folds",
                  {{"folds", time.folds}, {"rows", array.rows}, {"columns", array.columns}}}),
    };
    if (time.cycles > time.compute_cycles) {
        root.children.push_back(makePart("waiting-for-operands", Category::Memory,
                                         (time.cycles - time.compute_cycles) * period,
                                         {"formula.systolic-port", {{"words", array.outside_words_per_cycle}}}));
    }
    estimate.parts.emplace_back("latency_s", std::move(root));
    estimate.tables = {accessTable(time)};
    Note note{Note::Level::Info, "systolic-array",
              {"note.systolic-array", {{"rows", array.rows}, {"columns", array.columns}}}, "/plan/dataflow"};
    estimate.notes = {std::move(note)};
    return estimate;
}

Method systolicRow() {
    return {.id = "npu.systolic",
            .kind = "layer",
            .layer = "device",
            .platform = "NPU",
            .methodology = "analytical",
            .follows = "SCALE-Sim",
            .citation = "A. Samajdar et al., \"A Systematic Methodology for Characterizing Scalability of DNN "
                        "Accelerators using SCALE-Sim\", ISPASS 2020",
            .needs = "an NPU whose units count as one array, a convolution or a matrix product; plan.dataflow",
            .limits = "no mapping and no energy; folds do not overlap; windows of a convolution are fetched as if they "
                      "did not share inputs; a port waits in closed form, not line by line",
            .cost = Cost::Microseconds,
            .own_measurements = false,
            .estimate = estimateLayerBySystolicArray};
}

} // namespace strata::methods
