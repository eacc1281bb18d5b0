// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/tensor/gpu_modern_attention.h"

#include "app/lab/fit/distances.h"
#include "app/lab/fit/fit.h"
#include "app/lab/fit/pooled_fit.h"
#include "app/lab/run/manifest.h"
#include "app/lab/tensor/gpu_modern_attention_rows.h"
#include "app/lab/tensor/gpu_modern_residuals.h"
#include "core/catalog/library.h"
#include "core/gpu/attention/attention.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace strata::assess {
namespace {

using gpu::DecodePath;
using hardware::Calibration;
using workload::Attention;

// Rows of one device and type in the fit of one kernel.
constexpr std::size_t kDecodeRows = 300;
// Of one device in the fit of prefill: each counts as much, however many types and head sizes were measured
// on it.
constexpr std::size_t kPrefillRows = 1260;
// Types and head sizes have kernels of their own, which differ by factors; what all share must not follow one of them.
// Latent attention was measured at one head size, where nothing tells what all share from what is the kernel's own.
constexpr double kPrefillWidth = 10.0;
constexpr double kSplitWidth = 0.3;

constexpr std::string_view kSplit = "prefill-split-value";

/// Least squares over the decode batches of each board, and the mean of both.
constexpr double kSkew = 0.03;
constexpr const char* kSkewOrigin =
    "; decode batches of unequal contexts lie between equal and longest contexts by 0.045 of the way on an RTX 4090 "
    "(18 batches) and by 0.018 on an RTX PRO 6000 (13): casys-kaist/LLMServingSim @5daddb2, profiler/perf (MIT)";

double widthOf(std::string_view kernel) { return kernel == kSplit ? kSplitWidth : kPrefillWidth; }

// Levels of groups.
constexpr std::uint8_t kByTypes = 1, kByDevice = 2;
constexpr std::uint8_t kByHead = 4,
                       kByDeviceHead = 8;  // prefill, of one type each; types of each kind of units
constexpr std::uint8_t kByDeviceTypes = 8; // decode

constexpr std::size_t kSoftmax = 4;
constexpr std::array kPrefill{PooledCoefficient{"start_s", 6e-6, 6e-6, 6e-6},
                              PooledCoefficient{"fixed_clocks", 14000.0, 1000.0, 80000.0, kByTypes | kByDevice},
                              PooledCoefficient{"tensor_fraction", 0.6, 0.1, 1.0},
                              PooledCoefficient{"asynchronous_fraction", 0.75, 0.1, 1.0},
                              PooledCoefficient{"softmax", 0.6, 0.6, 0.6},
                              PooledCoefficient{"unit_clocks", 5000.0, 100.0, 30000.0, kByTypes | kByDevice},
                              PooledCoefficient{"overlap", 1.5, 1.5, 1.5},
                              PooledCoefficient{"stream", 1.0, 1.0, 1.0, kByTypes | kByDevice},
                              PooledCoefficient{"mask", 1.0, 0.02, 10.0, kByTypes},
                              PooledCoefficient{"norm", 1.4, 0.7, 8.0},
                              PooledCoefficient{"lone", 0.8, 0.2, 4.0, kByTypes},
                              PooledCoefficient{"time", 1.0, 1.0, 1.0, kByTypes | kByHead}};

/// Values narrower than keys: the products of a step are fewer, and what lies between them shows.
constexpr auto kSplitValue = [] {
    auto coefficients = kPrefill;
    coefficients[kSoftmax] = {"softmax", 0.6, 0.05, 6.0};
    return coefficients;
}();

constexpr std::size_t kKeys = 4, kL2 = 7, kProducts = 8, kChain = 11;
/// Products of one token are too few to be told apart on the devices that were measured: synchronous tiles reach half
/// of the peak and more (Dao 2023, section 4.1).
constexpr std::array kDecode{
    PooledCoefficient{"start_s", 4e-6, 4e-6, 4e-6},
    PooledCoefficient{"fixed_clocks", 3000.0, 200.0, 80000.0, kByTypes | kByDevice | kByDeviceTypes},
    PooledCoefficient{"unit_clocks", 8000.0, 200.0, 60000.0, kByTypes | kByDevice | kByDeviceTypes},
    PooledCoefficient{"wide_unit", 0.35, 0.01, 3.0},
    PooledCoefficient{"key_clocks", 20.0, 0.2, 200.0, kByTypes | kByDevice | kByDeviceTypes},
    PooledCoefficient{"second_tile", 0.4, 0.02, 2.0},
    PooledCoefficient{"memory_fraction", 0.9, 0.5, 1.0, kByDevice},
    PooledCoefficient{"l2_fraction", 1.0, 1.0, 1.0},
    PooledCoefficient{"product_fraction", 0.5, 0.5, 0.5},
    PooledCoefficient{"norm", 3.0, 1.0, 12.0},
    PooledCoefficient{"join_clocks", 4000.0, 200.0, 20000.0, kByDevice},
    PooledCoefficient{"chain_clocks", 10.0, 0.05, 60.0, kByTypes}};

/// All heads share one latent: its products are many, and keys cost nothing but them and their latency.
constexpr auto kLatentDecode = [] {
    auto coefficients = kDecode;
    coefficients[kProducts] = {"product_fraction", 0.5, 0.02, 1.0, kByDevice};
    coefficients[kKeys] = {"key_clocks", 0.1, 0.1, 0.1};
    coefficients[kChain] = {"chain_clocks", 100.0, 1.0, 400.0, kByDevice};
    return coefficients;
}();

/// Asynchronous copies hide all but the set-up of a unit; products and bytes overlap as on the synchronous kernels, and
/// the memory streams the share that copies reach (field/gpu_micro: .85 on A100, .81 to .945 on parts with HBM3).
constexpr auto kSpecialised = [] {
    auto coefficients = kDecode;
    coefficients[0] = {"start_s", 4.6e-6, 1e-6, 2e-5};
    coefficients[2] = {"unit_clocks", 3300.0, 200.0, 60000.0, kByTypes | kByDevice | kByDeviceTypes};
    coefficients[3] = {"wide_unit", 0.59, 0.59, 0.59};
    coefficients[kKeys] = {"key_clocks", 2.9, 2.9, 2.9};
    coefficients[5] = {"second_tile", 0.15, 0.15, 0.15};
    coefficients[kChain] = {"chain_clocks", 3.1, 3.1, 3.1};
    coefficients[6] = {"memory_fraction", 0.86, 0.86, 0.86, kByDevice};
    coefficients[kL2] = {"l2_fraction", 0.5, 0.5, 0.5};
    coefficients[9] = {"norm", 2.46, 2.46, 2.46};
    return coefficients;
}();

/// FlashMLA's products are published; on the devices that were measured bytes take nearly as long.
constexpr auto kFlashMla = [] {
    auto coefficients = kDecode;
    coefficients[kProducts] = {"product_fraction", gpu::kFlashMlaProducts, gpu::kFlashMlaProducts,
                               gpu::kFlashMlaProducts, kByTypes};
    return coefficients;
}();

struct KernelRows {
    std::string_view kernel;
    bool decode = false;
    std::vector<PooledRow> rows; ///< index into ModernRows::rows
};

/// Of prefill by kind of tensor units.
std::size_t typesOf(const ModernRows& data, const ModernRow& row, bool decode) {
    const hardware::Gpu& gpu = data.devices[row.device];
    if (decode) return gpu::cacheElementBytes(gpu, row.kernel) > 1.0 ? 0 : 1;
    const std::size_t units = gpu.asynchronous_tensor_cores ? gpu::kAttentionTypes : 0;
    return units + static_cast<std::size_t>(gpu::attentionTypesOf(gpu, row.kernel));
}

std::string_view nameOfTypes(std::size_t types, bool decode) {
    if (decode) return types == 0 ? "16" : "8";
    return gpu::name(static_cast<gpu::AttentionTypes>(types % gpu::kAttentionTypes));
}

bool isDecode(const Attention& shape) { return shape.q_len <= 1.0 && shape.causal; }

/// Numbers of a row's groups: types, device, types and head size, all three.
std::array<std::size_t, kPoolLevels> groupsOf(const ModernRows& data, const ModernRow& row, bool decode) {
    const std::size_t types = typesOf(data, row, decode);
    const std::size_t head = decode ? 0 : gpu::headSizeOf(std::get<Attention>(row.kernel.shape).head_dim);
    const std::size_t types_head = types * gpu::kHeadSizes + head;
    return {types, row.device, types_head, row.device * 2 * gpu::kAttentionTypes * gpu::kHeadSizes + types_head};
}

/// At most `most` rows of each device, as many of each of its groups.
std::vector<PooledRow> ofEachDevice(const std::vector<PooledRow>& rows, std::size_t most) {
    std::map<std::size_t, std::map<std::size_t, std::vector<PooledRow>>> devices;
    for (const PooledRow& row : rows)
        devices[row.groups[1]][row.groups[kPoolLevels - 1]].push_back(row);
    std::vector<PooledRow> kept;
    for (const auto& [device, groups] : devices) {
        for (const auto& [group, its] : groups) {
            const std::size_t count = std::min(std::max<std::size_t>(most / groups.size(), 1), its.size());
            for (std::size_t i = 0; i < count; ++i)
                kept.push_back(its[i * its.size() / count]);
        }
    }
    return kept;
}

/// Rows that are fitted to, by kernel.
std::vector<KernelRows> kernelsOf(const ModernRows& data, const Without& without) {
    std::map<std::string_view, KernelRows> kernels;
    for (std::size_t i = 0; i < data.rows.size(); ++i) {
        const ModernRow& row = data.rows[i];
        const hardware::Gpu& gpu = data.devices[row.device];
        if (row.held_out || row.defect() || without.has(gpu.id)) continue;
        const auto& shape = std::get<Attention>(row.kernel.shape);
        KernelRows kernel_rows;
        kernel_rows.decode = isDecode(shape);
        if (kernel_rows.decode) {
            kernel_rows.kernel = gpu::name(gpu::decodePathOf(gpu, row.kernel));
        } else {
            kernel_rows.kernel = gpu::splitValue(shape) ? kSplit : "prefill";
        }
        auto& found = kernels.try_emplace(kernel_rows.kernel, kernel_rows).first->second;
        found.rows.push_back({groupsOf(data, row, kernel_rows.decode), i, row.measured_s});
    }
    std::vector<KernelRows> list;
    for (auto& [key, one] : kernels)
        list.push_back(std::move(one));
    return list;
}

template <class T>
T coefficientsFrom(std::span<const gpu::NamedCoefficient<T>> names, std::span<const double> values) {
    T found;
    for (std::size_t i = 0; i < names.size(); ++i)
        found.*names[i].member = values[i];
    return found;
}

DecodePath pathNamed(std::string_view kernel) {
    for (std::size_t i = 0; i < gpu::kDecodePaths; ++i) {
        if (gpu::name(static_cast<DecodePath>(i)) == kernel) return static_cast<DecodePath>(i);
    }
    return DecodePath::Vector;
}

PooledPrediction predictionOf(const KernelRows& kernel, const ModernRows& data) {
    if (kernel.decode) {
        const DecodePath path = pathNamed(kernel.kernel);
        return [&data, path](std::span<const double> values, const PooledRow& row) {
            const ModernRow& modern_row = data.rows[row.index];
            return gpu::predictDecode(data.devices[modern_row.device],
                                      coefficientsFrom(gpu::decodeCoefficients(), values), path, modern_row.kernel)
                .seconds;
        };
    }
    return [&data](std::span<const double> values, const PooledRow& row) {
        const ModernRow& one = data.rows[row.index];
        return gpu::predictPrefill(data.devices[one.device], coefficientsFrom(gpu::prefillCoefficients(), values),
                                   one.kernel)
            .seconds;
    };
}

/// One group of the calibration for a group of the fit.
void appendGroup(std::map<std::string, std::string, std::less<>> key, const std::vector<double>& factors,
                 std::span<const PooledCoefficient> coefficients, const std::vector<PooledRow>& rows, std::size_t level,
                 std::size_t group, Calibration& calibration) {
    hardware::CalibrationGroup calibration_group;
    calibration_group.key = std::move(key);
    calibration_group.points =
        std::count_if(rows.begin(), rows.end(), [&](const auto& row) { return row.groups[level] == group; });
    for (std::size_t i = 0; i < factors.size(); ++i) {
        if (factors[i] != 1.0) calibration_group.values.emplace(coefficients[i].name, factors[i]);
    }
    const bool tells = !calibration_group.values.empty() || level == 1; // a device's group says that it was measured
    if (calibration_group.points > 0 && tells) calibration.groups.push_back(std::move(calibration_group));
}

void appendGroups(const KernelRows& kernel, std::span<const PooledCoefficient> coefficients, const PooledFit& fit,
                  const ModernRows& data, Calibration& calibration) {
    hardware::CalibrationGroup shared;
    shared.key = {{"kernel", std::string(kernel.kernel)}};
    shared.points = static_cast<std::int64_t>(kernel.rows.size());
    for (std::size_t i = 0; i < coefficients.size(); ++i)
        shared.values.emplace(coefficients[i].name, fit.shared[i]);
    const auto base = shared.key;
    calibration.groups.push_back(std::move(shared));

    std::array<std::map<std::size_t, const ModernRow*>, kPoolLevels> groups;
    for (const PooledRow& row : kernel.rows) {
        for (std::size_t level = 0; level < kPoolLevels; ++level)
            groups[level].emplace(row.groups[level], &data.rows[row.index]);
    }
    for (std::size_t level = 0; level < kPoolLevels; ++level) {
        if (level == 2 && kernel.decode) continue; // head sizes are no groups of decode
        for (const auto& [group, row] : groups[level]) {
            auto key = base;
            const bool device = level == 1 || level == 3;
            const hardware::Gpu& gpu = data.devices[row->device];
            if (device) key.emplace("device", gpu.id);
            if (!device && !kernel.decode) key.emplace("units", gpu::tensorUnits(gpu));
            if (level != 1) key.emplace("types", nameOfTypes(typesOf(data, *row, kernel.decode), kernel.decode));
            if (level >= 2 && !kernel.decode) {
                key.emplace("head",
                            gpu::nameOfHeadSize(gpu::headSizeOf(std::get<Attention>(row->kernel.shape).head_dim)));
            }
            const bool known = group < fit.factors[level].size();
            appendGroup(std::move(key), known ? fit.factors[level][group] : std::vector<double>{}, coefficients,
                        kernel.rows, level, group, calibration);
        }
    }
}

std::span<const PooledCoefficient> coefficientsOf(const KernelRows& kernel) {
    if (!kernel.decode) return kernel.kernel == kSplit ? std::span<const PooledCoefficient>(kSplitValue) : kPrefill;
    const DecodePath path = pathNamed(kernel.kernel);
    if (path == DecodePath::LatentSpecialised) return kFlashMla;
    if (path == DecodePath::Specialised) return kSpecialised;
    return path == DecodePath::Latent ? std::span<const PooledCoefficient>(kLatentDecode) : kDecode;
}

Result<Calibration> fitWithout(const ModernRows& data, const Without& without) {
    Calibration calibration;
    calibration.id = std::string(gpu::kAttentionCalibration);
    for (const KernelRows& kernel : kernelsOf(data, without)) {
        const std::span<const PooledCoefficient> coefficients = coefficientsOf(kernel);
        const auto fit = kernel.decode ? fitPooled(coefficients, kernel.rows, kDecodeRows, predictionOf(kernel, data))
                                       : fitPooled(coefficients, ofEachDevice(kernel.rows, kPrefillRows), kPrefillRows,
                                                   predictionOf(kernel, data), widthOf(kernel.kernel), true);
        if (!fit) return fit.error();
        appendGroups(kernel, coefficients, *fit, data, calibration);
        noteRanges(coefficients, calibration, kernel.kernel);
        calibration.points += static_cast<std::int64_t>(kernel.rows.size());
    }
    appendMeasuredDevices(data.devices, without, calibration);
    return calibration;
}

std::vector<ModernAnswer> answersOf(const ModernRows& data, std::span<const Calibration> calibrations) {
    std::vector<gpu::AttentionCoefficients> models;
    for (const hardware::Gpu& gpu : data.devices)
        models.push_back(gpu::resolveAttention(gpu, calibrations));
    std::vector<ModernAnswer> answers;
    answers.reserve(data.rows.size());
    for (const ModernRow& row : data.rows) {
        const auto& model = models[row.device];
        answers.push_back(toAnswer(gpu::predictAttention(data.devices[row.device], model, row.kernel), model.seen));
    }
    return answers;
}

} // namespace

Result<Calibration> fitGpuAttention(const std::filesystem::path& folder, const Library& library,
                                    const Without& without) {
    const auto data = readAttentionRows(folder, library);
    if (!data) return data.error();
    const auto set = manifestOf("modern-attention");
    if (!set) return set.error();
    const Without left = without.with(set->outsideFit(data->devices));
    auto calibration = fitWithout(*data, left);
    if (!calibration) return calibration;
    calibration->suite = "gpu-modern";
    calibration->data = "attention kernels of serving stacks on A100, H100 and RTX PRO 6000 (public silicon tables)";
    calibration->command = "strata-lab calibrate gpu-attention --data DIR";
    calibration->values["skew"] = kSkew;
    calibration->origins["skew"] = rangeText(kSkew, kSkew) + kSkewOrigin;
    const auto done = addModernResiduals(
        *calibration, *data, left, [&](const Without& others) { return fitWithout(*data, others); },
        [&](const Calibration& fitted) { return answersOf(*data, std::span(&fitted, 1)); },
        [&](const ModernRow& row) { return std::string(gpu::attentionKernel(data->devices[row.device], row.kernel)); });
    if (!done) return done.error();
    return calibration;
}

Result<void> addAttentionRows(const SuiteOptions& options, SuiteReport& report) {
    const auto data = readAttentionRows(options.data, options.library);
    if (!data) return data.error();
    appendAnswers(options, *data, answersOf(*data, options.library.calibrations()), report);
    return {};
}

} // namespace strata::assess
