// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/input.h"
#include "app/figure/arguments.h"
#include "app/figure/explored_run.h"
#include "app/figure/prediction_figures.h"
#include "app/figure/stored_figure.h"
#include "core/base/executor.h"
#include "core/evaluate/method.h"
#include "core/evaluate/presentation.h"
#include "views/explore/exploration_view.h"
#include "views/figure/figure_export.h"
#include "views/scaling/scaling_view.h"
#include "views/serving/serving_view.h"
#include "views/support/base/view.h"
#include "views/support/theme/theme.h"

#include <cstdlib>
#include <iostream>
#include <nlohmann/json.hpp>
#include <QApplication>
#include <thread>

using namespace strata;

namespace {

Result<views::DesignState> evaluated(const std::shared_ptr<const Json>& request, char letter, const Library& library) {
    ThreadExecutor executor(std::thread::hardware_concurrency());
    auto estimate = evaluate(*request, Context{library, {}, nullptr, &builtinRegistry(), &executor});
    if (!estimate) return estimate.error();
    const Json* label = findPointer(*request, "/label");
    Design design{std::string(1, letter), letter,
                  label && label->is_string() ? label->get<std::string>() : std::string(), request};
    return views::DesignState{std::move(design), std::make_shared<const Estimate>(*std::move(estimate)), {}, false};
}

Result<std::shared_ptr<const views::Scene>> sceneOf(const figure::Order& order,
                                                    std::shared_ptr<const Library> library) {
    views::Scene scene;
    auto selected = evaluated(order.request, order.letter, *library);
    if (!selected) return selected.error();
    scene.metric = order.metric.empty() ? plottedMetric(*selected->estimate) : order.metric;
    scene.designs.push_back(*std::move(selected));
    scene.selected = 0;
    if (order.baseline) {
        auto baseline = evaluated(order.baseline, order.baseline_letter, *library);
        if (!baseline) return baseline.error();
        scene.designs.push_back(*std::move(baseline));
        scene.baseline = 1;
    }
    scene.library = std::move(library);
    return std::make_shared<const views::Scene>(std::move(scene));
}

/// Goodput over the rate as the window computes it in the background. A design without an answer has none.
void addLoadCurves(views::ServingView& view, const views::Scene& scene) {
    ThreadExecutor executor(std::thread::hardware_concurrency());
    for (const views::DesignState& design : scene.designs) {
        const auto rate = arrivalRate(*design.design.request);
        if (!rate) continue;
        std::vector<LoadPoint> points;
        const auto keep = [&points](const LoadPoint& point) {
            points.push_back(point);
            return true;
        };
        if (loadCurve(*design.design.request, loadRates(*rate), scene.library, {}, keep, &executor))
            view.setLoad(design.design.id, design.design.request, std::move(points), true);
    }
}

Error unknownView(const std::string& id) {
    std::string known;
    for (const views::ViewInfo& view : views::viewRegistry())
        known += (known.empty() ? "" : ", ") + std::string(view.id);
    return {"unknown-view", "", "there is no view \"" + id + "\"", known, {}};
}

/// What the window computes in the background.
void showScaling(views::ScalingView& view, const views::Scene& scene) {
    const auto run = [&](const views::DesignState* design) -> std::shared_ptr<const explore::ScalingRun> {
        if (!design) return nullptr;
        return std::make_shared<const explore::ScalingRun>(explore::runScaling(
            design->design.request, *scene.library, view.scaling(), views::ScalingView::kPoints, {}));
    };
    view.showRuns(run(scene.selectedDesign()), run(scene.baselineDesign()));
}

/// Hands the view what it draws: a run of many points, or designs. Errors: "bad-argument" where the view draws the
/// other.
Result<void> fill(views::View& view, const figure::Order& order, const std::string& id,
                  std::shared_ptr<const Library> library) {
    auto* many = qobject_cast<views::ExplorationView*>(&view);
    if (figure::isExploration(order) != (many != nullptr)) {
        return Error{"bad-argument",
                     "",
                     "the view \"" + id + "\" does not draw this kind of request",
                     many ? "a request of kind sweep or search, or FILE.results" : "a request of one design",
                     {}};
    }
    if (many) {
        auto run = figure::exploredRun(order, library);
        if (!run) return run.error();
        many->setExploration(*std::move(run));
        return {};
    }
    auto scene = sceneOf(order, std::move(library));
    if (!scene) return scene.error();
    if (auto* serving = qobject_cast<views::ServingView*>(&view)) addLoadCurves(*serving, **scene);
    if (auto* scaling = qobject_cast<views::ScalingView*>(&view)) showScaling(*scaling, **scene);
    view.setScene(*std::move(scene));
    return {};
}

int draw(const figure::Order& order, const views::ViewInfo& info, const std::string& out,
         std::shared_ptr<const Library> library, cli::Streams& streams) {
    const std::unique_ptr<views::View> view(info.create(nullptr));
    if (!order.state.empty()) view->restoreState(order.state);
    if (const auto filled = fill(*view, order, order.view, std::move(library)); !filled)
        return cli::fail(filled.error(), streams,
                         filled.error().code == "bad-argument" ? cli::kUnusable : cli::kFailed);
    views::FigureSpec spec;
    spec.path = out;
    spec.width_mm = order.width_mm;
    spec.height_mm = order.height_mm;
    spec.dark = order.dark;
    const auto written = views::exportFigure(*view, info.id, spec);
    if (!written)
        return cli::fail(written.error(), streams, written.error().code == "no-figure" ? cli::kFailed : cli::kUnusable);
    for (const auto& path : *written)
        streams.out << path.string() << '\n';
    return cli::kAnswered;
}

int run(const std::vector<std::string>& words, cli::Streams& streams) {
    const auto arguments = cli::Arguments::parse(words, figure::options());
    if (!arguments) return cli::fail(arguments.error(), streams);
    if (arguments->has("--help")) {
        figure::printHelp(streams.out);
        return cli::kAnswered;
    }
    if (arguments->has("--predictions")) return figure::drawPredictions(*arguments, streams);
    const auto order = figure::orderFrom(*arguments, streams);
    if (!order) return cli::fail(order.error(), streams);
    const auto out = arguments->value("--out");
    if (!out)
        return cli::fail({"bad-argument", "", "--out is missing", "--out FILE.pdf, FILE.svg or FILE.png", {}}, streams);
    const views::ViewInfo* info = views::findView(order->view);
    if (!info) return cli::fail(unknownView(order->view), streams);
    auto library = cli::openLibrary(*arguments, streams);
    if (!library) return cli::fail(library.error(), streams);
    return draw(*order, *info, *out, *std::move(library), streams);
}

} // namespace

int main(int argc, char** argv) {
    ::setenv("QT_QPA_PLATFORM", "offscreen", 0);
    // A figure must not depend on the screen that the user happens to have.
    ::unsetenv("QT_SCALE_FACTOR");
    int qt_argc = 1;
    const QApplication application(qt_argc, argv);
    QApplication::setPalette(views::theme(false).palette());
    QLocale::setDefault(QLocale::c());
    const std::vector<std::string> words(argv + 1, argv + argc);
    cli::Streams streams{std::cin, std::cout, std::cerr};
    return run(words, streams);
}
