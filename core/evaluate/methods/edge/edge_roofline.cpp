// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/methods/edge/edge_methods.h"
#include "core/evaluate/resolve.h"

#include <algorithm>

namespace strata::methods {
namespace {

constexpr double kBytesOfFp32 = 4;

/// Peak of the part, with products in 8 bits where the unit has a rate of its own for them.
double peakOf(const EdgeQuery& query, bool int8) {
    if (int8) {
        const hardware::SocUnit* unit = query.soc.first(query.part);
        const double rate = unit == nullptr ? 0.0 : unit->peak(NumberType::Int8);
        if (rate > 0) return rate * query.clock_share;
    }
    return capability(query.soc, query.part, query.cores, query.threads) * query.clock_share;
}

} // namespace

Result<Estimate> estimateEdgeRoofline(const Request& request, const Context& context) {
    const auto query = queryOf<EdgeQuery>(request, context.library, resolveEdge);
    if (!query) return query.error();
    if (query->work.space != nullptr)
        return Error{"not-supported",
                     "/workload/encoding",
                     {"error.roofline-needs-operators"},
                     {"accepted.operators-or-model"},
                     {}};
    if (query->soc.memory_bytes_per_s <= 0 || peakOf(*query, false) <= 0)
        return Error{"missing",
                     "/hardware",
                     {"error.states-no-memory-bandwidth-or-no", {{"name", query->soc.name}}},
                     {"accepted.memory-bytes-per-s-and-ops"},
                     {}};
    Estimate estimate;
    Part root = namedPart(query->work.name, Category::Total, 0.0);
    for (std::size_t k = 0; k < query->kernels.size(); ++k) {
        const edge::DetectedKernel& kernel = query->kernels[k];
        double compute_s = 0, bytes = 0;
        for (std::size_t i = 0; i < kernel.places.size(); ++i) {
            const edge::EdgeOperator& op = query->work.network.operators[kernel.places[i]];
            const double width = op.int8 ? 1.0 : kBytesOfFp32;
            compute_s += op.count * 2.0 * op.macs / peakOf(*query, op.int8);
            bytes += op.count * width * (op.parameters + (i == 0 ? op.elements : 0.0));
        }
        const double memory_s = bytes / query->soc.memory_bytes_per_s;
        const bool computes = compute_s >= memory_s;
        root.children.push_back(namedPart(kernel.name + " #" + std::to_string(k + 1),
                                          computes ? Category::Compute : Category::Memory,
                                          std::max(compute_s, memory_s), {"formula.edge-roofline"}));
        root.value += std::max(compute_s, memory_s);
    }
    estimate.metrics = {{"latency_s", root.value, root.value, root.value, 1.0},
                        {"requests_per_s", 1.0 / root.value, 1.0 / root.value, 1.0 / root.value, 1.0}};
    estimate.parts.emplace_back("latency_s", std::move(root));
    return estimate;
}

} // namespace strata::methods
