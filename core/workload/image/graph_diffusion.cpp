// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/graph_builders.h"
#include "core/workload/image/diffusion_graph.h"

namespace strata::workload {

Result<void> writeDiffusion(const Json& model, Tape& tape, ModelGraph& graph, std::string_view pointer) {
    const auto shape = readDiffusion(model, tape.options, pointer);
    if (!shape) return shape.error();
    if (auto passes = onePass(tape.options, shape->id, pointer); !passes) return passes;
    graph.model = shape->id;
    graph.tokens = tape.options.batch;
    const DiffusionTask task{*shape, tape.options.batch};
    if (shape->architecture == "unet") {
        UnetGraph(tape, task).run();
    } else if (shape->architecture == "vae_decoder") {
        UnetGraph(tape, task).decode();
    } else {
        DitGraph(tape, task).run();
    }
    return {};
}

} // namespace strata::workload
