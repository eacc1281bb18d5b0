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

namespace strata::assess {
namespace {

constexpr std::size_t kRowsOfClass = 400;
constexpr std::uint64_t kSeed = 19;

/// A kernel as a closed form sees it.
struct Sample {
    double compute_s = 0, memory_s = 0, measured_s = 0, full_s = 0;
    bool fitted = false; ///< else it is asked about
};

/// Three constants: shares of the peak and of the bandwidth, and what every kernel takes besides.
struct Constants {
    double compute = 0.5, memory = 0.5, start_s = 1e-5;
    double seconds(const Sample& sample) const {
        return std::max(sample.compute_s / compute, sample.memory_s / memory) + start_s;
    }
};

double lossOf(const std::vector<Sample>& samples, const Constants& constants) {
    double loss = 0.0;
    for (const Sample& sample : samples)
        if (sample.fitted) loss += std::abs(std::log(constants.seconds(sample) / sample.measured_s));
    return loss;
}

/// Coordinate descent on the mean absolute logarithm, from wide steps to narrow ones.
Constants fitted(const std::vector<Sample>& samples) {
    Constants best;
    double least = lossOf(samples, best);
    for (double step = 2.0; step > 1.002; step = std::sqrt(step)) {
        for (bool better = true; better;) {
            better = false;
            for (double Constants::*member : {&Constants::compute, &Constants::memory, &Constants::start_s}) {
                for (const double factor : {step, 1.0 / step}) {
                    Constants tried = best;
                    tried.*member *= factor;
                    const double loss = lossOf(samples, tried);
                    if (loss >= least) continue;
                    best = tried;
                    least = loss;
                    better = true;
                }
            }
        }
    }
    return best;
}

void addErrors(const std::vector<Sample>& samples, const Constants* constants, const Grouped::Key& key,
               Grouped& grouped) {
    for (const Sample& sample : samples) {
        if (sample.fitted) continue;
        const double predicted_s = constants ? constants->seconds(sample) : sample.full_s;
        grouped.add(key, {{"error", std::abs(predicted_s / sample.measured_s - 1.0)},
                          {"bias", predicted_s / sample.measured_s - 1.0}});
    }
}

} // namespace

Result<hardware::Calibration> analyseTransfer(const std::filesystem::path& data, const Library& library) {
    const auto read = readGpuRows(partOf(data, "gpu"), library);
    if (!read) return read.error();
    constexpr std::array<std::string_view, 5> kTransformer{"bmm", "linear", "softmax", "ln", "gelu"};
    struct Sets {
        std::vector<Sample> convolutions, transformers;
    };
    std::vector<Sets> devices(read->devices.size());
    std::vector<gpu::TileModel> models;
    for (const hardware::Gpu& device : read->devices)
        models.push_back(gpu::makeTileModel(device, library.calibrations()));
    // The data name no test shapes of convolutions: chance divides the shapes of both families into halves.
    CounterRandom random(kSeed);
    for (const GpuRow* row : sampleRows(*read, kRowsOfClass, {})) {
        const bool convolves = row->op == "conv";
        if (!convolves && std::ranges::find(kTransformer, row->op) == kTransformer.end()) continue;
        const hardware::Gpu& device = read->devices[row->device];
        const workload::KernelWork work = workload::workOf(row->kernel);
        const Sample sample{gpu::predictRoofline(device, row->kernel).compute_s,
                            (work.read_bytes + work.write_bytes) / device.memory_bytes_per_s, row->measured_s,
                            gpu::predict(models[row->device], row->kernel).alone_s, random.nextUniform() < 0.5};
        (convolves ? devices[row->device].convolutions : devices[row->device].transformers).push_back(sample);
    }
    Grouped grouped;
    hardware::Calibration result;
    result.data =
        "NeuSight's artifact (FP32 kernels): fitted to one half of the shapes of a family, asked about the other half";
    for (std::size_t d = 0; d < devices.size(); ++d) {
        const auto has = [](const std::vector<Sample>& samples, bool fitted) {
            return std::ranges::any_of(samples, [fitted](const Sample& sample) { return sample.fitted == fitted; });
        };
        const Sets& sets = devices[d];
        const bool whole = has(sets.convolutions, true) && has(sets.convolutions, false) &&
                           has(sets.transformers, true) && has(sets.transformers, false);
        if (!whole) continue; // both families were timed on few devices
        const Constants of_convolutions = fitted(sets.convolutions), of_transformers = fitted(sets.transformers);
        for (const std::string& device : {read->devices[d].id, std::string("all")}) {
            const auto add = [&](const char* fitted_to, const char* on, const std::vector<Sample>& samples,
                                 const Constants* constants) {
                addErrors(samples, constants, {{"fitted", fitted_to}, {"on", on}, {"device", device}}, grouped);
            };
            add("convolutions", "convolutions", sets.convolutions, &of_convolutions);
            add("convolutions", "transformers", sets.transformers, &of_convolutions);
            add("transformers", "convolutions", sets.convolutions, &of_transformers);
            add("transformers", "transformers", sets.transformers, &of_transformers);
            add("gpu.tile", "convolutions", sets.convolutions, nullptr);
            add("gpu.tile", "transformers", sets.transformers, nullptr);
        }
        result.points += static_cast<std::int64_t>(sets.convolutions.size() + sets.transformers.size());
    }
    constexpr std::array<std::string_view, 1> kSpread{"error"};
    result.groups = grouped.groups(kSpread);
    return result;
}

} // namespace strata::assess
