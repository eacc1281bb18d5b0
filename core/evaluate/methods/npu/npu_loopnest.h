// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/kinds/npu/layer_query.h"
#include "core/evaluate/method.h"
#include "core/npu/loopnest.h"

namespace strata::methods {

/// One evaluated layer, as the writers of the estimate need it.
struct LayerAnswer {
    const Json& request;
    const LayerQuery& query;
    const npu::LoopNestResult& result;

    double units() const;                      ///< multiply-accumulate units of the whole array
    double instances(std::size_t level) const; ///< of a level
    double idealCycles() const;                ///< all units busy in every cycle
    double seconds(double cycles) const;
    std::string source(const std::string& pointer) const; ///< of a fact of the hardware
};

/// A layer under the mapping that its request states or its search finds.
struct MappedLayer {
    LayerQuery query;
    npu::LoopNestEvaluator evaluator;
    npu::LoopNestResult result;
    double search_s = 0.0;
};
/// Errors: those of resolving and of searching; "bad-value" for a mapping that does not belong to the hardware.
Result<MappedLayer> mapLayer(const Request& request, const Context& context);

/// Headline numbers of an evaluated layer.
struct LayerNumbers {
    double latency_s = 0;
    double energy_j = 0;
    double edp_js = 0;
};
LayerNumbers layerNumbers(const hardware::NpuArchitecture& architecture, const npu::LoopNestResult& result);

/// Area of all that is on the chip; NaN where that of some level, or of the units, is not known.
double chipArea_m2(const hardware::NpuArchitecture& architecture);

/// The method `npu.loopnest`.
Result<Estimate> estimateLayerByLoopNest(const Request& request, const Context& context);
PreparedMethod preparedLayer();

/// By which the first tiles and the last outputs may lengthen the run; see core/npu/fill.h.
double fillAndDrainCycles(const LayerAnswer& answer);

/// Trees of parts of the metrics latency_s and energy_j.
Part latencyParts(const LayerAnswer& answer);
Part energyParts(const LayerAnswer& answer);
/// Nothing where the area of a level on the chip is not known.
std::optional<Part> areaParts(const LayerAnswer& answer);

/// Words by level and tensor; facts of each level; the loops of the mapping.
Table accessTable(const LayerAnswer& answer);
Table levelTable(const LayerAnswer& answer);
Table mappingTable(const LayerAnswer& answer);

/// Roofs of an NPU: the units of all cores, the memory that they share, and the outermost buffer of each, as far as
/// rates are stated. Reads and writes have ports of their own: a bandwidth is that of both together.
/// S. Williams et al., "Roofline: An Insightful Visual Performance Model for Multicore Architectures", CACM 2009.
Table npuCeilings(const hardware::NpuArchitecture& architecture, const Json& hardware, double cores);
/// The layer as the only operator: time, operations, bytes that the memory outside and the outermost buffer move.
Table layerOperator(const LayerAnswer& answer);

/// What limits a valid mapping, or why it cannot exist and what would mend it.
std::vector<Note> layerNotes(const LayerAnswer& answer);

} // namespace strata::methods
