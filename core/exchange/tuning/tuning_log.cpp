// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/tuning/tuning_file.h"

#include "core/base/json.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

namespace strata::exchange {
namespace {

using schedule::Outcome;

/// One line of a log: what was tuned, the knobs and what came of them.
struct LogLine {
    std::size_t line = 0;
    std::string task, kernel, device;
    std::vector<std::pair<std::string, std::string>> knobs;
    std::optional<double> seconds; ///< nothing: it failed
};

Error badLine(std::size_t line, const char* field, std::string value, std::string_view file) {
    return {"bad-value",
            std::string("/") + field,
            {"error.line-field-is-word", {{"line", line}, {"field", field}, {"value", value.substr(0, 60)}}},
            {"accepted.line-of-tuning-log"},
            std::string(file)};
}

/// A value of a knob as a table would write it.
std::string knobText(const Json& value) {
    if (value.is_string()) return value.get<std::string>();
    if (value.is_boolean()) return value.get<bool>() ? "1" : "0";
    return value.is_null() ? "none" : value.dump(-1, ' ', true);
}

/// A split has a knob for each of its factors, but for the one (-1) that follows from the others. An order or an
/// annotation of loops is a word.
bool addKnob(const Json& entity, std::vector<std::pair<std::string, std::string>>& knobs) {
    if (!entity.is_array() || entity.size() != 3 || !entity[0].is_string() || !entity[1].is_string()) return false;
    const std::string name = entity[0].get<std::string>();
    if (entity[1] != "sp") {
        knobs.emplace_back(name, knobText(entity[2]));
        return true;
    }
    if (!entity[2].is_array()) return false;
    for (std::size_t i = 0; i < entity[2].size(); ++i) {
        if (!entity[2][i].is_number()) return false;
        if (entity[2][i].get<double>() > 0) knobs.emplace_back(name + "." + std::to_string(i), entity[2][i].dump());
    }
    return true;
}

/// The mean of the repeated runs; nothing where one of them is none, as the tool writes failures.
std::optional<double> meanSeconds(const Json& costs) {
    constexpr double kFailed = 1e9;
    double sum = 0;
    for (const Json& cost : costs) {
        const double seconds = cost.is_number() ? cost.get<double>() : 0;
        if (!(seconds > 0) || seconds >= kFailed || !std::isfinite(seconds)) return {};
        sum += seconds;
    }
    return costs.empty() ? std::nullopt : std::optional(sum / static_cast<double>(costs.size()));
}

Result<LogLine> lineOf(std::string_view text, std::size_t number, std::string_view file) {
    const auto document = parseJson(text, file);
    if (!document) {
        Error error = document.error();
        error.text = {"error.on-line", {{"line", number}, {"error", error.text}}};
        return error;
    }
    const Json* input = findPointer(*document, "/input");
    const Json* entities = findPointer(*document, "/config/entity");
    const Json* result = findPointer(*document, "/result");
    if (input == nullptr || !input->is_array() || input->size() < 3 || !(*input)[0].is_string() ||
        !(*input)[1].is_string())
        return badLine(number, "input", input == nullptr ? "" : input->dump(-1, ' ', true), file);
    if (entities == nullptr || !entities->is_array())
        return badLine(number, "config", entities == nullptr ? "" : entities->dump(-1, ' ', true), file);
    if (result == nullptr || !result->is_array() || result->size() < 2 || !(*result)[0].is_array() ||
        !(*result)[1].is_number())
        return badLine(number, "result", result == nullptr ? "" : result->dump(-1, ' ', true), file);
    LogLine line{number,
                 (*input)[1].get<std::string>() + (*input)[2].dump(),
                 (*input)[1].get<std::string>(),
                 (*input)[0].get<std::string>(),
                 {},
                 {}};
    for (const Json& entity : *entities)
        if (!addKnob(entity, line.knobs)) return badLine(number, "config", entity.dump(-1, ' ', true), file);
    if ((*result)[1] == 0) line.seconds = meanSeconds((*result)[0]);
    return line;
}

/// The lines of the task that has most of them; the kernel tells of how many tasks.
std::vector<LogLine> ofOneTask(std::vector<LogLine> lines, std::string& kernel) {
    std::map<std::string, std::size_t> times;
    for (const LogLine& line : lines)
        ++times[line.task];
    const auto most = std::ranges::max_element(times, {}, [](const auto& task) { return task.second; });
    const std::string task = most->first;
    std::erase_if(lines, [&](const LogLine& line) { return line.task != task; });
    kernel = lines.front().kernel;
    if (times.size() > 1)
        kernel += " (" + std::to_string(lines.size()) + " lines of the most frequent of " +
                  std::to_string(times.size()) + " tasks)";
    return lines;
}

/// Configurations that were run again count once, as they were run first.
void keepFirstRuns(TuningFile& tuning) {
    const auto first = firstOfSameValues(tuning.space);
    const std::size_t columns = tuning.space.parameters.size();
    TuningFile kept = tuning;
    kept.cells.clear();
    kept.space.values.clear();
    kept.space.seconds.clear();
    kept.space.outcomes.clear();
    for (std::size_t row = 0; row < first.size(); ++row) {
        if (first[row] != row) continue;
        for (std::size_t column = row * columns; column < (row + 1) * columns; ++column) {
            kept.cells.push_back(tuning.cells[column]);
            kept.space.values.push_back(tuning.space.values[column]);
        }
        kept.space.seconds.push_back(tuning.space.seconds[row]);
        kept.space.outcomes.push_back(tuning.space.outcomes[row]);
    }
    tuning = std::move(kept);
}

} // namespace

bool isTuningLog(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(" \t\r\n");
    if (begin == std::string_view::npos || text[begin] != '{') return false;
    const std::string_view line = text.substr(begin, text.find('\n', begin) - begin);
    for (const char* member : {"\"input\"", "\"entity\"", "\"result\""})
        if (line.find(member) == std::string_view::npos) return false;
    return true;
}

Result<TuningFile> parseTuningLog(std::string_view text, std::string_view file) {
    std::vector<LogLine> lines;
    for (std::size_t number = 1; !text.empty(); ++number) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view row = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (row.find_first_not_of(" \t\r") == std::string_view::npos) continue;
        auto line = lineOf(row, number, file);
        if (!line) return line.error();
        lines.push_back(*std::move(line));
    }
    if (lines.empty())
        return Error{"missing", "", {"error.text-empty"}, {"accepted.line-of-tuning-log"}, std::string(file)};
    TuningFile tuning;
    lines = ofOneTask(std::move(lines), tuning.kernel);
    tuning.device = lines.front().device;
    std::set<std::string> names;
    for (const auto& [name, value] : lines.front().knobs) {
        if (!names.insert(name).second) return badLine(lines.front().line, "config", name, file);
        tuning.space.parameters.push_back({name, {}});
    }
    if (names.empty()) return badLine(lines.front().line, "config", "[]", file);
    for (const LogLine& line : lines) {
        const bool same = std::ranges::equal(
            line.knobs, tuning.space.parameters, {}, [](const auto& knob) { return knob.first; },
            [](const auto& parameter) { return parameter.name; });
        if (!same) return badLine(line.line, "config", line.knobs.empty() ? "" : line.knobs.front().first, file);
        for (const auto& [name, value] : line.knobs)
            tuning.cells.push_back(value);
        tuning.space.seconds.push_back(line.seconds.value_or(0.0));
        tuning.space.outcomes.push_back(line.seconds ? Outcome::Measured : Outcome::Failed);
    }
    if (auto set = setValues(tuning, file); !set) return set.error();
    keepFirstRuns(tuning);
    return tuning;
}

} // namespace strata::exchange
