// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/methods/builtin_methods.h"
#include "core/evaluate/methods/npu/npu_cores.h"
#include "core/evaluate/methods/npu/npu_directives.h"
#include "core/evaluate/methods/npu/npu_event.h"
#include "core/evaluate/methods/npu/npu_loopnest.h"
#include "core/evaluate/methods/npu/npu_network.h"
#include "core/evaluate/methods/npu/npu_sparse.h"
#include "core/evaluate/methods/npu/npu_systolic.h"

namespace strata::methods {

namespace {

Method networkRow() {
    return {
        .id = "npu.network",
        .kind = "model",
        .layer = "composition",
        .platform = "NPU",
        .methodology = "analytical",
        .follows = "Timeloop, DeFiNES",
        .citation =
            "layers as npu.loopnest counts them; tiles of consecutive layers after L. Mei, K. Goetschalckx, A. Symons, "
            "M. Verhelst, \"DeFiNES\", HPCA 2023, doi 10.1109/HPCA56546.2023.10071098",
        .needs = "an NPU with its levels and energies per action, and a model of the catalog",
        .limits =
            "Layers run one after the other. Elementwise operators take time only where the NPU states a vector unit. "
            "Attention computes masked pairs as well. No host issues commands. A search of mappings proves no optimum.",
        .lane = Lane::Batch,
        .cost = Cost::Seconds,
        .own_measurements = false,
        .hardware = {EntryKind::Npu},
        .estimate = estimateNetwork};
}

} // namespace

std::vector<Method> npuMethods() {
    return {
        Method{
            .id = "npu.loopnest",
            .kind = "layer",
            .layer = "device",
            .platform = "NPU",
            .methodology = "analytical",
            .follows = "Timeloop",
            .citation =
                "A. Parashar et al., \"Timeloop: A Systematic Approach to DNN Accelerator Evaluation\", ISPASS 2019",
            .needs =
                "an NPU with its levels and energies per action, a dense operator, and a mapping or a mapping recipe",
            .limits = "Counts are exact for the stated mapping. Zeros are computed like other words (npu.sparse skips "
                      "them), tiles contend for bandwidth alone, and pipelines start at once (the upper end of the "
                      "latency bounds the first and last tiles).",
            .cost = Cost::Microseconds,
            .estimate = estimateLayerByLoopNest,
            .prepared = preparedLayer()},
        eventRow(),
        sparseRow(),
        systolicRow(),
        commandsRow(),
        directivesRow(),
        networkRow(),
        networkEventRow()};
}

} // namespace strata::methods
