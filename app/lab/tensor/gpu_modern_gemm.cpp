// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/tensor/gpu_modern_gemm.h"

#include "app/lab/fit/distances.h"
#include "app/lab/fit/fit.h"
#include "app/lab/run/manifest.h"
#include "app/lab/tensor/gpu_modern_gemm_answers.h"
#include "core/catalog/library.h"
#include "core/gpu/products/tile_model.h"
#include "core/hardware/gpu/engine_profile.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>

namespace strata::assess {
namespace {

using gpu::GemmType;
using gpu::GemmValues;
using hardware::Calibration;
using hardware::CalibrationGroup;

constexpr std::size_t kFitRows = 1000;   ///< of one device, engine and format
constexpr std::size_t kFewestRows = 200; ///< fewer say little about a kernel
constexpr std::size_t kResidualRows = 1500;
constexpr double kFastest = 0.02;

/// A coefficient that is fitted: where it lies, and how far devices and kernels differ in it (of its
/// logarithm). Shares end at one, which is what they mean; the other ends are far from what is found.
struct Free {
    std::string_view name;
    double low, high, width;
    bool split = false, quantizes = false; ///< only where the kernels split k, or quantize
    bool eager = false;                    ///< only where calls were timed with their host
};
constexpr std::array kFree{Free{"issue", 0.6, 1.0, 0.05},
                           Free{"feed", 0.002, 0.2, 0.3},
                           Free{"step_clocks", 0.001, 30, 0.7},
                           Free{"fill_clocks", 20, 20000, 0.7},
                           Free{"store", 0.02, 4, 0.4},
                           Free{"bandwidth", 0.4, 1.0, 0.1},
                           Free{"launch_clocks", 300, 60000, 0.4},
                           Free{"split_s", 2e-7, 1e-4, 0.3, true},
                           Free{"reduce_bytes", 0.05, 400, 0.5, true},
                           Free{"activations", 0.005, 1.0, 0.3},
                           Free{"quantize_s", 1e-8, 1e-4, 1.0, false, true},
                           Free{"quantize_row_s", 1e-10, 1e-4, 2.0, false, true},
                           Free{"quantize_passes", 0.2, 20, 0.5, false, true},
                           Free{"quantize_bytes", 0.2, 400, 1.0, false, true},
                           Free{"host_s", 1e-5, 1e-3, 1.0, false, true, true},
                           Free{"host_pair_s", 1e-5, 1e-3, 1.0, false, true, true},
                           Free{"host_other_s", 1e-5, 1e-3, 1.0, false, true, true}};
/// Of the prior against the error of a row and the root of their number: the data of a device decide, unless
/// they do not tell.
constexpr double kPrior = 0.0025;
constexpr double kSoft = 0.05;

/// Of quantizers, whose values have ranges of their own.
constexpr double kLeastStart_s = 2e-7, kMostStart_s = 1e-4, kLeastPasses = 0.1, kMostPasses = 20;
constexpr double kLeastBytes = 0.2, kMostBytes = 400, kLeastL2Share = 0.01, kMostL2Share = 2;

void noteRanges(Calibration& calibration) {
    for (const Free& one : kFree)
        calibration.origins[std::string(one.name)] = rangeText(one.low, one.high);
    calibration.origins["start_s"] = rangeText(kLeastStart_s, kMostStart_s);
    calibration.origins["passes"] = rangeText(kLeastPasses, kMostPasses);
    calibration.origins["l2_bytes"] = rangeText(kLeastBytes, kMostBytes);
    calibration.origins["l2_share"] = rangeText(kLeastL2Share, kMostL2Share);
}

double* valueOf(GemmValues& values, std::string_view name) {
    for (const gpu::GemmField& field : gpu::gemmFields()) {
        if (field.name == name) return &(values.*field.member);
    }
    return nullptr;
}

using Rows = std::vector<const GemmRow*>;

/// Evenly spread.
Rows thinned(const Rows& rows, std::size_t most) {
    const std::size_t count = std::min(most, rows.size());
    Rows kept;
    for (std::size_t i = 0; i < count; ++i)
        kept.push_back(rows[i * rows.size() / count]);
    return kept;
}

constexpr std::string_view kBatched = "batched"; ///< class of batches' residuals

/// Rows of one setup and format, of one setup and quantizer, or of one setup's batches.
using Key = std::pair<std::size_t, std::string>;
std::map<Key, Rows> grouped(const GemmRows& data, const Without& without, bool fitted) {
    std::map<Key, Rows> groups;
    for (const GemmRow& row : data.rows) {
        const bool batched = row.op != "gemm" && row.op != "quantize";
        if (without.has(data.setups[row.setup].id) || (fitted && (batched || row.held_out || row.slow_path))) continue;
        const std::string product(batched ? kBatched : gpu::name(row.type));
        const std::string name = row.step.empty() ? product : row.step;
        groups[{row.setup, name}].push_back(&row);
    }
    return groups;
}

double designRate(const hardware::Gpu& gpu) {
    return std::max(gpu.matrix_flop_per_clock[index(NumberType::Bf16)],
                    gpu.matrix_flop_per_clock[index(NumberType::Fp16)]);
}

CalibrationGroup describe(const hardware::Gpu& gpu) {
    CalibrationGroup group;
    group.key = {
        {"device", gpu.id}, {"architecture", gpu.architecture}, {"vendor", gpu.vendor}, {"memory", gpu.memory_kind}};
    if (gpu.asynchronous_tensor_cores) group.key["tensor_cores"] = "asynchronous";
    if (hardware::kernelsOf(gpu).row_scales) group.key["scales"] = "row";
    return group;
}

Result<CalibrationGroup> fitGemm(const hardware::Gpu& gpu, const gpu::PowerCoefficients& power, const Rows& all) {
    const Rows rows = thinned(all, kFitRows);
    const GemmType type = rows.front()->type;
    const bool split = factsOf(libraryOf(gpu, type), gpu).split_k;
    const bool quantizes = std::get<workload::Matmul>(rows.front()->kernel.shape).dynamic_quantization;
    GemmValues start;
    std::vector<double> times;
    for (const GemmRow* row : all)
        times.push_back(row->measured_s);
    const bool eager = rows.front()->eager;
    if (eager) start.host_s = start.host_pair_s = start.host_other_s = quantile(std::move(times), kFastest);
    std::vector<FreeCoefficient> free;
    std::vector<double> widths;
    for (const Free& one : kFree) {
        if ((one.split && !split) || (one.quantizes && !quantizes) || (one.eager && !eager)) continue;
        free.push_back({std::string(one.name), *valueOf(start, one.name), one.low, one.high});
        widths.push_back(one.width);
    }
    const auto with = [&](std::span<const double> values) {
        GemmValues now = start;
        for (std::size_t i = 0; i < values.size(); ++i)
            *valueOf(now, free[i].name) = values[i];
        return now;
    };
    const double weight = kPrior * std::sqrt(static_cast<double>(rows.size()));
    const auto residual = [&](std::span<const double> values, std::span<double> out) {
        const gpu::GemmModel model = prepareGemm(gpu, type, with(values), designRate(gpu));
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const double launch_s = rows[i]->single ? kSingleCall_s : 0.0;
            out[i] = std::log((predictGemm(model, power, rows[i]->kernel).alone_s + launch_s) / rows[i]->measured_s);
        }
        for (std::size_t i = 0; i < values.size(); ++i) {
            out[rows.size() + i] = weight * std::log(values[i] / free[i].start) / widths[i];
        }
    };
    constexpr std::size_t kSteps = 25;
    FitOptions options;
    options.soft = kSoft;
    options.evaluations = kSteps * (free.size() + 1);
    const auto fit = fitCoefficients(free, rows.size() + free.size(), residual, options);
    if (!fit) return fit.error();
    CalibrationGroup group = describe(gpu);
    group.key["type"] = name(type);
    group.key["engine"] = gpu.engine;
    group.key["library"] = name(libraryOf(gpu, type));
    for (std::size_t i = 0; i < free.size(); ++i)
        group.values[free[i].name] = fit->values[i];
    group.values["flop_per_clock"] = designRate(gpu);
    group.points = static_cast<std::int64_t>(all.size());
    return group;
}

Result<CalibrationGroup> fitQuantizer(const hardware::Gpu& gpu, const Rows& all, const std::string& step) {
    const Rows rows = thinned(all, kFitRows);
    gpu::TensorMatmulCoefficients coefficients;
    const bool scale = step == "scale";
    gpu::QuantizeValues& values = scale ? coefficients.scale : coefficients.cast;
    double& resident = scale ? values.l2_bytes : values.l2_share;
    const std::vector<FreeCoefficient> free{{"start_s", values.start_s, kLeastStart_s, kMostStart_s},
                                            {"passes", values.passes, kLeastPasses, kMostPasses},
                                            scale ? FreeCoefficient{"l2_bytes", resident, kLeastBytes, kMostBytes}
                                                  : FreeCoefficient{"l2_share", resident, kLeastL2Share, kMostL2Share}};
    const auto residual = [&](std::span<const double> now, std::span<double> out) {
        values.start_s = now[0];
        values.passes = now[1];
        resident = now[2];
        for (std::size_t i = 0; i < rows.size(); ++i) {
            out[i] = std::log(predictQuantize(gpu, coefficients, rows[i]->kernel).seconds / rows[i]->measured_s);
        }
    };
    const auto fit = fitCoefficients(free, rows.size(), residual);
    if (!fit) return fit.error();
    CalibrationGroup group = describe(gpu);
    group.key["quantizer"] = step;
    group.key["engine"] = gpu.engine;
    for (std::size_t i = 0; i < free.size(); ++i)
        group.values[free[i].name] = fit->values[i];
    group.points = static_cast<std::int64_t>(all.size());
    return group;
}

/// Residuals of all rows by the groups themselves, and of each device by the groups of the others.
void addResiduals(Calibration& calibration, const GemmRows& data, std::span<const Calibration> power,
                  const Without& without) {
    const auto groups = grouped(data, without, false);
    std::vector<std::string> devices;
    for (const auto& [key, rows] : groups) {
        const std::string& id = data.setups[key.first].id;
        if (std::find(devices.begin(), devices.end(), id) == devices.end()) devices.push_back(id);
    }
    /// Errors of the setups that `takes`, with their host's times or without.
    const auto collect = [&](const Calibration& used, const std::function<bool(const hardware::Gpu&)>& takes,
                             bool with_host, ErrorsByKey& errors) {
        std::vector<Calibration> all(power.begin(), power.end());
        all.push_back(used);
        const auto models = gemmModels(data, all);
        for (const auto& [key, rows] : groups) {
            const hardware::Gpu& gpu = data.setups[key.first];
            if (!takes(gpu)) continue;
            // Engines on one device err alike: they are one device.
            const auto device =
                static_cast<std::size_t>(std::find(devices.begin(), devices.end(), gpu.id) - devices.begin());
            for (const GemmRow* row : thinned(rows, kResidualRows)) {
                // The host's time of a call tells about that engine on that device alone.
                if (row->slow_path || row->single || (!with_host && row->eager)) continue;
                const double seconds = gemmAnswer(*row, gpu, models[key.first]).alone_s;
                errors[{{"class", key.second}}].push_back({device, std::log(row->measured_s / seconds)});
            }
        }
    };
    ErrorsByKey seen, unseen;
    collect(
        calibration, [](const hardware::Gpu&) { return true; }, true, seen);
    std::vector<double> sizes;
    for (const auto& [type, values] : seen) {
        for (const LogError& error : values)
            sizes.push_back(std::abs(std::exp(-error.value) - 1.0));
    }
    calibration.residual_p50 = quantile(sizes, 0.5);
    calibration.residual_p90 = quantile(sizes, 0.9);
    ErrorsByDistance apart;
    for (const LeftOutGroup& group : leftOutGroups(data.setups, without)) {
        Calibration others = calibration;
        std::erase_if(others.groups, [&](const CalibrationGroup& calibration_group) {
            return group.has(calibration_group.key.at("device"));
        });
        const auto its = [&](const hardware::Gpu& gpu) { return group.has(gpu.id); };
        if (group.devices.size() == 1) collect(others, its, false, unseen);
        if (group.shows) collect(others, its, false, apart[*group.shows]);
    }
    // One engine's products from the other engines' on the same device.
    for (const hardware::Gpu& setup : data.setups) {
        const auto is = [&](const hardware::Gpu& gpu) { return gpu.id == setup.id && gpu.engine == setup.engine; };
        const auto stays = [&](const hardware::Gpu& gpu) { return gpu.id == setup.id && gpu.engine != setup.engine; };
        if (without.has(setup.id) || std::ranges::none_of(data.setups, stays)) continue;
        Calibration others = calibration;
        std::erase_if(others.groups, [&](const CalibrationGroup& one) {
            return one.key.at("device") == setup.id && one.key.at("engine") == setup.engine;
        });
        collect(others, is, false, apart[gpu::Distance::Engine]);
    }
    calibration.residuals = residualsOfFitted(seen);
    const auto append = [&calibration](const std::vector<hardware::Residual>& more) {
        calibration.residuals.insert(calibration.residuals.end(), more.begin(), more.end());
    };
    // Nothing is fitted to batches: what they show is no offset of a device left out.
    ErrorsByKey batches;
    const ResidualKey batched{{"class", std::string(kBatched)}};
    if (auto found = unseen.extract(batched)) batches.insert(std::move(found));
    for (auto& [distance, errors] : apart)
        errors.erase(batched);
    append(residualsOfNewDevice(unseen, seen));
    append(residualsByDistance(apart, seen));
    append(residualsOfNewDevice(batches, {}, ErrorsOf::Unfitted));
}

} // namespace

Result<Calibration> fitGpuTensorMatmul(const std::filesystem::path& folder, const Library& library,
                                       const Without& without) {
    const auto data = readGemmRows(folder, library);
    if (!data) return data.error();
    const auto set = manifestOf("modern-products");
    if (!set) return set.error();
    const Without left = without.with(set->outsideFit(data->setups));
    Calibration calibration;
    calibration.id = "gpu-tensor-matmul";
    calibration.suite = "gpu-modern";
    calibration.data = "matrix products and quantizers of serving stacks, replayed graphs, of "
                       "github.com/ai-dynamo/aiconfigurator "
                       "(Apache-2.0, commit 095f58a); a fifth of all (n, k) is held out";
    calibration.command = "strata-lab calibrate gpu-tensor-matmul --data DIR";
    noteRanges(calibration);
    std::vector<Calibration> power;
    for (const Calibration& one : library.calibrations()) {
        if (one.id == "gpu-power") power.push_back(one);
    }
    for (const auto& [key, rows] : grouped(*data, left, true)) {
        if (rows.size() < kFewestRows) continue;
        const hardware::Gpu& gpu = data->setups[key.first];
        const bool product = rows.front()->step.empty();
        auto group = product ? fitGemm(gpu, gpu::resolvePower(gpu, power), rows) : fitQuantizer(gpu, rows, key.second);
        if (!group) return group.error();
        calibration.points += group->points;
        calibration.groups.push_back(*std::move(group));
    }
    addResiduals(calibration, *data, power, left);
    return calibration;
}

} // namespace strata::assess
