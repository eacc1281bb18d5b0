// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/timings/number_cell.h"
#include "core/exchange/timings/tool_timings.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace strata::exchange {
namespace {

struct Name {
    std::string_view tool, ours;
};
/// Without a name of ours: a collective that no request asks.
constexpr std::array kNames{Name{"all_reduce", "all_reduce"},
                            Name{"all_gather", "all_gather"},
                            Name{"reduce_scatter", "reduce_scatter"},
                            Name{"alltoall", "all_to_all"},
                            Name{"broadcast", "broadcast"},
                            Name{"sendrecv", "send_recv"},
                            Name{"reduce", ""},
                            Name{"gather", ""},
                            Name{"scatter", ""},
                            Name{"hypercube", ""},
                            Name{"alltoallv", ""}};

/// Whether a line names a program of the tests: "all_reduce_perf", also behind a path.
bool names(std::string_view line, std::string_view tool) {
    constexpr std::string_view kEnd = "_perf";
    const auto inWord = [](char c) { return (c >= 'a' && c <= 'z') || c == '_'; };
    for (std::size_t at = line.find(tool); at != std::string_view::npos; at = line.find(tool, at + 1)) {
        if (at > 0 && inWord(line[at - 1])) continue;
        if (line.substr(at + tool.size()).starts_with(kEnd)) return true;
    }
    return false;
}

/// A launcher may put the number of the process in front of each line: "0: " of srun, "[1,0]<stdout>:" of mpirun.
std::string_view withoutLauncher(std::string_view line) {
    const std::size_t from = std::min(line.find_first_not_of(" \t"), line.size());
    std::string_view rest = line.substr(from);
    if (rest.starts_with('[')) {
        const std::size_t end = rest.find(">:");
        const std::size_t stream = rest.find("]<std");
        return stream != std::string_view::npos && stream < end && end != std::string_view::npos ? rest.substr(end + 2)
                                                                                                 : line;
    }
    const std::size_t digits = std::min(rest.find_first_not_of("0123456789"), rest.size());
    return digits > 0 && rest.substr(digits).starts_with(':') ? rest.substr(digits + 1) : line;
}

std::vector<std::string_view> words(std::string_view line) {
    std::vector<std::string_view> found;
    for (std::size_t at = 0; at < line.size();) {
        const std::size_t from = line.find_first_not_of(" \t\r", at);
        if (from == std::string_view::npos) break;
        const std::size_t to = std::min(line.find_first_of(" \t\r", from), line.size());
        found.push_back(line.substr(from, to - from));
        at = to;
    }
    return found;
}

constexpr double kMostRanks = 1 << 24, kMostBytes = 1e18, kMostMicros = 1e13;

class Reader {
public:
    Reader(std::string_view file, double ranks) : file_(file), stated_ranks_(ranks) {}

    /// A line without measurements may name the collective: one of the tests itself, or the command that was given.
    void name(std::string_view line) {
        for (const Name& known : kNames) {
            if (!names(line, known.tool)) continue;
            tool_ = known.tool;
            collective_ = known.ours;
            return;
        }
    }

    Result<void> comment(std::string_view line) {
        name(line);
        const auto found = words(line.substr(1));
        const auto rank = found.size() > 2 && found[0] == "Rank" ? numberOf(found[1]) : std::nullopt;
        if (rank && *rank >= 0 && *rank < kMostRanks && *rank == std::floor(*rank)) {
            if (*rank == 0.0) ranks_ = 0;         // of another run in the same file
            ranks_ = std::max(ranks_, *rank + 1); // lines between may be left out
        }
        const auto size = std::find(found.begin(), found.end(), "size");
        const auto time = std::find(found.begin(), found.end(), "time");
        if (size != found.end() && time != found.end()) {
            size_ = static_cast<std::size_t>(size - found.begin());
            time_ = static_cast<std::size_t>(time - found.begin());
        }
        return {};
    }

    Result<void> row(std::string_view line, std::size_t number) {
        const auto found = words(line);
        if (found.empty() || !numberOf(found.front())) { // a banner of the launcher
            name(line);
            return {};
        }
        if (time_ == 0)
            return error("malformed-text", number, {"error.numbers-stand-before-header"},
                         {"accepted.line-with-size-and-time"});
        if (collective_.empty() && !tool_.empty())
            return error("not-supported", number, {"error.collective-not-read", {{"collective", tool_}}},
                         {"accepted.line-names-all-reduce-perf-or"});
        if (collective_.empty())
            return error("missing", number, {"error.nothing-says-collective"},
                         {"accepted.line-names-all-reduce-perf-or"});
        const double ranks = stated_ranks_ > 0 ? stated_ranks_ : ranks_;
        if (ranks < 2)
            return error("missing", number, {"error.nothing-says-how-many-ranks-there"},
                         {"accepted.lines-begin-with-rank-or-ranks"});
        if (found.size() <= std::max(size_, time_))
            return error("malformed-text", number, {"error.line-has-words", {{"found", found.size()}}},
                         {"accepted.as-many-as-header"});
        const auto bytes = numberOf(found[size_]), micros = numberOf(found[time_]);
        if (!bytes || *bytes < 0 || *bytes > kMostBytes)
            return error("bad-value", number,
                         {"error.field-is", {{"field", "size"}, {"value", std::string(found[size_].substr(0, 40))}}},
                         {"accepted.range", {{"least", 0.0}, {"most", kMostBytes}, {"unit", " B"}}});
        if (!micros || *micros < 0 || *micros > kMostMicros)
            return error("bad-value", number,
                         {"error.field-is", {{"field", "time"}, {"value", std::string(found[time_].substr(0, 40))}}},
                         {"accepted.range", {{"least", 0.0}, {"most", kMostMicros}, {"unit", " µs"}}});
        constexpr double kMicro = 1e-6;
        if (*bytes > 0 && *micros * kMicro > 0) rows_.push_back({number, collective_, *bytes, ranks, *micros * kMicro});
        return {};
    }

    Result<std::vector<CollectiveTiming>> take() {
        if (!rows_.empty()) return std::move(rows_);
        return Error{
            "missing", "", {"error.there-no-line-table"}, {"accepted.what-all-reduce-perf-prints"}, std::string(file_)};
    }

private:
    Error error(const char* code, std::size_t number, Message text, Message expected) const {
        return {code,
                "",
                {"error.on-line", {{"line", number}, {"error", std::move(text)}}},
                std::move(expected),
                std::string(file_)};
    }

    std::string_view file_;
    double stated_ranks_ = 0;
    double ranks_ = 0;
    std::size_t size_ = 0, time_ = 0;
    std::string_view tool_;
    std::string collective_;
    std::vector<CollectiveTiming> rows_;
};

} // namespace

Result<std::vector<CollectiveTiming>> parseNcclTests(std::string_view text, std::string_view file, double ranks) {
    Reader reader(file, ranks);
    std::size_t number = 0;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = withoutLauncher(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        ++number;
        const std::size_t first = line.find_first_not_of(" \t\r");
        if (first == std::string_view::npos) continue;
        const auto done = line[first] == '#' ? reader.comment(line.substr(first)) : reader.row(line, number);
        if (!done) return done.error();
    }
    return reader.take();
}

} // namespace strata::exchange
