// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/serving/operator_tables.h"

#include "core/exchange/csv.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace strata::exchange {
namespace {

constexpr double kSecondsPerMillisecond = 1e-3;
constexpr std::size_t kMaximumEntries = std::size_t{1} << 26; ///< half a gigabyte of doubles
constexpr double kContextStep = 64;

/// Once a layer, whatever the model.
constexpr std::array kLinear{
    "attn_pre_proj", "attn_post_proj",           "attn_rope", "input_layernorm", "mlp_up_proj", "mlp_down_proj",
    "mlp_act",       "post_attention_layernorm", "add"};

/// All columns of times.
constexpr std::array kMilliseconds{"attn_pre_proj", "attn_post_proj",     "attn_rope",  "input_layernorm",
                                   "mlp_up_proj",   "mlp_down_proj",      "mlp_act",    "post_attention_layernorm",
                                   "add",           "attn_kv_cache_save", "all_reduce", "send_recv"};

Error badCell(const CsvTable& table, const std::string& file, std::size_t row, std::string_view column,
              Message expected) {
    const std::string cell(row < table.rows() ? table.text(row, column) : std::string_view());
    return {"bad-value", "",
            row >= table.rows() ? Message{"error.column-missing-or-out-of-range", {{"column", column}}}
            : cell.empty()      ? Message{"error.line-missing-or-out-of-range", {{"line", row + 2}, {"field", column}}}
                           : Message{"error.line-field-is", {{"line", row + 2}, {"field", column}, {"value", cell}}},
            std::move(expected), file};
}

/// A number that serves as an index, in [low, high].
std::optional<std::size_t> index(const CsvTable& table, std::size_t row, std::string_view column, double low,
                                 double high) {
    const auto value = table.number(row, column);
    if (!value || *value != std::floor(*value) || *value < low || *value > high) return std::nullopt;
    return static_cast<std::size_t>(*value);
}

Result<void> readLinear(const CsvTable& table, const std::string& file, serving::OperatorTables& out) {
    if (const auto ok = table.require({"num_tokens", "attn_pre_proj", "mlp_up_proj"}, file); !ok) return ok.error();
    const bool collective = table.column("all_reduce").has_value(), sends = table.column("send_recv").has_value();
    for (std::size_t row = 0; row < table.rows(); ++row) {
        if (index(table, row, "num_tokens", 1, 1e8) != row + 1) {
            return badCell(table, file, row, "num_tokens", {"accepted.1-2-3-without-gaps"});
        }
        double sum = 0;
        for (const char* name : kLinear)
            sum += table.numberOr(row, name, 0);
        for (const char* name : kMilliseconds) {
            if (!(table.numberOr(row, name, 0) >= 0))
                return badCell(table, file, row, name, {"accepted.milliseconds-at-least-0"});
        }
        out.linear_s.push_back(sum * kSecondsPerMillisecond);
        out.kv_save_s.push_back(table.numberOr(row, "attn_kv_cache_save", 0) * kSecondsPerMillisecond);
        if (collective) out.all_reduce_s.push_back(table.numberOr(row, "all_reduce", 0) * kSecondsPerMillisecond);
        if (sends) out.send_recv_s.push_back(table.numberOr(row, "send_recv", 0) * kSecondsPerMillisecond);
    }
    if (out.linear_s.empty()) return badCell(table, file, 0, "num_tokens", {"accepted.at-least-one-row"});
    return {};
}

Result<void> readDecode(const CsvTable& table, const std::string& file, serving::OperatorTables& out) {
    if (const auto ok = table.require({"batch", "kv_cache_rounded64", "ms"}, file); !ok) return ok.error();
    std::size_t batches = 0, contexts = 0;
    for (std::size_t row = 0; row < table.rows(); ++row) {
        const auto batch = index(table, row, "batch", 1, 1e5),
                   context = index(table, row, "kv_cache_rounded64", 0, 1e8);
        if (!batch) return badCell(table, file, row, "batch", {"accepted.count-from-1-on"});
        if (!context || *context % 64 != 0)
            return badCell(table, file, row, "kv_cache_rounded64", {"accepted.multiple-64"});
        batches = std::max(batches, *batch);
        contexts = std::max(contexts, *context / 64 + 1);
    }
    if (batches == 0 || batches > kMaximumEntries / contexts || table.rows() != batches * contexts) {
        return badCell(table, file, table.rows(), "batch", {"accepted.one-row-for-each-batch-and"});
    }
    out.decode_batches = batches;
    out.contexts = contexts;
    out.decode_s.assign(batches * contexts, -1);
    for (std::size_t row = 0; row < table.rows(); ++row) {
        const double ms = table.numberOr(row, "ms", -1);
        if (!(ms >= 0)) return badCell(table, file, row, "ms", {"accepted.at-least-0"});
        const auto batch = *index(table, row, "batch", 1, 1e5),
                   context = *index(table, row, "kv_cache_rounded64", 0, 1e8);
        out.decode_s[(batch - 1) * contexts + context / 64] = ms * kSecondsPerMillisecond;
    }
    if (std::ranges::any_of(out.decode_s, [](double s) { return s < 0; })) {
        return badCell(table, file, table.rows(), "batch", {"accepted.one-row-for-each-batch-and"});
    }
    return {};
}

/// Runs of equal values: a row holds until the next listed chunk of the same context, the last one to the end
/// of the table.
Result<void> readPrefill(const CsvTable& table, const std::string& file, serving::OperatorTables& out) {
    if (const auto ok = table.require({"kv_cache_rounded64", "chunk", "ms"}, file); !ok) return ok.error();
    const std::size_t chunks = out.linear_s.size();
    if (chunks > kMaximumEntries / out.contexts)
        return badCell(table, file, table.rows(), "chunk", {"accepted.smaller-table"});
    out.prefill_chunks = chunks;
    out.prefill_s.assign(out.contexts * chunks, -1);
    for (std::size_t row = 0; row < table.rows(); ++row) {
        const auto context = index(table, row, "kv_cache_rounded64", 0, 64.0 * static_cast<double>(out.contexts - 1));
        const auto chunk = index(table, row, "chunk", 1, static_cast<double>(chunks));
        const double ms = table.numberOr(row, "ms", -1);
        if (!context || *context % 64 != 0)
            return badCell(table, file, row, "kv_cache_rounded64", {"accepted.context-decode-table"});
        if (!chunk) return badCell(table, file, row, "chunk", {"accepted.1-to-largest-num-tokens-linear"});
        if (!(ms >= 0)) return badCell(table, file, row, "ms", {"accepted.at-least-0"});
        out.prefill_s[*context / 64 * chunks + *chunk - 1] = ms * kSecondsPerMillisecond;
    }
    for (std::size_t context = 0; context < out.contexts; ++context) {
        double held = out.prefill_s[context * chunks];
        if (held < 0) return badCell(table, file, table.rows(), "chunk", {"accepted.chunk-1-for-each-context"});
        for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
            double& here = out.prefill_s[context * chunks + chunk];
            held = here = here < 0 ? held : here;
        }
    }
    return {};
}

Result<CsvTable> readEither(const std::filesystem::path& folder, const std::string& name) {
    const auto packed = folder / (name + ".csv.gz");
    return CsvTable::read(std::filesystem::exists(packed) ? packed : folder / (name + ".csv"));
}

} // namespace

Result<serving::OperatorTables> operatorTables(const CsvTable& linear, const CsvTable& decode, const CsvTable& prefill,
                                               const std::string& stem) {
    serving::OperatorTables out;
    out.provenance = stem;
    if (const auto ok = readLinear(linear, stem + "_linear_ms", out); !ok) return ok.error();
    if (const auto ok = readDecode(decode, stem + "_attn_decode_ms", out); !ok) return ok.error();
    if (const auto ok = readPrefill(prefill, stem + "_attn_prefill_ms", out); !ok) return ok.error();
    return out;
}

Result<serving::OperatorTables> readOperatorTables(const std::filesystem::path& folder, const std::string& stem) {
    const auto linear = readEither(folder, stem + "_linear_ms");
    if (!linear) return linear.error();
    const auto decode = readEither(folder, stem + "_attn_decode_ms");
    if (!decode) return decode.error();
    const auto prefill = readEither(folder, stem + "_attn_prefill_ms");
    if (!prefill) return prefill.error();
    return operatorTables(*linear, *decode, *prefill, stem);
}

} // namespace strata::exchange
