// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/explore/serving_sweeps.h"

#include "core/evaluate/kinds/serving/load_curve.h"
#include "core/evaluate/registry.h"
#include "core/serving/scheduling/scheduler.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <QCoreApplication>

namespace strata::app {

namespace {

using Sweep = views::CapacityView::Sweep;

constexpr int kToOctave = 2; // rates
constexpr double kLowest = 1e-4, kHighest = 1e5;
constexpr double kAround = 4.0;        // of the present rate, to either side
constexpr double kBeyond = 1.5;        // of what the largest fleet serves
constexpr double kRunDuration_s = 240; // long enough for a queue that grows to show

std::string translated(const char* text, const std::string& label) {
    return QCoreApplication::translate("strata::app", text).arg(QString::fromStdString(label)).toStdString();
}

double onGrid(double rate_per_s) { return std::exp2(std::round(kToOctave * std::log2(rate_per_s)) / kToOctave); }

/// `fleet`: how many times one replica's saturation the largest design of the sweep may serve.
Json ratesOf(double rate_per_s, const std::optional<double>& saturation_per_s, double fleet) {
    double low = onGrid(rate_per_s) / kAround, high = onGrid(rate_per_s) * kAround;
    if (saturation_per_s && *saturation_per_s > 0 && std::isfinite(*saturation_per_s)) {
        low = onGrid(*saturation_per_s / kAround);
        high = onGrid(*saturation_per_s * fleet * kBeyond);
    }
    low = std::max(low, kLowest);
    high = std::min(high, kHighest);
    const auto steps = static_cast<int>(std::lround(kToOctave * std::log2(high / low))) + 1;
    return {{"name", "rate_per_s"}, {"pointer", kRatePointer}, {"from", low},
            {"to", high},           {"steps", steps},          {"scale", "log2"}};
}

/// Over a time, so that the end of a run weighs alike at every rate, and no shorter than a queue needs to grow.
Json longRun(const Json& request) {
    Json run = overDuration(request);
    const Json* stated = findPointer(request, "/workload/traffic/duration_s");
    if (!stated || stated->get<double>() < kRunDuration_s)
        (void)setPointer(run, "/workload/traffic/duration_s", kRunDuration_s);
    return run;
}

} // namespace

std::optional<double> saturationOf(const Json& request, const Library& library) {
    const Context context{library, {}, nullptr};
    const Method* method = methodThatTells(request, kSaturationMetric, *context.registry);
    if (!method) return std::nullopt;
    Json closed = request;
    closed["method"] = method->id;
    (void)setPointer(closed, "/plan/replicas", 1);
    const auto estimate = evaluate(closed, context);
    const Metric* most = estimate ? estimate->findMetric(kSaturationMetric) : nullptr;
    return most && most->value > 0 ? std::optional(most->value) : std::nullopt;
}

Json servingSweep(const Json& request, Sweep sweep, const std::string& label, std::optional<double> saturation_per_s) {
    Json base = sweep == Sweep::Schedulers ? request : longRun(request);
    removePointer(base, "/label");
    Json document{{"kind", "sweep"}, {"base", std::move(base)}, {"algorithm", "grid"}};
    const bool level = findPointer(request, "/plan/slo") != nullptr;
    document["objectives"] = Json::array({level ? "goodput_per_s" : "requests_per_s", "device_h_per_mtoken"});
    const double rate = arrivalRate(request).value_or(1.0);
    if (sweep == Sweep::Schedulers) {
        Json policies = Json::array();
        for (const std::string_view policy : serving::schedulerPolicies())
            policies.push_back(policy);
        document["axes"] =
            Json::array({{{"name", "scheduler"}, {"pointer", "/plan/scheduler/policy"}, {"values", policies}}});
        document["label"] = translated(QT_TRANSLATE_NOOP("strata::app", "Schedulers of %1"), label);
    } else if (sweep == Sweep::TensorParallel) {
        document["axes"] = Json::array(
            {ratesOf(rate, saturation_per_s, 4), {{"name", "tp"}, {"pointer", "/plan/tp"}, {"values", {1, 2, 4, 8}}}});
        document["label"] = translated(QT_TRANSLATE_NOOP("strata::app", "Rate and ranks of %1"), label);
    } else {
        document["axes"] =
            Json::array({ratesOf(rate, saturation_per_s, 8),
                         {{"name", "replicas"}, {"pointer", "/plan/replicas"}, {"values", {1, 2, 3, 4, 6, 8}}}});
        document["label"] = translated(QT_TRANSLATE_NOOP("strata::app", "Rate and replicas of %1"), label);
    }
    return document;
}

} // namespace strata::app
