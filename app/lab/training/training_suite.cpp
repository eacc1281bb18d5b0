// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/fit/device_spread.h"
#include "app/lab/training/training_fit.h"
#include "core/catalog/library.h"
#include "core/system/coefficients.h"
#include "core/system/model_counts.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <span>

namespace strata::assess {
namespace {

/// The calibration that predicts each row: the committed one, or one of those that left it out.
struct Fitted {
    std::vector<hardware::Calibration> own;
    std::vector<std::size_t> which; ///< of own, of each row
};

/// Intervals of a part from the errors of the others, each under its own fit (R. Barber et al., Predictive
/// Inference with the Jackknife+, 2021: CV+ without its recentring).
void addIntervals(const std::vector<TrainingRow>& rows, Fitted& fitted) {
    std::map<std::string, std::size_t> sources;
    std::vector<LogError> errors;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const TrainingRow& row = rows[i];
        const auto resolved =
            system::resolveTraining(std::span(&fitted.own[fitted.which[i]], 1), row.architecture, row.job);
        errors.push_back({sources.emplace(row.source, sources.size()).first->second,
                          std::log(row.measured_s / answerOf(row, resolved.values).seconds)});
    }
    for (std::size_t part = 0; part < fitted.own.size(); ++part) {
        std::vector<LogError> others;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (fitted.which[i] != part) others.push_back(errors[i]);
        }
        fitted.own[part].residuals = residualsOfNewDevice({{{{"class", "step"}}, std::move(others)}});
    }
}

Result<Fitted> fitWithout(const std::vector<TrainingRow>& rows, const std::string& what) {
    Fitted fitted;
    std::map<std::string, std::size_t> sources;
    if (what == "configuration") {
        fitted.which = trainingFolds(rows);
    } else {
        for (const TrainingRow& row : rows)
            fitted.which.push_back(sources.emplace(row.source, sources.size()).first->second);
    }
    const std::size_t count =
        fitted.which.empty() ? 0 : *std::max_element(fitted.which.begin(), fitted.which.end()) + 1;
    for (std::size_t part = 0; part < count; ++part) {
        auto calibration = fitTrainingRows(rows, [&](const TrainingRow& row) {
            return fitted.which[static_cast<std::size_t>(&row - rows.data())] != part;
        });
        if (!calibration) return calibration.error();
        fitted.own.push_back(*std::move(calibration));
    }
    addIntervals(rows, fitted);
    return fitted;
}

SuiteRow rowOf(const TrainingRow& row, const system::TrainingCalibration& calibration) {
    const TrainingAnswer answer = answerOf(row, calibration.values);
    SuiteRow result;
    result.id = row.id;
    result.group = {{"source", row.source},
                    {"kind", row.sparse() ? "mixture" : "dense"},
                    {"model", row.model},
                    {"device", row.gpu},
                    {"dtype", row.precision}};
    result.quantity = "iteration_s";
    result.unit = "s";
    result.measured = row.measured_s;
    result.predicted = answer.seconds;
    result.low = answer.low * std::exp(std::min(0.0, calibration.log_p10));
    // What the row does not say and what the model errs are independent of one another.
    const double unknown = std::log(answer.high / answer.seconds);
    result.high = answer.seconds * std::exp(std::hypot(unknown, std::max(0.0, calibration.log_p90)));
    result.method = "system.analytic";
    return result;
}

constexpr std::size_t kLeastRanked = 4;

/// Mean over source, model and device of how well predictions order their rows by what a device achieves: model FLOP
/// per second. Times would order themselves by the number of devices and by the batch.
std::pair<double, int> orderWithin(std::vector<SuiteRow> rows, std::span<const double> flop) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
        rows[i].measured = flop[i] / rows[i].measured;
        rows[i].predicted = flop[i] / rows[i].predicted;
    }
    for (SuiteRow& row : rows)
        std::erase_if(row.group, [](const auto& key) { return key.first == "dtype" || key.first == "kind"; });
    double sum = 0.0;
    int count = 0;
    for (const GroupErrors& errors : groupErrors(rows)) {
        if (errors.n < kLeastRanked) continue;
        sum += std::isnan(errors.spearman) ? 0.0 : errors.spearman;
        ++count;
    }
    return {sum / std::max(1, count), count};
}

std::string percent(double share) {
    return std::to_string(static_cast<double>(std::lround(share * 1000.0)) / 10.0).substr(0, 4) + " %";
}

/// Mean error of the rows of each source, and over sources.
std::string summaryOf(const std::vector<SuiteRow>& rows, std::span<const double> flop) {
    std::map<std::string, std::pair<double, double>> sources;
    double dense = 0.0, dense_n = 0.0, mixture = 0.0, mixture_n = 0.0;
    for (const SuiteRow& row : rows) {
        const double error = std::abs(row.predicted / row.measured - 1.0);
        auto& [sum, n] = sources[row.group[0].second];
        sum += error, ++n;
        const bool is_dense = row.group[1].second == "dense";
        (is_dense ? dense : mixture) += error;
        ++(is_dense ? dense_n : mixture_n);
    }
    double inside = 0.0;
    for (const SuiteRow& row : rows)
        inside += row.low <= row.measured && row.measured <= row.high ? 1.0 : 0.0;
    const auto [order, groups] = orderWithin(rows, flop);
    double over_sources = 0.0;
    for (const auto& [source, error] : sources)
        over_sources += error.first / error.second;
    return std::to_string(rows.size()) + " iterations: mean error of dense models " +
           percent(dense / std::max(1.0, dense_n)) + ", of mixtures " + percent(mixture / std::max(1.0, mixture_n)) +
           ", mean over sources " + percent(over_sources / std::max<double>(1.0, static_cast<double>(sources.size()))) +
           ", of all " + percent((dense + mixture) / std::max(1.0, dense_n + mixture_n)) +
           "; rank correlation of FLOP/s of a device within source, model and device " +
           std::to_string(order).substr(0, 5) + " (mean over " + std::to_string(groups) +
           " groups of 4 rows or more); inside their 80 % interval " +
           percent(inside / std::max<double>(1.0, static_cast<double>(rows.size())));
}

} // namespace

Result<SuiteReport> runTrainingSuite(const SuiteOptions& options) {
    const std::string& left_out = options.leave_one_out;
    if (!left_out.empty() && left_out != "configuration" && left_out != "source") {
        return Error{"bad-value", {}, "leave-one-out is " + left_out, "configuration, source", {}};
    }
    const auto read = readTrainingRows(options.data, options.library);
    if (!read) return read.error();
    std::optional<Fitted> fitted;
    if (!left_out.empty()) {
        auto without = fitWithout(read->rows, left_out);
        if (!without) return without.error();
        fitted = *std::move(without);
    }
    SuiteReport report;
    std::vector<double> flop; // of one device in one step
    report.suite = "training";
    report.data = options.data.string();
    report.refused = read->refused;
    for (std::size_t i = 0; i < read->rows.size(); ++i) {
        const TrainingRow& row = read->rows[i];
        if (!options.only_device.empty() && row.gpu != options.only_device) continue;
        const std::span<const hardware::Calibration> calibrations =
            fitted ? std::span<const hardware::Calibration>(&fitted->own[fitted->which[i]], 1)
                   : std::span<const hardware::Calibration>(options.library.calibrations());
        flop.push_back(system::modelFlop(row.job, row.candidates.front().plan) / row.gpus);
        report.rows.push_back(rowOf(row, system::resolveTraining(calibrations, row.architecture, row.job)));
    }
    report.notes = {
        "blank fields are unknown: the fastest plan that they allow is predicted, the interval spans all",
        "rows on devices that are no GPU of the library, or without the dimensions of their model, are "
        "refused",
        "configuration left out: five parts of whole configurations (all rows that differ in nothing but the "
        "software release), each predicted by a fit to the other four"};
    report.summary = summaryOf(report.rows, flop);
    auto memory = trainingMemoryRows(options.data, options.library);
    if (!memory) return memory.error();
    if (!options.only_device.empty()) return report;
    double error = 0.0;
    for (const SuiteRow& row : *memory)
        error += std::abs(row.predicted / row.measured - 1.0);
    if (!memory->empty()) {
        report.summary += "; " + std::to_string(memory->size()) + " figures of memory: mean error " +
                          percent(error / static_cast<double>(memory->size()));
    }
    report.rows.insert(report.rows.end(), memory->begin(), memory->end());
    return report;
}

} // namespace strata::assess
