// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/tuning/tuning_file.h"

#include "core/base/json.h"

#include <nlohmann/json.hpp>
#include <set>

namespace strata::exchange {
namespace {

using schedule::Outcome;

constexpr double kMillisecond = 1e-3;

Error bad(std::string pointer, Message text, Message expected, std::string_view file) {
    return {"bad-value", std::move(pointer), std::move(text), std::move(expected), std::string(file)};
}

/// A run appends configurations and closes the two objects at its end.
std::string closed(std::string_view text) {
    const std::size_t last = text.find_last_not_of(" \t\r\n");
    if (last == std::string_view::npos || text[last] != ',') return std::string(text);
    return std::string(text.substr(0, last)) + "}}";
}

/// A value of a parameter as a table would write it; empty: none that a parameter can have.
std::string cellOf(const Json& value) {
    if (value.is_string()) return value.get<std::string>();
    if (value.is_boolean()) return value.get<bool>() ? "1" : "0";
    return value.is_number() ? value.dump() : std::string();
}

/// Time and outcome of one configuration.
Result<void> addOutcome(const Json& entry, const std::string& pointer, schedule::TuningSpace& space,
                        std::string_view file) {
    const auto time = entry.find("time");
    const bool number = time != entry.end() && time->is_number();
    if (time == entry.end() || !(number || time->is_string()) || (number && !(time->get<double>() * kMillisecond > 0)))
        return bad(pointer + "/time",
                   {"error.tuning-field-is", {{"field", "time"}, {"value", time == entry.end() ? "" : time->dump()}}},
                   {"accepted.time-of-tuning-cache"}, file);
    space.seconds.push_back(number ? time->get<double>() * kMillisecond : 0.0);
    space.outcomes.push_back(number ? Outcome::Measured : Outcome::Failed);
    return {};
}

Result<void> addEntries(const Json& cache, TuningFile& tuning, std::vector<std::string>& pointers,
                        std::string_view file) {
    for (const auto& [name, entry] : cache.items()) {
        const std::string pointer = "/cache/" + pointerStep(name);
        if (!entry.is_object())
            return bad(pointer, {"error.cache-entry-is-no-object", {{"name", name}}},
                       {"accepted.entry-of-tuning-cache"}, file);
        std::vector<std::string> cells;
        for (const schedule::TuningParameter& parameter : tuning.space.parameters) {
            const auto value = entry.find(parameter.name);
            cells.push_back(value == entry.end() ? std::string() : cellOf(*value));
            if (cells.back().empty())
                return bad(pointer + "/" + pointerStep(parameter.name),
                           {"error.tuning-field-is",
                            {{"field", parameter.name}, {"value", value == entry.end() ? "" : value->dump()}}},
                           {"accepted.value-of-each-parameter"}, file);
        }
        pointers.push_back(pointer);
        if (auto read = addOutcome(entry, pointer, tuning.space, file); !read) return read;
        tuning.cells.insert(tuning.cells.end(), cells.begin(), cells.end());
    }
    return {};
}

/// Values of each parameter; none where the file has no full lists of them.
std::vector<std::vector<std::string>> listsOf(const Json& document, const TuningFile& tuning) {
    std::vector<std::vector<std::string>> lists;
    const auto named = document.find("tune_params");
    if (named == document.end() || !named->is_object()) return {};
    for (const schedule::TuningParameter& parameter : tuning.space.parameters) {
        const auto list = named->find(parameter.name);
        if (list == named->end() || !list->is_array() || list->empty()) return {};
        std::vector<std::string> cells;
        std::set<std::string> known;
        for (const Json& value : *list) {
            std::string cell = cellOf(value);
            if (cell.empty() || !known.insert(cell).second) continue;
            cells.push_back(std::move(cell));
            if (cells.size() > kMostConfigurations) return {}; // more than are listed
        }
        lists.push_back(std::move(cells));
    }
    return lists;
}

/// All combinations of the parameters' values, behind those that the cache holds.
void addOpen(const std::vector<std::vector<std::string>>& lists, TuningFile& tuning) {
    if (lists.empty()) return;
    double combinations = 1;
    for (const auto& list : lists)
        combinations *= static_cast<double>(list.size());
    if (combinations > static_cast<double>(kMostConfigurations)) return;
    for (std::size_t i = 0; i < static_cast<std::size_t>(combinations); ++i) {
        std::vector<std::string> cells;
        std::size_t rest = i;
        for (const auto& list : lists) {
            cells.push_back(list[rest % list.size()]);
            rest /= list.size();
        }
        tuning.cells.insert(tuning.cells.end(), cells.begin(), cells.end());
        tuning.space.seconds.push_back(0.0);
        tuning.space.outcomes.push_back(Outcome::Open);
    }
}

/// Removes combinations whose values an earlier row already has, even where the digits differ (16 and 16.0). Two
/// entries of the cache with the same values are an error.
Result<void> keepFirst(TuningFile& tuning, const std::vector<std::string>& pointers, std::string_view file) {
    const auto first = firstOfSameValues(tuning.space);
    const std::size_t columns = tuning.space.parameters.size();
    std::size_t kept = 0;
    for (std::size_t row = 0; row < first.size(); ++row) {
        if (first[row] != row && row < pointers.size())
            return bad(pointers[row], {"error.configuration-twice"}, {"accepted.each-configuration-once"}, file);
        if (first[row] != row) continue;
        for (std::size_t column = 0; column < columns && kept != row; ++column) {
            tuning.cells[kept * columns + column] = std::move(tuning.cells[row * columns + column]);
            tuning.space.values[kept * columns + column] = tuning.space.values[row * columns + column];
        }
        tuning.space.seconds[kept] = tuning.space.seconds[row];
        tuning.space.outcomes[kept] = tuning.space.outcomes[row];
        ++kept;
    }
    tuning.cells.resize(kept * columns);
    tuning.space.values.resize(kept * columns);
    tuning.space.seconds.resize(kept);
    tuning.space.outcomes.resize(kept);
    tuning.listed = kept - pointers.size();
    return {};
}

std::string wordOf(const Json& document, const char* member) {
    const auto found = document.find(member);
    return found != document.end() && found->is_string() ? found->get<std::string>() : std::string();
}

} // namespace

Result<TuningFile> parseTuningCache(std::string_view text, std::string_view file) {
    const auto document = parseJson(closed(text), file);
    if (!document) return document.error();
    const auto member = [&](const char* name) {
        return document->is_object() ? findPointer(*document, std::string("/") + name) : nullptr;
    };
    const Json* keys = member("tune_params_keys");
    const Json* cache = member("cache");
    if (keys == nullptr || !keys->is_array() || keys->empty() || cache == nullptr || !cache->is_object())
        return bad(keys == nullptr || !keys->is_array() || keys->empty() ? "/tune_params_keys" : "/cache",
                   {"error.no-tuning-cache"}, {"accepted.members-of-tuning-cache"}, file);
    TuningFile tuning;
    tuning.device = wordOf(*document, "device_name");
    tuning.kernel = wordOf(*document, "kernel_name");
    std::set<std::string> names;
    for (const Json& key : *keys) {
        if (!key.is_string() || !names.insert(key.get<std::string>()).second)
            return bad("/tune_params_keys",
                       {"error.tuning-field-is", {{"field", "tune_params_keys"}, {"value", key.dump()}}},
                       {"accepted.each-parameter-one-column"}, file);
        tuning.space.parameters.push_back({key.get<std::string>(), {}});
    }
    std::vector<std::string> pointers;
    if (auto read = addEntries(*cache, tuning, pointers, file); !read) return read.error();
    addOpen(listsOf(*document, tuning), tuning);
    if (auto set = setValues(tuning, file); !set) return set.error();
    if (auto kept = keepFirst(tuning, pointers, file); !kept) return kept.error();
    return tuning;
}

} // namespace strata::exchange
