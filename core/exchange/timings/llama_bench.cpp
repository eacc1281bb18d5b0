// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/csv.h"
#include "core/exchange/timings/number_cell.h"
#include "core/exchange/timings/tool_timings.h"

#include "core/base/json.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

namespace strata::exchange {
namespace {

constexpr double kNano = 1e-9;

std::string testName(const LlamaTiming& timing) {
    const auto whole = [](double value) { return std::to_string(static_cast<long long>(value)); };
    std::string name;
    if (timing.prompt_tokens > 0) name += "pp" + whole(timing.prompt_tokens);
    if (timing.output_tokens > 0) name += (name.empty() ? "tg" : "+tg") + whole(timing.output_tokens);
    if (timing.depth > 0) name += " @ d" + whole(timing.depth);
    return name;
}

Error error(const char* code, std::string pointer, Message text, Message expected, std::string_view file) {
    return {code, std::move(pointer), std::move(text), std::move(expected), std::string(file)};
}

/// What all forms have in common: lengths and a time above 0.
Result<LlamaTiming> finished(LlamaTiming timing, const std::string& where, std::string_view file) {
    constexpr double kMostTokens = 1e7;
    for (const double tokens : {timing.prompt_tokens, timing.output_tokens, timing.depth}) {
        if (!(tokens >= 0) || tokens > kMostTokens)
            return error("bad-value", where, {"error.length", {{"tokens", tokens}}},
                         {"accepted.tokens-from-0-to-10-000"}, file);
    }
    if (timing.prompt_tokens + timing.output_tokens < 1)
        return error("bad-value", where, {"error.test-has-neither-prompt-nor-answer"},
                     {"accepted.n-prompt-or-n-gen-above"}, file);
    if (!(timing.seconds > 0) || !std::isfinite(timing.seconds))
        return error("bad-value", where, {"error.time-s", {{"seconds", timing.seconds}}}, {"accepted.time-above-0"},
                     file);
    if (!std::isfinite(timing.spread) || timing.spread < 0) timing.spread = 0;
    timing.id = testName(timing);
    return timing;
}

Result<LlamaTiming> fromObject(const Json& test, const std::string& where, std::string_view file) {
    LlamaTiming timing;
    const auto number = [&](const char* key) -> Result<double> {
        const auto found = test.find(key);
        if (found == test.end() || !found->is_number())
            return error("missing", where + "/" + key, {"error.field-no-number", {{"field", key}}},
                         {"accepted.what-llama-bench-o-json-writes"}, file);
        return found->get<double>();
    };
    if (!test.is_object())
        return error("bad-value", where, {"error.no-json-object"}, {"accepted.test-llama-bench"}, file);
    const auto model = test.find("model_type");
    if (model != test.end() && model->is_string()) timing.model = model->get<std::string>();
    for (const auto& [key, member] :
         {std::pair<const char*, double LlamaTiming::*>{"n_prompt", &LlamaTiming::prompt_tokens},
          {"n_gen", &LlamaTiming::output_tokens},
          {"avg_ns", &LlamaTiming::seconds}}) {
        const auto value = number(key);
        if (!value) return value.error();
        timing.*member = *value;
    }
    if (const auto backend = test.find("backends"); backend != test.end() && backend->is_string())
        timing.backend = backend->get<std::string>();
    if (const auto layers = test.find("n_gpu_layers"); layers != test.end() && layers->is_number())
        timing.device_layers = layers->get<double>();
    if (const auto depth = test.find("n_depth"); depth != test.end() && depth->is_number())
        timing.depth = depth->get<double>();
    if (const auto spread = test.find("stddev_ns"); spread != test.end() && spread->is_number() && timing.seconds > 0)
        timing.spread = spread->get<double>() / timing.seconds;
    timing.seconds *= kNano;
    return finished(timing, where, file);
}

Result<std::vector<LlamaTiming>> fromJson(std::string_view text, std::string_view file) {
    std::vector<LlamaTiming> timings;
    if (text.front() == '[') {
        const auto document = parseJson(text, file);
        if (!document) return document.error();
        for (std::size_t i = 0; i < document->size(); ++i) {
            auto timing = fromObject((*document)[i], "/" + std::to_string(i), file);
            if (!timing) return timing.error();
            timings.push_back(*std::move(timing));
        }
        return timings;
    }
    for (std::size_t line = 1; !text.empty(); ++line) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view one = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (one.find_first_not_of(" \t\r") == std::string_view::npos) continue;
        const auto document = parseJson(one, file);
        if (!document) return document.error();
        auto timing = fromObject(*document, "/line " + std::to_string(line), file);
        if (!timing) return timing.error();
        timings.push_back(*std::move(timing));
    }
    return timings;
}

Result<std::vector<LlamaTiming>> fromCsv(std::string_view text, std::string_view file) {
    const auto table = CsvTable::parse(std::string(text), file);
    if (!table) return table.error();
    if (auto known = table->require({"n_prompt", "n_gen", "avg_ns"}, file); !known) return known.error();
    std::vector<LlamaTiming> timings;
    for (std::size_t row = 0; row < table->rows(); ++row) {
        LlamaTiming timing;
        timing.model = table->text(row, "model_type");
        timing.prompt_tokens = table->numberOr(row, "n_prompt", -1);
        timing.output_tokens = table->numberOr(row, "n_gen", -1);
        timing.depth = table->numberOr(row, "n_depth", 0);
        timing.backend = table->text(row, "backends");
        timing.device_layers = table->number(row, "n_gpu_layers");
        const double nanos = table->numberOr(row, "avg_ns", 0);
        timing.seconds = nanos * kNano;
        if (nanos > 0) timing.spread = table->numberOr(row, "stddev_ns", 0) / nanos;
        auto done = finished(timing, "/line " + std::to_string(row + 2), file);
        if (!done) return done.error();
        timings.push_back(*std::move(done));
    }
    return timings;
}

std::string trimmed(std::string_view text) {
    const std::size_t from = text.find_first_not_of(" \t\r:");
    if (from == std::string_view::npos) return {};
    return std::string(text.substr(from, text.find_last_not_of(" \t\r:") + 1 - from));
}

double leadingNumber(std::string_view text, double otherwise) {
    double value = otherwise;
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size())); // "pp 512" of earlier versions
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
    return status == std::errc{} ? value : otherwise;
}

/// "pp512", "tg128", "pp512+tg128", "tg128 @ d4096".
void readTest(std::string_view test, LlamaTiming& timing) {
    if (const std::size_t at = test.find("pp"); at != std::string_view::npos)
        timing.prompt_tokens = leadingNumber(test.substr(at + 2), 0);
    if (const std::size_t at = test.find("tg"); at != std::string_view::npos)
        timing.output_tokens = leadingNumber(test.substr(at + 2), 0);
    if (const std::size_t at = test.find("@ d"); at != std::string_view::npos)
        timing.depth = leadingNumber(test.substr(at + 3), 0);
}

std::vector<std::string> cellsOf(std::string_view line) {
    std::vector<std::string> cells;
    line.remove_prefix(1);
    while (!line.empty()) {
        const std::size_t end = std::min(line.find('|'), line.size());
        if (end < line.size()) cells.push_back(trimmed(line.substr(0, end)));
        line.remove_prefix(std::min(end + 1, line.size()));
    }
    return cells;
}

/// Whether the text begins with the line of dashes below the header of a table.
bool isBelowHeader(std::string_view text) {
    const std::string line = trimmed(text.substr(0, text.find('\n')));
    return line.starts_with('|') && line.find("--") != std::string::npos &&
           line.find_first_not_of("|-: \t") == std::string::npos;
}

/// A rate, maybe with commas between groups of digits, before its spread.
double rateOf(const std::string& cell) {
    const auto rate = numberOf(std::string_view(cell).substr(0, cell.find(' ')));
    return rate ? *rate : leadingNumber(cell, 0);
}

Result<std::vector<LlamaTiming>> fromMarkdown(std::string_view text, std::string_view file) {
    std::vector<LlamaTiming> timings;
    std::size_t model = 0, test = 0, rate = 0, backend = 0, layers = 0;
    for (std::size_t number = 1; !text.empty(); ++number) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string line = trimmed(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line.empty() || line.front() != '|') continue;
        const auto cells = cellsOf(line);
        const std::string where = "/line " + std::to_string(number);
        const auto placed = [&](const char* name) {
            return static_cast<std::size_t>(std::find(cells.begin(), cells.end(), name) - cells.begin());
        };
        if (placed("test") < cells.size() && placed("t/s") < cells.size()) {
            model = placed("model"), test = placed("test"), rate = placed("t/s");
            backend = placed("backend"), layers = placed("ngl");
            continue;
        }
        if (isBelowHeader(text)) test = 0; // the header of another table
        if (test == 0 || (!cells.empty() && cells.front().starts_with("--"))) continue;
        if (std::max(test, rate) >= cells.size())
            return error("malformed-text", where, {"error.line-has-cells", {{"cells", cells.size()}}},
                         {"accepted.as-many-as-header"}, file);
        LlamaTiming timing;
        if (model < cells.size()) timing.model = cells[model];
        if (backend < cells.size()) timing.backend = cells[backend];
        if (layers < cells.size()) timing.device_layers = leadingNumber(cells[layers], -1);
        readTest(cells[test], timing);
        const double per_s = rateOf(cells[rate]);
        if (per_s > 0) timing.seconds = (timing.prompt_tokens + timing.output_tokens) / per_s;
        if (const std::size_t sign = cells[rate].find("\u00b1"); sign != std::string::npos && per_s > 0)
            timing.spread = leadingNumber(trimmed(std::string_view(cells[rate]).substr(sign + 2)), 0) / per_s;
        auto done = finished(timing, where, file);
        if (!done) return done.error();
        timings.push_back(*std::move(done));
    }
    return timings;
}

} // namespace

bool isLlamaTable(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string line = trimmed(text.substr(at, end - at));
        at = end + 1;
        if (line.empty() || line.front() != '|') continue;
        const auto cells = cellsOf(line);
        const auto has = [&](const char* name) { return std::find(cells.begin(), cells.end(), name) != cells.end(); };
        if (has("test") && has("t/s")) return true;
    }
    return false;
}

Result<std::vector<LlamaTiming>> parseLlamaBench(std::string_view text, std::string_view file) {
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos)
        return error("missing", "", {"error.text-empty"}, {"accepted.what-llama-bench-writes"}, file);
    const std::string_view body = text.substr(first);
    auto timings = body.front() == '[' || body.front() == '{' ? fromJson(body, file)
                   : isLlamaTable(body)                       ? fromMarkdown(text, file)
                                                              : fromCsv(body, file);
    if (timings && timings->empty())
        return error("missing", "", {"error.there-no-test"}, {"accepted.what-llama-bench-writes"}, file);
    return timings;
}

} // namespace strata::exchange
