// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/figure/plain_figure.h"

#include "app/cli/input/input.h"
#include "app/figure/arguments.h"
#include "core/coverage/accuracy.h"
#include "core/exchange/tuning/tuning_study.h"
#include "views/figure/figure_export.h"
#include "views/support/base/plain_view.h"
#include "views/support/base/view.h"

#include <algorithm>
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

Result<void> showTuning(const views::PlainView& plain, views::View& view, const cli::Arguments& arguments) {
    const auto file = arguments.value("--tuning");
    if (!file)
        return Error{"bad-argument",
                     "",
                     {"error.view-needs-tuning", {{"id", std::string(plain.id)}}},
                     {"accepted.tuning-file"},
                     {}};
    auto study = exchange::studyTuningFile(*file);
    if (!study) return study.error();
    plain.tuned(view, std::make_shared<const exchange::TuningStudy>(*std::move(study)));
    return {};
}

Result<void> showHistory(const views::PlainView& plain, views::View& view, const cli::Arguments& arguments) {
    auto records = historyFrom(arguments);
    if (!records) return records.error();
    if (records->empty())
        return Error{
            "bad-argument", "", {"error.field-missing", {{"field", "--results"}}}, {"accepted.history-results"}, {}};
    plain.validated(view, *std::move(records));
    return {};
}

/// The view of that row, ready to be drawn. Errors: those of the results or of the tuning file.
Result<std::unique_ptr<views::View>> filledView(const views::PlainView& plain, const cli::Arguments& arguments) {
    std::unique_ptr<views::View> view(views::findView(plain.id)->create(nullptr));
    Result<void> shown;
    if (plain.tuned != nullptr) shown = showTuning(plain, *view, arguments);
    if (plain.validated != nullptr) shown = showHistory(plain, *view, arguments);
    if (!shown) return shown.error();
    return view;
}

std::string listed(std::span<const views::PlainView> rows) {
    std::string ids;
    for (const views::PlainView& row : rows)
        ids += (ids.empty() ? "" : ", ") + std::string(row.id);
    return ids;
}

/// Why --plain does not draw the view of that id.
Error notPlain(const std::string& id, std::span<const views::PlainView> rows) {
    const views::ViewInfo* const info = views::findView(id);
    if (info != nullptr && info->feeds.covered != nullptr)
        return {"unknown-view", "", {"error.view-draws-coverage", {{"id", id}}}, {"accepted.coverage-file"}, {}};
    const char* const reason = info == nullptr ? "error.there-no-view" : "error.view-needs-request";
    return {"unknown-view", "", {reason, {{"id", id}}}, verbatim(listed(rows)), {}};
}

} // namespace

int drawPlain(const cli::Arguments& arguments, cli::Streams& streams) {
    const auto out = arguments.value("--out");
    if (!out)
        return cli::fail({"bad-argument", "", {"error.out-missing"}, {"accepted.out-file-pdf-file-svg-or"}, {}},
                         streams);
    const auto rows = views::plainViews();
    const std::string id = arguments.value("--view").value_or(std::string(rows.front().id));
    const auto plain = std::ranges::find(rows, id, &views::PlainView::id);
    if (plain == rows.end()) return cli::fail(notPlain(id, rows), streams);
    auto view = filledView(*plain, arguments);
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
