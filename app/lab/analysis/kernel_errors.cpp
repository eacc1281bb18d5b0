// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/analysis/analysis.h"

#include "app/lab/gpu/gpu_fit.h"
#include "app/lab/gpu/gpu_rows.h"
#include "core/base/random.h"
#include "core/catalog/library.h"
#include "core/gpu/products/tile_model.h"
#include "core/gpu/rivals/roofline.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace strata::assess {
namespace {

constexpr std::size_t kRowsOfClass = 400; // of each device, operator and split
constexpr std::size_t kDraws = 2000;
constexpr std::uint64_t kSeed = 19;
constexpr std::array kNumbers{1, 2, 5, 10, 20, 50, 100, 200, 500};
constexpr const char* kData = "NeuSight's artifact (FP32 kernels)";

/// predicted / measured - 1 of rows of one device.
struct DeviceErrors {
    std::vector<double> errors;
    std::map<std::string, std::vector<double>> by_class;
};

/// Errors of a sample of the kernels of each device, those that the host starts slower than the device runs included.
std::vector<DeviceErrors> errorsOfDevices(const GpuData& data, const Library& library) {
    std::vector<DeviceErrors> devices(data.devices.size());
    std::vector<gpu::TileModel> models;
    for (const hardware::Gpu& device : data.devices)
        models.push_back(gpu::makeTileModel(device, library.calibrations()));
    for (const GpuRow* row : sampleRows(data, kRowsOfClass, {})) {
        const gpu::KernelTime time = gpu::predict(models[row->device], row->kernel);
        const double error = time.alone_s / row->measured_s - 1.0;
        devices[row->device].errors.push_back(error);
        devices[row->device].by_class[className(*row)].push_back(error);
    }
    return devices;
}

double meanOfDraw(const std::vector<double>& errors, int number, CounterRandom& random) {
    double sum = 0.0;
    for (int i = 0; i < number; ++i)
        sum += errors[static_cast<std::size_t>(random.nextUniform() * static_cast<double>(errors.size()))];
    return sum / number;
}

/// Root mean square of the error of N equal kernels of one device, over devices and draws.
double measuredAt(const std::vector<const std::vector<double>*>& pools, int number, CounterRandom& random) {
    double squares = 0.0;
    for (std::size_t i = 0; i < kDraws; ++i) {
        const double error = meanOfDraw(*pools[i % pools.size()], number, random);
        squares += error * error;
    }
    return std::sqrt(squares / kDraws);
}

/// Share of the mean square error that all kernels of a device have in common: what does not shrink with their number.
double commonShare(const std::vector<const std::vector<double>*>& pools) {
    double common = 0.0, all = 0.0;
    for (const auto* pool : pools) {
        const double mean = std::accumulate(pool->begin(), pool->end(), 0.0) / static_cast<double>(pool->size());
        double squares = 0.0;
        for (const double error : *pool)
            squares += error * error;
        common += mean * mean / static_cast<double>(pools.size());
        all += squares / static_cast<double>(pool->size() * pools.size());
    }
    return all > 0.0 ? common / all : 0.0;
}

void addCurve(const std::string& of, const std::vector<const std::vector<double>*>& pools,
              hardware::Calibration& result) {
    if (pools.empty()) return;
    CounterRandom random(kSeed);
    const double one = measuredAt(pools, 1, random), common = commonShare(pools);
    std::size_t points = 0;
    for (const auto* pool : pools)
        points += pool->size();
    for (const int number : kNumbers) {
        hardware::CalibrationGroup group;
        group.key = {{"of", of}, {"kernels", std::to_string(number)}};
        group.values = {{"measured", number == 1 ? one : measuredAt(pools, number, random)},
                        {"independent", one / std::sqrt(number)},
                        {"correlated", one * std::sqrt(common + (1.0 - common) / number)},
                        {"claimed", one * std::sqrt(number)},
                        {"common", common}};
        group.points = static_cast<std::int64_t>(points);
        result.groups.push_back(std::move(group));
    }
}

} // namespace

Result<hardware::Calibration> analyseRoots(const std::filesystem::path& data, const Library& library) {
    const auto read = readGpuRows(partOf(data, "gpu"), library);
    if (!read) return read.error();
    const auto devices = errorsOfDevices(*read, library);
    hardware::Calibration result;
    result.data = kData;
    std::vector<const std::vector<double>*> mixed;
    std::map<std::string, std::vector<const std::vector<double>*>> classes;
    for (const DeviceErrors& device : devices) {
        if (!device.errors.empty()) mixed.push_back(&device.errors);
        for (const auto& [name, errors] : device.by_class)
            if (!errors.empty()) classes[name].push_back(&errors);
        result.points += static_cast<std::int64_t>(device.errors.size());
    }
    addCurve("all classes", mixed, result);
    for (const auto& [name, pools] : classes)
        addCurve(name, pools, result);
    return result;
}

Result<hardware::Calibration> analyseCapture(const std::filesystem::path& data, const Library& library) {
    const auto read = readGpuRows(partOf(data, "gpu"), library);
    if (!read) return read.error();
    std::vector<gpu::TileModel> models;
    for (const hardware::Gpu& device : read->devices)
        models.push_back(gpu::makeTileModel(device, library.calibrations()));
    struct Sums {
        double bandwidth = 0, compute = 0, roofline = 0, full = 0, measured = 0, within = 0;
        std::int64_t rows = 0;
    };
    std::map<Grouped::Key, Sums> sums;
    hardware::Calibration result;
    result.data = kData;
    constexpr double kNear = 0.1;
    for (const GpuRow* row : sampleRows(*read, kRowsOfClass, {})) {
        const hardware::Gpu& device = read->devices[row->device];
        const gpu::KernelTime bound = gpu::predictRoofline(device, row->kernel);
        const workload::KernelWork work = workload::workOf(row->kernel);
        const double full = gpu::predict(models[row->device], row->kernel).alone_s;
        for (const Grouped::Key& key :
             {Grouped::Key{{"by", "class"}, {"of", className(*row)}}, Grouped::Key{{"by", "device"}, {"of", device.id}},
              Grouped::Key{{"by", "all"}, {"of", "all"}}}) {
            Sums& sum = sums[key];
            sum.bandwidth += (work.read_bytes + work.write_bytes) / device.memory_bytes_per_s;
            sum.compute += bound.compute_s;
            sum.roofline += bound.seconds;
            sum.full += full;
            sum.measured += row->measured_s;
            sum.within += std::abs(full / row->measured_s - 1.0) <= kNear ? 1.0 : 0.0;
            ++sum.rows;
        }
        ++result.points;
    }
    for (const auto& [key, sum] : sums) {
        result.groups.push_back({key,
                                 {{"bandwidth", sum.bandwidth / sum.measured},
                                  {"compute", sum.compute / sum.measured},
                                  {"roofline", sum.roofline / sum.measured},
                                  {"full", sum.full / sum.measured},
                                  {"full_within_10", sum.within / static_cast<double>(sum.rows)}},
                                 sum.rows});
    }
    return result;
}

} // namespace strata::assess
