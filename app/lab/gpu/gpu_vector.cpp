// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/gpu/gpu_vector.h"

#include "app/lab/fit/distances.h"
#include "app/lab/fit/fit.h"
#include "app/lab/gpu/gpu_fit.h"
#include "app/lab/run/manifest.h"
#include "core/gpu/vector/vector_kernels.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace strata::assess {
namespace {

using gpu::kVectorCalls;
using gpu::VectorCall;
using hardware::Calibration;

constexpr std::size_t kFitRows = 60;     ///< of each device, operator and split
constexpr double kOwnFactorWeight = 1.0; ///< pulls a device's own factor to 1, so that causes explain what they can

/// Host floors: counted, not fitted.
Calibration counted(const GpuData& data, const RowRefs& rows) {
    Calibration calibration;
    calibration.id = "gpu-vector";
    calibration.suite = "gpu";
    calibration.data =
        "FP32 kernels of NeuSight's artifact (ASPLOS 2025, doi 10.1145/3669940.3707265), timed one by one";
    calibration.command = "strata-lab calibrate gpu-vector --data DIR";
    calibration.points = static_cast<std::int64_t>(rows.size());
    // Operators of one kind of call take different ways through the host: each has its floor, the call their mean.
    std::map<std::size_t, std::array<std::map<std::string_view, std::vector<double>>, kVectorCalls>> times;
    std::map<std::size_t, std::int64_t> points;
    for (const GpuRow* row : rows) {
        const auto call = static_cast<std::size_t>(gpu::vectorCallOf(row->kernel));
        times[row->device][call][row->op].push_back(row->measured_s);
        ++points[row->device];
    }
    std::array<std::vector<double>, kVectorCalls> typical;
    constexpr double kFastest = 0.05;
    for (const auto& [device, calls] : times) {
        hardware::CalibrationGroup group{{{"device", data.devices[device].id}}, {}, points[device]};
        for (std::size_t call = 0; call < kVectorCalls; ++call) {
            if (calls[call].empty()) continue;
            std::vector<double> floors;
            for (const auto& [op, its] : calls[call])
                floors.push_back(quantile(its, kFastest));
            const double floor_s = geometricMean(floors);
            group.values[std::string("floor_") + gpu::vectorCallName(static_cast<VectorCall>(call)) + "_s"] = floor_s;
            typical[call].push_back(floor_s);
        }
        calibration.groups.push_back(std::move(group));
    }
    for (std::size_t call = 0; call < kVectorCalls; ++call) {
        if (typical[call].empty()) continue;
        calibration.values[std::string("floor_") + gpu::vectorCallName(static_cast<VectorCall>(call)) + "_s"] =
            geometricMean(typical[call]);
    }
    return calibration;
}

DevicePredictor predictorOf(const GpuData& data, const Calibration& calibration) {
    std::vector<gpu::VectorCoefficients> models;
    for (const hardware::Gpu& gpu : data.devices)
        models.push_back(gpu::resolveVector(gpu, std::span(&calibration, 1)));
    return [&devices = data.devices, models = std::move(models)](std::size_t device, const workload::Kernel& kernel) {
        return gpu::predictVector(devices[device], models[device], kernel);
    };
}

constexpr double kLeastStream = 0.6, kMostStream = 1.5; ///< of a device on what it streams

class Problem {
public:
    Problem(const GpuData& data, const RowRefs& sample, Calibration counted)
        : data_(data), sample_(sample), counted_(std::move(counted)) {
        for (const gpu::VectorField& field : gpu::vectorFields()) {
            free_.push_back({field.name, field.start, field.low, field.high});
        }
        shared_ = free_.size();
        noteRanges(free_, counted_);
        counted_.origins["bandwidth"] = rangeText(kLeastStream, kMostStream);
        for (const auto& group : counted_.groups)
            free_.push_back({group.key.at("device"), 1.0, kLeastStream, kMostStream});
    }

    std::span<const FreeCoefficient> free() const { return free_; }
    std::size_t residuals() const { return sample_.size() + free_.size() - shared_; }

    Calibration with(std::span<const double> values) const {
        Calibration calibration = counted_;
        for (std::size_t i = 0; i < shared_; ++i)
            calibration.values[free_[i].name] = values[i];
        for (std::size_t i = 0; i < calibration.groups.size(); ++i) {
            calibration.groups[i].values["bandwidth"] = values[shared_ + i];
        }
        return calibration;
    }

    void residual(std::span<const double> values, std::span<double> out) const {
        fillResiduals(sample_, predictorOf(data_, with(values)), values.subspan(shared_), kOwnFactorWeight, out);
    }

private:
    const GpuData& data_;
    const RowRefs& sample_;
    Calibration counted_;
    std::vector<FreeCoefficient> free_;
    std::size_t shared_ = 0;
};

/// A left-out device of a measured architecture takes what its sisters have in common.
void addArchitectures(Calibration& calibration, const GpuData& data) {
    std::map<std::string, std::vector<double>> factors;
    for (const auto& group : calibration.groups) {
        for (const hardware::Gpu& gpu : data.devices) {
            if (gpu.id == group.key.at("device")) factors[gpu.architecture].push_back(group.values.at("bandwidth"));
        }
    }
    for (const auto& [architecture, values] : factors) {
        calibration.groups.push_back({{{"architecture", architecture}}, {{"bandwidth", geometricMean(values)}}, 0});
    }
}

Result<Calibration> fitWithout(const GpuData& data, const Without& without) {
    const RowRefs sample = sampleRows(data, kFitRows, without);
    const Problem problem(data, sample, counted(data, sampleRows(data, data.rows.size(), without)));
    FitOptions options;
    options.evaluations = 600;
    const auto fit = fitCoefficients(
        problem.free(), problem.residuals(),
        [&](std::span<const double> values, std::span<double> out) { problem.residual(values, out); }, options);
    if (!fit) return fit.error();
    Calibration calibration = problem.with(fit->values);
    addArchitectures(calibration, data);
    appendMeasuredDevices(data.devices, without, calibration);
    return calibration;
}

} // namespace

Result<Calibration> fitVectorCoefficients(const GpuData& data, const Without& without) {
    const auto set = manifestOf("gpu-kernels");
    if (!set) return set.error();
    return fitWithout(data, without.with(set->outsideFit(data.devices)));
}

Result<Calibration> fitGpuVector(const std::filesystem::path& folder, const Library& library, const Without& without) {
    const auto data = readGpuRows(folder, library, GpuFiles::Vector);
    if (!data) return data.error();
    const auto set = manifestOf("gpu-kernels");
    if (!set) return set.error();
    const Without left = without.with(set->outsideFit(data->devices));
    const auto fit = [&](const Without& others) { return fitWithout(*data, others); };
    auto calibration = fit(left);
    if (!calibration) return calibration;
    const auto predictor = [&](const Calibration& with) { return predictorOf(*data, with); };
    if (auto done = addResiduals(*calibration, *data, left, fit, predictor); !done) return done.error();
    return calibration;
}

} // namespace strata::assess
