// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/views/scaling_fixture.h"

#include <nlohmann/json.hpp>

namespace strata::fixture {

std::shared_ptr<const Json> scalingRequest() {
    return std::make_shared<const Json>(Json{
        {"kind", "training"},
        {"hardware", {{"cluster", "dgx-h100"}, {"devices", 64}}},
        {"workload", {{"model", "llama3.1-70b"}, {"sequence", 8192}, {"global_batch", 128}, {"precision", "bf16"}}},
        {"plan", {{"tp", 4}, {"pp", 8}, {"dp", 2}, {"micro_batch", 1}, {"zero", 1}, {"sequence_parallel", true}}}});
}

std::shared_ptr<const explore::ScalingRun> scalingRun(std::shared_ptr<const Json> request, double speed) {
    auto run = std::make_shared<explore::ScalingRun>();
    run->request = std::move(request);
    run->devices = 64;
    for (int i = 0; i < 5; ++i) {
        explore::ScalingPoint point;
        point.devices = 32u << i;
        point.global_batch = 128;
        point.valid = i < 4;
        if (!point.valid) point.reason = verbatim("the batch is too large");
        const double worse = 1.0 + 0.05 * i, ideal = 10.0 / (1 << i) / speed;
        const double seconds = ideal * worse;
        if (point.valid) {
            point.metrics = {{"iteration_s", seconds, 0.9 * seconds, 1.1 * seconds, 0.8},
                             {"mfu", 0.5 / worse, 0.45 / worse, 0.55 / worse, 0.8},
                             {"tokens_per_s", 1e5 / seconds, 0.9e5 / seconds, 1.1e5 / seconds, 0.8},
                             {"memory_bytes", 60e9, 60e9, 60e9, 1.0}};
            point.communication = {{"tensor-parallel", 0.10}, {"data-parallel-exposed", 0.04 * i}};
        }
        run->points.push_back(std::move(point));
    }
    return run;
}

} // namespace strata::fixture
