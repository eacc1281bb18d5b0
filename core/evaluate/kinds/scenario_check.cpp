// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/kinds/scenario_check.h"

#include "core/base/message_text.h"
#include "core/base/quantity.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace strata {
namespace {

constexpr double kEnd = 0.001;    ///< of a share, from nothing or all
constexpr double kSame = 1e-4;    ///< relative, of two numbers that are the same but for rounding
constexpr double kOffered = 0.95; ///< of the offered load that gets through where nothing limits it

std::string unitOf(const std::string& metric) {
    const Quantity* quantity = findQuantity(metric);
    return quantity ? std::string(quantity->unit) : std::string();
}

bool isNumberOf(const Json& document, double value) {
    if (document.is_number()) return std::abs(document.get<double>() - value) <= kSame * std::abs(value);
    if (!document.is_structured()) return false;
    return std::any_of(document.begin(), document.end(), [&](const Json& member) { return isNumberOf(member, value); });
}

/// The metric, or a sentence that says why there is none.
Result<Metric> ask(const Json& request, const std::string& target, const Context& context, std::string* method,
                   std::optional<Estimate>* whole) {
    auto estimate = evaluate(request, context);
    if (!estimate) return estimate.error();
    if (method) *method = estimate->method;
    if (!estimate->valid) {
        std::vector<Message> why;
        if (!estimate->notes.empty()) why.push_back({"error.because", {{"reason", estimate->notes.front().text}}});
        return Error{"cannot-exist", "", {"error.design-cannot-exist", {{"why", std::move(why)}}}, {}, {}};
    }
    const Metric* metric = estimate->findMetric(target);
    if (!metric)
        return Error{"no-metric", "", {"error.gives-no", {{"method", estimate->method}, {"target", target}}}, {}, {}};
    Metric found = *metric;
    if (whole) *whole = *std::move(estimate);
    return found;
}

/// Whether an answer tells more than its request; else why not.
std::string uninformative(const Metric& metric, const Json& request, const Estimate& estimate) {
    const std::string unit = unitOf(metric.name);
    if (unit == "1" && (std::abs(metric.value) < kEnd || std::abs(metric.value - 1.0) < kEnd))
        return metric.name + " is at the end of its scale: " + formatQuantity(metric.value, unit);
    if (isNumberOf(request, metric.value))
        return metric.name + " is a number of the request: " + formatQuantity(metric.value, unit);
    const Json* offered = findPointer(request, "/workload/traffic/arrivals/rate_per_s");
    const Metric* served = estimate.findMetric("requests_per_s");
    const bool capacity = estimate.findMetric("capacity_per_s") != nullptr;
    const bool of_load = unit == unitOf("requests_per_s") || unit == unitOf("tokens_per_s");
    if (of_load && offered && served && !capacity && served->value > kOffered * offered->get<double>())
        return metric.name + " is the offered load: everything gets through";
    return {};
}

/// Asks at each setting; one that is the request as it stands has its answer. Errors: those of evaluating.
Result<std::vector<double>> turn(const workload::Scenario& scenario, const Json& request, const Metric& answer,
                                 const Context& context) {
    std::vector<double> values;
    for (const auto& setting : scenario.knob.settings) {
        const auto turned = workload::withSetting(request, *setting);
        if (!turned) return turned.error();
        if (*turned == request) {
            values.push_back(answer.value);
            continue;
        }
        const auto metric = ask(*turned, scenario.target, context, nullptr, nullptr);
        if (!metric) return metric.error();
        values.push_back(metric->value);
    }
    return values;
}

/// Empty where the metric goes the right way from each setting to the next, and far enough from first to last.
std::string unmoved(const workload::ScenarioKnob& knob, const std::vector<double>& values) {
    const std::string way = knob.rises ? "rise" : "fall";
    for (std::size_t i = 1; i < values.size(); ++i) {
        if (knob.rises ? values[i] > values[i - 1] : values[i] < values[i - 1]) continue;
        return knob.name + ": the metric does not " + way + " from setting " + std::to_string(i - 1) + " to " +
               std::to_string(i);
    }
    const double change = std::abs(values.back() / values.front() - 1.0);
    if (change >= knob.least_change) return {};
    return knob.name + ": the metric has to " + way + " by " + formatQuantity(knob.least_change, "1") + ", not by " +
           formatQuantity(change, "1");
}

} // namespace

ScenarioCheck checkScenario(const workload::Scenario& scenario, const Json& request, const Context& context) {
    ScenarioCheck check;
    std::optional<Estimate> estimate;
    const auto answer = ask(request, scenario.target, context, &check.method, &estimate);
    if (!answer) {
        check.lacks.push_back(describe(answer.error()));
        return check;
    }
    check.answer = *answer;
    const auto note = [&](std::string sentence) {
        if (!sentence.empty()) check.lacks.push_back(std::move(sentence));
        return check.lacks.size();
    };
    const std::string echo = uninformative(*answer, request, *estimate);
    check.informs = echo.empty();
    note(echo);
    const auto turned = turn(scenario, request, *answer, context);
    if (turned) {
        check.turned = *turned;
        const std::string still = unmoved(scenario.knob, check.turned);
        check.moves = still.empty();
        note(still);
    } else {
        note(scenario.knob.name + ": " + describe(turned.error()));
    }
    const workload::ScenarioRange& range = scenario.expected;
    if (range.of_ratio && check.turned.empty()) return check;
    const double judged = range.of_ratio ? check.turned.back() / check.turned.front() : answer->value;
    check.in_range = judged >= range.low && judged <= range.high;
    const std::string unit = range.of_ratio ? "1" : unitOf(scenario.target);
    if (!check.in_range)
        note((range.of_ratio ? "the knob's ratio " : "the answer ") + formatQuantity(judged, unit) + " is not in " +
             formatQuantity(range.low, unit) + " to " + formatQuantity(range.high, unit) + " (" + range.basis + ")");
    return check;
}

} // namespace strata
