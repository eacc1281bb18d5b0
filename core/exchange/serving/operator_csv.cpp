// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/serving/operator_csv.h"

#include "core/exchange/csv.h"
#include "core/exchange/serving/attention_grid.h"

#include <array>
#include <map>

namespace strata::exchange {
namespace {

constexpr double kLongest_s = 1e3, kMostCount = 1e8;

struct TimeColumn {
    const char* name;
    double seconds;
};
constexpr std::array kTimes{TimeColumn{"time_s", 1}, TimeColumn{"time_ms", 1e-3}, TimeColumn{"time_us", 1e-6},
                            TimeColumn{"time_ns", 1e-9}};
constexpr std::array kAxes{"prompt_tokens", "prompt_context", "decodes", "decode_context"};

/// Kernels of one part, each by place.
using Kernels = std::map<std::string, std::map<double, double>, std::less<>>;

class Rows {
public:
    Rows(const CsvTable& table, const std::string& file, const TimeColumn& time)
        : table_(table), file_(file), time_(time) {}

    Error bad(std::size_t row, std::string_view column, std::string expected) const {
        const std::string cell(table_.text(row, column));
        return {"bad-value", "",
                "line " + std::to_string(row + 2) + ": " + std::string(column) +
                    (cell.empty() ? std::string(" is missing") : " is " + cell),
                std::move(expected), file_};
    }

    Result<double> within(std::size_t row, std::string_view column, double low, double high, const char* what) const {
        const auto value = table_.number(row, column);
        if (!value || *value < low || *value > high) return bad(row, column, what);
        return *value;
    }

    /// A kernel at one place: 0 tokens, or the same place twice, are refused.
    Result<void> add(std::size_t row, const char* place, Kernels& into) const {
        const auto at = within(row, place, 1, kMostCount, "1 to 100,000,000");
        if (!at) return at.error();
        const auto seconds = time(row);
        if (!seconds) return seconds.error();
        auto count = table_.number(row, "count");
        if (!table_.text(row, "count").empty() && (!count || *count < 0 || *count > kMostCount))
            return bad(row, "count", "0 to 100,000,000, 1 where absent");
        auto& kernel = into[std::string(table_.text(row, "operator"))];
        if (!kernel.emplace(*at, count.value_or(1) * *seconds).second)
            return bad(row, place, "each place of an operator once; column operator tells kernels apart");
        return {};
    }

    Result<AttentionTime> attention(std::size_t row) const {
        AttentionTime one;
        for (std::size_t axis = 0; axis < kAxes.size(); ++axis) {
            if (table_.text(row, kAxes[axis]).empty()) continue;
            const auto at = within(row, kAxes[axis], 0, kMostCount, "0 to 100,000,000, 0 where absent");
            if (!at) return at.error();
            one.place[axis] = *at;
        }
        if (one.place[0] + one.place[2] <= 0)
            return bad(row, "decodes", "a row of attention with prompt_tokens or decodes above 0");
        const auto seconds = time(row);
        if (!seconds) return seconds.error();
        one.seconds = *seconds;
        return one;
    }

private:
    Result<double> time(std::size_t row) const {
        const auto value = within(row, time_.name, 0, kLongest_s / time_.seconds, "a time from 0 to 1,000 s");
        if (!value) return value.error();
        return *value * time_.seconds;
    }

    const CsvTable& table_;
    const std::string& file_;
    const TimeColumn& time_;
};

/// The sum of all kernels at every place where one of them was timed, each linear between its own.
serving::MeasuredLine sumOf(const Kernels& kernels) {
    serving::MeasuredLine sum;
    std::map<double, double> places;
    for (const auto& [name, times] : kernels)
        for (const auto& [at, seconds] : times)
            places[at] = 0;
    for (const auto& [name, times] : kernels) {
        serving::MeasuredLine line;
        for (const auto& [at, seconds] : times) {
            line.at.push_back(at);
            line.seconds.push_back(seconds);
        }
        for (auto& [at, seconds] : places)
            seconds += std::max(0.0, line.value(at));
    }
    for (const auto& [at, seconds] : places) {
        sum.at.push_back(at);
        sum.seconds.push_back(seconds);
    }
    return sum;
}

} // namespace

Result<serving::EngineTables> operatorCsv(const CsvTable& table, const std::string& file) {
    if (const auto ok = table.require({"part"}, file); !ok) return ok.error();
    const TimeColumn* time = nullptr;
    for (const TimeColumn& one : kTimes)
        if (table.column(one.name)) time = &one;
    if (!time) {
        return Error{"missing-column", "", "no column states a time", "time_s, time_ms, time_us or time_ns", file};
    }
    const Rows rows(table, file, *time);
    Kernels layer, once, sequence;
    std::vector<AttentionTime> attention;
    for (std::size_t row = 0; row < table.rows(); ++row) {
        const std::string_view part = table.text(row, "part");
        Result<void> read;
        if (part == "layer") {
            read = rows.add(row, "tokens", layer);
        } else if (part == "once") {
            read = rows.add(row, "tokens", once);
        } else if (part == "sequence") {
            read = rows.add(row, "sequences", sequence);
        } else if (part == "attention") {
            const auto one = rows.attention(row);
            if (one)
                attention.push_back(*one);
            else
                read = one.error();
        } else {
            read = rows.bad(row, "part", "layer, once, sequence or attention");
        }
        if (!read) return read.error();
    }
    serving::EngineTables out;
    out.provenance = file;
    for (const auto& [part, empty] :
         {std::pair{"layer", layer.empty()}, {"attention", attention.empty()}, {"sequence", sequence.empty()}}) {
        if (empty) {
            return Error{"missing", "", std::string("no row has the part ") + part,
                         "rows of the parts layer, attention and sequence", file};
        }
    }
    out.layer = sumOf(layer);
    out.once = sumOf(once);
    out.per_sequence = sumOf(sequence);
    if (const auto ok = setAttention(attention, file, out); !ok) return ok.error();
    return out;
}

} // namespace strata::exchange
