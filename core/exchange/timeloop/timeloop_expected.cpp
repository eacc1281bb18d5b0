// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/timeloop/timeloop_parts.h"

#include <charconv>
#include <nlohmann/json.hpp>

namespace strata::exchange::detail {

namespace {

/// The number after a phrase in a printed message.
std::optional<std::uint64_t> numberAfter(const std::string& message, std::string_view phrase) {
    const std::size_t at = message.find(phrase);
    if (at == std::string::npos) return std::nullopt;
    std::uint64_t number = 0;
    const char* const begin = message.data() + at + phrase.size();
    const auto parsed = std::from_chars(begin, message.data() + message.size(), number);
    return parsed.ec == std::errc{} ? std::optional(number) : std::nullopt;
}

/// "couldn't map level glb: mapped tile size 1280 exceeds buffer capacity 512"
ExpectedRejection readRejection(const Json& expected, const hardware::NpuArchitecture& architecture) {
    ExpectedRejection rejection;
    if (const auto lines = expected.find("stderr"); lines != expected.end() && lines->is_array()) {
        for (const Json& line : *lines) {
            if (line.is_string())
                rejection.message += (rejection.message.empty() ? "" : "; ") + line.get<std::string>();
        }
    }
    const std::string phrase = "couldn't map level ";
    if (const std::size_t at = rejection.message.find(phrase); at != std::string::npos) {
        const std::size_t begin = at + phrase.size();
        rejection.level =
            findLevel(architecture, rejection.message.substr(begin, rejection.message.find(':', begin) - begin));
    }
    rejection.needed = numberAfter(rejection.message, "mapped tile size ");
    rejection.available = numberAfter(rejection.message, "exceeds buffer capacity ");
    return rejection;
}

/// What the sparse model calls the counts without zeros.
std::string denseName(const std::string& key) {
    struct Row {
        const char* sparse;
        const char* dense;
    };
    static constexpr Row kRows[] = {{"Partition size", "partition_size"},
                                    {"Data tile shape", "utilized_capacity"},
                                    {"Utilized instances (max)", "utilized_instances"},
                                    {"Algorithmic Computes (total)", "computes"},
                                    {"Computes (total)", "Actual Computes (total)"},
                                    {"Utilized instances", "utilized_instances"},
                                    {"Utilized capacity", "utilized_capacity"},
                                    {"Scalar reads (per-instance)", "Actual scalar reads (per-instance)"},
                                    {"Scalar fills (per-instance)", "Actual scalar fills (per-instance)"},
                                    {"Scalar updates (per-instance)", "Actual scalar updates (per-instance)"},
                                    {"Read Bandwidth (per-instance)", "Average Read Bandwidth (per-instance)"},
                                    {"Write Bandwidth (per-instance)", "Average Write Bandwidth (per-instance)"},
                                    {"Shared Bandwidth (per-instance)", "Average Shared Bandwidth (per-instance)"},
                                    {"Algorithmic scalar reads (per-instance)", "reads_per_instance"},
                                    {"Algorithmic scalar fills (per-instance)", "fills_per_instance"},
                                    {"Algorithmic scalar updates (per-instance)", "updates_per_instance"}};
    for (const Row& row : kRows) {
        if (key == row.sparse) return row.dense;
    }
    return key;
}

/// Every number of an object becomes a value; "-" (no limit) and texts are not compared.
void addNumbers(const Json& object, const std::string& place, std::size_t level, std::size_t tensor,
                std::vector<ExpectedValue>& values) {
    for (const auto& [key, value] : object.items()) {
        if (value.is_number()) {
            values.push_back({place, denseName(key), level, tensor, value.get<double>()});
        }
    }
}

/// The sparse model prints its summary as texts: "25.00%", "16".
void addTexts(const Json& object, const std::string& place, std::vector<ExpectedValue>& values) {
    for (const auto& [key, value] : object.items()) {
        if (!value.is_string()) continue;
        const std::string& text = value.get_ref<const std::string&>();
        double number = 0.0;
        const auto parsed = std::from_chars(text.data(), text.data() + text.size(), number);
        if (parsed.ec == std::errc{})
            values.push_back({place, key, ExpectedValue::kNone, ExpectedValue::kNone, number});
    }
}

Result<void> addLevel(const Json& json, const std::string& pointer, TimeloopCase& result) {
    auto name = textAt(json, "level", pointer);
    if (!name) return name.error();
    const std::size_t level = findLevel(result.architecture, *name);
    if (level == ExpectedValue::kNone && *name != result.architecture.compute.name) {
        return caseError("unknown-level", pointer + "/level", {"error.level-not-known", {{"name", *name}}},
                         {"accepted.level-hierarchy"});
    }
    addNumbers(json, *name, level, ExpectedValue::kNone, result.expected);
    if (const auto stats = json.find("stats"); stats != json.end() && stats->is_object())
        addNumbers(*stats, *name, level, ExpectedValue::kNone, result.expected);
    const auto tensors = json.find("tensors");
    if (tensors == json.end()) return {};
    for (const auto& [tensor_name, numbers] : tensors->items()) {
        const int tensor = result.problem.findTensor(tensor_name);
        if (tensor < 0) {
            return caseError("unknown-tensor", pointer + "/tensors/" + pointerStep(tensor_name),
                             {"error.tensor-not-known", {{"tensor_name", tensor_name}}}, {"accepted.tensor-problem"});
        }
        addNumbers(numbers, *name + "/" + tensor_name, level, static_cast<std::size_t>(tensor), result.expected);
    }
    return {};
}

} // namespace

Result<void> readExpectedInto(const Json& document, TimeloopCase& result) {
    const Json& expected = document.at("expected");
    if (!expected.is_object()) {
        return caseError("bad-value", "/expected",
                         {"error.field-is", {{"field", "expected"}, {"value", expected.dump()}}}, {"accepted.object"});
    }
    if (expected.value("status", Json()) == "rejected") {
        result.rejection = readRejection(expected, result.architecture);
        return {};
    }
    if (const auto summary = expected.find("summary"); summary != expected.end() && summary->is_object()) {
        addNumbers(*summary, "summary", ExpectedValue::kNone, ExpectedValue::kNone, result.expected);
        addTexts(*summary, "summary", result.expected);
    }
    if (const auto energies = expected.find("fJ_per_compute"); energies != expected.end() && energies->is_object()) {
        for (const auto& [name, value] : energies->items()) {
            if (value.is_number()) {
                result.expected.push_back({name, "fJ_per_compute", findLevel(result.architecture, name),
                                           ExpectedValue::kNone, value.get<double>()});
            }
        }
    }
    if (const auto levels = expected.find("levels"); levels != expected.end() && levels->is_array()) {
        for (std::size_t i = 0; i < levels->size(); ++i) {
            if (auto added = addLevel((*levels)[i], "/expected/levels/" + std::to_string(i), result); !added) {
                return added.error();
            }
        }
    }
    return {};
}

} // namespace strata::exchange::detail
