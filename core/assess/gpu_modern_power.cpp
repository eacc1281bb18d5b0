// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/assess/gpu_modern_power.h"

#include "core/assess/device_spread.h"
#include "core/assess/fit.h"
#include "core/assess/gpu_modern_attention_rows.h"
#include "core/assess/gpu_modern_gemm_rows.h"
#include "core/catalog/library.h"
#include "core/exchange/csv.h"
#include "core/gpu/tile_model.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <optional>

namespace strata::assess {
namespace {

using hardware::Calibration;
namespace fs = std::filesystem;

constexpr std::size_t kFitRows = 800; ///< of one operator and format
constexpr double kCopies = 5.0;

/// "m=1 n=1024 k=1024 dist=balanced" as names and values.
using Sizes = std::map<std::string, std::string, std::less<>>;
Sizes sizesOf(std::string_view text) {
    Sizes sizes;
    while (!text.empty()) {
        const auto space = std::min(text.find(' '), text.size());
        const std::string_view pair = text.substr(0, space);
        const auto equals = pair.find('=');
        if (equals != std::string_view::npos) sizes.emplace(pair.substr(0, equals), pair.substr(equals + 1));
        text.remove_prefix(std::min(space + 1, text.size()));
    }
    return sizes;
}

double number(const Sizes& sizes, std::string_view name) {
    const auto found = sizes.find(name);
    double value = 0.0;
    if (found != sizes.end())
        std::from_chars(found->second.data(), found->second.data() + found->second.size(), value);
    return value;
}

struct PowerRow {
    std::string id;
    std::size_t device = 0;
    std::string op, dtype;
    workload::Kernel kernel;
    double measured_w = 0.0;
    bool held_out = false;
};

struct PowerRows {
    std::vector<hardware::Gpu> devices;
    std::vector<PowerRow> rows;
    std::vector<Refusal> refused;
};

std::optional<workload::Kernel> attention(const Sizes& sizes, std::string_view dtype, bool generation) {
    workload::Attention shape;
    shape.batch = number(sizes, "batch");
    shape.heads = number(sizes, "heads");
    shape.kv_heads = number(sizes, "kv");
    shape.head_dim = number(sizes, "hd");
    shape.window = number(sizes, "window");
    shape.kv_len = number(sizes, "len");
    shape.q_len = generation ? 1.0 : shape.kv_len;
    if (shape.batch * shape.heads * shape.kv_heads * shape.head_dim * shape.kv_len <= 0.0) return {};
    const auto cache = dtype.find("kvfp8") != std::string_view::npos ? NumberType::Fp8 : NumberType::Bf16;
    const auto type = dtype.starts_with("fp8") ? NumberType::Fp8 : NumberType::Bf16;
    return workload::Kernel{shape, type, cache, NumberType::Bf16, type};
}

std::optional<workload::Kernel> experts(const Sizes& sizes, std::string_view dtype) {
    workload::Moe shape;
    const double tp = std::max(number(sizes, "tp"), 1.0), ep = std::max(number(sizes, "ep"), 1.0);
    shape.tokens = number(sizes, "tokens");
    shape.hidden = number(sizes, "hidden");
    shape.ffn = number(sizes, "inter") / tp;
    shape.all_experts = number(sizes, "experts");
    shape.experts = shape.all_experts / ep;
    shape.top_k = number(sizes, "topk");
    shape.block_scaled = dtype == "fp8_block";
    const auto distribution = sizes.find("dist");
    constexpr std::string_view kPowerLaw = "power_law_";
    if (distribution != sizes.end() && distribution->second.starts_with(kPowerLaw)) {
        const std::string exponent = distribution->second.substr(kPowerLaw.size());
        std::from_chars(exponent.data(), exponent.data() + exponent.size(), shape.skew);
    }
    if (shape.tokens * shape.hidden * shape.ffn * shape.experts * shape.top_k <= 0.0) return {};
    const auto type = dtype.starts_with("fp8") ? NumberType::Fp8 : NumberType::Bf16;
    return workload::Kernel{shape, type, type, NumberType::Bf16, type};
}

std::optional<workload::Kernel> kernelOf(std::string_view op, const Sizes& sizes, std::string_view dtype) {
    if (op == "context_attention") return attention(sizes, dtype, false);
    if (op == "generation_attention") return attention(sizes, dtype, true);
    if (op == "moe") return experts(sizes, dtype);
    if (op != "gemm") return {};
    const auto format =
        gemmFormat(dtype, number(sizes, "m"), number(sizes, "n"), number(sizes, "k"), kCopies);
    return format && number(sizes, "m") * number(sizes, "n") * number(sizes, "k") > 0.0
               ? std::optional(format->kernel)
               : std::nullopt;
}

/// All sizes but the number of tokens: shapes are held out as families.
bool isHeldOut(std::string_view op, const Sizes& sizes) {
    if (op == "gemm") return heldOut({number(sizes, "n"), number(sizes, "k")});
    if (op == "moe")
        return heldOut({number(sizes, "hidden"), number(sizes, "inter"), number(sizes, "experts"),
                        number(sizes, "topk")});
    return heldOut({number(sizes, "heads"), number(sizes, "kv"), number(sizes, "hd")});
}

Result<PowerRows> readPowerRows(const fs::path& folder, const Library& library) {
    PowerRows data;
    for (const fs::path& path : tablesNamed(folder, "power")) {
        const auto table = exchange::CsvTable::read(path);
        if (!table) return table.error();
        const auto required = table->require({"device", "op", "dtype", "shape", "power_w"}, path.string());
        if (!required) return required.error();
        for (std::size_t line = 0; line < table->rows(); ++line) {
            PowerRow row;
            row.id = path.filename().string() + ":" + std::to_string(line + 2);
            row.op = table->text(line, "op");
            row.dtype = table->text(line, "dtype");
            const Sizes sizes = sizesOf(table->text(line, "shape"));
            const auto device = deviceNamed(table->text(line, "device"), library, data.devices);
            const auto kernel = kernelOf(row.op, sizes, row.dtype);
            row.measured_w = table->numberOr(line, "power_w", 0.0);
            if (!device || !kernel || row.measured_w <= 0.0) {
                data.refused.push_back({row.id, !device ? device.error().text
                                                        : "its operator, a size or its power is not known"});
                continue;
            }
            row.device = *device;
            data.devices[*device].engine = table->text(line, "backend");
            row.kernel = *kernel;
            row.held_out = isHeldOut(row.op, sizes);
            data.rows.push_back(std::move(row));
        }
    }
    return data;
}

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
        if (data.devices[row.device].id == without_device || (train_only && row.held_out)) continue;
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
    for (std::size_t i = 0; i < values.size(); ++i)
        calibration.values[std::string(gpu::powerFields()[i].name)] = values[i];
    return calibration;
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
            for (std::size_t i = 0; i < rows.size(); ++i) {
                const double watts =
                    meanReading(power[rows[i].row->device], rows[i].row->kernel.math, rows[i].time);
                out[i] = std::log(watts / rows[i].row->measured_w);
            }
        };
        FitOptions options;
        options.evaluations = 300;
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
            meanReading(gpu::resolvePower(gpu, {&calibration, 1}), one.row->kernel.math, one.time);
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
            meanReading(gpu::resolvePower(gpu, calibrations), one.row->kernel.math, one.time);
        const gpu::ResidualBand band =
            calibration == nullptr ? gpu::ResidualBand{} : gpu::bandOf(*calibration, one.row->op, true);
        SuiteRow result;
        result.id = one.row->id;
        result.group = {{"op", "power-" + one.row->op},
                        {"device", gpu.id},
                        {"dtype", one.row->dtype},
                        {"backend", gpu.engine},
                        {"split", one.row->held_out ? "test" : "train"}};
        result.quantity = "power_w";
        result.unit = "W";
        result.measured = one.row->measured_w;
        result.predicted = watts;
        result.low = watts * std::exp(static_cast<double>(band.p10));
        result.high = watts * std::exp(static_cast<double>(band.p90));
        result.method = "gpu.tile";
        report.rows.push_back(std::move(result));
    }
    report.refused.insert(report.refused.end(), data->refused.begin(), data->refused.end());
    return {};
}

} // namespace strata::assess
