// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/graph_builders.h"
#include "core/workload/listed/listed_graph.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

namespace strata::workload {
namespace {

/// Bytes that an operator finds where the one before it has just left them.
double handedOver(const Tape& tape, const Step& step, const Step* before) {
    if (before == nullptr) return 0;
    double bytes = 0;
    for (const ValueId output : before->outputs) {
        if (std::find(step.inputs.begin(), step.inputs.end(), output) != step.inputs.end())
            bytes += tape[output].bytes();
    }
    return bytes;
}

/// Whether it reads a cache or weights of many megabytes: all others of the model come before it reads them again.
bool readsCold(const Kernel& kernel) {
    return std::holds_alternative<Attention>(kernel.shape) || std::holds_alternative<Moe>(kernel.shape) ||
           std::holds_alternative<Scan>(kernel.shape);
}

std::vector<Operator> operatorsOf(const Tape& tape) {
    std::vector<Operator> operators;
    const Step* before = nullptr;
    for (const Step& step : tape.steps) {
        operators.push_back(
            {step.name, step.kernel, step.count, step.pass, handedOver(tape, step, before), step.launches, step.inner});
        operators.back().kernel.cold = readsCold(step.kernel);
        before = &step;
    }
    return operators;
}

/// Values that operators pass on, in the order in which they first appear.
std::vector<Activation> activationsOf(const Tape& tape) {
    std::map<ValueId, std::size_t> places;
    std::vector<Activation> activations;
    const auto at = [&](ValueId value) -> Activation& {
        const auto [place, first] = places.emplace(value, activations.size());
        if (first) activations.push_back({tape[value].elements(), -1, {}});
        return activations[place->second];
    };
    for (std::size_t i = 0; i < tape.steps.size(); ++i) {
        for (const ValueId input : tape.steps[i].inputs) {
            std::vector<std::size_t>& readers = at(input).readers;
            if (readers.empty() || readers.back() != i) readers.push_back(i);
        }
        for (const ValueId output : tape.steps[i].outputs)
            at(output).maker = static_cast<std::ptrdiff_t>(i);
    }
    return activations;
}

/// Bytes that a step of an optimizer keeps for each parameter, the 32-bit copy of narrower weights among
/// them.
double stateBytes(const GraphOptions& options) {
    if (options.optimizer == Optimizer::None) return 0;
    const double copy = bytesOf(options.weights) < 4 ? 4 : 0;
    return copy + (options.optimizer == Optimizer::AdamW ? 8 : 4);
}

void finish(Tape& tape, ModelGraph& graph) {
    const GraphOptions& options = tape.options;
    double wide = 0;
    for (const Step& step : tape.steps) {
        graph.parameters += step.weights * step.count;
        if (step.wide_weights) wide += step.weights * step.count;
    }
    graph.memory.weight_bytes = (graph.parameters - wide) * bytesOf(options.weights) + wide * bytesOf(tape.wide);
    graph.memory.workspace_bytes = tape.lowering.workspace_bytes;
    if (options.phase == Phase::Training) {
        graph.memory.activation_bytes = differentiate(tape);
        optimize(tape);
        graph.memory.gradient_bytes = graph.parameters * bytesOf(tape.wide);
        graph.memory.optimizer_bytes = graph.parameters * stateBytes(options);
    }
    turnImages(tape);
    fuse(tape);
    if (options.phase != Phase::Training) graph.memory.activation_bytes = liveBytes(tape);
    graph.operators = operatorsOf(tape);
    if (options.list_activations) graph.activations = activationsOf(tape);
    graph.compiled = !tape.rules.joins.empty();
}

Error unknownKind(std::string_view pointer) {
    return {"bad-value",
            std::string(pointer) + "/kind",
            {"error.model-neither-transformer-nor-cnn-nor"},
            {"accepted.transformer-cnn-or-diffusion"},
            {}};
}

} // namespace

Result<ModelGraph> buildGraph(const Json& model, const GraphOptions& options, std::string_view pointer) {
    const auto kind = model.find("kind");
    if (kind == model.end() || !kind->is_string()) return unknownKind(pointer);
    ModelGraph graph;
    graph.phase = options.phase;
    Tape tape(options, builtInLowering());
    auto written = *kind == "transformer" ? writeTransformer(model, tape, graph, pointer)
                   : *kind == "cnn"       ? writeCnn(model, tape, graph, pointer)
                   : *kind == "diffusion" ? writeDiffusion(model, tape, graph, pointer)
                   : *kind == "graph"     ? writeListed(model, tape, graph, pointer)
                                          : Result<void>(unknownKind(pointer));
    if (!written) return written.error();
    finish(tape, graph);
    return graph;
}

} // namespace strata::workload
