// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/fit/device_spread.h"
#include "app/lab/run/calibrate.h"
#include "app/lab/training/training_fit.h"
#include "core/base/message_text.h"
#include "core/catalog/library.h"
#include "core/evaluate/method.h"
#include "core/system/coefficients.h"
#include "core/system/model_counts.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>

namespace strata::assess {
namespace {

/// The calibration that predicts each row: the committed one, or one of those that left it out.
struct Fitted {
    std::vector<hardware::Calibration> own;
    std::vector<std::size_t> which; ///< of own, of each row
};

constexpr std::string_view kAcross = "generation"; // of system::trainingDistance()

/// What a row errs by where its architecture is left out with everybody who measured it.
Result<std::vector<double>> errorsAcrossGenerations(const std::vector<TrainingRow>& rows) {
    std::map<std::string, std::vector<std::size_t>> architectures;
    for (std::size_t i = 0; i < rows.size(); ++i)
        architectures[rows[i].architecture].push_back(i);
    std::vector<double> errors(rows.size());
    for (const auto& [name, its] : architectures) {
        const auto without = fitTrainingRows(rows, [&](const TrainingRow& row) { return row.architecture != name; });
        if (!without) return without.error();
        for (const std::size_t i : its) {
            const auto resolved = system::resolveTraining(std::span(&*without, 1), name, rows[i].job);
            errors[i] = std::log(rows[i].measured_s / answerOf(rows[i], resolved.values).seconds);
        }
    }
    return errors;
}

/// Intervals of a part from the errors of the others, each under its own fit (R. Barber et al., Predictive
/// Inference with the Jackknife+, 2021: CV+ without its recentring).
void addIntervals(const std::vector<TrainingRow>& rows, const std::vector<double>& across, Fitted& fitted) {
    std::map<std::string, std::size_t> sources;
    std::vector<LogError> errors;
    std::vector<std::string> distances;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const TrainingRow& row = rows[i];
        const auto resolved =
            system::resolveTraining(std::span(&fitted.own[fitted.which[i]], 1), row.architecture, row.job);
        errors.push_back({sources.emplace(row.source, sources.size()).first->second,
                          std::log(row.measured_s / answerOf(row, resolved.values).seconds)});
        distances.emplace_back(resolved.distance);
    }
    for (std::size_t part = 0; part < fitted.own.size(); ++part) {
        std::map<std::string, std::vector<LogError>, std::less<>> others;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (fitted.which[i] == part) continue;
            others[distances[i]].push_back(errors[i]);
            if (distances[i] != kAcross) others[std::string(kAcross)].push_back({errors[i].device, across[i]});
        }
        fitted.own[part].residuals = trainingResiduals(others);
    }
}

Result<Fitted> fitWithout(const std::vector<TrainingRow>& rows, const std::string& what) {
    Fitted fitted;
    std::map<std::string, std::size_t> sources;
    if (what == "configuration") {
        fitted.which = trainingFolds(rows);
    } else {
        for (const TrainingRow& row : rows)
            fitted.which.push_back(
                sources.emplace(what == "generation" ? row.architecture : row.source, sources.size()).first->second);
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
    const auto across = errorsAcrossGenerations(rows);
    if (!across) return across.error();
    addIntervals(rows, *across, fitted);
    return fitted;
}

/// The row's plans that may have run, the fastest first.
std::vector<std::pair<double, const system::Plan*>> fastestFirst(const TrainingRow& row,
                                                                 const system::StepCoefficients& coefficients) {
    std::vector<std::pair<double, const system::Plan*>> plans;
    for (const TrainingCandidate& candidate : row.candidates) {
        if (candidate.fits)
            plans.emplace_back(system::stepTime(candidate.terms, coefficients).seconds(), &candidate.plan);
    }
    std::stable_sort(plans.begin(), plans.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    return plans;
}

/// Asks the door for the fastest plan that it answers as valid, since that is what people run. Errors: its reason
/// against the last one.
Result<SuiteRow> askRow(const TrainingRow& row, const Library& library, bool keeps_request) {
    const auto calibration = system::resolveTraining(library.calibrations(), row.architecture, row.job);
    const auto plans = fastestFirst(row, calibration.values);
    std::string why = "no plan is left";
    for (const auto& [seconds, plan] : plans) {
        const Json request = requestOf(row, *plan);
        const auto estimate = evaluate(request, Context{library, {}, nullptr});
        const Metric* step = estimate && estimate->valid ? estimate->findMetric("iteration_s") : nullptr;
        if (step == nullptr) {
            why = !estimate                 ? describe(estimate.error())
                  : estimate->notes.empty() ? std::string("the door answers no step time")
                                            : messageText(estimate->notes.front().text);
            continue;
        }
        SuiteRow result;
        result.id = row.id;
        result.group = {{"source", row.source},   {"kind", row.sparse() ? "mixture" : "dense"},
                        {"model", row.model},     {"device", row.gpu},
                        {"dtype", row.precision}, {"distance", std::string(calibration.distance)}};
        result.quantity = "iteration_s";
        result.unit = "s";
        result.measured = row.measured_s;
        result.predicted = step->value;
        result.low = step->low;
        // What the row does not say and what the model errs are independent of one another.
        const double unknown = std::log(plans.back().first / seconds), errs = std::log(step->high / step->value);
        result.high = step->value * std::exp(std::hypot(unknown, errs));
        result.method = estimate->method;
        if (keeps_request) result.request = request.dump();
        return result;
    }
    return Error{"not-modelled", {}, std::move(why), {}, {}};
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
        std::erase_if(row.group, [](const auto& key) {
            return key.first == "dtype" || key.first == "kind" || key.first == "distance";
        });
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
    if (!left_out.empty() && left_out != "configuration" && left_out != "source" && left_out != "generation") {
        return Error{"bad-value",
                     {},
                     {"error.leave-one-out", {{"left_out", left_out}}},
                     {"accepted.configuration-generation-source"},
                     {}};
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
    std::vector<std::shared_ptr<const Library>> libraries;
    for (std::size_t part = 0; fitted && part < fitted->own.size(); ++part)
        libraries.push_back(withCalibrations(options.library, std::span(&fitted->own[part], 1)));
    for (std::size_t i = 0; i < read->rows.size(); ++i) {
        const TrainingRow& row = read->rows[i];
        if (!options.only_device.empty() && row.gpu != options.only_device) continue;
        const Library& library = fitted ? *libraries[fitted->which[i]] : options.library;
        auto asked = askRow(row, library, options.keep_requests);
        if (!asked) {
            report.refused.push_back({row.id, messageText(asked.error().text)});
            continue;
        }
        flop.push_back(system::modelFlop(row.job, row.candidates.front().plan) / row.gpus);
        report.rows.push_back(*std::move(asked));
    }
    report.notes = {
        "blank fields are unknown: the fastest plan that they allow is predicted, the interval spans all",
        "rows on devices that are no GPU of the library, or without the dimensions of their model, are "
        "refused",
        "each row is asked as a training request with an inline model and machine; the door refuses plans that its "
        "memory does not hold",
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
