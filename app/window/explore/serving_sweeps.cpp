// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/explore/serving_sweeps.h"

#include "core/evaluate/kinds/serving/load_curve.h"
#include "core/serving/policies/scheduler.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <QCoreApplication>

namespace strata::app {

namespace {

using Sweep = views::CapacityView::Sweep;

constexpr int kRates = 9; // two to an octave
constexpr double kLowest = 1e-4, kHighest = 1e5;

std::string translated(const char* text, const std::string& label) {
    return QCoreApplication::translate("strata::app", text).arg(QString::fromStdString(label)).toStdString();
}

/// From a quarter of the present rate to four times it.
Json ratesAround(double rate_per_s) {
    const double middle = std::exp2(std::round(2.0 * std::log2(rate_per_s)) / 2.0);
    return {{"name", "rate_per_s"},
            {"pointer", kRatePointer},
            {"from", std::max(kLowest, middle / 4.0)},
            {"to", std::min(kHighest, middle * 4.0)},
            {"steps", kRates},
            {"scale", "log2"}};
}

} // namespace

Json servingSweep(const Json& request, Sweep sweep, const std::string& label) {
    Json base = sweep == Sweep::Schedulers ? request : overDuration(request);
    removePointer(base, "/label");
    Json document{{"kind", "sweep"}, {"base", std::move(base)}, {"algorithm", "grid"}};
    const bool level = findPointer(request, "/plan/slo") != nullptr;
    document["objectives"] = Json::array({level ? "goodput_per_s" : "requests_per_s", "device_h_per_mtoken"});
    const Json rates = ratesAround(arrivalRate(request).value_or(1.0));
    if (sweep == Sweep::Schedulers) {
        Json policies = Json::array();
        for (const std::string_view policy : serving::schedulerPolicies())
            policies.push_back(policy);
        document["axes"] =
            Json::array({{{"name", "scheduler"}, {"pointer", "/plan/scheduler/policy"}, {"values", policies}}});
        document["label"] = translated(QT_TRANSLATE_NOOP("strata::app", "Schedulers of %1"), label);
    } else if (sweep == Sweep::TensorParallel) {
        document["axes"] = Json::array({rates, {{"name", "tp"}, {"pointer", "/plan/tp"}, {"values", {1, 2, 4, 8}}}});
        document["label"] = translated(QT_TRANSLATE_NOOP("strata::app", "Rate and ranks of %1"), label);
    } else {
        document["axes"] =
            Json::array({rates, {{"name", "replicas"}, {"pointer", "/plan/replicas"}, {"values", {1, 2, 3, 4, 6, 8}}}});
        document["label"] = translated(QT_TRANSLATE_NOOP("strata::app", "Rate and replicas of %1"), label);
    }
    return document;
}

} // namespace strata::app
