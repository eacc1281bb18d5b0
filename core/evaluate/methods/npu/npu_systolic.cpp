// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/methods/npu/npu_systolic.h"

#include "core/evaluate/kinds/npu/layer_query.h"
#include "core/evaluate/resolve.h"
#include "core/npu/systolic/systolic_stream.h"

#include <algorithm>
#include <array>
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
    array.output_words = bufferWords(architecture, "outputs");
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

/// Layers with more words than this take longer than a drag can wait for: they are answered in closed form.
constexpr double kWordsFollowed = 8e6;

/// What an operand moves and how long it holds the array up, of all products of a batch.
struct Operand {
    const char* name;
    double buffer_words, outside_words, stall_cycles;
};

/// Cycles and words of a layer, followed line by line or in closed form.
struct Outcome {
    double cycles = 0, stall_cycles = 0;
    std::array<Operand, 3> operands;
    bool followed = false;
};

Outcome closedForm(const npu::SystolicTime& time) {
    return {time.cycles,
            time.cycles - time.compute_cycles,
            {Operand{"inputs", time.buffer.inputs, time.outside.inputs, 0},
             Operand{"weights", time.buffer.weights, time.outside.weights, 0},
             Operand{"outputs", time.buffer.outputs, time.outside.outputs, 0}},
            false};
}

Outcome outcomeOf(const workload::Problem& problem, npu::SystolicProduct product, const npu::SystolicArray& array,
                  npu::Dataflow dataflow, const npu::SystolicTime& time, const std::stop_token& stop) {
    const double batch = product.batch;
    product.batch = 1;
    Outcome outcome = closedForm(time);
    if (npu::streamWork(product, array, dataflow) > kWordsFollowed) return outcome;
    const npu::SystolicStream stream = npu::systolicStream(product, npu::windowsOf(problem), array, dataflow, stop);
    outcome.followed = true;
    outcome.stall_cycles = batch * stream.stall_cycles;
    outcome.cycles = time.compute_cycles + outcome.stall_cycles;
    const std::array<const npu::SystolicPort*, 3> ports{&stream.inputs, &stream.weights, &stream.outputs};
    for (std::size_t i = 0; i < ports.size(); ++i) {
        outcome.operands[i].outside_words = batch * ports[i]->words;
        outcome.operands[i].stall_cycles = batch * ports[i]->stall_cycles;
    }
    return outcome;
}

Table accessTable(const Outcome& outcome) {
    Table table{"operand_words", {"operand", "buffer_words", "outside_words", "stall_cycles"}, {}};
    // The closed form knows how long the array waits, not for which operand.
    const bool known = outcome.followed || outcome.stall_cycles == 0;
    for (const Operand& operand : outcome.operands)
        table.rows.push_back({std::string(operand.name), operand.buffer_words, operand.outside_words,
                              known ? Cell(operand.stall_cycles) : Cell()});
    return table;
}

} // namespace

Result<Estimate> estimateLayerBySystolicArray(const Request& request, const Context& context) {
    const auto query = queryOf<LayerQuery>(request, context.library, resolveLayerWithoutRecipe);
    if (!query) return query.error();
    if (auto dense = requireDense(query->problem); !dense) return dense.error();
    const auto product = npu::productOf(query->problem);
    if (!product) {
        return Error{"not-modelled",
                     "/workload/operator",
                     {"error.layer-no-single-product-two-matrices"},
                     {"accepted.conv2d-or-matmul"},
                     {}};
    }
    const hardware::NpuArchitecture& architecture = query->architecture;
    const npu::SystolicArray array = arrayOf(architecture);
    const npu::Dataflow dataflow = askedDataflow(*request.document);
    const npu::SystolicTime time = npu::systolicTime(*product, array, dataflow);
    const Outcome outcome = outcomeOf(query->problem, *product, array, dataflow, time, context.stop);
    if (context.stop.stop_requested()) return Error{"cancelled", "", {"error.request-cancelled"}, {}, {}};
    double outside_words = 0;
    for (const Operand& operand : outcome.operands)
        outside_words += operand.outside_words;
    const double period = 1.0 / architecture.clock_hz;

    Estimate estimate;
    estimate.metrics = {exact("latency_s", outcome.cycles * period), exact("cycles", outcome.cycles),
                        exact("utilization", query->problem.macs() / (array.rows * array.columns * outcome.cycles)),
                        exact("macs", query->problem.macs()),
                        exact("dram_bytes", outside_words * architecture.levels.front().word_bits / 8.0)};
    Part root = makePart("layer", Category::Total, outcome.cycles * period);
    const double ideal = query->problem.macs() / (array.rows * array.columns) * period;
    root.children = {
        makePart("compute", Category::Compute, ideal),
        makePart("fill-and-drain", Category::Bubble, time.compute_cycles * period - ideal,
                 {"formula.systolic-folds", {{"folds", time.folds}, {"rows", array.rows}, {"columns", array.columns}}}),
    };
    if (outcome.stall_cycles > 0) {
        root.children.push_back(makePart("waiting-for-operands", Category::Memory, outcome.stall_cycles * period,
                                         {"formula.systolic-port", {{"words", array.outside_words_per_cycle}}}));
    }
    estimate.parts.emplace_back("latency_s", std::move(root));
    estimate.tables = {accessTable(outcome)};
    Note note{Note::Level::Info,
              "systolic-array",
              {"note.systolic-array", {{"rows", array.rows}, {"columns", array.columns}}},
              "/plan/dataflow"};
    estimate.notes = {std::move(note)};
    if (!outcome.followed)
        estimate.notes.push_back({Note::Level::Info, "systolic-closed-form", {"note.systolic-closed-form"}, ""});
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
            .limits = "The method takes no mapping and tells no energy. Folds do not overlap. Ports of operands do not "
                      "disturb each other. The waiting of layers with more than 8 million words is computed in closed "
                      "form, in which windows share no inputs.",
            .cost = Cost::Milliseconds,
            .own_measurements = false,
            .estimate = estimateLayerBySystolicArray};
}

} // namespace strata::methods
