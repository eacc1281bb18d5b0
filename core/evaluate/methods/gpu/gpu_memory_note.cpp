// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/methods/gpu/gpu_methods.h"
#include "core/hardware/gpu/gpu_json.h"

#include <nlohmann/json.hpp>
#include <optional>

namespace strata::methods {
namespace {

workload::MemoryDemand demandOf(const ModelQuery& query, const workload::GraphOptions& options) {
    const auto graph = workload::buildGraph(*query.model, options, "/workload/model");
    return graph ? graph->memory : query.graph.memory;
}

/// The widest of the narrower types whose weights and activations fit.
std::optional<NumberType> fittingType(const ModelQuery& query) {
    for (const NumberType type : {NumberType::Bf16, NumberType::Fp8, NumberType::Int4}) {
        if (bytesOf(type) >= bytesOf(query.options.weights)) continue;
        workload::GraphOptions narrower = query.options;
        narrower.weights = type;
        if (bytesOf(narrower.activations) > 2) {
            narrower.activations = narrower.kv_cache = narrower.math = NumberType::Bf16;
        }
        if (compose::fitMemory(query.device.gpu, demandOf(query, narrower)).fits) return type;
    }
    return std::nullopt;
}

/// The GPU of the library with the least memory that is enough; of equal ones, that of the same vendor.
const Entry* fittingDevice(const ModelQuery& query, const Library& library) {
    const Entry* best = nullptr;
    double least = 0;
    for (const Entry& entry : library.entries()) {
        if (entry.kind != EntryKind::Gpu) continue;
        const double stated = entry.document->value("memory_bytes", 0.0);
        if (stated <= query.device.gpu.memory_bytes || (best != nullptr && stated > least)) continue;
        const auto gpu = hardware::readGpu(*entry.document, {});
        if (!gpu || gpu->memory_bytes <= query.device.gpu.memory_bytes) continue;
        if (!compose::fitMemory(*gpu, query.graph.memory).fits) continue;
        const bool kin = entry.vendor == query.device.gpu.vendor;
        const bool better = best == nullptr || gpu->memory_bytes < least ||
                            (gpu->memory_bytes == least && kin && best->vendor != entry.vendor);
        if (!better) continue;
        best = &entry;
        least = gpu->memory_bytes;
    }
    return best;
}

/// Devices that would have to share the layers, as a power of two.
std::optional<double> fittingRanks(const ModelQuery& query) {
    constexpr double kMostRanks = 64;
    for (double ranks = 2 * query.options.tensor_parallel; ranks <= kMostRanks; ranks *= 2) {
        workload::GraphOptions sharded = query.options;
        sharded.tensor_parallel = ranks;
        const auto graph = workload::buildGraph(*query.model, sharded, "/workload/model");
        if (graph && compose::fitMemory(query.device.gpu, graph->memory).fits) return ranks;
    }
    return std::nullopt;
}

} // namespace

Note memoryNote(const ModelQuery& query, const compose::MemoryFit& fit, const Library& library) {
    Note note;
    note.level = Note::Level::Warning;
    note.code = "over-memory";
    note.pointer = "/workload";
    note.text = {"note.model-over-memory",
                 {{"model", query.graph.model},
                  {"needed", Amount{fit.needed_bytes, "B"}},
                  {"device", query.device.gpu.name},
                  {"available", Amount{fit.available_bytes, "B"}},
                  {"over", Amount{fit.overBytes(), "B"}}}};
    const auto suggest = [&note](Message fix) { note.fixes.push_back(std::move(fix)); };
    const double batch = compose::largestBatch(query.device.gpu, query.options.batch, [&](double tried) {
        workload::GraphOptions smaller = query.options;
        smaller.batch = tried;
        return demandOf(query, smaller);
    });
    if (batch > 0) suggest({"fix.batch", {{"batch", batch}}});
    if (const auto type = fittingType(query)) suggest({"fix.weights", {{"type", name(*type)}}});
    if (const auto ranks = fittingRanks(query)) suggest({"fix.tensor-parallel", {{"ranks", *ranks}}});
    if (const Entry* device = fittingDevice(query, library)) suggest({"fix.hardware", {{"id", device->id}}});
    if (note.fixes.empty()) suggest({"fix.nothing-holds-model"});
    return note;
}

} // namespace strata::methods
