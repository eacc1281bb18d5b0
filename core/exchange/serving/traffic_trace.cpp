// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/serving/traffic_trace.h"

#include "core/base/json.h"
#include "core/exchange/chakra/packed_stream.h"
#include "core/exchange/csv.h"
#include "core/exchange/kineto/trace_times.h"
#include "core/exchange/serving/conversations.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>

namespace strata::exchange {
namespace {

using serving::Arrival;

constexpr double kMostTokens = 1e7, kLatest = 1e9;
constexpr std::int32_t kPieceTokens = 512; ///< of a key in Mooncake's traces
constexpr std::int32_t kChatTokens = 16;   ///< of a key in Bailian's
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::size_t kMaximumBytes = std::size_t{256} << 20;

struct TimeColumn {
    std::string_view name;
    double seconds;
};
// In lower case. `timestamp` is BurstGPT's, in seconds, and Azure's, a date and time.
constexpr std::array kTimes{TimeColumn{"arrival_s", 1},    TimeColumn{"arrival_ms", 1e-3},
                            TimeColumn{"arrived_at", 1},   TimeColumn{"timestamp", 1},
                            TimeColumn{"timestamp_s", 1},  TimeColumn{"timestamp_ms", 1e-3},
                            TimeColumn{"arrival_time", 1}, TimeColumn{"arrival_timestamp", 1}};
constexpr std::array<std::string_view, 9> kPrompts{"prompt_tokens", "num_prefill_tokens", "prefill_tokens",
                                                   "contexttokens", "request tokens",     "input_tokens",
                                                   "input_length",  "prompt_len",         "prompt_size"};
constexpr std::array<std::string_view, 8> kOutputs{"output_tokens",   "num_decode_tokens", "decode_tokens",
                                                   "generatedtokens", "response tokens",   "output_length",
                                                   "output_len",      "token_size"};

/// Whether a column in lower case says when something was, though not in a form that is known. Without this, all
/// requests of such a table would come at once.
bool tellsTime(std::string_view name) {
    constexpr std::array<std::string_view, 8> kWords{"time",  "arriv", "date",  "stamp",
                                                     "clock", "start", "creat", "second"};
    constexpr std::array<std::string_view, 6> kWhole{"t", "ts", "at", "s", "ms", "us"};
    constexpr std::array<std::string_view, 4> kEnds{"_s", "_ms", "_us", "_ns"};
    const auto contained = [name](std::string_view word) { return name.find(word) != name.npos; };
    const auto ends = [name](std::string_view end) { return name.ends_with(end); };
    return std::any_of(kWords.begin(), kWords.end(), contained) || std::any_of(kEnds.begin(), kEnds.end(), ends) ||
           std::find(kWhole.begin(), kWhole.end(), name) != kWhole.end();
}

Error unknownTime(std::string_view file, std::string_view column, Message accepted) {
    return {"unknown-column",
            "",
            {"error.column-seems-to-tell-times-in", {{"column", column}}},
            {"accepted.or-lengths-without-times", {{"accepted", std::move(accepted)}}},
            std::string(file)};
}

Error badLine(std::string_view file, std::size_t line, Message what, Message expected) {
    return {"bad-value",
            "",
            {"error.line-missing-or-out-of-range", {{"line", line}, {"field", what}}},
            expected,
            std::string(file)};
}

bool within(double value, double low, double high) { return value >= low && value <= high; }

/// Fills one request; the number of the line is for errors.
Result<Arrival> arrivalOf(double time_s, double prompt, double output, std::string_view file, std::size_t line) {
    if (!within(time_s, 0, kLatest)) return badLine(file, line, {"error.arrival"}, {"accepted.time-from-0-on"});
    if (!within(prompt, 0, kMostTokens))
        return badLine(file, line, {"error.prompt-s-length"}, {"accepted.0-to-10-000-000-tokens"});
    if (!within(output, 0, kMostTokens))
        return badLine(file, line, {"error.output-s-length"}, {"accepted.0-to-10-000-000-tokens"});
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

std::string lowered(std::string_view name) {
    const std::size_t begin = std::min(name.find_first_not_of(" \t"), name.size());
    const std::size_t end = name.find_last_not_of(" \t") + 1;
    std::string text(name.substr(begin, std::max(begin, end) - begin));
    for (char& c : text)
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return text;
}

/// Where a recorded table has what; columns that it has not are nothing.
struct TraceColumns {
    std::optional<std::size_t> time, prompt, output, keys;
    double seconds = 1; ///< of a number in the column of times

    explicit TraceColumns(const CsvTable& table) {
        const auto place = [names = lowerNames(table)](std::string_view name) -> std::optional<std::size_t> {
            const auto found = std::find(names.begin(), names.end(), name);
            if (found == names.end()) return std::nullopt;
            return static_cast<std::size_t>(found - names.begin());
        };
        for (const std::string_view name : kPrompts)
            if (!prompt) prompt = place(name);
        for (const std::string_view name : kOutputs)
            if (!output) output = place(name);
        for (const TimeColumn& column : kTimes) {
            if (time) break;
            time = place(column.name);
            seconds = column.seconds;
        }
        keys = place("block_hashes");
    }

    static std::vector<std::string> lowerNames(const CsvTable& table) {
        std::vector<std::string> names;
        for (const std::string& name : table.columns())
            names.push_back(lowered(name));
        return names;
    }

    /// -1 where the cell tells no time.
    double arrival(std::string_view cell) const {
        if (const auto number = numberIn(cell)) return *number * seconds;
        return dateTimeSeconds(cell).value_or(-1.0);
    }
};

Result<std::vector<Arrival>> fromCsv(const CsvTable& table, std::string_view file, std::size_t& unanswered) {
    const TraceColumns columns(table);
    if (!columns.prompt || !columns.output) {
        return Error{"missing-column",
                     "",
                     {"error.table-has-no-lengths"},
                     {"accepted.prompt-tokens-and-output-tokens"},
                     std::string(file)};
    }
    for (const std::string& name : table.columns()) {
        if (columns.time || !tellsTime(lowered(name))) continue;
        std::string accepted;
        for (const TimeColumn& column : kTimes)
            accepted += (accepted.empty() ? "" : ", ") + std::string(column.name);
        return unknownTime(file, name, verbatim(accepted));
    }
    std::vector<double> times(table.rows(), 0.0);
    for (std::size_t row = 0; columns.time && row < times.size(); ++row) {
        times[row] = columns.arrival(table.cell(row, *columns.time));
        if (times[row] < 0) return badLine(file, row + 2, {"error.arrival"}, {"accepted.time-from-0-on-or-date"});
    }
    fromEarliest(times);
    std::vector<Arrival> arrivals;
    arrivals.reserve(table.rows());
    for (std::size_t row = 0; row < table.rows(); ++row) {
        const auto length = [&](std::size_t column) { return numberIn(table.cell(row, column)).value_or(-1.0); };
        if (length(*columns.output) == 0) ++unanswered;
        auto arrival = arrivalOf(times[row], length(*columns.prompt), length(*columns.output), file, row + 2);
        if (!arrival) return arrival.error();
        if (columns.keys) arrival->prefix = keysOf(table.cell(row, *columns.keys));
        arrival->prefix_tokens = arrival->prefix.empty() ? 0 : kPieceTokens;
        arrivals.push_back(*std::move(arrival));
    }
    return arrivals;
}

double numberOf(const Json& object, const char* key) {
    const auto found = object.find(key);
    return found != object.end() && found->is_number() ? found->get<double>() : -1;
}

/// Keys of one line's prompt, and how many tokens each stands for.
Result<void> readKeys(const Json& object, std::int32_t tokens, std::string_view file, std::size_t line,
                      Arrival& arrival) {
    const auto keys = object.find("hash_ids");
    if (keys == object.end() || !keys->is_array()) return {};
    for (const Json& key : *keys) {
        if (!key.is_number_integer()) return badLine(file, line, {"error.key-hash-ids"}, {"accepted.whole-numbers"});
        arrival.prefix.push_back(key.get<std::uint64_t>());
    }
    arrival.prefix_tokens = arrival.prefix.empty() ? 0 : tokens;
    return {};
}

Result<std::vector<Arrival>> fromLines(const std::string& text, std::string_view file, std::size_t& unanswered) {
    std::vector<Arrival> arrivals;
    std::vector<double> times;
    std::vector<std::size_t> numbers; ///< of the lines that they stand on
    std::istringstream lines(text);
    std::size_t number = 0;
    bool timed = false;
    for (std::string line; std::getline(lines, line);) {
        ++number;
        if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
        const auto object = parseJson(line, file);
        if (!object) {
            Error error = object.error();
            error.text = {"error.on-line", {{"line", number}, {"error", std::move(error.text)}}};
            return error;
        }
        if (!object->is_object()) return badLine(file, number, {"error.object"}, {"accepted.one-json-object-line"});
        const bool by_chat = object->contains("chat_id");
        if (arrivals.empty()) {
            timed = object->contains("timestamp");
            for (const auto& [name, value] : object->items())
                if (!timed && tellsTime(lowered(name))) return unknownTime(file, name, {"accepted.timestamp"});
        }
        const double time = timed ? numberOf(*object, "timestamp") * (by_chat ? 1.0 : 1e-3) : 0.0;
        auto arrival = arrivalOf(std::min(time, kLatest), numberOf(*object, "input_length"),
                                 numberOf(*object, "output_length"), file, number);
        if (!arrival) return arrival.error();
        if (numberOf(*object, "output_length") == 0) ++unanswered;
        if (auto read = readKeys(*object, by_chat ? kChatTokens : kPieceTokens, file, number, *arrival); !read)
            return read.error();
        times.push_back(time);
        numbers.push_back(number);
        arrivals.push_back(*std::move(arrival));
    }
    fromEarliest(times);
    for (std::size_t i = 0; i < arrivals.size(); ++i) {
        if (!within(times[i], 0, kLatest))
            return badLine(file, numbers[i], {"error.arrival"}, {"accepted.time-within-30-years-first"});
        arrivals[i].time_s = times[i];
    }
    return arrivals;
}

Result<std::vector<Arrival>> ordered(Result<std::vector<Arrival>> arrivals, std::string_view file) {
    if (!arrivals) return arrivals;
    if (arrivals->empty())
        return Error{"bad-value", "", {"error.trace-has-no-request"}, {"accepted.at-least-one"}, std::string(file)};
    std::stable_sort(arrivals->begin(), arrivals->end(),
                     [](const Arrival& a, const Arrival& b) { return a.time_s < b.time_s; });
    return arrivals;
}

} // namespace

Result<std::vector<Arrival>> parseTrafficTrace(std::string text, std::string_view file, TraceUse use,
                                               std::size_t* passed_over, std::size_t* unanswered) {
    std::size_t ignored = 0;
    std::size_t& without_answer = unanswered ? *unanswered : ignored;
    without_answer = 0;
    if (text.starts_with(kByteOrderMark)) text.erase(0, kByteOrderMark.size());
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first != std::string::npos && text[first] == '{') return ordered(fromLines(text, file, without_answer), file);
    if (first != std::string::npos && text[first] == '[') {
        if (use == TraceUse::Replay)
            return Error{"missing",
                         "",
                         {"error.conversations-tell-no-times"},
                         {"accepted.arrivals-with-rate"},
                         std::string(file)};
        return ordered(parseConversations(text, file, passed_over), file);
    }
    const auto table = CsvTable::parse(std::move(text), file);
    if (!table) return table.error();
    return ordered(fromCsv(*table, file, without_answer), file);
}

Result<std::vector<Arrival>> readTrafficTrace(const std::filesystem::path& path, TraceUse use, std::size_t* passed_over,
                                              std::size_t* unanswered) {
    const std::string name = path.string();
    std::error_code ignored;
    if (std::filesystem::is_fifo(path, ignored) && !name.starts_with("/dev/") && !name.starts_with("/proc/"))
        return Error{"unreadable-file", "", {"error.trace-is-pipe"}, {"accepted.csv-or-json-lines-plain-or"}, name};
    PackedBuffer packed(path);
    packed.stopAt(kMaximumBytes);
    std::string text(std::istreambuf_iterator<char>(&packed), {});
    if (!packed.isOpen() || packed.isDamaged())
        return Error{"unreadable-file", "", {"error.cannot-read-trace"}, {"accepted.csv-or-json-lines-plain-or"}, name};
    if (packed.isTooLarge())
        return Error{"too-large", "", {"error.trace-too-large"}, {"accepted.at-most-256-mib-unpacked"}, name};
    return parseTrafficTrace(std::move(text), name, use, passed_over, unanswered);
}

} // namespace strata::exchange
