// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/figure/coverage_figure.h"

#include "app/cli/input/input.h"
#include "app/figure/arguments.h"
#include "core/coverage/protocol.h"
#include "views/figure/figure_export.h"
#include "views/support/base/view.h"

#include <memory>
#include <nlohmann/json.hpp>
#include <ostream>

namespace strata::figure {
namespace {

constexpr double kWidthMm = 177.8; // two columns: there are fifty columns of cells

Result<coverage::OwnEvidence> evidenceFrom(const cli::Arguments& arguments, cli::Streams& streams) {
    const auto document = cli::readDocument(*arguments.value("--coverage"), streams.in);
    if (!document) return document.error();
    auto runs = coverage::readOwnRuns(*document, *arguments.value("--coverage"));
    if (!runs) return runs.error();
    std::vector<assess::ResultRecord> records;
    for (const std::string& file : arguments.values("--results")) {
        const auto read = coverage::readResults(file);
        if (!read) return read.error();
        records.insert(records.end(), read->begin(), read->end());
    }
    return coverage::OwnEvidence{*std::move(runs), coverage::newestAccuracies(records)};
}

bool drawsCoverage(const views::ViewInfo& info) { return info.feeds.covered != nullptr; }

/// The view of that id with the matrix; nullptr where it draws something else.
std::unique_ptr<views::View> coverageView(const std::string& id, std::shared_ptr<const coverage::Coverage> matrix) {
    const views::ViewInfo* info = views::findView(id);
    if (info == nullptr || !drawsCoverage(*info)) return nullptr;
    std::unique_ptr<views::View> view(info->create(nullptr));
    info->feeds.covered(*view, std::move(matrix));
    return view;
}

} // namespace

int drawCoverage(const cli::Arguments& arguments, cli::Streams& streams) {
    const auto out = arguments.value("--out");
    if (!out)
        return cli::fail({"bad-argument", "", {"error.out-missing"}, {"accepted.out-file-pdf-file-svg-or"}, {}},
                         streams);
    const auto own = evidenceFrom(arguments, streams);
    if (!own) return cli::fail(own.error(), streams);
    const auto library = cli::openLibrary(arguments, streams);
    if (!library) return cli::fail(library.error(), streams);
    const auto width = numberOf(arguments, "--width-mm", kWidthMm);
    if (!width) return cli::fail(width.error(), streams);
    const auto height = numberOf(arguments, "--height-mm", 0.0);
    if (!height) return cli::fail(height.error(), streams);
    const auto matrix = std::make_shared<const coverage::Coverage>(
        coverage::makeCoverage(**library, streams.registry, *own, coverage::builtinProtocol().worstError()));
    const std::string id = arguments.value("--view").value_or(firstView(drawsCoverage));
    const std::unique_ptr<views::View> view = coverageView(id, matrix);
    if (!view)
        return cli::fail(
            {"unknown-view", "", {"error.there-no-view", {{"id", id}}}, verbatim(listedViews(drawsCoverage)), {}},
            streams);
    if (const auto state = arguments.value("--state")) view->restoreState(*state);
    views::FigureSpec spec;
    spec.path = *out;
    spec.width_mm = *width;
    spec.height_mm = *height;
    spec.dark = arguments.has("--dark");
    const auto written = views::exportFigure(*view, id, spec);
    if (!written) return cli::fail(written.error(), streams, cli::kUnusable);
    for (const auto& path : *written)
        streams.out << path.string() << '\n';
    return cli::kAnswered;
}

} // namespace strata::figure
