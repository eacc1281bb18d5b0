// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/edge/edge_fit.h"
#include "app/lab/edge/edge_suites.h"
#include "core/catalog/library.h"
#include "core/edge/sources.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>

namespace strata::assess {
namespace {

constexpr std::size_t kCandidates = 600;
constexpr double kTrimmed = 0.1; ///< share of the fastest and of the slowest that comparisons of ranks leave out

constexpr std::size_t kMeasurements = 10;

/// Whether each row lies between the fastest and the slowest tenth.
std::vector<bool> inMiddle(const std::vector<double>& latencies) {
    std::vector<std::size_t> order(latencies.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return latencies[i]; });
    const auto cut = static_cast<std::size_t>(kTrimmed * static_cast<double>(order.size()));
    std::vector<bool> middle(latencies.size(), false);
    for (std::size_t i = cut; i + cut < order.size(); ++i)
        middle[order[i]] = true;
    return middle;
}

void addDevice(const SpaceRows& data, const hardware::Predictor& predictor, std::size_t d, SuiteReport& report) {
    const std::string device = physicalDevice(data.devices[d]);
    const edge::EncodedSources sources(predictor, *data.space,
                                       [&](std::string_view source) { return physicalDevice(source) == device; });
    std::vector<edge::TransferPoint> candidates;
    std::vector<std::size_t> places;
    const std::size_t step = std::max<std::size_t>(1, data.features.size() / kCandidates);
    for (std::size_t i = 0; i < data.features.size(); i += step) {
        candidates.push_back(sources.point(data.features[i]));
        places.push_back(i);
    }
    const auto settings = edge::transferSettings(edge::TransferScale::Relative);
    std::vector<edge::MeasuredPoint> rows;
    std::vector<std::size_t> measured;
    for (const std::size_t place : edge::firstMeasurements(candidates, kMeasurements, settings.front(), 3.0)) {
        measured.push_back(places[place]);
        rows.push_back({candidates[place], data.latency_s[d][places[place]]});
    }
    const auto* interval = predictor.find({{"interval", "measured"}});
    const double width = interval == nullptr ? 1.0 : interval->values.begin()->second;
    const edge::MeasuredDevice learned(rows, edge::TransferScale::Relative, width);
    const auto middle = inMiddle(data.latency_s[d]);
    for (std::size_t i = 0; i < data.features.size(); ++i) {
        if (std::ranges::find(measured, i) != measured.end()) continue;
        const edge::PredictedLatency answer = learned.predict(sources.point(data.features[i]));
        SuiteRow row;
        row.id = std::string(spaceTable(data.space->id)) + ":" + std::to_string(i + 2) + ":" + data.devices[d];
        row.group = {
            {"space", std::string(data.space->id)}, {"device", data.devices[d]}, {"trimmed", middle[i] ? "yes" : "no"}};
        row.quantity = "latency_s";
        row.unit = "s";
        row.measured = data.latency_s[d][i];
        row.predicted = answer.seconds;
        row.low = answer.low_s;
        row.high = answer.high_s;
        row.method = "edge.additive";
        report.rows.push_back(std::move(row));
    }
}

/// Rank correlation and coverage of the middle rows of each device, in one line each.
void addNotes(SuiteReport& report) {
    for (const GroupErrors& group : groupErrors(report.rows)) {
        std::string name;
        for (const auto& [key, value] : group.group)
            name += (name.empty() ? "" : " ") + value;
        if (group.group.back().second != "yes") continue;
        const auto digits = [](double value) {
            const int thousandths = static_cast<int>(1000.0 * value + 0.5);
            std::string text = std::to_string(thousandths % 1000);
            return std::to_string(thousandths / 1000) + "." + std::string(3 - text.size(), '0') + text;
        };
        report.notes.push_back(name + ": rank correlation " + digits(group.spearman) + ", median error " +
                               digits(group.median) + ", inside the interval " + digits(group.coverage80));
    }
}

} // namespace

Result<SuiteReport> runEdgeSpaces(const SuiteOptions& options) {
    SuiteReport report;
    report.suite = "edge-spaces";
    report.data = options.data.string();
    for (const edge::EncodingSpace& space : edge::encodingSpaces()) {
        const auto data = readSpaceRows(options.data, space);
        if (!data) return data.error();
        // Sources are those of the committed file: where it knows the device, that source is left out.
        const Entry* committed = options.library.find("edge-" + std::string(space.id));
        auto predictor = committed == nullptr
                             ? Result<hardware::Predictor>(fitSpace(*data, [](std::string_view) { return false; }))
                             : hardware::readPredictor(*committed->document, {});
        if (!predictor) return predictor.error();
        for (std::size_t d = 0; d < data->devices.size(); ++d)
            addDevice(*data, *predictor, d, report);
    }
    addNotes(report);
    report.summary = std::to_string(report.rows.size()) + " encoded networks on devices left out, " +
                     std::to_string(kMeasurements) + " measured";
    return report;
}

} // namespace strata::assess
