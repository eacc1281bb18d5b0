// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/figure/plain_figure.h"

#include "app/cli/input/input.h"
#include "app/figure/arguments.h"
#include "core/coverage/accuracy.h"
#include "views/composition/composition_view.h"
#include "views/figure/figure_export.h"
#include "views/schedules/schedules_view.h"
#include "views/validation/validation_view.h"

#include <memory>
#include <nlohmann/json.hpp>
#include <ostream>

namespace strata::figure {
namespace {

constexpr double kWidthMm = 177.8; // two columns

Result<std::vector<assess::ResultRecord>> historyFrom(const cli::Arguments& arguments) {
    std::vector<assess::ResultRecord> records;
    for (const std::string& file : arguments.values("--results")) {
        const auto read = coverage::readResults(file);
        if (!read) return read.error();
        records.insert(records.end(), read->begin(), read->end());
    }
    return records;
}

Result<std::unique_ptr<views::View>> schedulesFrom(const cli::Arguments& arguments) {
    const auto file = arguments.value("--tuning");
    if (!file) return Error{"bad-argument", "", {"error.view-needs-tuning"}, {"accepted.tuning-file"}, {}};
    auto study = exchange::studyTuningFile(*file);
    if (!study) return study.error();
    auto view = std::make_unique<views::SchedulesView>();
    view->setStudy(std::make_shared<const exchange::TuningStudy>(*std::move(study)));
    return std::unique_ptr<views::View>(std::move(view));
}

/// The view of that id, ready to be drawn. Errors: "unknown-view", those of the results.
Result<std::unique_ptr<views::View>> viewOf(const std::string& id, const cli::Arguments& arguments) {
    if (id == "composition") return std::unique_ptr<views::View>(std::make_unique<views::CompositionView>());
    if (id == "schedules") return schedulesFrom(arguments);
    if (id != "validation")
        return Error{"unknown-view",
                     "",
                     {"error.view-needs-request", {{"id", id}}},
                     verbatim("composition, coverage, schedules, tools, validation"),
                     {}};
    auto records = historyFrom(arguments);
    if (!records) return records.error();
    if (records->empty())
        return Error{
            "bad-argument", "", {"error.field-missing", {{"field", "--results"}}}, {"accepted.history-results"}, {}};
    auto view = std::make_unique<views::ValidationView>();
    view->setHistory(*std::move(records));
    return std::unique_ptr<views::View>(std::move(view));
}

} // namespace

int drawPlain(const cli::Arguments& arguments, cli::Streams& streams) {
    const auto out = arguments.value("--out");
    if (!out)
        return cli::fail({"bad-argument", "", {"error.out-missing"}, {"accepted.out-file-pdf-file-svg-or"}, {}},
                         streams);
    const std::string id = arguments.value("--view").value_or("composition");
    auto view = viewOf(id, arguments);
    if (!view) return cli::fail(view.error(), streams);
    const auto library = cli::openLibrary(arguments, streams);
    if (!library) return cli::fail(library.error(), streams);
    const auto width = numberOf(arguments, "--width-mm", kWidthMm);
    if (!width) return cli::fail(width.error(), streams);
    const auto height = numberOf(arguments, "--height-mm", 0.0);
    if (!height) return cli::fail(height.error(), streams);
    views::Scene scene;
    scene.library = *library;
    (*view)->setScene(std::make_shared<const views::Scene>(std::move(scene)));
    if (const auto state = arguments.value("--state")) (*view)->restoreState(*state);
    views::FigureSpec spec;
    spec.path = *out;
    spec.width_mm = *width;
    spec.height_mm = *height;
    spec.dark = arguments.has("--dark");
    const auto written = views::exportFigure(**view, id, spec);
    if (!written)
        return cli::fail(written.error(), streams, written.error().code == "no-figure" ? cli::kFailed : cli::kUnusable);
    for (const auto& path : *written)
        streams.out << path.string() << '\n';
    return cli::kAnswered;
}

} // namespace strata::figure
