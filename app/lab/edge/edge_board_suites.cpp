// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/edge/edge_fit.h"
#include "app/lab/edge/edge_suites.h"
#include "core/catalog/library.h"
#include "core/edge/sources.h"
#include "core/evaluate/method.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

namespace strata::assess {
namespace {

constexpr std::size_t kFirstModels = 10;
constexpr std::size_t kFewestOthers = 4; ///< rows of a setting that remain to be predicted

Json workloadOf(const edge::EdgeNetwork& network) {
    Json operators = Json::array();
    for (const edge::EdgeOperator& op : network.operators)
        operators.push_back(edge::toJson(op));
    return {{"operators", std::move(operators)}, {"name", network.name}};
}

/// The request of a row; the batch and the number format are those of the published list.
Json requestOf(const BoardRow& row, const BoardRows& data) {
    return {
        {"kind", "edge"},
        {"hardware", row.device},
        {"method", "edge.additive"},
        {"workload", workloadOf(data.networks.at(row.model))},
        {"plan", {{"backend", "ncnn"}, {"part", row.part}, {"cores", row.cores}, {"threads", std::stoi(row.threads)}}}};
}

void ask(const BoardRow& row, const Json& request, const Library& library, bool keep, SuiteReport& report) {
    const auto estimate = evaluate(request, Context{library, {}});
    if (!estimate) {
        report.refused.push_back({row.id, describe(estimate.error())});
        return;
    }
    const Metric* latency = estimate->findMetric("latency_s");
    SuiteRow out;
    out.id = row.id;
    out.group = {{"part", row.part}, {"device", row.device}, {"model", row.model}};
    out.quantity = "latency_s";
    out.unit = "s";
    out.measured = row.latency_s;
    out.predicted = latency->value;
    out.low = latency->low;
    out.high = latency->high;
    out.method = estimate->method;
    if (keep) out.request = request.dump();
    report.rows.push_back(std::move(out));
}

/// Median relative error and share inside the interval, by part.
std::string summaryOf(const SuiteReport& report, std::string_view what) {
    std::string text;
    for (const std::string part : {"cpu", "gpu"}) {
        std::vector<double> errors;
        double covered = 0;
        for (const SuiteRow& row : report.rows) {
            if (row.group.front().second != part) continue;
            errors.push_back(std::abs(row.predicted / row.measured - 1.0));
            covered += row.measured >= row.low && row.measured <= row.high ? 1.0 : 0.0;
        }
        if (errors.empty()) continue;
        std::ranges::sort(errors);
        const auto percent = [](double share) {
            const int tenths = static_cast<int>(1000.0 * share + 0.5);
            return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " %";
        };
        text += (text.empty() ? "" : "; ") + part + ": median error " + percent(errors[errors.size() / 2]) + ", " +
                percent(covered / static_cast<double>(errors.size())) + " inside the interval, " +
                std::to_string(errors.size()) + " rows";
    }
    return std::string(what) + ": " + text;
}

/// What the library knows of other boards.
hardware::Predictor withoutDevice(hardware::Predictor known, const std::string& left_out) {
    known.ranges.clear();
    std::erase_if(known.groups, [&](const hardware::PredictorGroup& group) {
        const auto device = group.key.find("device");
        return device != group.key.end() && device->second == left_out;
    });
    return known;
}

Result<hardware::Predictor> knownBoards(const SuiteOptions& options, const BoardRows& data) {
    const Entry* committed = options.library.find("edge-ncnn");
    if (committed != nullptr) return hardware::readPredictor(*committed->document, {});
    return fitBoards(data, [](const BoardRow&) { return true; });
}

void refuseUnknown(const BoardRows& data, SuiteReport& report) {
    for (const std::string& id : data.unknown)
        report.refused.push_back({id, "no latency, or a model without a list of operators"});
}

} // namespace

Result<SuiteReport> runEdgeModels(const SuiteOptions& options) {
    const auto data = readBoardRows(options.data, options.library);
    if (!data) return data.error();
    SuiteReport report;
    report.suite = "edge-models";
    report.data = options.data.string();
    std::set<std::string> families;
    for (const BoardRow& row : data->rows)
        families.insert(row.family);
    const auto committed = options.library.find("edge-ncnn");
    for (const std::string& family : families) {
        hardware::Predictor fitted = fitBoards(*data, [&](const BoardRow& row) { return row.family != family; });
        if (committed != nullptr) {
            // The widths of intervals are those of the committed file.
            if (auto known = hardware::readPredictor(*committed->document, {})) fitted.residuals = known->residuals;
        }
        fitted.ranges.clear();
        const auto library = withPredictor(options.library, fitted);
        for (const BoardRow& row : data->rows) {
            if (row.family != family) continue;
            const bool known = std::ranges::any_of(fitted.groups, [&](const auto& group) {
                const auto device = group.key.find("device"), threads = group.key.find("threads"),
                           part = group.key.find("part"), cores = group.key.find("cores");
                return device->second == row.device && threads->second == row.threads && part->second == row.part &&
                       cores->second == row.cores;
            });
            if (row.device.empty() || !known) {
                report.refused.push_back({row.id, row.device.empty() ? "the library has no entry of the board"
                                                                     : "the setting has too few rows to fit"});
                continue;
            }
            ask(row, requestOf(row, *data), *library, options.keep_requests, report);
        }
    }
    refuseUnknown(*data, report);
    report.summary = summaryOf(report, "networks left out");
    return report;
}

Result<SuiteReport> runEdgeBoards(const SuiteOptions& options) {
    const auto data = readBoardRows(options.data, options.library);
    if (!data) return data.error();
    SuiteReport report;
    report.suite = "edge-boards";
    report.data = options.data.string();
    const auto known = knownBoards(options, *data);
    if (!known) return known.error();
    std::map<std::string, std::vector<const BoardRow*>> settings;
    for (const BoardRow& row : data->rows)
        settings[row.setting()].push_back(&row);
    for (const auto& [name, rows] : settings) {
        if (rows[0]->device.empty() || rows.size() < kFirstModels + kFewestOthers) {
            for (const BoardRow* row : rows)
                report.refused.push_back({row->id, rows[0]->device.empty() ? "the library has no entry of the board"
                                                                           : "the setting has too few rows"});
            continue;
        }
        const hardware::Predictor others = withoutDevice(*known, rows[0]->device);
        const auto library = withPredictor(options.library, others);
        std::vector<edge::AdditiveVector> sources;
        for (const hardware::PredictorGroup& group : others.groups) {
            const auto part = group.key.find("part");
            if (group.key.contains("device") && part->second == rows[0]->part)
                sources.push_back(edge::coefficientsOf(group));
        }
        std::vector<edge::TransferPoint> points;
        for (const BoardRow* row : rows)
            points.push_back(edge::additivePoint(sources, edge::featuresOf(data->networks.at(row->model))));
        const auto chosen = edge::firstMeasurements(
            points, kFirstModels, edge::transferSettings(edge::TransferScale::Logarithm).front(), 3.0);
        Json measurements = Json::array();
        for (const std::size_t place : chosen)
            measurements.push_back({{"workload", workloadOf(data->networks.at(rows[place]->model))},
                                    {"latency_s", rows[place]->latency_s}});
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (std::ranges::find(chosen, i) != chosen.end()) continue;
            Json request = requestOf(*rows[i], *data);
            request["plan"]["measurements"] = measurements;
            ask(*rows[i], request, *library, options.keep_requests, report);
        }
    }
    refuseUnknown(*data, report);
    report.summary = summaryOf(report, "boards left out, ten networks measured");
    return report;
}

Result<SuiteReport> runEdgeDatasheets(const SuiteOptions& options) {
    const auto data = readBoardRows(options.data, options.library);
    if (!data) return data.error();
    SuiteReport report;
    report.suite = "edge-datasheets";
    report.data = options.data.string();
    const auto known = knownBoards(options, *data);
    if (!known) return known.error();
    std::map<std::string, std::vector<const BoardRow*>> devices;
    for (const BoardRow& row : data->rows)
        devices[row.device].push_back(&row);
    for (const auto& [device, rows] : devices) {
        const auto library = withPredictor(options.library, withoutDevice(*known, device));
        for (const BoardRow* row : rows) {
            if (device.empty())
                report.refused.push_back({row->id, "the library has no entry of the board"});
            else
                ask(*row, requestOf(*row, *data), *library, options.keep_requests, report);
        }
    }
    refuseUnknown(*data, report);
    report.summary = summaryOf(report, "boards left out, nothing measured");
    return report;
}

} // namespace strata::assess
