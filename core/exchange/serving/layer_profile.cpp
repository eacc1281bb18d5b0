// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/serving/layer_profile.h"

#include "core/exchange/csv.h"
#include "core/exchange/serving/attention_grid.h"

#include <algorithm>
#include <map>
#include <set>

namespace strata::exchange {
namespace {

constexpr double kSecondsPerNanosecond = 1e-9, kSecondsPerMillisecond = 1e-3;
constexpr double kApart = 1.41; ///< kept places of decodes

Error badRow(const std::string& file, std::size_t row, const char* column, Message expected) {
    return {
        "bad-value", "", {"error.line-missing-or-negative", {{"row", row + 2}, {"column", column}}}, expected, file};
}

Error absent(const std::string& file, Message text, Message expected) {
    return {"missing", "", std::move(text), expected, file};
}

bool ours(const CsvTable& table, std::size_t row, const char* ranks, int tp) {
    return !table.column(ranks) || table.number(row, ranks) == tp;
}

serving::MeasuredLine lineOf(const std::map<double, double>& places) {
    serving::MeasuredLine line;
    for (const auto& [at, seconds] : places) {
        line.at.push_back(at);
        line.seconds.push_back(seconds);
    }
    return line;
}

/// The column as the tool calls it, where the table has it; otherwise as a table with plain names does.
const char* named(const CsvTable& table, const char* of_tool, const char* plain) {
    return table.column(of_tool) ? of_tool : plain;
}

Result<void> readLayers(const CsvTable& table, const std::string& file, int tp, serving::EngineTables& out) {
    const char* const operators = named(table, "layer_name", "op");
    const char* const counts = named(table, "input", "tokens");
    const char* const times = named(table, "latency(ns)", "latency_ns");
    if (const auto ok = table.require({operators, counts, times}, file); !ok) return ok.error();
    std::map<double, double> layer, once, head;
    for (std::size_t row = 0; row < table.rows(); ++row) {
        if (!ours(table, row, "tp_size", tp)) continue;
        const std::string_view op = table.text(row, operators);
        if (op.starts_with("expert"))
            return Error{"not-supported",
                         "",
                         {"error.line-times-experts", {{"line", row + 2}, {"operator", op}}},
                         {"accepted.tables-model-without-experts-or-one"},
                         file};
        const double tokens = table.numberOr(row, counts, -1), ns = table.numberOr(row, times, -1);
        if (!(tokens >= 1)) return badRow(file, row, counts, {"accepted.at-least-1"});
        if (!(ns >= 0)) return badRow(file, row, times, {"accepted.nanoseconds-at-least-0"});
        if (op == "attn") continue;
        auto& into = op == "lm_head" ? head : op == "embedding" || op == "final_layernorm" ? once : layer;
        into[tokens] += ns * kSecondsPerNanosecond;
    }
    if (layer.empty())
        return absent(file, {"error.no-row-measured-with-tensor-parallelism", {{"tp", tp}}},
                      {"accepted.number-ranks-profile"});
    if (head.empty()) return absent(file, {"error.no-row-has-op-lm-head"}, {"accepted.head-s-times"});
    out.layer = lineOf(layer);
    out.once = lineOf(once);
    out.per_sequence = lineOf(head);
    return {};
}

/// Neighbours at least kApart times apart; the first and the last stay.
std::set<double> thinned(const std::set<double>& places) {
    std::set<double> kept;
    for (const double place : places) {
        if (kept.empty() || place >= kApart * std::max(1.0, *kept.rbegin()) || place == *places.rbegin())
            kept.insert(place);
    }
    return kept;
}

Result<void> readAttention(const CsvTable& table, const std::string& file, int tp, serving::EngineTables& out) {
    const char* const prefill = named(table, "time_stats.attn_prefill.median", "attn_prefill_ms");
    const char* const decode = named(table, "time_stats.attn_decode.median", "attn_decode_ms");
    if (const auto ok =
            table.require({"batch_size", "prefill_chunk_size", "kv_cache_size", "is_prefill", prefill, decode}, file);
        !ok)
        return ok.error();
    std::vector<AttentionTime> times;
    std::array<std::set<double>, 4> places;
    for (std::size_t row = 0; row < table.rows(); ++row) {
        if (!ours(table, row, "num_tensor_parallel_workers", tp)) continue;
        const std::string_view kind = table.text(row, "is_prefill");
        const bool prompt = kind == "True" || kind == "true" || kind == "1";
        const char* size = prompt ? "prefill_chunk_size" : "batch_size";
        const char* column = prompt ? prefill : decode;
        const double at = table.numberOr(row, size, -1), context = table.numberOr(row, "kv_cache_size", -1);
        const double ms = table.numberOr(row, column, -1);
        if (!(at >= 1)) return badRow(file, row, size, {"accepted.at-least-1"});
        if (!(context >= 0)) return badRow(file, row, "kv_cache_size", {"accepted.at-least-0"});
        if (!(ms >= 0)) return badRow(file, row, column, {"accepted.milliseconds-at-least-0"});
        const std::size_t axis = prompt ? 0 : 2;
        AttentionTime& attention_time = times.emplace_back();
        attention_time.place[axis] = at;
        attention_time.place[axis + 1] = context;
        attention_time.seconds = ms * kSecondsPerMillisecond;
        places[axis].insert(at);
        places[axis + 1].insert(context);
    }
    if (places[0].empty() || places[2].empty())
        return absent(file,
                      places[0].empty() ? Message{"error.no-row-attention-prompt"}
                                        : Message{"error.no-row-attention-decodes"},
                      {"accepted.rows-both-kinds-with-number-ranks"});
    const auto batches = thinned(places[2]), contexts = thinned(places[3]);
    std::erase_if(times, [&](const AttentionTime& one) {
        return one.place[2] > 0 && !(batches.contains(one.place[2]) && contexts.contains(one.place[3]));
    });
    return setAttention(times, file, out);
}

} // namespace

Result<serving::EngineTables> layerProfile(const CsvTable& layers, const CsvTable& attention, const std::string& stem,
                                           int tp) {
    serving::EngineTables out;
    out.provenance = stem;
    if (const auto ok = readLayers(layers, stem + "_layers", tp, out); !ok) return ok.error();
    if (const auto ok = readAttention(attention, stem + "_attention", tp, out); !ok) return ok.error();
    return out;
}

} // namespace strata::exchange
