// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/gpu/gpu_fit.h"

#include "app/lab/fit/distances.h"
#include "app/lab/fit/fit.h"
#include "core/gpu/products/tiling.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace strata::assess {
namespace {

using hardware::Calibration;

/// Rows that residuals are counted on, of each device, operator and split.
constexpr std::size_t kResidualRows = 1500;

} // namespace

std::string className(const GpuRow& row) { return std::string(workload::name(workload::classOf(row.kernel))); }

RowRefs sampleRows(const GpuData& data, std::size_t most, const Without& without) {
    std::map<std::tuple<std::size_t, std::string_view, bool>, RowRefs> groups;
    for (const GpuRow& row : data.rows) {
        if (!without.has(data.devices[row.device].id)) groups[{row.device, row.op, row.train}].push_back(&row);
    }
    RowRefs sample;
    for (const auto& [key, rows] : groups) {
        const std::size_t count = std::min(most, rows.size());
        for (std::size_t i = 0; i < count; ++i)
            sample.push_back(rows[i * rows.size() / count]);
    }
    return sample;
}

std::vector<double> hostFloors(const GpuData& data, std::string_view op) {
    constexpr double kFastest = 0.02;
    std::vector<std::vector<double>> times(data.devices.size());
    for (const GpuRow& row : data.rows) {
        if (row.op == op) times[row.device].push_back(row.measured_s);
    }
    std::vector<double> floors;
    for (auto& time : times)
        floors.push_back(time.empty() ? 0.0 : quantile(std::move(time), kFastest));
    return floors;
}

void addVendorFloors(Calibration& calibration, const std::vector<hardware::Gpu>& devices) {
    std::map<std::string, std::map<std::string, std::vector<double>>> floors;
    for (const auto& group : calibration.groups) {
        if (group.key.size() != 1 || group.key.count("device") == 0) continue;
        for (const hardware::Gpu& gpu : devices) {
            if (gpu.id != group.key.at("device")) continue;
            for (const auto& [name, value] : group.values) {
                if (name.starts_with("floor_")) floors[gpu.vendor][name].push_back(value);
            }
        }
    }
    for (const auto& [vendor, known] : floors) {
        hardware::CalibrationGroup group{{{"vendor", vendor}}, {}, 0};
        for (const auto& [name, values] : known)
            group.values[name] = geometricMean(values);
        calibration.groups.push_back(std::move(group));
    }
}

double geometricMean(const std::vector<double>& values) {
    double sum = 0.0;
    double count = 0.0;
    for (const double value : values) {
        if (value <= 0.0) continue;
        sum += std::log(value);
        count += 1.0;
    }
    return count > 0.0 ? std::exp(sum / count) : 0.0;
}

std::vector<RowError> errorsOf(const RowRefs& rows, const DevicePredictor& predict) {
    std::vector<RowError> errors;
    errors.reserve(rows.size());
    for (const GpuRow* row : rows) {
        const double alone_s = predict(row->device, row->kernel).alone_s;
        errors.push_back({row, std::log(row->measured_s / alone_s), alone_s < gpu::kShort_s});
    }
    return errors;
}

void fillResiduals(const RowRefs& rows, const DevicePredictor& predict, std::span<const double> own_factors,
                   double weight, std::span<double> residuals) {
    std::size_t next = 0;
    for (const GpuRow* row : rows)
        residuals[next++] = std::log(predict(row->device, row->kernel).alone_s / row->measured_s);
    for (const double factor : own_factors)
        residuals[next++] = weight * std::log(factor);
}

ErrorsByKey byClass(const std::vector<RowError>& errors) {
    ErrorsByKey classes;
    for (const RowError& error : errors) {
        const ResidualKey key{{"class", className(*error.row)}, {"size", error.is_short ? "short" : "long"}};
        classes[key].push_back({error.row->device, error.log_error});
    }
    return classes;
}

Result<void> addResiduals(Calibration& calibration, const GpuData& data, const Without& without,
                          const std::function<Result<Calibration>(const Without&)>& fit,
                          const std::function<DevicePredictor(const Calibration&)>& predictor, ErrorsOf whose) {
    const RowRefs rows = sampleRows(data, kResidualRows, without);
    const std::vector<RowError> fitted = errorsOf(rows, predictor(calibration));
    calibration.residuals = residualsOfFitted(byClass(fitted));
    std::vector<double> sizes;
    for (const RowError& error : fitted)
        sizes.push_back(std::abs(std::exp(-error.log_error) - 1.0));
    calibration.residual_p50 = quantile(sizes, 0.5);
    calibration.residual_p90 = quantile(sizes, 0.9);

    ErrorsByKey alone;
    ErrorsByDistance apart;
    for (const LeftOutGroup& group : leftOutGroups(data.devices, without)) {
        RowRefs its;
        std::copy_if(rows.begin(), rows.end(), std::back_inserter(its),
                     [&](const GpuRow* row) { return group.has(data.devices[row->device].id); });
        if (its.empty()) continue;
        const auto others = fit(without.with(Without(group.devices)));
        if (!others) return others.error();
        for (const auto& [key, values] : byClass(errorsOf(its, predictor(*others)))) {
            const auto append = [&values = values](std::vector<LogError>& to) {
                to.insert(to.end(), values.begin(), values.end());
            };
            if (group.devices.size() == 1) append(alone[key]);
            if (group.shows) append(apart[*group.shows][key]);
        }
    }
    const ErrorsByKey seen = byClass(fitted);
    for (const auto& unseen : {residualsOfNewDevice(alone, seen, whose), residualsByDistance(apart, seen, whose)})
        calibration.residuals.insert(calibration.residuals.end(), unseen.begin(), unseen.end());
    return {};
}

} // namespace strata::assess
