// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/tensor/gpu_modern_moe_rows.h"

#include "core/base/message_text.h"
#include "core/exchange/csv.h"
#include "core/gpu/experts/moe_routing.h"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

namespace strata::assess {
namespace {

using exchange::CsvTable;
using gpu::MoeTypes;
using workload::Moe;
namespace fs = std::filesystem;

// A row this much slower than a larger problem is not a property of the tuned kernel.
constexpr double kDefect = 1.5;
// Sweeps without the tuner's tactic: so many contradictions and never this share of the memory's bandwidth, or never
// the lower share; in readings whose weights take at least so long.
constexpr int kContradictions = 2;
constexpr double kTunedShare = 0.35, kLowShare = 0.2;
constexpr double kTelling_s = 15e-6, kClear_s = 30e-6;
constexpr std::string_view kOlderRelease = "1.0";

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
        std::find_if(kTypes.begin(), kTypes.end(), [&](const DataType& data_type) { return data_type.name == dtype; });
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
            const bool contradicts = std::any_of(family.begin(), family.end(), [&](const ModernRow* other) {
                const Moe& large = shapeOf(other);
                return row->measured_s > kDefect * other->measured_s && large.tokens >= small.tokens &&
                       large.experts >= small.experts && large.ffn >= small.ffn;
            });
            if (contradicts) row->flag = kContradictsLarger;
        }
    }
}

/// Share of the memory's bandwidth at which a reading went through its weights; 0 where they take less than `least_s`.
double weightShare(const ModernRow& row, const hardware::Gpu& gpu, double least_s) {
    const Moe& shape = std::get<Moe>(row.kernel.shape);
    const double matrices = shape.gated ? 3.0 : 2.0;
    const double bytes =
        gpu::ExpertLoads(shape).touched() * matrices * shape.hidden * shape.ffn * bytesOf(row.kernel.b);
    const double weights_s = bytes / gpu.memory_bytes_per_s;
    return weights_s > least_s ? weights_s / row.measured_s : 0.0;
}

/// Sweeps whose rows did not run the tuner's kernels.
void markUntuned(MoeRows& moe) {
    struct Sweep {
        std::vector<std::size_t> rows;
        int contradictions = 0;
        double telling = 0.0, clear = 0.0;
    };
    std::map<std::tuple<std::size_t, std::string_view, std::array<double, 7>>, Sweep> sweeps;
    for (std::size_t i = 0; i < moe.data.rows.size(); ++i) {
        const ModernRow& row = moe.data.rows[i];
        const hardware::Gpu& gpu = moe.data.devices[row.device];
        const Moe& s = std::get<Moe>(row.kernel.shape);
        if (!gpu::firstTacticIsNarrow(gpu, gpu::moeTypesOf(gpu, row.kernel))) continue;
        const std::array sizes{s.hidden, s.ffn, s.experts, s.all_experts, s.top_k, s.skew, s.gated ? 1.0 : 0.0};
        Sweep& sweep = sweeps[{row.device, row.dtype, sizes}];
        sweep.rows.push_back(i);
        sweep.contradictions += row.defect() ? 1 : 0;
        sweep.telling = std::max(sweep.telling, weightShare(row, gpu, kTelling_s));
        sweep.clear = std::max(sweep.clear, weightShare(row, gpu, kClear_s));
    }
    for (const auto& [key, sweep] : sweeps) {
        const bool contradicts = sweep.contradictions >= kContradictions && sweep.telling < kTunedShare;
        const bool slow = sweep.clear > 0.0 && sweep.clear < kLowShare;
        if (!contradicts && !slow) continue;
        for (const std::size_t i : sweep.rows)
            moe.data.rows[i].flag = kUntuned;
    }
}

} // namespace

Result<MoeRows> readMoeRows(const fs::path& folder, const Library& library) {
    MoeRows moe;
    ModernRows& data = moe.data;
    const auto paths = tablesNamed(folder, "moe");
    if (paths.empty()) {
        return Error{"unreadable-file",
                     {},
                     {"error.no-table-expert-kernels-stands-in", {{"folder", folder.string()}}},
                     {"accepted.folder-with-moe-device-csv-gz"},
                     folder.string()};
    }
    for (const fs::path& path : paths) {
        const auto table = CsvTable::read(path);
        if (!table) return table.error();
        if (auto columns = table->require({"device", "backend", "dtype", "tokens", "latency_ms"}, path.string());
            !columns)
            return columns.error();
        for (std::size_t i = 0; i < table->rows(); ++i) {
            const std::string id = path.filename().string() + ":" + std::to_string(i + 2);
            const auto device = setupNamed(table->text(i, "device"), table->text(i, "backend"), library, data);
            auto row = rowOf(*table, i);
            if (!device || !row) {
                data.refused.push_back(
                    {id, device ? "its type, distribution or a size is not known" : messageText(device.error().text)});
                continue;
            }
            row->id = id;
            row->device = *device;
            row->dtype = gpu::name(gpu::moeTypesOf(data.devices[*device], row->kernel));
            data.rows.push_back(*std::move(row));
            moe.older.resize(data.devices.size(), true);
            if (!table->text(i, "version").starts_with(kOlderRelease)) moe.older[*device] = false;
        }
    }
    moe.older.resize(data.devices.size(), false);
    markDefects(data.rows);
    markUntuned(moe);
    return moe;
}

} // namespace strata::assess
