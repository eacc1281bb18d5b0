// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/traffic_trace.h"

#include "core/base/json.h"
#include "core/exchange/csv.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

namespace strata::exchange {
namespace {

using serving::Arrival;

constexpr double kMostTokens = 1e7, kLatest = 1e9;
constexpr std::int32_t kPieceTokens = 512; ///< of a key in Mooncake's traces
constexpr std::size_t kMaximumBytes = std::size_t{256} << 20;

struct TimeColumn {
    const char* name;
    double seconds;
};
constexpr std::array kTimes{TimeColumn{"arrival_s", 1}, TimeColumn{"arrival_ms", 1e-3},
                            TimeColumn{"arrived_at", 1}, TimeColumn{"Timestamp", 1}};
constexpr std::array kPrompts{"prompt_tokens", "num_prefill_tokens", "ContextTokens", "Request tokens"};
constexpr std::array kOutputs{"output_tokens", "num_decode_tokens", "GeneratedTokens", "Response tokens"};

Error badLine(std::string_view file, std::size_t line, const char* what, const char* expected) {
    return {"bad-value", "", "line " + std::to_string(line) + ": " + what + " is missing or out of range",
            expected, std::string(file)};
}

bool within(double value, double low, double high) {
    return value >= low && value <= high;
}

/// Fills one request; the number of the line is for errors.
Result<Arrival> arrivalOf(double time_s, double prompt, double output, std::string_view file,
                          std::size_t line) {
    if (!within(time_s, 0, kLatest)) return badLine(file, line, "the arrival", "a time from 0 on");
    if (!within(prompt, 0, kMostTokens))
        return badLine(file, line, "the prompt's length", "0 to 10,000,000 tokens");
    if (!within(output, 0, kMostTokens))
        return badLine(file, line, "the output's length", "0 to 10,000,000 tokens");
    Arrival arrival;
    arrival.time_s = time_s;
    arrival.prompt_tokens = std::max(1, static_cast<std::int32_t>(prompt));
    arrival.output_tokens = std::max(1, static_cast<std::int32_t>(output));
    return arrival;
}

std::vector<std::uint64_t> keysOf(std::string_view text) {
    std::vector<std::uint64_t> keys;
    for (std::size_t at = 0; at < text.size();) {
        std::uint64_t key = 0;
        const auto [end, status] = std::from_chars(text.data() + at, text.data() + text.size(), key);
        if (status == std::errc()) keys.push_back(key);
        at = std::max(at, static_cast<std::size_t>(end - text.data())) + 1;
    }
    return keys;
}

template <std::size_t N>
const char* present(const CsvTable& table, const std::array<const char*, N>& names) {
    const auto found = std::find_if(names.begin(), names.end(),
                                    [&](const char* name) { return table.column(name).has_value(); });
    return found == names.end() ? nullptr : *found;
}

Result<std::vector<Arrival>> fromCsv(const CsvTable& table, std::string_view file) {
    const char* prompt = present(table, kPrompts);
    const char* output = present(table, kOutputs);
    if (prompt == nullptr || output == nullptr) {
        return Error{"missing-column", "", "the table has no lengths", "prompt_tokens and output_tokens",
                     std::string(file)};
    }
    const auto time = std::find_if(kTimes.begin(), kTimes.end(), [&](const TimeColumn& column) {
        return table.column(column.name).has_value();
    });
    std::vector<Arrival> arrivals;
    arrivals.reserve(table.rows());
    for (std::size_t row = 0; row < table.rows(); ++row) {
        const double at = time == kTimes.end() ? 0 : table.numberOr(row, time->name, -1) * time->seconds;
        auto arrival =
            arrivalOf(at, table.numberOr(row, prompt, -1), table.numberOr(row, output, -1), file, row + 2);
        if (!arrival) return arrival.error();
        arrival->prefix = keysOf(table.text(row, "block_hashes"));
        arrival->prefix_tokens = arrival->prefix.empty() ? 0 : kPieceTokens;
        arrivals.push_back(*std::move(arrival));
    }
    return arrivals;
}

double numberOf(const Json& object, const char* key) {
    const auto found = object.find(key);
    return found != object.end() && found->is_number() ? found->get<double>() : -1;
}

Result<std::vector<Arrival>> fromLines(const std::string& text, std::string_view file) {
    std::vector<Arrival> arrivals;
    std::istringstream lines(text);
    std::size_t number = 0;
    for (std::string line; std::getline(lines, line);) {
        ++number;
        if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
        const auto object = parseJson(line, file);
        if (!object) return object.error();
        if (!object->is_object()) return badLine(file, number, "an object", "one JSON object a line");
        auto arrival = arrivalOf(numberOf(*object, "timestamp") * 1e-3, numberOf(*object, "input_length"),
                                 numberOf(*object, "output_length"), file, number);
        if (!arrival) return arrival.error();
        if (const auto keys = object->find("hash_ids"); keys != object->end() && keys->is_array()) {
            for (const Json& key : *keys) {
                if (!key.is_number_integer())
                    return badLine(file, number, "a key of hash_ids", "whole numbers");
                arrival->prefix.push_back(key.get<std::uint64_t>());
            }
            arrival->prefix_tokens = arrival->prefix.empty() ? 0 : kPieceTokens;
        }
        arrivals.push_back(*std::move(arrival));
    }
    return arrivals;
}

Result<std::vector<Arrival>> ordered(Result<std::vector<Arrival>> arrivals, std::string_view file) {
    if (!arrivals) return arrivals;
    if (arrivals->empty())
        return Error{"bad-value", "", "the trace has no request", "at least one", std::string(file)};
    std::stable_sort(arrivals->begin(), arrivals->end(),
                     [](const Arrival& a, const Arrival& b) { return a.time_s < b.time_s; });
    return arrivals;
}

} // namespace

Result<std::vector<Arrival>> parseTrafficTrace(std::string text, std::string_view file) {
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first != std::string::npos && text[first] == '{') return ordered(fromLines(text, file), file);
    const auto table = CsvTable::parse(std::move(text), file);
    if (!table) return table.error();
    return ordered(fromCsv(*table, file), file);
}

Result<std::vector<Arrival>> readTrafficTrace(const std::filesystem::path& path) {
    const std::string name = path.string();
    if (path.extension() != ".jsonl" && path.extension() != ".json") {
        const auto table = CsvTable::read(path);
        if (!table) return table.error();
        return ordered(fromCsv(*table, name), name);
    }
    std::ifstream stream(path, std::ios::binary);
    std::error_code status;
    const auto size = std::filesystem::file_size(path, status);
    if (!stream || status) return Error{"unreadable-file", "", "cannot read the trace", "", name};
    if (size > kMaximumBytes)
        return Error{"too-large", "", "the trace is too large", "at most 256 MiB", name};
    std::ostringstream text;
    text << stream.rdbuf();
    return parseTrafficTrace(std::move(text).str(), name);
}

} // namespace strata::exchange
