// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/kinds/npu/npu_model_query.h"
#include "core/evaluate/method.h"

#include <functional>

namespace strata::methods {

/// One evaluated network, as the writers of the estimate need it.
struct NetworkAnswer {
    const NpuModelQuery& query;
    const npu::NetworkRun& run;

    double seconds(double cycles) const { return cycles / query.architecture.clock_hz; }
    double units() const;        ///< multiply-accumulate units of one core
    double outsideBytes() const; ///< of a word in the memory outside
    double bufferBytes() const;  ///< of a word in the shared buffer; 0 where there is none
    double memoryScale() const;  ///< from the bytes of the graph to those of the hardware's words
    std::string source(const std::string& pointer) const;
};

/// The method `npu.network`.
Result<Estimate> estimateNetwork(const Request& request, const Context& context);

/// Runs the network of a request and writes its estimate. A model that the memory outside does not hold is answered by
/// that alone. Errors: those of resolving, runNetwork() and the writer.
Result<Estimate> answerNetwork(const Request& request, const Context& context,
                               const std::function<Result<Estimate>(const NetworkAnswer&)>& write);

/// The answer to a model that the memory outside does not hold; nothing where it does.
std::optional<Estimate> beyondMemory(const NpuModelQuery& query);
/// Everything that is said of a network that has run.
Estimate networkEstimate(const NetworkAnswer& answer);

/// Trees of parts of latency_s, energy_j, dram_bytes and memory_bytes.
Part networkLatencyParts(const NetworkAnswer& answer);
Part networkEnergyParts(const NetworkAnswer& answer);
Part networkTrafficParts(const NetworkAnswer& answer);
Part networkMemoryParts(const NetworkAnswer& answer);

/// Layers with time, energy, traffic and use of the buffer; groups that run tile by tile; cores of a pipeline.
Table networkOperators(const NetworkAnswer& answer);
Table groupTable(const NetworkAnswer& answer);
Table coreTable(const NetworkAnswer& answer);

std::vector<Note> networkNotes(const NetworkAnswer& answer);

} // namespace strata::methods
