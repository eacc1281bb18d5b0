// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/training/training_fit.h"

#include "app/lab/fit/device_spread.h"
#include "app/lab/fit/fit.h"
#include "app/lab/fit/pooled_fit.h"
#include "app/lab/run/manifest.h"
#include "core/system/coefficients.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace strata::assess {
namespace {

using hardware::Calibration;

constexpr std::size_t kRowsPerSource = 60;
// Levels: architecture, its classes of jobs, and the source, whose factor takes up what a publisher's runs share. The
// calibration holds none of it.
constexpr std::size_t kSourceLevel = 2;
constexpr std::uint8_t kArchitecture = 1, kClasses = 3, kNuisance = 4;

constexpr std::array<PooledCoefficient, system::kStepCoefficients> kCoefficients{{
    {"compute", 1.2, 0.7, 3.0, kClasses | kNuisance},
    {"link", 1.0, 1.0, 1.0, 0}, // that of the collectives' own model: free, it takes up errors of the kernels
    {"exchange", 0.7, 0.2, 5.0, 0},
    {"overlap", 0.6, 0.05, 1.0, 0},
    {"gather_overlap", 0.9, 0.3, 1.0, 0},
    {"slowdown", 0.15, 0.02, 0.6, 0},
    {"layer_host_s", 5e-4, 1e-5, 5e-3, kNuisance},
    {"message_s", 3e-4, 1e-5, 5e-3, 0},
    {"step_s", 5e-3, 1e-4, 0.2, 0},
    {"experts_streamed", 3.0, 0.5, 30.0, 0},
    {"experts_network", 2.0, 0.2, 10.0, 0},
    {"attention", 1.1, 0.5, 5.0, kArchitecture},
    {"attention_backward", 1.2, 0.4, 3.0, 0},
    {"scores", 1.2, 0.4, 6.0, 0},
    {"unaligned", 1.0, 0.1, 10.0, 0},
    {"narrow", 50.0, 1.0, 500.0, 0},
    {"expert_rows", 50.0, 1.0, 1000.0, 0},
    {"growth", 0.006, 0.0005, 0.03, 0},
    {"ported", 1.5, 1.0, 4.0, 0},
    {"tensor_overlap", 0.7, 0.05, 1.0, 0},
}};

using Values = std::array<double, system::kStepCoefficients>;

hardware::Coefficients named(const Values& values) {
    hardware::Coefficients result;
    const auto names = system::stepCoefficientNames();
    for (std::size_t i = 0; i < values.size(); ++i)
        result.emplace(names[i], values[i]);
    return result;
}

std::size_t numberOf(std::map<std::string, std::size_t>& numbers, const std::string& name) {
    return numbers.emplace(name, numbers.size()).first->second;
}

/// Errors of rows under a calibration, by their distance to what it was fitted to.
using TrainingErrors = std::map<std::string, std::vector<LogError>, std::less<>>;

void addErrors(const std::vector<TrainingRow>& rows, const Calibration& calibration,
               const std::function<bool(const TrainingRow&)>& takes,
               const std::function<std::size_t(const TrainingRow&)>& number, TrainingErrors& errors) {
    for (const TrainingRow& row : rows) {
        if (!takes(row)) continue;
        const auto resolved = system::resolveTraining(std::span(&calibration, 1), row.architecture, row.job);
        errors[std::string(resolved.distance)].push_back(
            {number(row), std::log(row.measured_s / answerOf(row, resolved.values).seconds)});
    }
}

/// Errors on publishers that are left out of the fit: each publisher alone, and all publishers of an architecture
/// together, so that the fit knows no measurement of that architecture.
Result<TrainingErrors> leftOutErrors(const std::vector<TrainingRow>& rows) {
    std::map<std::string, std::size_t> sources, architectures;
    for (const TrainingRow& row : rows) {
        numberOf(sources, row.source);
        numberOf(architectures, row.architecture);
    }
    TrainingErrors errors;
    const auto leave = [&](const std::function<bool(const TrainingRow&)>& out) -> Result<void> {
        const auto without = fitTrainingRows(rows, [&](const TrainingRow& row) { return !out(row); });
        if (!without) return without.error();
        const auto number = [&](const TrainingRow& row) {
            return sources.at(row.source) * architectures.size() + architectures.at(row.architecture);
        };
        addErrors(rows, *without, out, number, errors);
        return {};
    };
    for (const auto& [name, number] : sources) {
        if (auto done = leave([&](const TrainingRow& row) { return row.source == name; }); !done) return done.error();
    }
    for (const auto& [name, number] : architectures) {
        if (auto done = leave([&](const TrainingRow& row) { return row.architecture == name; }); !done)
            return done.error();
    }
    return errors;
}

Result<void> addResiduals(const std::vector<TrainingRow>& rows, Calibration& calibration) {
    std::map<std::string, std::size_t> sources;
    TrainingErrors fitted;
    addErrors(
        rows, calibration, [](const TrainingRow&) { return true; },
        [&](const TrainingRow& row) { return numberOf(sources, row.source); }, fitted);
    std::vector<LogError> seen;
    for (const auto& [distance, some] : fitted)
        seen.insert(seen.end(), some.begin(), some.end());
    std::vector<double> relative;
    for (const LogError& error : seen)
        relative.push_back(std::abs(std::exp(-error.value) - 1.0));
    calibration.residual_p50 = quantile(relative, 0.5);
    calibration.residual_p90 = quantile(relative, 0.9);
    calibration.residuals = residualsOfFitted({{{{"class", "step"}}, seen}});
    const auto left_out = leftOutErrors(rows);
    if (!left_out) return left_out.error();
    const auto added = trainingResiduals(*left_out);
    calibration.residuals.insert(calibration.residuals.end(), added.begin(), added.end());
    return {};
}

/// Values of an architecture, or of a class of its jobs, for a publisher whom nobody knows: the geometric mean over
/// those who measured it. Where one alone did, nothing tells his software's level from the devices'.
Values meanOverSources(const PooledFit& fit, const std::map<std::size_t, PooledRow>& sources, std::size_t levels) {
    Values mean, one;
    mean.fill(0.0);
    for (const auto& [source, row] : sources) {
        PooledRow group = row;
        for (std::size_t level = levels; level < kSourceLevel; ++level)
            group.groups[level] = SIZE_MAX;
        fit.valuesOf(group, one);
        for (std::size_t i = 0; i < mean.size(); ++i)
            mean[i] += std::log(one[i]) / static_cast<double>(sources.size());
    }
    for (double& value : mean)
        value = roundedCoefficient(std::exp(value));
    return mean;
}

} // namespace

std::vector<hardware::Residual>
trainingResiduals(const std::map<std::string, std::vector<LogError>, std::less<>>& errors) {
    std::vector<LogError> all;
    std::vector<hardware::Residual> residuals;
    for (const auto& [distance, some] : errors) {
        all.insert(all.end(), some.begin(), some.end());
        for (hardware::Residual& residual : residualsOfNewDevice({{{{"class", "step"}}, some}})) {
            residual.key.erase("seen");
            residual.key["distance"] = distance;
            residuals.push_back(std::move(residual));
        }
    }
    auto any = residualsOfNewDevice({{{{"class", "step"}}, std::move(all)}});
    residuals.insert(residuals.begin(), any.begin(), any.end());
    return residuals;
}

Result<Calibration> fitTrainingRows(const std::vector<TrainingRow>& rows,
                                    const std::function<bool(const TrainingRow&)>& takes) {
    std::map<std::string, std::size_t> architectures, classes, sources;
    std::map<std::string, std::map<std::size_t, PooledRow>> by_class, by_architecture; // one row of each source
    std::vector<PooledRow> pooled;
    std::map<std::string, const TrainingRow*> examples;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const TrainingRow& row = rows[i];
        if (!takes(row)) continue;
        const std::string kind = row.architecture + "|" + system::jobClass(row.job);
        PooledRow pooled_row;
        pooled_row.groups = {numberOf(architectures, row.architecture), numberOf(classes, kind),
                             numberOf(sources, row.source), 0};
        pooled_row.groups[3] = pooled_row.groups[2];
        pooled_row.index = i;
        pooled_row.measured_s = row.measured_s;
        pooled.push_back(pooled_row);
        by_class[kind][pooled_row.groups[kSourceLevel]] =
            by_architecture[row.architecture][pooled_row.groups[kSourceLevel]] = pooled_row;
        examples[kind] = examples[row.architecture] = &row;
    }
    const auto fit =
        fitPooled(kCoefficients, pooled, kRowsPerSource, [&](std::span<const double> values, const PooledRow& row) {
            return answerOf(rows[row.index], system::toCoefficients(values.first<system::kStepCoefficients>())).seconds;
        });
    if (!fit) return fit.error();
    Calibration calibration;
    calibration.id = std::string(system::kTrainingCalibration);
    calibration.suite = "training";
    calibration.data = "published training runs of many sources and single-node iterations (public tables and papers)";
    calibration.command = "strata-lab calibrate training --data DIR";
    noteRanges(kCoefficients, calibration);
    calibration.points = static_cast<std::int64_t>(pooled.size());
    Values values;
    std::copy(fit->shared.begin(), fit->shared.end(), values.begin());
    calibration.values = named(values);
    const auto add = [&](const std::map<std::string, std::map<std::size_t, PooledRow>>& groups, std::size_t levels) {
        for (const auto& [key, its_sources] : groups) {
            values = meanOverSources(*fit, its_sources, levels);
            hardware::CalibrationGroup made;
            made.key["architecture"] = examples[key]->architecture;
            if (levels > 1) made.key["class"] = system::jobClass(examples[key]->job);
            made.values = named(values);
            calibration.groups.push_back(std::move(made));
        }
    };
    add(by_architecture, 1);
    add(by_class, 2);
    return calibration;
}

std::vector<std::size_t> trainingFolds(const std::vector<TrainingRow>& rows) {
    std::map<std::string, std::size_t> place;
    for (const TrainingRow& row : rows)
        place.emplace(row.configuration, 0);
    std::size_t next = 0;
    for (auto& [configuration, fold] : place)
        fold = next++ % kTrainingFolds;
    std::vector<std::size_t> folds;
    for (const TrainingRow& row : rows)
        folds.push_back(place.at(row.configuration));
    return folds;
}

Result<Calibration> fitTraining(const std::filesystem::path& data, const Library& library, const Without& without) {
    const auto read = readTrainingRows(data, library);
    if (!read) return read.error();
    const auto set = manifestOf("training-runs");
    if (!set) return set.error();
    auto calibration = fitTrainingRows(
        read->rows, [&](const TrainingRow& row) { return !without.has(row.gpu) && set->fits(row.source); });
    if (!calibration || !without.empty()) return calibration;
    if (auto added = addResiduals(read->rows, *calibration); !added) return added.error();
    return calibration;
}

} // namespace strata::assess
