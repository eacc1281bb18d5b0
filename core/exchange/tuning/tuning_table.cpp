// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/tuning/tuning_file.h"

#include "core/exchange/csv.h"

#include <algorithm>
#include <array>
#include <optional>

namespace strata::exchange {
namespace {

using schedule::Outcome;

struct TimeColumn {
    std::string_view name;
    double seconds;
};
constexpr std::array kTimes{TimeColumn{"time_s", 1.0}, TimeColumn{"time_ms", 1e-3}, TimeColumn{"time_us", 1e-6},
                            TimeColumn{"time", 1e-3}};

Error atLine(const char* code, std::size_t line, Message text, Message expected, std::string_view file) {
    return {code,
            "",
            {"error.on-line", {{"line", line}, {"error", std::move(text)}}},
            std::move(expected),
            std::string(file)};
}

/// Whether a cell begins as a number does, so that it is a wrong number and no word for a failure.
bool looksLikeNumber(std::string_view cell) {
    return cell.front() == '-' || cell.front() == '+' || cell.front() == '.' ||
           (cell.front() >= '0' && cell.front() <= '9');
}

bool isTime(const std::string& column) { return std::ranges::find(kTimes, column, &TimeColumn::name) != kTimes.end(); }

/// Time and outcome of one line.
Result<void> addTime(const CsvTable& table, std::size_t row, const TimeColumn& time, schedule::TuningSpace& space,
                     std::string_view file) {
    const std::string_view cell = table.text(row, time.name);
    const auto number = table.number(row, time.name);
    if (number ? !(*number * time.seconds > 0) : !cell.empty() && looksLikeNumber(cell))
        return Error{"bad-value",
                     "/" + std::string(time.name),
                     {"error.line-field-is-word", {{"line", row + 2}, {"field", time.name}, {"value", cell}}},
                     {"accepted.time-of-tuning-table"},
                     std::string(file)};
    space.seconds.push_back(number ? *number * time.seconds : 0.0);
    space.outcomes.push_back(number ? Outcome::Measured : cell.empty() ? Outcome::Open : Outcome::Failed);
    return {};
}

} // namespace

bool isTuningHeader(std::string_view line) {
    const auto header = CsvTable::parse(std::string(line), "");
    return header && header->columns().size() > 1 && std::ranges::count_if(header->columns(), isTime) == 1;
}

Result<TuningFile> parseTuningTable(std::string_view text, std::string_view file) {
    const auto table = CsvTable::parse(std::string(text), file);
    if (!table) return table.error();
    const auto& columns = table->columns();
    const auto time = std::ranges::find_if(
        kTimes, [&](const TimeColumn& time_column) { return table->column(time_column.name).has_value(); });
    if (const auto times = std::ranges::count_if(columns, isTime); times > 1)
        return atLine("bad-value", 1, {"error.columns-state-times", {{"count", times}}},
                      {"accepted.columns-of-tuning-table"}, file);
    if (time == kTimes.end() || columns.size() < 2)
        return Error{"missing-column",
                     "",
                     {"error.no-column-states-time"},
                     {"accepted.columns-of-tuning-table"},
                     std::string(file)};
    TuningFile tuning;
    for (const std::string& column : columns) {
        if (column == time->name) continue;
        if (column.empty() || std::ranges::count(columns, column) > 1)
            return atLine("bad-value", 1, {"error.column-name-is", {{"name", column}}},
                          {"accepted.each-parameter-one-column"}, file);
        tuning.space.parameters.push_back({column, {}});
    }
    for (std::size_t row = 0; row < table->rows(); ++row) {
        std::vector<std::string_view> cells;
        for (const schedule::TuningParameter& parameter : tuning.space.parameters) {
            cells.push_back(table->text(row, parameter.name));
            if (cells.back().empty())
                return Error{"missing-value",
                             "/" + parameter.name,
                             {"error.line-field-missing", {{"line", row + 2}, {"field", parameter.name}}},
                             {"accepted.value-of-each-parameter"},
                             std::string(file)};
        }
        if (auto read = addTime(*table, row, *time, tuning.space, file); !read) return read.error();
        tuning.cells.insert(tuning.cells.end(), cells.begin(), cells.end());
    }
    if (auto set = setValues(tuning, file); !set) return set.error();
    const auto first = firstOfSameValues(tuning.space);
    for (std::size_t row = 0; row < first.size(); ++row) {
        if (first[row] != row)
            return atLine("duplicate-row", row + 2, {"error.configuration-of-line", {{"line", first[row] + 2}}},
                          {"accepted.each-configuration-once"}, file);
    }
    return tuning;
}

} // namespace strata::exchange
