// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/timings/tool_timings.h"

#include "core/base/json.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace strata::exchange {
namespace {

struct BatchBounds {
    double least, most;
    bool whole;
};

/// A number in a line; nothing where the member is absent.
Result<std::optional<double>> numberAt(const Json& run, const char* key, const BatchBounds& bounds, Message expected,
                                       std::size_t line, std::string_view file) {
    const auto found = run.find(key);
    if (found == run.end() || found->is_null()) return std::optional<double>();
    if (found->is_number()) {
        const double number = found->get<double>();
        const bool fits = !bounds.whole || std::floor(number) == number;
        if (fits && number >= bounds.least && number <= bounds.most) return std::optional(number);
    }
    return Error{
        "bad-value",
        std::string("/") + key,
        {"error.line-field-is", {{"line", line}, {"field", key}, {"value", found->dump(-1, ' ', true).substr(0, 60)}}},
        std::move(expected),
        std::string(file)};
}

Result<BatchTiming> runOf(const Json& run, std::size_t line, std::string_view file) {
    constexpr double kMostTokens = 1e9, kLongest_s = 1e6, kShortest_s = 1e-9;
    BatchTiming timing;
    timing.line = line;
    for (const auto& [key, member] : {std::pair{"batch_size", &BatchTiming::batch},
                                      {"input_len", &BatchTiming::prompt_tokens},
                                      {"output_len", &BatchTiming::output_tokens}}) {
        const auto size = numberAt(run, key, {1.0, kMostTokens, true},
                                   {"accepted.whole-from-1", {{"most", kMostTokens}}}, line, file);
        if (!size) return size.error();
        if (!*size)
            return Error{"missing",
                         std::string("/") + key,
                         {"error.line-field-missing", {{"line", line}, {"field", key}}},
                         {"accepted.line-of-one-batch"},
                         std::string(file)};
        timing.*member = **size;
    }
    for (const auto& [key, member] :
         {std::pair{"prefill_latency", &BatchTiming::ttft_s}, {"median_decode_latency", &BatchTiming::tpot_s}}) {
        auto time =
            numberAt(run, key, {kShortest_s, kLongest_s, false},
                     {"accepted.range", {{"least", kShortest_s}, {"most", kLongest_s}, {"unit", " s"}}}, line, file);
        if (!time) return time.error();
        timing.*member = *time;
    }
    return timing;
}

} // namespace

bool isOneBatch(std::string_view text) {
    return text.find("\"prefill_latency\"") != std::string_view::npos &&
           text.find("\"input_len\"") != std::string_view::npos;
}

Result<std::vector<BatchTiming>> parseOneBatch(std::string_view text, std::string_view file) {
    std::vector<BatchTiming> timings;
    for (std::size_t line = 1; !text.empty(); ++line) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view row = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (row.find_first_not_of(" \t\r") == std::string_view::npos) continue;
        const auto run = parseJson(row, file);
        if (!run || !run->is_object())
            return Error{"malformed-json",
                         {},
                         {"error.on-line",
                          {{"line", line}, {"error", run ? Message{"error.result-no-json-object"} : run.error().text}}},
                         {"accepted.line-of-one-batch"},
                         std::string(file)};
        auto timing = runOf(*run, line, file);
        if (!timing) return timing.error();
        timings.push_back(*std::move(timing));
    }
    return timings;
}

} // namespace strata::exchange
