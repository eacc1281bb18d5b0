// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/scenario.h"

#include "core/base/schema.h"
#include "core/workload/kernel/operators.h"

#include <nlohmann/json.hpp>

namespace strata::workload {

using namespace field;

namespace {

constexpr double kLeastEra = 1990, kLastEra = 2100;

const ObjectSchema& knobSchema() {
    static const ObjectSchema schema{
        "scenario_knob",
        "Knob",
        {text("name", "Name", "What the scenario changes, in words.").needed(),
         list("settings", "Settings",
              any("", "Setting", "Objects from JSON pointers of the request to values; null removes a member."))
             .atLeast(2)
             .needed(),
         choice("direction", "Direction", {"rises", "falls"},
                "Direction in which the metric moves from each setting to the next.")
             .needed(),
         number("least_change", "Least change", "1",
                "Least relative change of the metric from the first setting to the last.")
             .within(0.01, 1e6)
             .needed()}};
    return schema;
}

const ObjectSchema& rangeSchema() {
    static const ObjectSchema schema{
        "scenario_range",
        "Expected range",
        {choice("of", "Of", {"value", "ratio"},
                "Whether the range holds for the answer, or for the metric at the last setting divided by that at the "
                "first.")
             .needed(),
         number("low", "Low").needed(), number("high", "High").needed(),
         choice("basis", "Basis", {"measurement", "paper", "closed form"},
                "Origin of the range, which is never an output of Strata.")
             .needed(),
         text("source", "Source", "Source of the range, with the calculation of a closed form.").needed()}};
    return schema;
}

Error bad(std::string pointer, Message text, Message expected) {
    return {"bad-value", std::move(pointer), std::move(text), std::move(expected), {}};
}

/// Settings must set the same pointers to different values.
Result<void> checkSettings(const Json& settings, const std::string& pointer) {
    for (std::size_t i = 0; i < settings.size(); ++i) {
        const std::string at = pointer + "/" + std::to_string(i);
        const Json& setting = settings[i];
        if (!setting.is_object() || setting.empty())
            return bad(at, {"error.setting-knob-sets-nothing", {{"i", i}}}, {"accepted.pointers-with-values"});
        for (const auto& [key, value] : setting.items()) {
            if (!key.starts_with('/') || key == "/kind")
                return bad(at + "/" + pointerStep(key), {"error.no-pointer-to-field-request", {{"key", key}}},
                           {"accepted.json-pointer-such-as-plan-tp"});
            if (!settings[0].contains(key))
                return bad(at + "/" + pointerStep(key), {"error.first-setting-does-not-set", {{"key", key}}},
                           {"accepted.same-pointers-in-every-setting"});
        }
        if (setting.size() != settings[0].size())
            return bad(at, {"error.setting-leaves-out-what-first-one"}, {"accepted.same-pointers-in-every-setting"});
        for (std::size_t j = 0; j < i; ++j)
            if (settings[j] == setting) return bad(at, {"error.two-settings-knob-same"}, {"accepted.different-values"});
    }
    return {};
}

Result<ScenarioKnob> readKnob(const Json& document, const std::string& pointer) {
    if (auto fine = checkSettings(document.at("settings"), pointer + "/settings"); !fine) return fine.error();
    ScenarioKnob knob;
    knob.name = document.at("name");
    for (const Json& setting : document.at("settings"))
        knob.settings.push_back(std::make_shared<const Json>(setting));
    knob.rises = document.at("direction") == "rises";
    knob.least_change = document.at("least_change");
    return knob;
}

Result<ScenarioRange> readRange(const Json& document, const std::string& pointer) {
    ScenarioRange range;
    range.of_ratio = document.at("of") == "ratio";
    range.low = document.at("low");
    range.high = document.at("high");
    range.basis = document.at("basis");
    range.source = document.at("source");
    if (range.low < range.high) return range;
    return bad(pointer + "/high", {"error.expected-range-empty"}, {"accepted.more-than-low"});
}

} // namespace

const ObjectSchema& scenarioSchema() {
    static const ObjectSchema schema = entrySchema(
        "scenario", "Scenario",
        {text("group", "Group", "Group of similar questions, for example T1 or I5.").needed(),
         text("category", "Category", "Category of workloads and techniques.").needed(),
         integer("era", "Era", "", "Year of the technique.").within(kLeastEra, kLastEra).needed(),
         text("question", "Question", "The question as an architect asks it.").needed(),
         text("target", "Target metric", "Metric that answers the question, returned by the method itself.").needed(),
         list("also", "Further metrics", text("", "Metric"), "Further metrics that are worth a look."),
         text("stress", "Stress", "Property of the request that makes the technique matter.").needed(),
         text("chosen", "Chosen", "What the question leaves open and how the request settles it."),
         any("request", "Request", "The request that is evaluated.").needed(),
         object("knob", "Knob", knobSchema(), "The change that has to move the answer.").needed(),
         object("expected", "Expected range", rangeSchema(), "The range in which the answer must lie.").needed(),
         text("known_miss", "Known miss", "Reason why the answer lies outside of the range, where it does.")});
    return schema;
}

Result<Scenario> readScenario(const Json& document, std::string_view pointer) {
    if (auto valid = validate(document, scenarioSchema(), pointer); !valid) return valid.error();
    const std::string at(pointer);
    Scenario scenario;
    scenario.id = document.at("id");
    scenario.group = document.at("group");
    scenario.category = document.at("category");
    scenario.name = document.at("name");
    scenario.question = document.at("question");
    scenario.target = document.at("target");
    scenario.also = document.value("also", std::vector<std::string>());
    scenario.stress = document.at("stress");
    scenario.chosen = document.value("chosen", std::string());
    scenario.era = document.at("era");
    scenario.known_miss = document.value("known_miss", std::string());
    scenario.request = std::make_shared<const Json>(document.at("request"));
    const Json* kind = scenario.request->is_object() ? findPointer(*scenario.request, "/kind") : nullptr;
    if (kind == nullptr || !kind->is_string() || *kind == "scenario") {
        return bad(at + "/request", {"error.request-has-no-kind-can-evaluated", {{"id", scenario.id}}},
                   {"accepted.request-another-kind-than-scenario"});
    }
    auto knob = readKnob(document.at("knob"), at + "/knob");
    if (!knob) return knob.error();
    auto expected = readRange(document.at("expected"), at + "/expected");
    if (!expected) return expected.error();
    scenario.knob = *std::move(knob);
    scenario.expected = *std::move(expected);
    return scenario;
}

Result<Json> withSetting(Json request, const Json& setting) {
    for (const auto& [pointer, value] : setting.items()) {
        if (value.is_null()) {
            removePointer(request, pointer);
        } else if (auto done = setPointer(request, pointer, value); !done) {
            return done.error();
        }
    }
    return request;
}

} // namespace strata::workload
