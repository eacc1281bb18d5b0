// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/methods/edge/edge_methods.h"
#include "core/evaluate/resolve.h"

#include <algorithm>

namespace strata::methods {
namespace {

Note noteOf(const EdgeAnswer& answer, const EdgeQuery& query) {
    if (answer.distance == "measured")
        return {Note::Level::Info,
                "own-measurements",
                {"note.edge-measured", {{"measurements", static_cast<double>(query.measurements.size())}}},
                "/plan/measurements"};
    if (answer.distance == "same device")
        return {
            Note::Level::Info, "device-measured", {"note.edge-same-device", {{"device", query.soc.name}}}, "/hardware"};
    if (answer.distance == "changed device")
        return {Note::Level::Info,
                "device-changed",
                {"note.edge-changed-device", {{"device", query.soc.name}}},
                "/hardware"};
    const char* text = answer.distance == "same core" ? "note.edge-same-core" : "note.edge-left-out";
    return {
        Note::Level::Extrapolation, "device-not-measured", {text, {{"device", query.soc.name}}}, "/plan/measurements"};
}

void addRangeNote(const EdgeQuery& query, const EdgePredictor& predictor, Estimate& estimate) {
    if (query.work.space != nullptr || predictor.predictor() == nullptr) return;
    const auto outside = edge::outsideRanges(edge::featuresOf(query.work.network), *predictor.predictor());
    if (outside.empty()) return;
    std::string list;
    for (const std::string& feature : outside)
        list += (list.empty() ? "" : ", ") + feature;
    estimate.notes.push_back(
        {Note::Level::Extrapolation, "outside-range", {"note.edge-outside", {{"features", list}}}, "/workload"});
}

CalibrationUse predictorUse(const hardware::Predictor& predictor, std::string_view distance, std::string_view part) {
    CalibrationUse use{predictor.id, predictor.origin, predictor.points, 0, 0};
    if (distance == "changed device") distance = "same core"; // it is judged by boards that differ in rates alone
    const auto* residual = predictor.residual({{"distance", std::string(distance)}, {"part", std::string(part)}});
    if (residual == nullptr) residual = predictor.residual({{"distance", std::string(distance)}});
    if (residual == nullptr && distance == "same core") return predictorUse(predictor, "device left out", part);
    if (residual == nullptr) return use;
    use.residual_p50 = std::abs(residual->p50);
    use.residual_p90 = std::max(std::abs(residual->p10), std::abs(residual->p90));
    return use;
}

} // namespace

Result<Estimate> estimateEdgeAdditive(const Request& request, const Context& context) {
    const auto query = queryOf<EdgeQuery>(request, context.library, resolveEdge);
    if (!query) return query.error();
    const auto predictor = EdgePredictor::of(*query, context.library);
    if (!predictor) return predictor.error();
    EdgeAnswer answer = predictor->answer(query->work);
    // Far outside its range an interval widens: each foreign feature may double it.
    Estimate estimate;
    addRangeNote(*query, *predictor, estimate);
    if (!estimate.notes.empty()) {
        answer.latency.low_s *= answer.latency.low_s / answer.latency.seconds;
        answer.latency.high_s *= answer.latency.high_s / answer.latency.seconds;
    }
    const edge::PredictedLatency& time = answer.latency;
    estimate.metrics = {{"latency_s", time.seconds, time.low_s, time.high_s, 0.8},
                        {"requests_per_s", 1.0 / time.seconds, 1.0 / time.high_s, 1.0 / time.low_s, 0.8}};
    estimate.parts.emplace_back("latency_s", edgeParts(*query, answer.coefficients, time.seconds));
    estimate.tables = {kernelTable(*query, answer.coefficients, time.seconds), matrixTable(*query, *predictor),
                       learningTable(*query, *predictor), nextTable(*query, *predictor)};
    if (predictor->predictor() != nullptr)
        estimate.calibrations.push_back(predictorUse(*predictor->predictor(), answer.distance, name(query->part)));
    estimate.notes.push_back(noteOf(answer, *query));
    return estimate;
}

} // namespace strata::methods
