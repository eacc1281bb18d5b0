// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/timings/operator_timings.h"

#include "core/exchange/csv.h"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace strata::exchange {
namespace {

using workload::Attention;
using workload::Kernel;
using workload::Matmul;
using workload::Moe;

/// Types of activations and weights by the name that serving engines give them.
struct Format {
    std::string_view dtype;
    NumberType a, b;
    bool block_scaled, quantizes;
};
// "sq": the plugin of TensorRT-LLM takes operands of 8 bits and their scales as they come
// (cpp/tensorrt_llm/plugins/smoothQuantGemmPlugin).
constexpr std::array kProducts{Format{"bfloat16", NumberType::Bf16, NumberType::Bf16, false, false},
                               Format{"float16", NumberType::Fp16, NumberType::Fp16, false, false},
                               Format{"fp8", NumberType::Fp8, NumberType::Fp8, false, true},
                               Format{"fp8_block", NumberType::Fp8, NumberType::Fp8, true, true},
                               Format{"nvfp4", NumberType::Fp4, NumberType::Fp4, true, true},
                               Format{"sq", NumberType::Int8, NumberType::Int8, false, false},
                               Format{"int8_wo", NumberType::Bf16, NumberType::Int8, false, false},
                               Format{"int4_wo", NumberType::Bf16, NumberType::Int4, true, false}};
constexpr std::array kExperts{Format{"bfloat16", NumberType::Bf16, NumberType::Bf16, false, false},
                              Format{"float16", NumberType::Fp16, NumberType::Fp16, false, false},
                              Format{"fp8", NumberType::Fp8, NumberType::Fp8, false, false},
                              Format{"fp8_block", NumberType::Fp8, NumberType::Fp8, true, false},
                              Format{"nvfp4", NumberType::Fp4, NumberType::Fp4, true, false},
                              Format{"w4a16_mxfp4", NumberType::Bf16, NumberType::Fp4, true, false},
                              Format{"int4_wo", NumberType::Bf16, NumberType::Int4, false, false}};
constexpr std::array kAttention{Format{"bfloat16", NumberType::Bf16, NumberType::Bf16, false, false},
                                Format{"float16", NumberType::Fp16, NumberType::Fp16, false, false},
                                Format{"fp8", NumberType::Fp8, NumberType::Fp8, false, false}};

template <class Formats>
const Format* formatNamed(const Formats& formats, std::string_view dtype) {
    const auto found = std::ranges::find(formats, dtype, &Format::dtype);
    return found == formats.end() ? nullptr : &*found;
}

/// Copies of the weights that take turns while the collector measures.
constexpr double kWeightCopies = 5.0;

struct TimeColumn {
    std::string_view column;
    double seconds;
};
constexpr std::array kTimes{TimeColumn{"latency", 1e-3}, TimeColumn{"latency_ms", 1e-3},
                            TimeColumn{"latency_us", 1e-6}};

Error badCell(const CsvTable& table, std::size_t row, std::string_view column, std::string_view file) {
    return {"bad-value",
            "/" + std::string(column),
            {"error.line-field-is-word", {{"line", row + 2}, {"field", column}, {"value", table.text(row, column)}}},
            {"accepted.number-above-0"},
            std::string(file)};
}

/// Reads the sizes of one line; the first that is missing or not above 0 is remembered as its error.
class Line {
public:
    Line(const CsvTable& table, std::size_t row, std::string_view file) : table_(table), row_(row), file_(file) {}

    double size(std::string_view column) {
        const double value = table_.numberOr(row_, column, 0.0);
        if (!(value > 0.0) && !error_) error_ = badCell(table_, row_, column, file_);
        return value;
    }
    double sizeOr(std::string_view column, double otherwise) const { return table_.numberOr(row_, column, otherwise); }
    std::string_view text(std::string_view column) const { return table_.text(row_, column); }
    const std::optional<Error>& error() const { return error_; }

private:
    const CsvTable& table_;
    std::size_t row_;
    std::string_view file_;
    std::optional<Error> error_;
};

/// "balanced" and "uniform" are 0, "power_law_1.2" its exponent; nothing for others.
std::optional<double> skewOf(std::string_view distribution) {
    constexpr std::string_view kPowerLaw = "power_law_";
    if (distribution.empty() || distribution == "balanced" || distribution == "uniform") return 0.0;
    if (!distribution.starts_with(kPowerLaw)) return {};
    const std::string exponent(distribution.substr(kPowerLaw.size()));
    char* end = nullptr;
    const double skew = std::strtod(exponent.c_str(), &end);
    return end != exponent.c_str() && skew >= 0.0 && skew < 10.0 ? std::optional(skew) : std::nullopt;
}

/// The kernel of a line; nothing where its format, which goes to `unknown`, is none that a kernel request has.
std::optional<Kernel> productOf(Line& line, std::string& unknown) {
    unknown = line.text("gemm_dtype");
    return productNamed(unknown, line.size("m"), line.size("n"), line.size("k"), kWeightCopies);
}

std::optional<Kernel> attentionOf(Line& line, std::string& unknown) {
    const Format* query = formatNamed(kAttention, line.text("attn_dtype"));
    const Format* cache = formatNamed(kAttention, line.text("kv_cache_dtype"));
    Attention shape{line.size("batch_size"),        line.size("num_heads"), line.size("num_key_value_heads"),
                    line.sizeOr("head_dim", 128.0), line.size("isl"),       0.0};
    shape.kv_len = shape.q_len + std::max(line.sizeOr("step", 0.0), 0.0);
    shape.window = std::max(line.sizeOr("window_size", 0.0), 0.0);
    if (query == nullptr || cache == nullptr) {
        unknown = std::string(line.text("attn_dtype")) + "/" + std::string(line.text("kv_cache_dtype"));
        return {};
    }
    return Kernel{shape, query->a, cache->a, NumberType::Bf16, query->a};
}

std::optional<Kernel> expertsOf(Line& line, std::string& unknown) {
    const Format* format = formatNamed(kExperts, line.text("moe_dtype"));
    const auto skew = skewOf(line.text("distribution"));
    Moe shape;
    shape.tokens = line.size("num_tokens");
    shape.hidden = line.size("hidden_size");
    shape.ffn = line.size("inter_size") / std::max(line.sizeOr("moe_tp_size", 1.0), 1.0);
    shape.all_experts = line.size("num_experts");
    shape.experts = shape.all_experts / std::max(line.sizeOr("moe_ep_size", 1.0), 1.0);
    shape.top_k = line.size("topk");
    if (format == nullptr || !skew) {
        unknown = line.text(format == nullptr ? "moe_dtype" : "distribution");
        return {};
    }
    shape.skew = *skew;
    shape.block_scaled = format->block_scaled;
    return Kernel{shape, format->a, format->b, NumberType::Bf16, format->a};
}

using Reader = std::optional<Kernel> (*)(Line& line, std::string& unknown);
struct TableKind {
    std::string_view column; ///< that only this table has
    Reader read;
};
constexpr std::array kTables{TableKind{"gemm_dtype", productOf}, TableKind{"attn_dtype", attentionOf},
                             TableKind{"moe_dtype", expertsOf}};

} // namespace

bool isOperatorTable(std::string_view header) {
    if (header.find("latency") == header.npos) return false;
    if (header.find("kernel_source") != header.npos) return true; // whichever operator it times
    return isCollectiveTable(header) || std::ranges::any_of(kTables, [header](const TableKind& kind) {
               return header.find(kind.column) != header.npos;
           });
}

bool isCollectiveTable(std::string_view header) { return header.find("nccl_dtype") != header.npos; }

Result<CollectiveTimings> parseCollectiveTimings(std::string_view text, std::string_view file) {
    constexpr double kMilli = 1e-3;
    constexpr std::array kOperations{std::pair{"all_reduce", "all_reduce"}, std::pair{"all_gather", "all_gather"},
                                     std::pair{"reduce_scatter", "reduce_scatter"},
                                     std::pair{"alltoall", "all_to_all"}};
    constexpr std::array kTypes{std::pair{"half", NumberType::Fp16}, std::pair{"int8", NumberType::Int8}};
    const auto table = CsvTable::parse(std::string(text), file);
    if (!table) return table.error();
    if (auto has = table->require({"op_name", "nccl_dtype", "num_gpus", "message_size", "latency"}, file); !has)
        return has.error();
    const auto named = [](const auto& names, std::string_view name) {
        return std::ranges::find_if(names, [name](const auto& entry) { return name == entry.first; });
    };
    CollectiveTimings read;
    for (std::size_t row = 0; row < table->rows(); ++row) {
        Line line(*table, row, file);
        const double ranks = line.size("num_gpus"), elements = line.size("message_size");
        const double seconds = line.size("latency") * kMilli;
        if (line.error()) return *line.error();
        if (!(seconds > 0.0))
            return badCell(*table, row, "latency", file); // so short that no number of seconds holds it
        const auto operation = named(kOperations, line.text("op_name"));
        const auto type = named(kTypes, line.text("nccl_dtype"));
        if (operation == kOperations.end() || type == kTypes.end())
            ++read.left_out[std::string(line.text(operation == kOperations.end() ? "op_name" : "nccl_dtype"))];
        else
            read.timings.push_back({row + 2, operation->second, elements * bytesOf(type->second), ranks, seconds});
    }
    return read;
}

std::optional<Kernel> productNamed(std::string_view dtype, double m, double n, double k, double weight_copies) {
    const Format* format = formatNamed(kProducts, dtype);
    if (format == nullptr) return {};
    Matmul shape;
    shape.m = m;
    shape.n = n;
    shape.k = k;
    shape.linear = true;
    shape.block_scaled = format->block_scaled;
    shape.dynamic_quantization = format->quantizes;
    shape.weight_copies = weight_copies;
    return Kernel{shape, format->a, format->b, NumberType::Bf16, format->a};
}

Result<OperatorTimings> parseOperatorTimings(std::string_view text, std::string_view file) {
    const auto table = CsvTable::parse(std::string(text), file);
    if (!table) return table.error();
    const auto has = [&table](const auto& wanted) { return table->column(wanted.column).has_value(); };
    const auto kind = std::ranges::find_if(kTables, has);
    const auto time = std::ranges::find_if(kTimes, has);
    if (kind == kTables.end() || time == kTimes.end())
        return Error{"missing-column",
                     "",
                     {"error.no-column-of-operator-table"},
                     {"accepted.columns-of-operator-table"},
                     std::string(file)};
    OperatorTimings read;
    for (std::size_t row = 0; row < table->rows(); ++row) {
        Line line(*table, row, file);
        std::string unknown;
        const auto kernel = kind->read(line, unknown);
        const double seconds = line.size(time->column) * time->seconds;
        if (line.error()) return *line.error();
        if (!(seconds > 0.0)) return badCell(*table, row, time->column, file);
        if (kernel)
            read.timings.push_back(
                {row + 2, std::string(line.text("framework")), std::string(line.text("version")), *kernel, seconds});
        else
            ++read.left_out[unknown];
    }
    return read;
}

} // namespace strata::exchange
