// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/gpu/gpu_simt.h"

#include "app/lab/fit/distances.h"
#include "app/lab/fit/fit.h"
#include "app/lab/gpu/gpu_fit.h"
#include "app/lab/gpu/gpu_simt_sustained.h"
#include "app/lab/run/manifest.h"
#include "core/catalog/library.h"
#include "core/gpu/products/simt_matmul.h"
#include "core/hardware/gpu/gpu_json.h"

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

namespace strata::assess {
namespace {

using gpu::kSimtOperators;
using gpu::SimtOperator;
using hardware::Calibration;

constexpr std::size_t kFitRows = 120;     ///< of each device, operator and split
constexpr double kLeastTileShare = 0.015; ///< of the rows: rarer tiles are exceptions of the library

constexpr double kOwnFactorWeight = 2.0; ///< pulls a device's own factor to 1, so that causes explain what they can

/// Floors and tiles: what is counted, not fitted.
Calibration counted(const GpuData& data, const RowRefs& rows) {
    Calibration calibration;
    calibration.id = "gpu-simt-matmul";
    calibration.suite = "gpu";
    calibration.data =
        "FP32 kernels of NeuSight's artifact (ASPLOS 2025, doi 10.1145/3669940.3707265), timed one by one";
    calibration.command = "strata-lab calibrate gpu-simt-matmul --data DIR";
    calibration.points = static_cast<std::int64_t>(rows.size());
    std::map<std::size_t, std::int64_t> points;
    for (const GpuRow* row : rows)
        ++points[row->device];
    for (const auto& [device, count] : points) {
        calibration.groups.push_back({{{"device", data.devices[device].id}}, {}, count});
    }
    for (std::size_t op = 0; op < kSimtOperators; ++op) {
        const std::string name = gpu::simtOperatorName(static_cast<SimtOperator>(op));
        std::vector<double> floors = hostFloors(data, name);
        std::vector<double> known;
        for (auto& group : calibration.groups) {
            for (std::size_t device = 0; device < floors.size(); ++device) {
                if (data.devices[device].id != group.key.at("device") || floors[device] <= 0.0) continue;
                group.values["floor_" + name + "_s"] = floors[device];
                known.push_back(floors[device]);
            }
        }
        if (!known.empty()) calibration.values["floor_" + name + "_s"] = geometricMean(known);
    }
    return calibration;
}

/// Which tiles the library uses on lanes, by kind of multiprocessor and operator.
void addTiles(Calibration& calibration, const GpuData& data, const RowRefs& rows) {
    struct Uses {
        std::map<std::string, double> tiles;
        double all = 0;
    };
    std::map<gpu::SimtKey, Uses> uses;
    for (const GpuRow* row : rows) {
        const hardware::Gpu& gpu = data.devices[row->device];
        if (row->tile_m <= 0 || row->tile_n <= 0 || gpu.matrixPeak(NumberType::Fp32) > 0.0) continue;
        Uses& of = uses[gpu::simtTilesKey(gpu, row->op)];
        of.tiles[std::to_string(static_cast<int>(row->tile_m)) + "x" + std::to_string(static_cast<int>(row->tile_n))] +=
            1.0;
        of.all += 1.0;
    }
    for (const auto& [key, of] : uses) {
        hardware::CalibrationGroup group{key, {}, static_cast<std::int64_t>(of.all)};
        for (std::size_t tile = 0; tile < gpu::kSimtTiles; ++tile) {
            const auto found = of.tiles.find(gpu::simtTileName(tile));
            if (found == of.tiles.end() || found->second < kLeastTileShare * of.all) continue;
            group.values[found->first] = found->second / of.all;
        }
        if (!group.values.empty()) calibration.groups.push_back(std::move(group));
    }
}

/// A device that nobody measured takes what those with the same multiprocessor have in common.
void addSisters(Calibration& calibration, const GpuData& data) {
    std::map<gpu::SimtKey, std::vector<double>> factors;
    for (const auto& group : calibration.groups) {
        const auto device = group.key.find("device");
        if (device == group.key.end()) continue;
        for (const hardware::Gpu& gpu : data.devices) {
            if (gpu.id == device->second) factors[gpu::simtSistersKey(gpu)].push_back(group.values.at("compute"));
        }
    }
    for (const auto& [key, values] : factors)
        calibration.groups.push_back({key, {{"compute", geometricMean(values)}}, 0});
}

/// The constants of one origin, free to move.
std::vector<FreeCoefficient> freeOf(gpu::SimtOrigin origin) {
    std::vector<FreeCoefficient> free;
    for (const gpu::SimtField& field : gpu::simtFields()) {
        if (field.origin == origin) free.push_back({field.name, field.start, field.low, field.high});
    }
    return free;
}

constexpr double kLeastCompute = 0.4, kMostCompute = 2.5; ///< of a device on what its lanes compute

Calibration started(Calibration calibration) {
    for (const gpu::SimtField& field : gpu::simtFields()) {
        calibration.values[field.name] = field.start;
        const bool given = field.origin == gpu::SimtOrigin::Given;
        calibration.origins[field.name] = rangeText(field.low, field.high) + (given ? "; given, not fitted" : "");
    }
    calibration.origins["compute"] = rangeText(kLeastCompute, kMostCompute);
    return calibration;
}

/// What lanes are fed with and what board power leaves of the clock, from rates that devices sustain.
Result<Calibration> fitSustained(Calibration start, const std::vector<SustainedProduct>& rows) {
    const std::vector<FreeCoefficient> free = freeOf(gpu::SimtOrigin::Sustained);
    const auto with = [&](std::span<const double> values) {
        Calibration calibration = start;
        for (std::size_t i = 0; i < free.size(); ++i)
            calibration.values[free[i].name] = values[i];
        return calibration;
    };
    const auto residual = [&](std::span<const double> values, std::span<double> out) {
        Calibration bare = with(values);
        bare.groups.clear(); // no device's own factor
        const std::span<const Calibration> one_calibration(&bare, 1);
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const auto model = gpu::resolveSimtMatmul(rows[i].gpu, one_calibration);
            const auto time = gpu::predictSimtMatmul(rows[i].gpu, model, rows[i].kernel);
            out[i] = rows[i].weight * std::log(time.seconds / rows[i].seconds);
        }
    };
    const auto fit = fitCoefficients(free, rows.size(), residual);
    if (!fit) return fit.error();
    return with(fit->values);
}

DevicePredictor predictorOf(const GpuData& data, const Calibration& calibration) {
    std::vector<gpu::SimtMatmulCoefficients> models;
    for (const hardware::Gpu& gpu : data.devices)
        models.push_back(gpu::resolveSimtMatmul(gpu, std::span(&calibration, 1)));
    return [&devices = data.devices, models = std::move(models)](std::size_t device, const workload::Kernel& kernel) {
        return gpu::predictSimtMatmul(devices[device], models[device], kernel);
    };
}

/// Everything else, from kernels that were timed one by one: constants of all devices, and a factor for each.
class Problem {
public:
    Problem(const GpuData& data, const RowRefs& sample, Calibration start)
        : data_(data), sample_(sample), start_(std::move(start)), free_(freeOf(gpu::SimtOrigin::Timed)),
          shared_(free_.size()) {
        for (const auto& group : start_.groups) {
            if (group.key.count("device") > 0)
                free_.push_back({group.key.at("device"), 1.0, kLeastCompute, kMostCompute});
        }
    }

    std::span<const FreeCoefficient> free() const { return free_; }
    std::size_t residuals() const { return sample_.size() + free_.size() - shared_; }

    Calibration with(std::span<const double> values) const {
        Calibration calibration = start_;
        for (std::size_t i = 0; i < shared_; ++i)
            calibration.values[free_[i].name] = values[i];
        std::size_t next = shared_;
        for (auto& group : calibration.groups) {
            if (group.key.count("device") > 0) group.values["compute"] = values[next++];
        }
        addSisters(calibration, data_);
        return calibration;
    }

    void residual(std::span<const double> values, std::span<double> out) const {
        fillResiduals(sample_, predictorOf(data_, with(values)), values.subspan(shared_), kOwnFactorWeight, out);
    }

private:
    const GpuData& data_;
    const RowRefs& sample_;
    Calibration start_;
    std::vector<FreeCoefficient> free_;
    std::size_t shared_ = 0;
};

/// Convolutions after the products, whose constants they take: what Winograd's algorithm saves is free, and
/// half of them are slower.
void setConvolutionShare(Calibration& calibration, const GpuData& data, RowRefs rows) {
    std::erase_if(rows, [](const GpuRow* row) { return !gpu::takesWinograd(row->kernel); });
    if (rows.empty()) return;
    constexpr int kRounds = 3; // the rate enters the time almost linearly
    for (int round = 0; round < kRounds; ++round) {
        std::vector<double> logs;
        for (const RowError& error : errorsOf(rows, predictorOf(data, calibration)))
            logs.push_back(error.log_error);
        calibration.values["winograd_share"] *= std::exp(-quantile(logs, 0.5));
    }
}

Result<Calibration> fitWithout(const GpuData& data, const Library& library, const Without& without) {
    RowRefs sample = sampleRows(data, kFitRows, without);
    std::erase_if(sample, [](const GpuRow* row) { return row->op == "conv"; });
    const RowRefs all = sampleRows(data, data.rows.size(), without);
    Calibration start = counted(data, all);
    start.kernel_tables = library.kernelTables(start.id);
    addTiles(start, data, all);
    auto sustained = fitSustained(started(std::move(start)), sustainedProducts(library, without));
    if (!sustained) return sustained.error();
    const Problem problem(data, sample, *std::move(sustained));
    FitOptions options;
    options.evaluations = 600;
    const auto fit = fitCoefficients(
        problem.free(), problem.residuals(),
        [&](std::span<const double> values, std::span<double> out) { problem.residual(values, out); }, options);
    if (!fit) return fit.error();
    Calibration calibration = problem.with(fit->values);
    addVendorFloors(calibration, data.devices);
    setConvolutionShare(calibration, data, sampleRows(data, kFitRows, without));
    appendMeasuredDevices(data.devices, without, calibration);
    return calibration;
}

} // namespace

Result<Calibration> fitSimtCoefficients(const GpuData& data, const Library& library, const Without& without) {
    const auto set = manifestOf("gpu-kernels");
    if (!set) return set.error();
    return fitWithout(data, library, without.with(set->outsideFit(data.devices)));
}

Result<Calibration> fitGpuSimtMatmul(const std::filesystem::path& folder, const Library& library,
                                     const Without& without) {
    const auto data = readGpuRows(folder, library, GpuFiles::Matmul);
    if (!data) return data.error();
    const auto set = manifestOf("gpu-kernels");
    if (!set) return set.error();
    const Without left = without.with(set->outsideFit(data->devices));
    const auto fit = [&](const Without& others) { return fitWithout(*data, library, others); };
    auto calibration = fit(left);
    if (!calibration) return calibration;
    const auto predictor = [&](const Calibration& with) { return predictorOf(*data, with); };
    if (auto done = addResiduals(*calibration, *data, left, fit, predictor); !done) return done.error();
    return calibration;
}

} // namespace strata::assess
