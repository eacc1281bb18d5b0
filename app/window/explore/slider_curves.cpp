// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/explore/slider_curves.h"

#include "app/window/explore/background_thread.h"
#include "core/evaluate/engine/compiled_request.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

namespace strata::app {

namespace {

using views::CurveQuery;
using views::ParameterCurve;

/// Metric values at the queried values; nothing when it was stopped. An empty curve where the request has no
/// such metric.
std::optional<ParameterCurve> curveOf(const Json& request, const std::string& metric, const CurveQuery& query,
                                      const std::shared_ptr<const Library>& library, Precedence& precedence,
                                      const std::stop_token& stop) {
    ParameterCurve curve{query.pointer, {}, {}};
    const std::vector<Varied> varied{{query.pointer, nullptr}};
    const auto compiled = compileRequest(request, varied, library);
    if (!compiled) return curve;
    const auto& names = (*compiled)->metrics();
    const auto column = std::ranges::find(names, metric) - names.begin();
    if (column == static_cast<std::ptrdiff_t>(names.size())) return curve;
    std::vector<double> metrics(names.size());
    std::string reason;
    for (const double value : query.values) {
        precedence.giveWay(stop);
        const bool answered = (*compiled)->evaluate(std::span(&value, 1), metrics, reason, stop);
        if (stop.stop_requested()) return {};
        curve.values.push_back(value);
        curve.metric.push_back(answered ? metrics[static_cast<std::size_t>(column)]
                                        : std::numeric_limits<double>::quiet_NaN());
    }
    return curve;
}

} // namespace

SliderCurves::SliderCurves(views::ParametersPanel& panel, std::shared_ptr<Precedence> precedence, QObject* parent)
    : QObject(parent), panel_(panel), precedence_(std::move(precedence)), worker_(std::make_unique<Worker>()) {
    quiet_.setSingleShot(true);
    quiet_.setInterval(kQuiet_ms);
    connect(&quiet_, &QTimer::timeout, this, &SliderCurves::begin);
}

SliderCurves::~SliderCurves() { stop_.request_stop(); }

void SliderCurves::setEnabled(bool enabled) {
    enabled_ = enabled;
    drop();
    panel_.clearCurves();
    if (enabled_ && seen_ && scene_) quiet_.start();
}

void SliderCurves::setSeen(bool seen) {
    if (std::exchange(seen_, seen) == seen || whole_) return;
    drop();
    if (seen_ && scene_) setScene(std::shared_ptr(scene_));
}

void SliderCurves::drop() {
    stop_.request_stop();
    quiet_.stop();
    request_.reset();
    whole_ = false;
}

void SliderCurves::setScene(const std::shared_ptr<const views::Scene>& scene) {
    scene_ = scene;
    const views::DesignState* design = scene->selectedDesign();
    const auto request = design ? design->design.request : nullptr;
    if (!enabled_ || (request == request_ && scene->metric == metric_ && scene->library == known_library_)) return;
    drop();
    request_ = request;
    metric_ = scene->metric;
    known_library_ = scene->library;
    panel_.markCurvesStale();
    if (seen_ && request_ && known_library_) quiet_.start();
}

void SliderCurves::begin() {
    const views::DesignState* design = scene_ ? scene_->selectedDesign() : nullptr;
    if (!design || !scene_->library) return;
    request_ = design->design.request;
    metric_ = scene_->metric;
    known_library_ = scene_->library;
    stop_ = {};
    auto work = [this, request = request_, metric = metric_, library = known_library_,
                 queries = panel_.curveQueries(kPoints), first = precedence_, stop = stop_.get_token()] {
        giveWayToWindow();
        for (const CurveQuery& query : queries) {
            if (stop.stop_requested()) return false;
            auto curve = curveOf(*request, metric, query, library, *first, stop);
            if (!curve) return false;
            // Each as soon as it is there; one that comes too late is about another request and is not shown.
            QMetaObject::invokeMethod(
                this,
                [this, stop, curve = *std::move(curve)] {
                    if (!stop.stop_requested()) panel_.showCurve(curve);
                },
                Qt::QueuedConnection);
        }
        return true;
    };
    worker_->run(this, std::move(work), [this, stop = stop_.get_token()](bool whole) {
        if (!whole || stop.stop_requested()) return;
        whole_ = true;
        emit finished();
    });
}

} // namespace strata::app
