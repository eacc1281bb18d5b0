// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/tensor/gpu_modern_power.h"

#include "app/lab/fit/distances.h"
#include "app/lab/fit/fit.h"
#include "app/lab/power/power_meter.h"
#include "app/lab/power/power_ranges.h"
#include "app/lab/power/power_readings.h"
#include "app/lab/run/manifest.h"
#include "app/lab/run/row_distance.h"
#include "app/lab/tensor/gpu_modern_power_rows.h"
#include "core/base/normal.h"
#include "core/catalog/library.h"
#include "core/gpu/calibration/coefficient_groups.h"
#include "core/gpu/power/power.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

namespace strata::assess {
namespace {

using hardware::Calibration;
namespace fs = std::filesystem;

constexpr std::size_t kFitRows = 800;    ///< of one operator and format
constexpr double kSoft = 0.05;           ///< of the relative error: beyond, the mean of errors is fitted
constexpr int kFitCourses = 3;           ///< of shared sweeps: fewer than readings are predicted by, for time
constexpr std::size_t kEvaluations = 60; ///< of one smooth fit, which starts where the last one ended

/// Calibrations that do not follow from this one: products take their sustained clock from it, so they keep
/// typical values.
std::vector<Calibration> independent(const Library& library) {
    std::vector<Calibration> kept;
    for (const Calibration& calibration : library.calibrations()) {
        if (calibration.id != "gpu-power" && calibration.id != "gpu-tensor-matmul") kept.push_back(calibration);
    }
    return kept;
}

Calibration withValues(std::span<const double> values) {
    Calibration calibration;
    calibration.id = "gpu-power";
    const auto power = gpu::powerFields();
    const auto meter = meterFields();
    for (std::size_t i = 0; i < values.size(); ++i) {
        const std::string_view name = i < power.size() ? power[i].name : meter[i - power.size()].name;
        calibration.values[std::string(name)] = values[i];
    }
    return calibration;
}

/// Starting values of all coefficients, of the board and of the meter.
std::vector<double> startingValues() {
    std::vector<double> start;
    for (const gpu::PowerField& field : gpu::powerFields())
        start.push_back(field.start);
    for (const MeterField& field : meterFields())
        start.push_back(field.start);
    return start;
}

/// Fits what readings follow smoothly, from and into `all`; the loss.
Result<double> fitSmooth(const PowerReadings& readings, std::vector<double>& all) {
    std::vector<FreeCoefficient> free;
    std::vector<std::size_t> which;
    const auto add = [&](std::size_t i, std::string_view name, double low, double high) {
        which.push_back(i);
        free.push_back({std::string(name), all[i], low, high});
    };
    const auto power = powerRanges();
    const auto meter = meterFields();
    for (std::size_t i = 0; i < power.size(); ++i) {
        if (power[i].fitted) add(i, power[i].name, power[i].low, power[i].high);
    }
    for (std::size_t i = 0; i < meter.size(); ++i) {
        if (!meter[i].jumps) add(power.size() + i, meter[i].name, meter[i].low, meter[i].high);
    }
    const auto& rows = readings.rows();
    std::vector<double> now = all;
    const auto residual = [&](std::span<const double> values, std::span<double> out) {
        for (std::size_t i = 0; i < which.size(); ++i)
            now[which[i]] = values[i];
        const Calibration calibration = withValues(now);
        readings.predict(&calibration, out, kFitCourses);
        for (std::size_t i = 0; i < rows.size(); ++i)
            out[i] = out[i] / rows[i]->measured_w - 1;
    };
    FitOptions options;
    options.evaluations = kEvaluations;
    options.soft = kSoft;
    const auto fit = fitCoefficients(free, rows.size(), residual, options);
    if (!fit) return fit.error();
    for (std::size_t i = 0; i < which.size(); ++i)
        all[which[i]] = fit->values[i];
    return fit->loss;
}

/// All coefficients: what readings jump with is searched in steps that grow finer, the rest fitted anew at each.
Result<std::vector<double>> searchedValues(const PowerReadings& readings) {
    std::vector<double> best = startingValues();
    auto loss = fitSmooth(readings, best);
    if (!loss) return loss.error();
    const auto meter = meterFields();
    const std::size_t first = best.size() - meter.size();
    for (const double step : {2.0, 1.4}) {
        for (std::size_t i = 0; i < meter.size(); ++i) {
            if (!meter[i].jumps) continue;
            for (const double factor : {step, 1 / step}) {
                std::vector<double> tried = best;
                tried[first + i] = std::clamp(best[first + i] * factor, meter[i].low, meter[i].high);
                const auto reached = fitSmooth(readings, tried);
                if (!reached) return reached.error();
                if (*reached >= *loss) continue;
                best = tried;
                loss = reached;
                break;
            }
        }
    }
    for (double& value : best)
        value = roundedCoefficient(value);
    return best;
}

/// Says how many readings are no measurement of their kernel.
void noteDefects(const PowerRows& data, SuiteReport& report) {
    const auto isDefect = [](const PowerRow& row) { return row.defect; };
    const auto defects = std::count_if(data.rows.begin(), data.rows.end(), isDefect);
    if (defects == 0) return;
    report.notes.push_back(std::to_string(defects) + " of " + std::to_string(data.rows.size()) +
                           " power readings contradict the order of their work: case \"known-defect\"");
}

/// ln(measured / predicted) by class, and of all classes in a mix.
using PowerErrors = std::map<std::string, std::vector<double>, std::less<>>;

PowerErrors errorsOf(const PowerReadings& readings, const Calibration& calibration) {
    PowerErrors errors;
    std::vector<double> watts(readings.rows().size());
    readings.predict(&calibration, watts);
    for (std::size_t i = 0; i < watts.size(); ++i) {
        const double error = std::log(readings.rows()[i]->measured_w / watts[i]);
        errors[readings.rows()[i]->op].push_back(error);
        errors[std::string(gpu::kMixedPower)].push_back(error);
    }
    return errors;
}

/// Quantiles of the errors as they are: of devices in the fit. Of others the interval is shifted by nothing, and as
/// wide to both sides as the root mean square of what the left-out board shows, offset included.
hardware::Residual residualOf(std::string_view name, std::vector<double> errors, bool seen) {
    hardware::Residual residual;
    residual.key = {{"class", std::string(name)}, {"seen", seen ? "yes" : "no"}};
    residual.points = static_cast<std::int64_t>(errors.size());
    double square = 0.0;
    for (const double error : errors)
        square += error * error;
    residual.sigma = std::sqrt(square / static_cast<double>(errors.size()));
    if (seen) {
        residual.p10 = quantile(errors, 0.1);
        residual.p50 = quantile(errors, 0.5);
        residual.p90 = quantile(errors, 0.9);
        return residual;
    }
    residual.correlation = 1.0; // one board's offset
    residual.p90 = kNormal90 * std::max(residual.sigma, gpu::kUnknownSigma);
    residual.p10 = -residual.p90;
    return residual;
}

} // namespace

Result<Calibration> fitGpuPower(const fs::path& folder, const Library& library, const Without& without) {
    const auto data = readPowerRows(folder, library);
    if (!data) return data.error();
    const auto set = manifestOf("modern-power");
    if (!set) return set.error();
    const PowerReadings readings(
        *data, independent(library),
        [&](const PowerRow& row) {
            const std::string& id = data->devices[row.device].id;
            return set->fits(id) && !without.has(id) && !row.held_out;
        },
        kFitRows);
    const auto& rows = readings.rows();
    Calibration calibration = withValues(startingValues());
    if (!rows.empty()) {
        const auto found = searchedValues(readings);
        if (!found) return found.error();
        calibration = withValues(*found);
    }
    noteOrigins(calibration);
    calibration.suite = "gpu-modern";
    calibration.data = "mean board power of kernels on an H200, of github.com/ai-dynamo/aiconfigurator "
                       "(Apache-2.0, commit 095f58a); "
                       "durations by gpu.tile; a fifth of the shapes is held out; only active power and the meter are "
                       "fitted: energies of arithmetic are those of published sustained rates, idle power, bytes and "
                       "stalled SMs of streaming kernels (RRZE, gpu-benches); residuals of devices that were not "
                       "measured: a B200 of the same tables, which chose the form and is in no fit";
    calibration.command = "strata-lab calibrate gpu-power --data DIR";
    calibration.points = static_cast<std::int64_t>(rows.size());
    for (const std::string& device : set->split.fit)
        calibration.groups.push_back({{{"device", device}}, {}, calibration.points});
    const Without choose = set->outsideFit(data->devices);
    appendMeasuredDevices(data->devices, choose, calibration);
    std::vector<double> sizes;
    std::vector<double> watts(rows.size());
    readings.predict(&calibration, watts);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const double measured_w = rows[i]->measured_w;
        sizes.push_back(std::abs(watts[i] / measured_w - 1.0));
    }
    for (auto& [name, errors] : errorsOf(readings, calibration))
        calibration.residuals.push_back(residualOf(name, std::move(errors), true));
    const PowerReadings foreign(
        *data, independent(library),
        [&](const PowerRow& row) { return set->roleOf(data->devices[row.device].id) == "choose" && !row.defect; },
        kFitRows);
    for (auto& [name, errors] : errorsOf(foreign, calibration))
        calibration.residuals.push_back(residualOf(name, std::move(errors), false));
    // What the meter and its script do is the laboratory's: no prediction reads it.
    std::erase_if(calibration.values, [](const auto& value) { return value.first.starts_with("meter_"); });
    if (!sizes.empty()) {
        calibration.residual_p50 = quantile(sizes, 0.5);
        calibration.residual_p90 = quantile(sizes, 0.9);
    }
    return calibration;
}

namespace {

/// Was the board's power fitted to?
bool isFitted(const Calibration* calibration, const hardware::Gpu& gpu) {
    return calibration != nullptr && gpu::groupOf(*calibration, {{"device", gpu.id}}) != nullptr;
}

} // namespace

Result<void> addPowerRows(const SuiteOptions& options, SuiteReport& report) {
    const auto data = readPowerRows(options.data, options.library);
    if (!data) return data.error();
    const auto& calibrations = options.library.calibrations();
    const Calibration* calibration = gpu::calibrationOf(calibrations, "gpu-power");
    const PowerReadings readings(*data, calibrations, [&](const PowerRow& row) {
        return options.only_device.empty() || data->devices[row.device].id == options.only_device;
    });
    std::vector<double> predicted_w(readings.rows().size());
    readings.predict(calibration, predicted_w);
    for (std::size_t i = 0; i < predicted_w.size(); ++i) {
        const PowerRow& row = *readings.rows()[i];
        const hardware::Gpu& gpu = data->devices[row.device];
        const double watts = predicted_w[i];
        const gpu::ResidualBand band = gpu::powerBand(gpu, calibrations, row.op);
        SuiteRow result;
        result.id = row.id;
        result.group = {{"op", "power-" + row.op},
                        {"device", gpu.id},
                        {"dtype", row.dtype},
                        {"backend", gpu.engine},
                        {"split", row.held_out ? "test" : "train"},
                        {"distance", distanceName(calibrations, "gpu-power", gpu, isFitted(calibration, gpu))},
                        {"case", row.defect ? "known-defect" : "regular"}};
        result.quantity = "power_w";
        result.unit = "W";
        result.measured = row.measured_w;
        result.predicted = watts;
        result.low = watts * std::exp(static_cast<double>(band.p10));
        result.high = watts * std::exp(static_cast<double>(band.p90));
        result.method = "gpu.tile";
        report.rows.push_back(std::move(result));
    }
    noteDefects(*data, report);
    report.refused.insert(report.refused.end(), data->refused.begin(), data->refused.end());
    return {};
}

} // namespace strata::assess
