// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/serving/engine_profile.h"

#include "core/exchange/csv.h"
#include "core/exchange/serving/attention_grid.h"

#include <map>

namespace strata::exchange {
namespace {

constexpr double kSecondsPerMicrosecond = 1e-6;
constexpr std::array kAxes{"prefill_chunk", "kv_prefill", "n_decode", "kv_decode"};

Error badRow(const std::string& file, std::size_t row, Message expected) {
    return {"bad-value", "", {"error.line-has-missing-or-negative-number", {{"row", row + 2}}}, expected, file};
}

/// How often a kernel runs: a count for each layer, 0 where it runs once a pass.
double perLayer(std::string_view kernel) {
    if (kernel == "embedding" || kernel == "final_layernorm") return 0;
    return kernel == "layernorm" ? 2 : 1;
}

/// Sums kernels that were measured at the same places.
Result<void> readLines(const CsvTable& table, const char* place, const std::string& file, bool layers,
                       serving::MeasuredLine& each, serving::MeasuredLine& once) {
    if (const auto ok = table.require({"layer", place, "time_us"}, file); !ok) return ok.error();
    std::map<double, double> by_each, by_once;
    for (std::size_t row = 0; row < table.rows(); ++row) {
        const double at = table.numberOr(row, place, -1), us = table.numberOr(row, "time_us", -1);
        if (!(at >= 0) || !(us >= 0)) return badRow(file, row, {"accepted.place-and-time-at-least-0"});
        const double times = layers ? perLayer(table.text(row, "layer")) : 1;
        auto& into = times > 0 ? by_each : by_once;
        into[at] += std::max(times, 1.0) * us * kSecondsPerMicrosecond;
    }
    if (by_each.empty()) return badRow(file, 0, {"accepted.at-least-one-kernel"});
    for (const auto& [at, seconds] : by_each) {
        each.at.push_back(at);
        each.seconds.push_back(seconds);
    }
    for (const auto& [at, seconds] : by_once) {
        once.at.push_back(at);
        once.seconds.push_back(seconds);
    }
    return {};
}

Result<void> readAttention(const CsvTable& table, const std::string& file, serving::EngineTables& out) {
    if (const auto ok = table.require({kAxes[0], kAxes[1], kAxes[2], kAxes[3], "time_us"}, file); !ok)
        return ok.error();
    std::vector<AttentionTime> times;
    for (std::size_t row = 0; row < table.rows(); ++row) {
        AttentionTime& attention_time = times.emplace_back();
        for (std::size_t axis = 0; axis < 4; ++axis) {
            attention_time.place[axis] = table.numberOr(row, kAxes[axis], -1);
            if (!(attention_time.place[axis] >= 0)) return badRow(file, row, {"accepted.counts-at-least-0"});
        }
        const double us = table.numberOr(row, "time_us", -1);
        if (!(us >= 0)) return badRow(file, row, {"accepted.time-at-least-0"});
        attention_time.seconds = us * kSecondsPerMicrosecond;
    }
    return setAttention(times, file, out);
}

} // namespace

Result<serving::EngineTables> engineProfile(const CsvTable& attention, const CsvTable& dense,
                                            const CsvTable& per_sequence, const std::string& stem) {
    serving::EngineTables out;
    out.provenance = stem;
    serving::MeasuredLine unused;
    if (const auto ok = readLines(dense, "tokens", stem + "_dense", true, out.layer, out.once); !ok) return ok.error();
    if (const auto ok = readLines(per_sequence, "sequences", stem + "_per_sequence", false, out.per_sequence, unused);
        !ok) {
        return ok.error();
    }
    if (const auto ok = readAttention(attention, stem + "_attention", out); !ok) return ok.error();
    return out;
}

} // namespace strata::exchange
