// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/library.h"
#include "core/edge/boosted.h"
#include "core/evaluate/methods/edge/edge_methods.h"
#include "core/evaluate/resolve.h"
#include "core/learn/boosted.h"

#include <cmath>
#include <nlohmann/json.hpp>

namespace strata::methods {
namespace {

std::optional<hardware::Predictor> treesOf(const EdgeQuery& query, const Library& library) {
    for (const Entry& entry : library.entries()) {
        if (entry.kind != EntryKind::Predictor || entry.document->value("form", std::string()) != "boosted") continue;
        auto read = hardware::readPredictor(*entry.document, {});
        if (read && read->find({{"backend", query.backend.id}, {"part", std::string(name(query.part))}}) != nullptr)
            return *std::move(read);
    }
    return std::nullopt;
}

} // namespace

Result<Estimate> estimateEdgeBoosted(const Request& request, const Context& context) {
    const auto query = queryOf<EdgeQuery>(request, context.library, resolveEdge);
    if (!query) return query.error();
    if (query->work.space != nullptr)
        return Error{"not-supported",
                     "/workload/encoding",
                     {"error.trees-compare-counts-operators"},
                     {"accepted.operators-or-model"},
                     {}};
    const auto predictor = treesOf(*query, context.library);
    if (!predictor)
        return Error{"not-modelled",
                     "/plan/backend",
                     {"error.library-has-no-trees-for-on", {{"name", query->backend.name}}},
                     {"accepted.method-edge-additive"},
                     {}};
    const double rate = capability(query->soc, query->part, query->cores, query->threads);
    if (rate <= 0)
        return Error{"missing",
                     "/hardware",
                     {"error.does-not-state-its-rates", {{"name", query->soc.name}}},
                     {"accepted.ops-per-clock-unit"},
                     {}};
    const auto point =
        edge::boostedPoint(edge::featuresOf(query->work.network), rate * query->clock_share, query->threads);
    const double seconds = std::exp(learn::boostedValue(predictor->trees, point));
    const auto* residual =
        predictor->residual({{"distance", "device left out"}, {"part", std::string(name(query->part))}});
    const double low = residual ? std::exp(residual->p10) : 0.5, high = residual ? std::exp(residual->p90) : 2.0;
    Estimate estimate;
    estimate.metrics = {{"latency_s", seconds, seconds * low, seconds * high, 0.8},
                        {"requests_per_s", 1.0 / seconds, 1.0 / (seconds * high), 1.0 / (seconds * low), 0.8}};
    Part root = namedPart(query->work.name, Category::Total, seconds);
    root.children = {makePart("network", Category::Compute, seconds, {"formula.boosted-trees"})};
    estimate.parts.emplace_back("latency_s", std::move(root));
    CalibrationUse use{predictor->id, predictor->origin, predictor->points, 0, 0};
    if (residual != nullptr) {
        use.residual_p50 = std::abs(residual->p50);
        use.residual_p90 = std::max(std::abs(residual->p10), std::abs(residual->p90));
    }
    estimate.calibrations.push_back(std::move(use));
    return estimate;
}

} // namespace strata::methods
