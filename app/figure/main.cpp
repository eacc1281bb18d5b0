// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/input/input.h"
#include "app/figure/arguments.h"
#include "app/figure/coverage_figure.h"
#include "app/figure/drawn_view.h"
#include "app/figure/plain_figure.h"
#include "app/figure/prediction_figures.h"
#include "app/figure/session_figures.h"
#include "app/figure/session_report.h"
#include "app/figure/stored_figure.h"
#include "views/figure/figure_export.h"
#include "views/support/base/view.h"
#include "views/support/theme/theme.h"

#include <cstdlib>
#include <iostream>
#include <QApplication>
#include <thread>

using namespace strata;

namespace {

Error unknownView(const std::string& id) {
    const std::string known = figure::listedViews([](const views::ViewInfo&) { return true; });
    return {"unknown-view", "", {"error.there-no-view", {{"id", id}}}, verbatim(known), {}};
}

int draw(const figure::Order& order, const views::ViewInfo& info, const std::string& out,
         std::shared_ptr<const Library> library, cli::Streams& streams) {
    const std::unique_ptr<views::View> view(info.create(nullptr));
    if (!order.state.empty()) view->restoreState(order.state);
    if (const auto filled = figure::fill(info, *view, order, std::move(library)); !filled)
        return cli::fail(filled.error(), streams,
                         filled.error().code == "bad-argument" ? cli::kUnusable : cli::kFailed);
    views::FigureSpec spec;
    spec.path = out;
    spec.width_mm = order.width_mm;
    spec.height_mm = order.height_mm;
    spec.dark = order.dark;
    spec.note = order.note;
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
    if (arguments->has("--coverage")) return figure::drawCoverage(*arguments, streams);
    if (arguments->has("--plain")) return figure::drawPlain(*arguments, streams);
    if (arguments->has("--predictions")) return figure::drawPredictions(*arguments, streams);
    if (arguments->has("--report")) return figure::reportSession(*arguments, streams);
    if (arguments->has("--out-dir")) return figure::drawSession(*arguments, streams);
    const auto order = figure::orderFrom(*arguments, streams);
    if (!order) return cli::fail(order.error(), streams);
    const auto out = arguments->value("--out");
    if (!out)
        return cli::fail({"bad-argument",
                          "",
                          {"error.field-missing", {{"field", "--out"}}},
                          verbatim("--out FILE.pdf, FILE.svg or FILE.png"),
                          {}},
                         streams);
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
