// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/edge/edge_fit.h"
#include "app/lab/edge/edge_rows.h"
#include "app/lab/edge/edge_suites.h"
#include "core/base/normal.h"
#include "core/edge/transfer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

namespace strata::assess {
namespace {

constexpr std::size_t kFirst = 10;
constexpr std::array kSettings{edge::TransferSetting{1.0, 0.17, 0.15, 0.2}, edge::TransferSetting{2.0, 0.17, 0.15, 0.2},
                               edge::TransferSetting{1.0, 0.5, 0.15, 0.2}, edge::TransferSetting{1.0, 0.17, 0.15, 0.1}};

using Table = std::map<std::string, std::map<std::string, const CompiledRow*>>; ///< by key, then device

/// What devices other than `target` say of a key: measured, or their level with the key's mean among the others.
std::vector<double> sourcesOf(const std::map<std::string, const CompiledRow*>& of_key,
                              const std::vector<std::string>& devices, const std::map<std::string, double>& level) {
    double mean = 0, count = 0;
    for (const std::string& device : devices) {
        if (const auto found = of_key.find(device); found != of_key.end()) {
            mean += std::log(found->second->latency_s) - level.at(device);
            count += 1;
        }
    }
    std::vector<double> values;
    for (const std::string& device : devices) {
        const auto found = of_key.find(device);
        values.push_back(found != of_key.end() ? std::log(found->second->latency_s) : level.at(device) + mean / count);
    }
    return values;
}

/// Level of each device: mean logarithm over rows, with keys that few devices share made comparable by rounds of
/// row and column means.
std::map<std::string, double> levelsOf(const Table& table, const std::vector<std::string>& devices) {
    std::map<std::string, double> level, key_mean;
    for (const std::string& device : devices)
        level[device] = 0;
    for (int round = 0; round < 20; ++round) {
        for (const auto& [key, of_key] : table) {
            double sum = 0, count = 0;
            for (const std::string& device : devices) {
                if (const auto found = of_key.find(device); found != of_key.end()) {
                    sum += std::log(found->second->latency_s) - level[device];
                    count += 1;
                }
            }
            if (count > 0) key_mean[key] = sum / count;
        }
        for (const std::string& device : devices) {
            double sum = 0, count = 0;
            for (const auto& [key, of_key] : table) {
                if (const auto found = of_key.find(device); found != of_key.end()) {
                    sum += std::log(found->second->latency_s) - key_mean[key];
                    count += 1;
                }
            }
            level[device] = count > 0 ? sum / count : 0;
        }
    }
    return level;
}

std::vector<double> traitsOf(const CompiledRow& row) {
    const auto is = [](bool yes) { return yes ? 1.0 : 0.0; };
    return {is(row.precision == "float"), is(row.precision.starts_with("w8a16")), is(row.precision == "w8a8"),
            is(row.runtime == "tflite"), is(row.runtime == "onnx")};
}

void addTarget(const Table& table, const std::vector<std::string>& all, const std::string& target,
               SuiteReport& report) {
    std::vector<std::string> devices = all;
    std::erase(devices, target);
    const auto level = levelsOf(table, devices);
    std::vector<const CompiledRow*> rows;
    std::vector<edge::TransferPoint> points;
    for (const auto& [key, of_key] : table) {
        const auto own = of_key.find(target);
        if (own == of_key.end() || of_key.size() < 2) continue;
        rows.push_back(own->second);
        points.push_back({sourcesOf(of_key, devices, level), traitsOf(*own->second)});
    }
    if (rows.size() < 2 * kFirst) return;
    const auto chosen = edge::firstMeasurements(points, kFirst, kSettings.front(), 3.0);
    std::vector<edge::TransferPoint> known;
    std::vector<double> values;
    for (const std::size_t place : chosen) {
        known.push_back(points[place]);
        values.push_back(std::log(rows[place]->latency_s));
    }
    const edge::Transfer learned(known, values, kSettings, 3.0);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (std::ranges::find(chosen, i) != chosen.end()) continue;
        const edge::TransferValue answer = learned.predict(points[i]);
        SuiteRow row;
        row.id = rows[i]->id;
        row.group = {{"device", target}, {"precision", rows[i]->precision}};
        row.quantity = "latency_s";
        row.unit = "s";
        row.measured = rows[i]->latency_s;
        row.predicted = std::exp(answer.value);
        row.low = std::exp(answer.value - kNormal90 * answer.sigma);
        row.high = std::exp(answer.value + kNormal90 * answer.sigma);
        row.method = "edge.additive";
        report.rows.push_back(std::move(row));
    }
}

std::string summaryOf(const SuiteReport& report) {
    std::vector<double> errors;
    double covered = 0;
    for (const SuiteRow& row : report.rows) {
        errors.push_back(std::abs(row.predicted / row.measured - 1.0));
        covered += row.measured >= row.low && row.measured <= row.high ? 1.0 : 0.0;
    }
    if (errors.empty()) return "no rows";
    std::ranges::sort(errors);
    return "median error " + std::to_string(errors[errors.size() / 2]) + ", inside the interval " +
           std::to_string(covered / static_cast<double>(errors.size())) + ", " + std::to_string(errors.size()) +
           " rows";
}

} // namespace

namespace {

SuiteReport withoutEachDevice(const std::vector<CompiledRow>& rows, std::string suite, const SuiteOptions& options) {
    Table table;
    std::set<std::string> devices;
    for (const CompiledRow& row : rows) {
        table[row.key()][row.device] = &row;
        devices.insert(row.device);
    }
    SuiteReport report;
    report.suite = std::move(suite);
    report.data = options.data.string();
    const std::vector<std::string> all(devices.begin(), devices.end());
    for (const std::string& target : all)
        addTarget(table, all, target, report);
    report.summary = "NPUs left out, ten models measured: " + summaryOf(report);
    return report;
}

} // namespace

Result<SuiteReport> runEdgeNpus(const SuiteOptions& options) {
    const auto rows = readCompiledRows(options.data);
    if (!rows) return rows.error();
    return withoutEachDevice(*rows, "edge-npus", options);
}

Result<SuiteReport> runEdgeZoo(const SuiteOptions& options) {
    const auto rows = readZooRows(options.data);
    if (!rows) return rows.error();
    return withoutEachDevice(*rows, "edge-zoo", options);
}

Result<SuiteReport> runEdgeFrames(const SuiteOptions& options) {
    const auto rows = readFrameRows(options.data);
    if (!rows) return rows.error();
    SuiteReport report;
    report.suite = "edge-frames";
    report.data = options.data.string();
    std::set<std::string> models;
    for (const FrameRow& row : *rows)
        models.insert(row.model);
    const auto pointOf = [](const FrameRow& row) {
        const double ops = std::log(row.operations / 5e9), weights = std::log(row.parameters / 5e6),
                     pixels = std::log(row.pixels / 2e5);
        const auto is = [](bool yes) { return yes ? 1.0 : 0.0; };
        const double large = std::max(0.0, weights - 0.5);
        return edge::TransferPoint{{ops},
                                   {weights, pixels, large, ops * weights, is(row.device.ends_with("L")),
                                    is(row.batch > 1), is(row.batch > 1) * large, is(row.device.ends_with("L")) * large,
                                    ops * ops}};
    };
    constexpr std::array kSizes{edge::TransferSetting{0, 2.0, 0.5, 0.4}, edge::TransferSetting{0, 1.0, 0.5, 0.25}};
    // Ten groups of models leave in turn: no model is seen by the fit that predicts it.
    const std::vector<std::string> order(models.begin(), models.end());
    constexpr std::size_t kFolds = 10;
    std::map<std::string, std::size_t> fold_of;
    for (std::size_t i = 0; i < order.size(); ++i)
        fold_of[order[i]] = i % kFolds;
    std::vector<double> answers(rows->size());
    for (std::size_t fold = 0; fold < kFolds; ++fold) {
        std::vector<edge::TransferPoint> known;
        std::vector<double> values;
        for (const FrameRow& row : *rows) {
            if (fold_of.at(row.model) == fold) continue;
            known.push_back(pointOf(row));
            values.push_back(-std::log(row.frames_per_s));
        }
        const edge::Transfer learned(known, values, kSizes, 3.0);
        for (std::size_t i = 0; i < rows->size(); ++i) {
            if (fold_of.at((*rows)[i].model) == fold) answers[i] = learned.predict(pointOf((*rows)[i])).value;
        }
    }
    // Whether a network fits on the chip is decided by its compiler and stands in no column: errors are of two kinds,
    // and no normal distribution. The interval is what left-out networks of the other groups show.
    for (std::size_t fold = 0; fold < kFolds; ++fold) {
        std::vector<double> errors;
        for (std::size_t i = 0; i < rows->size(); ++i) {
            if (fold_of.at((*rows)[i].model) != fold) errors.push_back(std::log((*rows)[i].frames_per_s) + answers[i]);
        }
        const hardware::PredictorResidual spread = residualOf({}, std::move(errors));
        for (std::size_t i = 0; i < rows->size(); ++i) {
            const FrameRow& row = (*rows)[i];
            if (fold_of.at(row.model) != fold) continue;
            SuiteRow line;
            line.id = row.id;
            line.group = {{"device", row.device}, {"batch", std::to_string(row.batch)}};
            line.quantity = "requests_per_s";
            line.unit = "requests/s";
            line.measured = row.frames_per_s;
            line.predicted = std::exp(-answers[i]);
            line.low = std::exp(spread.p10 - answers[i]);
            line.high = std::exp(spread.p90 - answers[i]);
            line.method = "edge.additive";
            report.rows.push_back(std::move(line));
        }
    }
    report.notes = {"the bound of 20 % is missed: networks that fit on the chip run up to eight times faster than "
                    "those that are loaded in parts, and the "
                    "table states neither their operators nor which of the two they are"};
    report.summary = "networks left out: " + summaryOf(report);
    return report;
}

} // namespace strata::assess
