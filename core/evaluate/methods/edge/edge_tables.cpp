// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/methods/edge/edge_methods.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <span>

namespace strata::methods {
namespace {

constexpr std::size_t kFewestToLearn = 5;

/// The setting of each device with the most threads: how people run a network for speed.
std::map<std::string, const EdgeSource*> fastestSettings(const EdgeSources& sources) {
    std::map<std::string, const EdgeSource*> fastest;
    for (const EdgeSource& source : sources.settings) {
        const EdgeSource*& kept = fastest[source.device];
        if (kept == nullptr || source.threads > kept->threads) kept = &source;
    }
    return fastest;
}

std::vector<const EdgeWork*> networksOf(const EdgeQuery& query) {
    std::vector<const EdgeWork*> networks{&query.work};
    for (const EdgeWork& other : query.others)
        networks.push_back(&other);
    return networks;
}

} // namespace

Table matrixTable(const EdgeQuery& query, const EdgePredictor& predictor) {
    Table table{"edge_matrix", {"device", "network", "distance", "latency_s", "low_s", "high_s"}, {}};
    for (const EdgeWork* network : networksOf(query)) {
        const EdgeAnswer here = predictor.answer(*network);
        table.rows.push_back({query.soc.id, network->name, here.distance, here.latency.seconds, here.latency.low_s,
                              here.latency.high_s});
    }
    if (query.work.space != nullptr || !predictor.sources().predictor) return table;
    const auto* residual =
        predictor.sources().predictor->residual({{"distance", "same device"}, {"part", std::string(name(query.part))}});
    for (const auto& [device, source] : fastestSettings(predictor.sources())) {
        if (device == query.soc.id || residual == nullptr) continue;
        for (const EdgeWork* network : networksOf(query)) {
            if (network->space != nullptr) continue;
            const double seconds = edge::additiveSeconds(edge::featuresOf(network->network), source->coefficients);
            table.rows.push_back({device, network->name, std::string("same device"), seconds,
                                  seconds * std::exp(residual->p10), seconds * std::exp(residual->p90)});
        }
    }
    return table;
}

Table learningTable(const EdgeQuery& query, const EdgePredictor& predictor) {
    Table table{"edge_learning", {"measurements", "error_p50", "error_p90", "covered"}, {}};
    const auto& rows = predictor.rows();
    if (rows.size() < kFewestToLearn) return table;
    static_cast<void>(query);
    for (std::size_t known = 2; known < rows.size(); ++known) {
        const edge::MeasuredDevice device(std::span<const edge::MeasuredPoint>(rows).first(known), predictor.scale(),
                                          predictor.width());
        std::vector<double> errors;
        double covered = 0;
        for (std::size_t i = known; i < rows.size(); ++i) {
            const edge::PredictedLatency answer = device.predict(rows[i].point);
            errors.push_back(std::abs(answer.seconds / rows[i].latency_s - 1.0));
            covered += rows[i].latency_s >= answer.low_s && rows[i].latency_s <= answer.high_s ? 1.0 : 0.0;
        }
        std::ranges::sort(errors);
        const auto at = [&](double share) {
            return errors[static_cast<std::size_t>(share * static_cast<double>(errors.size() - 1) + 0.5)];
        };
        table.rows.push_back(
            {static_cast<std::int64_t>(known), at(0.5), at(0.9), covered / static_cast<double>(errors.size())});
    }
    return table;
}

Table nextTable(const EdgeQuery& query, const EdgePredictor& predictor) {
    Table table{"edge_next", {"order", "network", "latency_s", "low_s", "high_s"}, {}};
    if (query.others.empty()) return table;
    std::vector<edge::TransferPoint> candidates;
    std::vector<const EdgeWork*> works;
    for (const EdgeWork& other : query.others) {
        if (other.space != query.work.space) continue;
        candidates.push_back(predictor.point(other));
        works.push_back(&other);
    }
    std::vector<edge::MeasuredPoint> rows = predictor.rows();
    const std::vector<edge::TransferPoint> asked{predictor.point(query.work)};
    // The most telling one is taken as measured at its expected value, then the next is looked for.
    for (std::int64_t order = 1; !candidates.empty(); ++order) {
        std::size_t best = 0;
        EdgeAnswer answer = predictor.answer(*works[0]);
        if (rows.empty()) {
            best = edge::firstMeasurements(candidates, 1, edge::transferSettings(predictor.scale()).front(),
                                           edge::offsetScale(predictor.scale()))
                       .front();
        } else {
            best = edge::MeasuredDevice(rows, predictor.scale(), predictor.width()).nextToMeasure(candidates, asked);
        }
        answer = predictor.answer(*works[best]);
        table.rows.push_back(
            {order, works[best]->name, answer.latency.seconds, answer.latency.low_s, answer.latency.high_s});
        rows.push_back({candidates[best], answer.latency.seconds});
        candidates.erase(candidates.begin() + static_cast<std::ptrdiff_t>(best));
        works.erase(works.begin() + static_cast<std::ptrdiff_t>(best));
    }
    return table;
}

} // namespace strata::methods
