// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/serving/serving_edits.h"

#include "core/evaluate/kinds/serving/load_curve.h"
#include "views/serving/plot_axis.h"
#include "views/support/text/text.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <QCoreApplication>
#include <utility>

namespace strata::views {
namespace {

constexpr double kLeastLevel_s = 1e-4, kMostLevel_s = 1e6, kLeastRate = 1e-4, kMostRate = 1e5;

/// Three digits, as a hand means it.
double rounded(double value) {
    const double step = std::pow(10.0, std::floor(std::log10(value)) - 2.0);
    return std::stod(QString::number(std::round(value / step) * step, 'g', 6).toStdString());
}

} // namespace

ServingEdits::ServingEdits(std::function<const DesignState*()> design, std::function<void(const Edit&)> emit_edit)
    : design_(std::move(design)), emit_(std::move(emit_edit)) {}

void ServingEdits::begin(const char* what) {
    gesture_ = std::string("serving-") + what + "-" + std::to_string(++gestures_);
    const DesignState* design = design_();
    before_ = design ? design->design.request : nullptr;
}

void ServingEdits::cancel() {
    const DesignState* design = design_();
    if (design && before_)
        emit_({design->design.id, before_, QCoreApplication::translate("strata::views", "leave it"),
               toQString(gesture_)});
    end();
}

void ServingEdits::set(const std::string& pointer, std::optional<double> value, const QString& text) {
    const DesignState* design = design_();
    if (!design || !design->design.request) return;
    auto request = std::make_shared<Json>(*design->design.request);
    if (!value)
        removePointer(*request, pointer);
    else if (!setPointer(*request, pointer, *value))
        return;
    emit_({design->design.id, std::move(request), text, toQString(gesture_)});
}

void ServingEdits::setLevel(Latency latency, std::optional<double> seconds, const QLocale& locale) {
    if (seconds) seconds = rounded(std::clamp(*seconds, kLeastLevel_s, kMostLevel_s));
    const QString what = latencyText(latency);
    set(sloPointer(latency), seconds,
        seconds
            ? QCoreApplication::translate("strata::views", "%1 within %2").arg(what, shortText(*seconds, "s", locale))
            : QCoreApplication::translate("strata::views", "no service level: %1").arg(what));
}

void ServingEdits::setRate(double rate_per_s, const QLocale& locale) {
    const double rate = rounded(std::clamp(rate_per_s, kLeastRate, kMostRate));
    set(kRatePointer, rate,
        QCoreApplication::translate("strata::views", "arrival rate %1").arg(valueText(rate, kRequestRate, locale)));
}

} // namespace strata::views
