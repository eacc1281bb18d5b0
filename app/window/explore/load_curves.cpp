// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/explore/load_curves.h"

#include "app/window/explore/background_thread.h"
#include "core/base/executor.h"
#include "views/serving/serving_view.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <thread>

namespace strata::app {

LoadCurves::LoadCurves(views::ServingView& view, std::shared_ptr<Precedence> precedence, QObject* parent)
    : QObject(parent), view_(view), precedence_(std::move(precedence)), worker_(std::make_unique<Worker>()) {
    quiet_.setSingleShot(true);
    quiet_.setInterval(kQuiet_ms);
    connect(&quiet_, &QTimer::timeout, this, &LoadCurves::begin);
    connect(&view, &views::View::attentionChanged, this, &LoadCurves::check);
}

LoadCurves::~LoadCurves() { stop_.request_stop(); }

std::vector<LoadCurves::Task> LoadCurves::missing() const {
    std::vector<Task> tasks;
    if (!scene_ || !scene_->library) return tasks;
    for (const views::DesignState* design : {scene_->selectedDesign(), scene_->baselineDesign()}) {
        if (!design || !design->design.request) continue;
        const auto rate = arrivalRate(*design->design.request);
        if (!rate) continue;
        Task task{design->design.id, design->design.request, loadRates(*rate)};
        const auto known = curves_.find(task.design);
        if (known != curves_.end() && views::sameLoadCurve(*known->second.request, *task.request)) {
            // Rates that were asked for and left out, or that have no answer, are not asked for again.
            const auto done = [&](double asked_rate) {
                return std::ranges::count(known->second.asked, asked_rate) > 0 ||
                       std::ranges::count(known->second.points, asked_rate, &LoadPoint::rate_per_s) > 0;
            };
            std::erase_if(task.rates, done);
        }
        if (!task.rates.empty()) tasks.push_back(std::move(task));
    }
    return tasks;
}

void LoadCurves::setScene(const std::shared_ptr<const views::Scene>& scene) {
    const bool other_library = scene_ && scene_->library != scene->library;
    scene_ = scene;
    if (other_library) {
        stop_.request_stop();
        running_.clear();
        curves_.clear();
    }
    check();
}

void LoadCurves::check() {
    const auto tasks = view_.wanted() ? missing() : std::vector<Task>();
    const auto under_way = [this](const Task& task) {
        return std::ranges::any_of(running_, [&](const auto& curve) {
            return curve.first == task.design && views::sameLoadCurve(*curve.second, *task.request);
        });
    };
    if (!tasks.empty() && std::ranges::all_of(tasks, under_way)) return;
    // What runs is about something else, or about less than is wanted now.
    stop_.request_stop();
    running_.clear();
    if (tasks.empty())
        quiet_.stop();
    else
        quiet_.start();
}

void LoadCurves::begin() {
    if (!view_.wanted()) return;
    const auto tasks = missing();
    stop_ = {};
    running_.clear();
    for (const Task& task : tasks)
        running_.emplace_back(task.design, task.request);
    auto work = [this, tasks, library = scene_->library, first = precedence_, stop = stop_.get_token()] {
        giveWayToWindow();
        for (const Task& task : tasks) {
            const auto found = [&](const LoadPoint& point) {
                QMetaObject::invokeMethod(
                    this,
                    [this, stop, point, design = task.design, request = task.request] {
                        if (stop.stop_requested()) return;
                        Curve& curve = curves_[design];
                        if (!curve.request || !views::sameLoadCurve(*curve.request, *request))
                            curve = {request, {}, {}, false};
                        curve.points.push_back(point);
                        view_.setLoad(design, request, curve.points, false);
                    },
                    Qt::QueuedConnection);
                first->giveWay(stop);
                return !stop.stop_requested();
            };
            // A request that has no answer has no curve either: its error stands in the views already.
            ThreadExecutor executor(std::thread::hardware_concurrency());
            if (const auto done = loadCurve(*task.request, task.rates, library, stop, found, &executor);
                stop.stop_requested())
                return false;
        }
        return true;
    };
    worker_->run(this, std::move(work), [this, tasks, stop = stop_.get_token()](bool whole) {
        if (!whole || stop.stop_requested()) return;
        running_.clear();
        for (const Task& task : tasks) {
            Curve& curve = curves_[task.design];
            if (!curve.request || !views::sameLoadCurve(*curve.request, *task.request))
                curve = {task.request, {}, {}, false};
            curve.asked.insert(curve.asked.end(), task.rates.begin(), task.rates.end());
            curve.whole = true;
            view_.setLoad(task.design, task.request, curve.points, true);
        }
        emit finished();
        // The rate may have left the known part of its curve meanwhile.
        setScene(std::shared_ptr(scene_));
    });
}

} // namespace strata::app
