// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/edge/edge_fit.h"
#include "core/base/normal.h"
#include "core/catalog/library.h"
#include "core/edge/boosted.h"
#include "core/edge/sources.h"
#include "core/evaluate/methods/edge/edge_methods.h"
#include "core/learn/boosted.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

namespace strata::assess {
namespace {

constexpr std::size_t kFewestModels = 14; ///< of a setting with coefficients of its own
constexpr std::size_t kFirstModels = 10;  ///< measurements of a new board behind the width of intervals

using Key = std::map<std::string, std::string, std::less<>>;

void widenRanges(const edge::AdditiveVector& counts, std::vector<hardware::FeatureRange>& ranges) {
    const auto names = edge::additiveFeatureNames();
    if (ranges.empty()) {
        for (const std::string_view name : names)
            ranges.push_back({std::string(name), 1e300, 0});
    }
    for (std::size_t j = 0; j < counts.size(); ++j) {
        ranges[j].low = std::min(ranges[j].low, counts[j]);
        ranges[j].high = std::max(ranges[j].high, counts[j]);
    }
}

hardware::PredictorGroup groupOf(const BoardRow& row, const edge::AdditiveVector& coefficients, std::size_t points) {
    hardware::PredictorGroup group;
    group.key = {{"backend", "ncnn"},
                 {"device", row.device.empty() ? row.board : row.device},
                 {"part", row.part},
                 {"cores", row.cores},
                 {"threads", row.threads}};
    const auto names = edge::additiveFeatureNames();
    for (std::size_t j = 0; j < names.size(); ++j) {
        if (coefficients[j] > 0) group.values.emplace(names[j], coefficients[j]);
    }
    group.points = static_cast<std::int64_t>(points);
    return group;
}

std::map<std::string, std::vector<const BoardRow*>> settingsOf(const BoardRows& data) {
    std::map<std::string, std::vector<const BoardRow*>> settings;
    for (const BoardRow& row : data.rows)
        settings[row.setting()].push_back(&row);
    return settings;
}

/// ln(measured / predicted) of each setting's rows whose family is left out of its own fit.
void addFamilyErrors(const BoardRows& data, std::map<std::string, std::vector<double>>& errors) {
    for (const auto& [name, rows] : settingsOf(data)) {
        if (rows.size() < kFewestModels) continue;
        std::set<std::string> families;
        for (const BoardRow* row : rows)
            families.insert(row->family);
        for (const std::string& family : families) {
            std::vector<edge::MeasuredNetwork> kept;
            for (const BoardRow* row : rows) {
                if (row->family != family)
                    kept.push_back({edge::featuresOf(data.networks.at(row->model)), row->latency_s});
            }
            const edge::AdditiveVector coefficients = edge::fitAdditive(kept);
            for (const BoardRow* row : rows) {
                if (row->family != family) continue;
                const double seconds =
                    edge::additiveSeconds(edge::featuresOf(data.networks.at(row->model)), coefficients);
                errors[row->part].push_back(std::log(row->latency_s / std::max(1e-9, seconds)));
            }
        }
    }
}

/// |deviation| over sigma of boards that are left out and measured on a few networks.
void addBoardDeviations(const BoardRows& data, const hardware::Predictor& predictor,
                        std::map<std::string, std::vector<double>>& deviations) {
    for (const auto& [name, rows] : settingsOf(data)) {
        if (rows.size() < kFirstModels + 4) continue;
        const std::string board = rows[0]->device.empty() ? rows[0]->board : rows[0]->device;
        std::vector<edge::AdditiveVector> sources;
        for (const hardware::PredictorGroup& group : predictor.groups) {
            const auto device = group.key.find("device"), part = group.key.find("part");
            if (device != group.key.end() && device->second != board && part->second == rows[0]->part)
                sources.push_back(edge::coefficientsOf(group));
        }
        std::vector<edge::TransferPoint> points;
        for (const BoardRow* row : rows)
            points.push_back(edge::additivePoint(sources, edge::featuresOf(data.networks.at(row->model))));
        const auto settings = edge::transferSettings(edge::TransferScale::Logarithm);
        const auto chosen = edge::firstMeasurements(points, kFirstModels, settings.front(), 3.0);
        std::vector<edge::TransferPoint> known;
        std::vector<double> values;
        for (const std::size_t place : chosen) {
            known.push_back(points[place]);
            values.push_back(std::log(rows[place]->latency_s));
        }
        const edge::Transfer device(known, values, settings, 3.0);
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (std::ranges::find(chosen, i) != chosen.end()) continue;
            const edge::TransferValue answer = device.predict(points[i]);
            deviations[rows[i]->part].push_back(std::abs(std::log(rows[i]->latency_s) - answer.value) / answer.sigma);
        }
    }
}

double quantileOf(std::vector<double> values, double share) {
    std::ranges::sort(values);
    return values.empty() ? 0.0
                          : values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1) + 0.5)];
}

} // namespace

hardware::PredictorResidual residualOf(Key key, std::vector<double> errors) {
    const auto points = static_cast<std::int64_t>(errors.size());
    return {std::move(key), quantileOf(errors, 0.1), quantileOf(errors, 0.5), quantileOf(errors, 0.9), points};
}

hardware::Predictor fitBoards(const BoardRows& data, const std::function<bool(const BoardRow&)>& keep) {
    hardware::Predictor out;
    out.id = "edge-ncnn";
    out.name = "Networks under ncnn on boards, phones and computers";
    out.form = "additive";
    out.space = "operators";
    out.origin = "Tencent/ncnn benchmark/README.md @a4d2ea1d (BSD-3): published best times of 26 networks on 60 boards";
    out.date = "2026-11-29";
    out.command = "strata-lab predictor edge-ncnn --data DIR";
    for (const auto& [name, rows] : settingsOf(data)) {
        std::vector<edge::MeasuredNetwork> kept;
        for (const BoardRow* row : rows) {
            if (!keep(*row)) continue;
            kept.push_back({edge::featuresOf(data.networks.at(row->model)), row->latency_s});
            widenRanges(kept.back().features, out.ranges);
        }
        // Leaving out a family of networks must not change which settings have coefficients.
        if (rows.size() < kFewestModels || kept.empty()) continue;
        out.groups.push_back(groupOf(*rows[0], edge::fitAdditive(kept), kept.size()));
        out.points += static_cast<std::int64_t>(kept.size());
    }
    return out;
}

namespace {

Result<hardware::Predictor> fitNcnn(const std::filesystem::path& folder, const Library& library) {
    const auto data = readBoardRows(folder, library);
    if (!data) return data.error();
    hardware::Predictor out = fitBoards(*data, [](const BoardRow&) { return true; });
    std::map<std::string, std::vector<double>> same, deviations;
    addFamilyErrors(*data, same);
    addBoardDeviations(*data, out, deviations);
    for (auto& [part, errors] : same)
        out.residuals.push_back(residualOf({{"distance", "same device"}, {"part", part}}, std::move(errors)));
    for (const std::string part : {"cpu", "gpu"}) {
        const auto [scaling, pairs] = fitRateScaling(*data, out, library, part);
        std::map<std::string, std::vector<double>> by_distance;
        addDatasheetErrors(*data, out, library, part, scaling, by_distance);
        for (auto& [distance, errors] : by_distance)
            out.residuals.push_back(residualOf({{"distance", distance}, {"part", part}}, std::move(errors)));
        if (scaling == edge::RateScaling{}) continue; // no pair of settings tells
        out.groups.push_back({{{"scaling", "rates"}, {"part", part}},
                              {{"serial_share", scaling.serial_share}, {"distance", scaling.distance}},
                              pairs});
    }
    for (const auto& [part, values] : deviations)
        out.groups.push_back({{{"interval", "measured"}, {"part", part}},
                              {{"width", quantileOf(values, 0.8) / kNormal90}},
                              static_cast<std::int64_t>(values.size())});
    return out;
}

/// One row for the trees; nothing where the library does not know the rates of the board.
struct TreeRow {
    std::vector<double> point;
    double value = 0;
    std::string device, part;
};

std::vector<TreeRow> treeRows(const BoardRows& data, const Library& library) {
    std::vector<TreeRow> rows;
    for (const BoardRow& row : data.rows) {
        const Entry* entry = row.device.empty() ? nullptr : library.find(row.device);
        const auto soc = entry == nullptr ? std::nullopt : std::optional(hardware::readSoc(*entry->document, {}));
        if (!soc || !*soc) continue;
        const auto part = row.part == "gpu" ? hardware::SocPart::Gpu : hardware::SocPart::Cpu;
        const double threads = part == hardware::SocPart::Cpu ? std::stod(row.threads) : 1.0;
        const double rate = methods::capability(**soc, part, row.cores, threads);
        if (rate <= 0) continue;
        rows.push_back({edge::boostedPoint(edge::featuresOf(data.networks.at(row.model)), rate, threads),
                        std::log(row.latency_s), row.device, row.part});
    }
    return rows;
}

std::vector<hardware::PredictorTree> treesWithout(const std::vector<TreeRow>& rows, const std::string& part,
                                                  const std::set<std::string>& left_out) {
    std::vector<std::vector<double>> points;
    std::vector<double> values;
    for (const TreeRow& row : rows) {
        if (row.part != part || left_out.contains(row.device)) continue;
        points.push_back(row.point);
        values.push_back(row.value);
    }
    return learn::fitBoosted(points, values, {});
}

Result<hardware::Predictor> fitTrees(const std::filesystem::path& folder, const Library& library) {
    const auto data = readBoardRows(folder, library);
    if (!data) return data.error();
    const auto rows = treeRows(*data, library);
    hardware::Predictor out;
    out.id = "edge-ncnn-trees";
    out.name = "Networks under ncnn on processors without measurements";
    out.form = "boosted";
    out.space = "operators";
    out.origin = "Tencent/ncnn benchmark/README.md @a4d2ea1d (BSD-3): published best times";
    out.date = "2026-11-23";
    out.command = "strata-lab predictor edge-ncnn-trees --data DIR";
    out.features = edge::boostedFeatureNames();
    out.trees = treesWithout(rows, "cpu", {});
    std::set<std::string> devices;
    for (const TreeRow& row : rows)
        devices.insert(row.device);
    constexpr std::size_t kFolds = 10;
    const std::vector<std::string> order(devices.begin(), devices.end());
    std::vector<double> errors;
    for (std::size_t fold = 0; fold < kFolds; ++fold) {
        std::set<std::string> left_out;
        for (std::size_t i = fold; i < order.size(); i += kFolds)
            left_out.insert(order[i]);
        const auto trees = treesWithout(rows, "cpu", left_out);
        for (const TreeRow& row : rows) {
            if (row.part == "cpu" && left_out.contains(row.device))
                errors.push_back(row.value - learn::boostedValue(trees, row.point));
        }
    }
    out.points = static_cast<std::int64_t>(errors.size());
    out.groups.push_back({{{"backend", "ncnn"}, {"part", "cpu"}}, {}, out.points});
    out.residuals.push_back(residualOf({{"distance", "device left out"}, {"part", "cpu"}}, std::move(errors)));
    return out;
}

Result<hardware::Predictor> fitSpaceNamed(const std::filesystem::path& folder, std::string_view id) {
    const edge::EncodingSpace& space = *edge::encodingSpaceNamed(id);
    const auto data = readSpaceRows(folder, space);
    if (!data) return data.error();
    return fitSpace(*data, [](std::string_view) { return false; });
}

} // namespace

std::span<const PredictorFit> predictorFits() {
    static constexpr std::array kFits{
        PredictorFit{"edge-ncnn", fitNcnn}, PredictorFit{"edge-ncnn-trees", fitTrees},
        PredictorFit{"edge-nas-bench-201", [](const std::filesystem::path& folder,
                                              const Library&) { return fitSpaceNamed(folder, "nas-bench-201"); }},
        PredictorFit{"edge-fbnet", [](const std::filesystem::path& folder,
                                      const Library&) { return fitSpaceNamed(folder, "fbnet"); }},
        PredictorFit{"edge-ofa",
                     [](const std::filesystem::path& folder, const Library&) { return fitSpaceNamed(folder, "ofa"); }}};
    return kFits;
}

} // namespace strata::assess
