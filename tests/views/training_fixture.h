// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/system/pipeline.h"
#include "tests/views/scene_fixture.h"

/// Hand-made answers to `training` requests: 4 stages whose micro-batches take 2 ms forward and 4 ms
/// backward.
namespace strata::fixture {

struct TrainingShape {
    std::uint32_t stages = 4, micro_batches = 8, chunks = 1;
    double forward_s = 2e-3, backward_s = 4e-3, send_s = 0.1e-3;
    double memory_bytes = 60e9; ///< of the first stage; later ones hold fewer activations
    double capacity_bytes = 80e9;
};

inline Table timelineTable(const TrainingShape& shape) {
    system::PipelineShape pipeline;
    pipeline.forward_s.assign(shape.stages, shape.forward_s);
    pipeline.backward_s.assign(shape.stages, shape.backward_s);
    pipeline.send_s = shape.send_s;
    pipeline.micro_batches = shape.micro_batches;
    pipeline.chunks = shape.chunks;
    const auto followed = system::followPipeline(pipeline);
    Table table{"timeline", {"stage", "micro_batch", "chunk", "work", "start_s", "end_s", "communication_s"}, {}};
    if (!followed) return table;
    const auto add = [&](std::int64_t stage, Cell micro_batch, std::int64_t chunk, const char* work, double from_s,
                         double to_s, double micro_batch_share = 0.0) {
        table.rows.push_back({stage, std::move(micro_batch), chunk, std::string(work), from_s, to_s,
                              micro_batch_share * (to_s - from_s)});
    };
    for (const system::PipelineTask& task : followed->tasks) {
        const bool forward = task.work == system::Work::Forward;
        add(task.stage, std::int64_t{task.micro_batch}, task.chunk, forward ? "forward" : "backward", task.start_s,
            task.end_s, 0.25);
        const bool sends = forward ? task.stage + 1 < shape.stages : task.stage > 0;
        if (sends)
            add(task.stage, std::int64_t{task.micro_batch}, task.chunk, forward ? "send forward" : "send backward",
                task.end_s, task.end_s + shape.send_s, 1.0);
    }
    for (std::uint32_t stage = 0; stage < shape.stages; ++stage)
        add(stage, Cell(), 0, "gradient sync", followed->seconds, followed->seconds + 2e-3);
    return table;
}

inline Table stageTable(const TrainingShape& shape) {
    Table table{"stages",
                {"stage", "weights_bytes", "gradients_bytes", "optimizer_bytes", "activations_bytes", "buffers_bytes",
                 "memory_bytes", "available_bytes"},
                {}};
    for (std::uint32_t stage = 0; stage < shape.stages; ++stage) {
        const double activations = 0.4 * shape.memory_bytes * (shape.stages - stage) / shape.stages;
        const double rest = 0.6 * shape.memory_bytes;
        table.rows.push_back({std::int64_t{stage}, 0.2 * rest, 0.2 * rest, 0.5 * rest, activations, 0.1 * rest,
                              rest + activations, shape.capacity_bytes});
    }
    return table;
}

inline std::shared_ptr<const Estimate> trainingEstimate(const TrainingShape& shape = {}) {
    Estimate result;
    result.kind = "training";
    result.method = "system.analytic";
    result.request_sha256 = std::string(64, 'd');
    Part time = leaf("iteration", Category::Total, 0.0);
    const double micro = shape.micro_batches;
    time.children = {leaf("kernels", Category::Compute, micro * (shape.forward_s + shape.backward_s)),
                     leaf("tensor-parallel", Category::Communication, 3e-3),
                     leaf("bubble", Category::Bubble, (shape.stages - 1) * (shape.forward_s + shape.backward_s)),
                     leaf("data-parallel-exposed", Category::Communication, 2e-3),
                     leaf("optimizer", Category::Memory, 1e-3)};
    for (const Part& part : time.children)
        time.value += part.value;
    const bool fits = shape.memory_bytes <= shape.capacity_bytes;
    result.tables = {stageTable(shape)};
    result.valid = fits;
    if (!fits) {
        result.notes = {{Note::Level::Warning,
                         "over-memory",
                         verbatim("the fullest stage needs more than the device leaves"),
                         "/plan",
                         {{"fix.recompute-selective"}, {"fix.zero", {{"stage", 1}}}}}};
        return std::make_shared<const Estimate>(std::move(result));
    }
    result.tables.push_back(timelineTable(shape));
    result.tables.push_back(
        {"links",
         {"level", "bytes", "bandwidth_bytes_per_s", "busy"},
         {{std::string("NVLink"), 9e9, 450e9, 0.25}, {std::string("infiniband"), 1e9, 50e9, 0.125}}});
    result.metrics = {{"iteration_s", time.value, 0.9 * time.value, 1.12 * time.value, 0.8},
                      {"mfu", 0.42, 0.38, 0.46, 0.8},
                      {"memory_bytes", shape.memory_bytes, shape.memory_bytes, shape.memory_bytes, 1.0}};
    result.parts = {{"iteration_s", time}};
    return std::make_shared<const Estimate>(std::move(result));
}

inline std::shared_ptr<const views::Scene> trainingScene(std::shared_ptr<const Estimate> selected,
                                                         std::shared_ptr<const Estimate> baseline = nullptr) {
    views::Scene result;
    result.designs = {{design('A', "13B on 64 GPUs"), std::move(selected), {}, false}};
    if (baseline) result.designs.push_back({design('B', "13B, fewer stages"), std::move(baseline), {}, false});
    result.selected = 0;
    result.baseline = result.designs.size() > 1 ? 1 : -1;
    result.metric = "iteration_s";
    return std::make_shared<const views::Scene>(std::move(result));
}

} // namespace strata::fixture
