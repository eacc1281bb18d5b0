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

    Error bad(std::size_t row, std::string_view column, Message expected) const {
        const std::string cell(table_.text(row, column));
        return {"bad-value", "",
                cell.empty() ? Message{"error.line-field-missing", {{"line", row + 2}, {"field", column}}}
                             : Message{"error.line-field-is", {{"line", row + 2}, {"field", column}, {"value", cell}}},
                std::move(expected), file_};
    }

    Result<double> within(std::size_t row, std::string_view column, double low, double high, Message what) const {
        const auto value = table_.number(row, column);
        if (!value || *value < low || *value > high) return bad(row, column, std::move(what));
        return *value;
    }

    /// A kernel at one place: 0 tokens, or the same place twice, are refused.
    Result<void> add(std::size_t row, const char* place, Kernels& into) const {
        const auto at = within(row, place, 1, kMostCount, {"accepted.from-1", {{"most", kMostCount}}});
        if (!at) return at.error();
        const auto seconds = time(row);
        if (!seconds) return seconds.error();
        auto count = table_.number(row, "count");
        if (!table_.text(row, "count").empty() && (!count || *count < 0 || *count > kMostCount))
            return bad(row, "count", {"accepted.0-to-100-000-000-1"});
        auto& kernel = into[std::string(table_.text(row, "operator"))];
        if (!kernel.emplace(*at, count.value_or(1) * *seconds).second)
            return bad(row, place, {"accepted.each-place-operator-once-column-operator"});
        return {};
    }

    Result<AttentionTime> attention(std::size_t row) const {
        AttentionTime attention_time;
        for (std::size_t axis = 0; axis < kAxes.size(); ++axis) {
            if (table_.text(row, kAxes[axis]).empty()) continue;
            const auto at = within(row, kAxes[axis], 0, kMostCount, {"accepted.0-to-100-000-000"});
            if (!at) return at.error();
            attention_time.place[axis] = *at;
        }
        if (attention_time.place[0] + attention_time.place[2] <= 0)
            return bad(row, "decodes", {"accepted.row-attention-with-prompt-tokens-or"});
        const auto seconds = time(row);
        if (!seconds) return seconds.error();
        attention_time.seconds = *seconds;
        return attention_time;
    }

private:
    Result<double> time(std::size_t row) const {
        const auto value = within(row, time_.name, 0, kLongest_s / time_.seconds, {"accepted.time-from-0-to-1000-s"});
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
        return Error{"missing-column", "", {"error.no-column-states-time"}, {"accepted.time-s-time-ms-time-us"}, file};
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
            read = rows.bad(row, "part", {"accepted.layer-once-sequence-or-attention"});
        }
        if (!read) return read.error();
    }
    serving::EngineTables out;
    out.provenance = file;
    for (const auto& [part, empty] :
         {std::pair{"layer", layer.empty()}, {"attention", attention.empty()}, {"sequence", sequence.empty()}}) {
        if (empty) {
            return Error{"missing",
                         "",
                         {"error.no-row-has-part", {{"part", part}}},
                         {"accepted.rows-parts-layer-attention-and-sequence"},
                         file};
        }
    }
    out.layer = sumOf(layer);
    out.once = sumOf(once);
    out.per_sequence = sumOf(sequence);
    if (const auto ok = setAttention(attention, file, out); !ok) return ok.error();
    return out;
}

} // namespace strata::exchange
