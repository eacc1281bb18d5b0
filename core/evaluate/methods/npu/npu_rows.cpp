// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/methods/builtin_methods.h"
#include "core/evaluate/methods/npu/npu_loopnest.h"

namespace strata::methods {

std::vector<Method> npuMethods() {
    return {Method{
        .id = "npu.loopnest",
        .kind = "layer",
        .layer = "device",
        .platform = "NPU",
        .methodology = "analytical",
        .follows = "Timeloop",
        .citation =
            "A. Parashar et al., \"Timeloop: A Systematic Approach to DNN Accelerator Evaluation\", ISPASS 2019",
        .needs = "an NPU with its levels and energies per action, a dense operator, and a mapping or a mapping recipe",
        .limits =
            "counts are exact for the stated mapping; no sparsity, no contention between tiles beyond bandwidth, no "
            "start-up of pipelines (the upper end of the latency bounds the first and last tiles)",
        .cost = Cost::Microseconds,
        .estimate = estimateLayerByLoopNest,
        .prepared = preparedLayer()}};
}

} // namespace strata::methods
