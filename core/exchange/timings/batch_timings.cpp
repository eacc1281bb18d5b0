// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/csv.h"
#include "core/exchange/timings/tool_timings.h"

namespace strata::exchange {
namespace {

constexpr double kMilli = 1e-3;

/// A whole number above 0.
Result<double> sizeAt(const CsvTable& table, std::size_t row, std::string_view column, std::string_view file) {
    const double value = table.numberOr(row, column, 0.0);
    if (value >= 1.0) return value;
    return Error{
        "bad-value",
        "/" + std::string(column),
        {"error.line-field-is-word", {{"line", row + 2}, {"field", column}, {"value", table.text(row, column)}}},
        {"accepted.number-above-0"},
        std::string(file)};
}

std::optional<double> timeAt(const CsvTable& table, std::size_t row, std::string_view column) {
    const double seconds = table.numberOr(row, column, 0.0) * kMilli;
    return seconds > 0.0 ? std::optional(seconds) : std::nullopt;
}

} // namespace

Result<std::vector<BatchTiming>> parseBatchTimings(std::string_view text, std::string_view file) {
    const auto table = CsvTable::parse(std::string(text), file);
    if (!table) return table.error();
    if (auto found =
            table->require({"model", "prompt_size", "token_size", "batch_size", "prompt_time", "token_time"}, file);
        !found)
        return found.error();
    std::vector<BatchTiming> timings;
    for (std::size_t row = 0; row < table->rows(); ++row) {
        BatchTiming timing;
        timing.line = row + 2;
        timing.model = table->text(row, "model");
        timing.hardware = table->text(row, "hardware");
        for (const auto& [column, member] :
             {std::pair<const char*, double BatchTiming::*>{"prompt_size", &BatchTiming::prompt_tokens},
              {"token_size", &BatchTiming::output_tokens},
              {"batch_size", &BatchTiming::batch},
              {"tensor_parallel", &BatchTiming::tp}}) {
            if (member == &BatchTiming::tp && !table->column(column)) continue;
            const auto size = sizeAt(*table, row, column, file);
            if (!size) return size.error();
            timing.*member = *size;
        }
        timing.ttft_s = timeAt(*table, row, "prompt_time");
        timing.tpot_s = timeAt(*table, row, "token_time");
        timings.push_back(std::move(timing));
    }
    return timings;
}

} // namespace strata::exchange
