// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/assess/gpu_modern_moe.h"

#include "core/assess/gpu_modern_residuals.h"
#include "core/assess/pooled_fit.h"
#include "core/catalog/library.h"
#include "core/exchange/csv.h"
#include "core/gpu/moe.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <tuple>

namespace strata::assess {
namespace {

using exchange::CsvTable;
using gpu::MoeTypes;
using hardware::Calibration;
using workload::Moe;
namespace fs = std::filesystem;

// Rows of one device and type in the fit.
constexpr std::size_t kRows = 220;
// A row this much slower than a larger problem is not a property of the kernel.
constexpr double kDefect = 1.5;

// Levels of groups.
constexpr std::uint8_t kByTypes = 1, kByDevice = 2, kByBoth = 8;

constexpr std::array kCoefficients{
    PooledCoefficient{"fixed_clocks", 40000.0, 5000.0, 300000.0, kByTypes | kByDevice | kByBoth},
    PooledCoefficient{"product_fraction", 0.8, 0.1, 1.6, kByTypes | kByDevice | kByBoth},
    PooledCoefficient{"operand_rows", 40.0, 2.0, 300.0, kByTypes | kByBoth},
    PooledCoefficient{"memory_fraction", 0.85, 0.4, 1.1, kByTypes | kByDevice},
    PooledCoefficient{"norm", 2.0, 0.8, 8.0},
    PooledCoefficient{"slot_passes", 2.5, 0.2, 15.0, kByTypes | kByDevice | kByBoth},
    PooledCoefficient{"token_passes", 2.0, 0.2, 10.0},
    PooledCoefficient{"loop_start", 100.0, 5.0, 2000.0, kByTypes | kByBoth},
    PooledCoefficient{"cache_share", 0.3, 0.02, 1.0, kByDevice}};

/// Types of activations and weights by the name of the data.
struct DataType {
    std::string_view name;
    NumberType a, b;
    bool block_scaled;
};
constexpr std::array kTypes{DataType{"bfloat16", NumberType::Bf16, NumberType::Bf16, false},
                            DataType{"fp8", NumberType::Fp8, NumberType::Fp8, false},
                            DataType{"fp8_block", NumberType::Fp8, NumberType::Fp8, true},
                            DataType{"nvfp4", NumberType::Fp4, NumberType::Fp4, true},
                            DataType{"w4a16_mxfp4", NumberType::Bf16, NumberType::Fp4, true},
                            DataType{"w4a8_mxfp4_mxfp8", NumberType::Fp8, NumberType::Fp4, true},
                            DataType{"int4_wo", NumberType::Bf16, NumberType::Int4, false}};

/// "balanced" is 0, "power_law_1.2" its exponent; nothing for others.
std::optional<double> skewOf(std::string_view distribution) {
    constexpr std::string_view kPowerLaw = "power_law_";
    if (distribution == "balanced") return 0.0;
    if (!distribution.starts_with(kPowerLaw)) return {};
    const std::string exponent(distribution.substr(kPowerLaw.size()));
    return std::strtod(exponent.c_str(), nullptr);
}

/// The kernel of a line; nothing where a type or size is not known.
std::optional<ModernRow> rowOf(const CsvTable& table, std::size_t line) {
    const auto number = [&](std::string_view column) { return table.numberOr(line, column, 0.0); };
    const std::string_view dtype = table.text(line, "dtype");
    const auto type =
        std::find_if(kTypes.begin(), kTypes.end(), [&](const DataType& one) { return one.name == dtype; });
    const auto skew = skewOf(table.text(line, "distribution"));
    const double tp = std::max(number("tp"), 1.0);
    const double ep = std::max(number("ep"), 1.0);
    Moe shape;
    shape.tokens = number("tokens");
    shape.hidden = number("hidden");
    shape.ffn = number("inter") / tp;
    shape.all_experts = number("experts");
    shape.experts = shape.all_experts / ep;
    shape.top_k = number("topk");
    shape.gated = table.text(line, "kernel").find("nongated") == std::string_view::npos;
    const double measured = number("latency_ms") * 1e-3;
    if (type == kTypes.end() || !skew || shape.tokens * shape.hidden * shape.ffn * shape.experts * shape.top_k <= 0.0 ||
        measured <= 0.0) {
        return {};
    }
    shape.skew = *skew;
    shape.block_scaled = type->block_scaled;
    ModernRow row;
    row.op = shape.gated ? "moe" : "moe-nongated";
    row.kernel.shape = shape;
    row.kernel.a = row.kernel.math = type->a;
    row.kernel.b = type->b;
    row.kernel.out = NumberType::Bf16;
    row.measured_s = measured;
    row.held_out = heldOut({shape.hidden, number("inter"), shape.all_experts, shape.top_k});
    return row;
}

/// A row is a defect where the same experts took much less time for at least as many tokens, local experts and columns.
void markDefects(std::vector<ModernRow>& rows) {
    using Key = std::tuple<std::size_t, std::string_view, std::string_view, double, double, double, double>;
    std::map<Key, std::vector<ModernRow*>> families;
    const auto shapeOf = [](const ModernRow* row) -> const Moe& { return std::get<Moe>(row->kernel.shape); };
    for (ModernRow& row : rows) {
        const Moe& s = shapeOf(&row);
        families[{row.device, row.op, row.dtype, s.hidden, s.all_experts, s.top_k, s.skew}].push_back(&row);
    }
    for (auto& [key, family] : families) {
        for (ModernRow* row : family) {
            const Moe& small = shapeOf(row);
            row->defect = std::any_of(family.begin(), family.end(), [&](const ModernRow* other) {
                const Moe& large = shapeOf(other);
                return row->measured_s > kDefect * other->measured_s && large.tokens >= small.tokens &&
                       large.experts >= small.experts && large.ffn >= small.ffn;
            });
        }
    }
}

Result<ModernRows> readMoeRows(const fs::path& folder, const Library& library) {
    ModernRows data;
    const auto paths = tablesNamed(folder, "moe");
    if (paths.empty()) {
        return Error{"unreadable-file", {}, "no table of expert kernels stands in " + folder.string(),
                     "a folder with moe_DEVICE.csv.gz", folder.string()};
    }
    for (const fs::path& path : paths) {
        const auto table = CsvTable::read(path);
        if (!table) return table.error();
        if (auto columns = table->require({"device", "dtype", "tokens", "latency_ms"}, path.string()); !columns)
            return columns.error();
        for (std::size_t i = 0; i < table->rows(); ++i) {
            const std::string id = path.filename().string() + ":" + std::to_string(i + 2);
            const auto device = deviceNamed(table->text(i, "device"), library, data.devices);
            auto row = rowOf(*table, i);
            if (!device || !row) {
                data.refused.push_back(
                    {id, device ? "its type, distribution or a size is not known" : device.error().text});
                continue;
            }
            row->id = id;
            row->device = *device;
            row->dtype = gpu::name(gpu::moeTypesOf(data.devices[*device], row->kernel));
            data.rows.push_back(*std::move(row));
        }
    }
    markDefects(data.rows);
    return data;
}

gpu::MoeKernel kernelFrom(std::span<const double> values) {
    gpu::MoeKernel kernel;
    const auto names = gpu::moeCoefficients();
    for (std::size_t i = 0; i < names.size(); ++i) kernel.*names[i].member = values[i];
    return kernel;
}

/// One group of the calibration for a group of the fit at a level.
void appendGroup(std::map<std::string, std::string, std::less<>> key, const PooledFit& fit, std::size_t level,
                 std::size_t group, std::span<const PooledRow> rows, Calibration& calibration) {
    hardware::CalibrationGroup one;
    one.key = std::move(key);
    one.points = std::count_if(rows.begin(), rows.end(), [&](const auto& row) { return row.groups[level] == group; });
    if (group < fit.factors[level].size()) {
        const std::vector<double>& factors = fit.factors[level][group];
        for (std::size_t i = 0; i < factors.size(); ++i) {
            if (factors[i] != 1.0) one.values.emplace(kCoefficients[i].name, factors[i]);
        }
    }
    calibration.groups.push_back(std::move(one));
}

Result<Calibration> fitWithout(const ModernRows& data, std::string_view without, std::string_view also_without) {
    std::vector<PooledRow> rows;
    for (std::size_t i = 0; i < data.rows.size(); ++i) {
        const ModernRow& row = data.rows[i];
        const std::string& id = data.devices[row.device].id;
        if (row.held_out || row.defect || id == without || id == also_without) continue;
        const auto types = static_cast<std::size_t>(gpu::moeTypesOf(data.devices[row.device], row.kernel));
        rows.push_back({{types, row.device, 0, row.device * gpu::kMoeTypes + types}, i, row.measured_s});
    }
    const auto fit = fitPooled(kCoefficients, rows, kRows, [&](std::span<const double> values, const PooledRow& row) {
        const ModernRow& one = data.rows[row.index];
        return gpu::predictMoe(data.devices[one.device], kernelFrom(values), one.kernel).seconds;
    });
    if (!fit) return fit.error();

    Calibration calibration;
    calibration.id = std::string(gpu::kMoeCalibration);
    calibration.points = static_cast<std::int64_t>(rows.size());
    hardware::CalibrationGroup shared{{{"kernel", "moe"}}, {}, calibration.points};
    for (std::size_t i = 0; i < kCoefficients.size(); ++i)
        shared.values.emplace(kCoefficients[i].name, fit->shared[i]);
    calibration.groups.push_back(std::move(shared));
    std::array<std::map<std::size_t, const ModernRow*>, kPoolLevels> groups;
    for (const PooledRow& row : rows) {
        for (const std::size_t level : {0, 1, 3}) groups[level].emplace(row.groups[level], &data.rows[row.index]);
    }
    for (const std::size_t level : {0, 1, 3}) {
        for (const auto& [group, row] : groups[level]) {
            std::map<std::string, std::string, std::less<>> key{{"kernel", "moe"}};
            if (level != 1) key.emplace("types", row->dtype);
            if (level != 0) key.emplace("device", data.devices[row->device].id);
            appendGroup(std::move(key), *fit, level, group, rows, calibration);
        }
    }
    appendArchitectures(data, without, also_without, calibration);
    return calibration;
}

std::vector<ModernAnswer> answersOf(const ModernRows& data, std::span<const Calibration> calibrations) {
    std::vector<gpu::MoeCoefficients> models;
    for (const hardware::Gpu& gpu : data.devices) models.push_back(gpu::resolveMoe(gpu, calibrations));
    std::vector<ModernAnswer> answers;
    answers.reserve(data.rows.size());
    for (const ModernRow& row : data.rows) {
        const auto& model = models[row.device];
        answers.push_back(toAnswer(gpu::predictMoe(data.devices[row.device], model, row.kernel), model.seen));
    }
    return answers;
}

}  // namespace

Result<Calibration> fitGpuMoe(const fs::path& folder, const Library& library, std::string_view without_device) {
    const auto data = readMoeRows(folder, library);
    if (!data) return data.error();
    auto calibration = fitWithout(*data, without_device, {});
    if (!calibration) return calibration;
    calibration->suite = "gpu-modern";
    calibration->data = "fused experts of serving stacks on A100, H100 and RTX PRO 6000 (public silicon tables)";
    calibration->command = "strata-cli calibrate gpu-moe --data DIR";
    const auto done = addModernResiduals(
        *calibration, *data, without_device,
        [&](std::string_view also) { return fitWithout(*data, without_device, also); },
        [&](const Calibration& fitted) { return answersOf(*data, std::span(&fitted, 1)); });
    if (!done) return done.error();
    return calibration;
}

Result<void> addMoeRows(const SuiteOptions& options, SuiteReport& report) {
    const auto data = readMoeRows(options.data, options.library);
    if (!data) return data.error();
    appendAnswers(options, *data, answersOf(*data, options.library.calibrations()), report);
    return {};
}

}  // namespace strata::assess
