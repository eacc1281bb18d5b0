// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/assess/gpu_modern_power.h"

#include "core/assess/device_spread.h"
#include "core/assess/fit.h"
#include "core/assess/gpu_modern_power_rows.h"
#include "core/assess/power_meter.h"
#include "core/catalog/library.h"
#include "core/gpu/tile_model.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace strata::assess {
namespace {

using hardware::Calibration;
namespace fs = std::filesystem;

constexpr std::size_t kFitRows = 800; ///< of one operator and format
constexpr double kSoft = 0.05;        ///< readings fall into two groups: the larger one decides

/// Decode attention of a few microseconds runs for less than one step of the meter: its readings spread by a factor of
/// three for one shape and do not follow its work. No fit takes them.
bool tellsNothing(const PowerRow& row) { return row.defect || row.op == "generation_attention"; }

struct Timed {
    const PowerRow* row = nullptr;
    gpu::KernelTime time;
};

/// At most `most` rows of each operator and format with their predicted times.
std::vector<Timed> timed(const PowerRows& data, std::span<const Calibration> calibrations,
                         std::string_view without_device, bool train_only, std::size_t most) {
    std::vector<gpu::TileModel> models;
    for (const hardware::Gpu& gpu : data.devices)
        models.push_back(gpu::makeTileModel(gpu, calibrations));
    std::map<std::pair<std::string, std::string>, std::vector<const PowerRow*>> groups;
    for (const PowerRow& row : data.rows) {
        if (data.devices[row.device].id == without_device || (train_only && (row.held_out || tellsNothing(row)))) {
            continue;
        }
        groups[{row.op, row.dtype}].push_back(&row);
    }
    std::vector<Timed> kept;
    for (const auto& [key, rows] : groups) {
        const std::size_t count = std::min(most, rows.size());
        for (std::size_t i = 0; i < count; ++i) {
            const PowerRow* row = rows[i * rows.size() / count];
            kept.push_back({row, predict(models[row->device], row->kernel)});
        }
    }
    return kept;
}

/// Calibrations that do not follow from this one: products take their sustained clock from it, so they keep
/// typical values.
std::vector<Calibration> independent(const Library& library) {
    std::vector<Calibration> kept;
    for (const Calibration& one : library.calibrations()) {
        if (one.id != "gpu-power" && one.id != "gpu-tensor-matmul") kept.push_back(one);
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

/// Says how many readings are no measurement of their kernel, and where they gather.
void noteDefects(const PowerRows& data, SuiteReport& report) {
    const auto isDefect = [](const PowerRow& row) { return row.defect; };
    const auto defects = std::count_if(data.rows.begin(), data.rows.end(), isDefect);
    if (defects == 0) return;
    report.notes.push_back(std::to_string(defects) + " of " + std::to_string(data.rows.size()) +
                           " power readings contradict the order of their work, or stand in a column of their sweep of "
                           "which a fifth does: case \"known-defect\"");
    for (const std::string& column : data.columns) report.notes.push_back("such columns of power: " + column);
}

} // namespace

Result<Calibration> fitGpuPower(const fs::path& folder, const Library& library,
                                std::string_view without_device) {
    const auto data = readPowerRows(folder, library);
    if (!data) return data.error();
    const std::vector<Timed> rows = timed(*data, independent(library), without_device, true, kFitRows);
    std::vector<FreeCoefficient> free;
    std::vector<std::size_t> which;
    std::vector<double> start;
    for (const gpu::PowerField& field : gpu::powerFields()) {
        start.push_back(field.start);
        if (field.high <= field.low) continue;
        which.push_back(start.size() - 1);
        free.push_back({std::string(field.name), field.start, field.low, field.high});
    }
    for (const MeterField& field : meterFields()) {
        start.push_back(field.start);
        which.push_back(start.size() - 1);
        free.push_back({std::string(field.name), field.start, field.low, field.high});
    }
    const auto complete = [&](std::span<const double> values) {
        std::vector<double> all = start;
        for (std::size_t i = 0; i < values.size(); ++i)
            all[which[i]] = values[i];
        return withValues(all);
    };
    Calibration calibration = withValues(start);
    if (!rows.empty()) {
        const auto residual = [&](std::span<const double> values, std::span<double> out) {
            const Calibration now = complete(values);
            std::vector<gpu::PowerCoefficients> power;
            for (const hardware::Gpu& gpu : data->devices)
                power.push_back(gpu::resolvePower(gpu, {&now, 1}));
            const PowerMeter meter = resolveMeter(&now);
            for (std::size_t i = 0; i < rows.size(); ++i) {
                const double watts = meanReading(meter, power[rows[i].row->device], *rows[i].row, rows[i].time);
                out[i] = std::log(watts / rows[i].row->measured_w);
            }
        };
        FitOptions options;
        options.evaluations = 300;
        options.soft = kSoft;
        const auto fit = fitCoefficients(free, rows.size(), residual, options);
        if (!fit) return fit.error();
        calibration = complete(fit->values);
    }
    calibration.suite = "gpu-modern";
    calibration.data = "mean board power of kernels on an H200, of github.com/ai-dynamo/aiconfigurator "
                       "(Apache-2.0, commit 095f58a); "
                       "durations by gpu.tile; a fifth of the shapes is held out";
    calibration.command = "strata-cli calibrate gpu-power --data DIR";
    calibration.points = static_cast<std::int64_t>(rows.size());
    ErrorsByKey errors;
    std::vector<double> sizes;
    for (const Timed& one : rows) {
        const hardware::Gpu& gpu = data->devices[one.row->device];
        const double watts =
            meanReading(resolveMeter(&calibration), gpu::resolvePower(gpu, {&calibration, 1}), *one.row, one.time);
        errors[{{"class", one.row->op}}].push_back({one.row->device, std::log(one.row->measured_w / watts)});
        sizes.push_back(std::abs(watts / one.row->measured_w - 1.0));
    }
    calibration.residuals = residualsOfFitted(errors);
    if (!sizes.empty()) {
        calibration.residual_p50 = quantile(sizes, 0.5);
        calibration.residual_p90 = quantile(sizes, 0.9);
    }
    return calibration;
}

Result<void> addPowerRows(const SuiteOptions& options, SuiteReport& report) {
    const auto data = readPowerRows(options.data, options.library);
    if (!data) return data.error();
    const auto& calibrations = options.library.calibrations();
    const Calibration* calibration = gpu::calibrationOf(calibrations, "gpu-power");
    for (const Timed& one : timed(*data, calibrations, {}, false, data->rows.size())) {
        const hardware::Gpu& gpu = data->devices[one.row->device];
        if (!options.only_device.empty() && gpu.id != options.only_device) continue;
        const double watts =
            meanReading(resolveMeter(calibration), gpu::resolvePower(gpu, calibrations), *one.row, one.time);
        const gpu::ResidualBand band =
            gpu::bandOf(calibration, one.row->op, true);
        SuiteRow result;
        result.id = one.row->id;
        result.group = {{"op", "power-" + one.row->op},
                        {"device", gpu.id},
                        {"dtype", one.row->dtype},
                        {"backend", gpu.engine},
                        {"split", one.row->held_out ? "test" : "train"},
                        {"case", one.row->defect ? "known-defect" : "regular"}};
        result.quantity = "power_w";
        result.unit = "W";
        result.measured = one.row->measured_w;
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
