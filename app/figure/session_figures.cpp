// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/figure/session_figures.h"

#include "app/cli/input/input.h"
#include "app/figure/arguments.h"
#include "app/figure/drawn_view.h"
#include "app/figure/explored_run.h"
#include "core/base/json.h"
#include "core/evaluate/presentation.h"
#include "core/session/session.h"
#include "views/figure/figure_export.h"
#include "views/figure/figure_latex.h"
#include "views/support/base/view.h"

#include <filesystem>
#include <nlohmann/json.hpp>
#include <ostream>

namespace strata::figure {
namespace {

namespace fs = std::filesystem;

/// Writes what a view draws, with the note of its design; nothing where it draws nothing.
Result<void> writeOne(const views::View& view, std::string_view view_id, const std::string& stem,
                      const FigureBatch& batch, const std::string& note, DrawnSession& drawn) {
    if (view.figureData().rows.empty()) return {};
    views::FigureSpec spec;
    spec.path = batch.folder / (stem + "." + batch.format);
    spec.width_mm = batch.width_mm;
    spec.dark = batch.dark;
    spec.note = note;
    const auto files = views::exportFigure(view, view_id, spec);
    if (!files) return files.error();
    drawn.written.insert(drawn.written.end(), files->begin(), files->end());
    drawn.latex += views::figureLatex(view, view_id, spec) + "\n";
    return {};
}

std::string stateOf(const Session& session, std::string_view view_id) {
    const auto state = session.view_state.find(std::string(view_id));
    return state == session.view_state.end() ? "{}" : state->second;
}

/// All views of one design, beside the baseline where there is one.
Result<void> drawDesign(const Session& session, std::size_t selected, const std::shared_ptr<const Library>& library,
                        const FigureBatch& batch, DrawnSession& drawn) {
    const std::vector<views::DesignState>& designs = drawn.designs;
    auto scene = std::make_shared<views::Scene>();
    scene->designs = designs;
    scene->library = library;
    scene->selected = static_cast<int>(selected);
    scene->metric = plottedMetric(*designs[selected].estimate);
    for (std::size_t i = 0; i < designs.size(); ++i)
        if (session.study.baseline == designs[i].design.id) scene->baseline = static_cast<int>(i);
    for (const views::ViewInfo& info : views::viewRegistry()) {
        if (info.feeds.explored) continue;
        const std::unique_ptr<views::View> view(info.create(nullptr));
        view->restoreState(stateOf(session, info.id));
        show(info, *view, scene);
        const std::string stem = std::string(1, designs[selected].design.letter) + "-" + std::string(info.id);
        const auto note = session.study.notes.find(designs[selected].design.id);
        const std::string words = note == session.study.notes.end() ? std::string() : note->second;
        if (auto written = writeOne(*view, info.id, stem, batch, words, drawn); !written) return written;
    }
    return {};
}

Result<void> drawRun(const Session& session, const SessionExploration& stored, std::size_t number,
                     const std::shared_ptr<const Library>& library, const FigureBatch& batch, DrawnSession& drawn) {
    Order order;
    order.request = stored.request;
    order.brush = stored.view_state;
    const std::string stem = "run" + std::to_string(number);
    if (stored.results) {
        const fs::path file = batch.folder / (stem + ".results");
        if (auto written = writeFileWhole(file, *stored.results); !written) return written.error();
        order.results = file.string();
        drawn.written.push_back(file);
    }
    const auto run = exploredRun(order, library);
    if (!run) return run.error();
    for (const views::ViewInfo& info : views::viewRegistry()) {
        if (!info.feeds.explored) continue;
        const std::unique_ptr<views::View> view(info.create(nullptr));
        view->restoreState(stateOf(session, info.id));
        info.feeds.explored(*view, *run);
        if (auto written = writeOne(*view, info.id, stem + "-" + std::string(info.id), batch, {}, drawn); !written)
            return written;
    }
    return {};
}

Result<FigureBatch> batchFrom(const cli::Arguments& arguments) {
    FigureBatch batch;
    batch.folder = *arguments.value("--out-dir");
    batch.format = arguments.value("--format").value_or("pdf");
    if (auto known = views::formatOf("figure." + batch.format); !known) return known.error();
    const auto width = numberOf(arguments, "--width-mm", batch.width_mm);
    if (!width) return width.error();
    batch.width_mm = *width;
    batch.dark = arguments.has("--dark");
    std::error_code failure;
    fs::create_directories(batch.folder, failure);
    if (failure)
        return Error{"unwritable-file",
                     {},
                     {"error.folder-cannot-made", {{"failure", failure.message()}}},
                     {"accepted.writable-folder"},
                     batch.folder.string()};
    return batch;
}

} // namespace

DrawnSession drawInto(const Session& session, const std::shared_ptr<const Library>& library, const FigureBatch& batch) {
    DrawnSession drawn;
    for (const Design& design : session.study.designs) {
        auto answered = evaluated(design, *library);
        if (answered)
            drawn.designs.push_back(*std::move(answered));
        else
            drawn.failed.emplace(design.id, answered.error());
    }
    for (std::size_t i = 0; i < drawn.designs.size(); ++i)
        if (auto done = drawDesign(session, i, library, batch, drawn); !done)
            drawn.failed.emplace(drawn.designs[i].design.id, done.error());
    for (std::size_t i = 0; i < session.explorations.size(); ++i)
        if (auto done = drawRun(session, session.explorations[i], i + 1, library, batch, drawn); !done)
            drawn.failed.emplace("run " + std::to_string(i + 1), done.error());
    return drawn;
}

int drawSession(const cli::Arguments& arguments, cli::Streams& streams) {
    if (arguments.positional().size() != 1)
        return cli::fail(
            {"bad-argument", "", {"error.out-dir-takes-one-session"}, {"accepted.strata-figure-out-dir"}, {}}, streams);
    const auto session = openSession(arguments.positional().front());
    if (!session) return cli::fail(session.error(), streams);
    const auto catalog = cli::openLibrary(arguments, streams);
    if (!catalog) return cli::fail(catalog.error(), streams);
    const auto library = libraryWithInputs(**catalog, *session);
    if (!library) return cli::fail(library.error(), streams);
    auto batch = batchFrom(arguments);
    if (!batch) return cli::fail(batch.error(), streams);
    DrawnSession drawn = drawInto(*session, library->library, *batch);
    // A design without an answer has no figures; the others have theirs.
    for (const auto& [design, error] : drawn.failed)
        cli::fail(error, streams);
    const fs::path latex = batch->folder / "figures.tex";
    if (auto written = writeFileWhole(latex, drawn.latex); !written) return cli::fail(written.error(), streams);
    drawn.written.push_back(latex);
    for (const fs::path& file : drawn.written)
        streams.out << file.string() << '\n';
    return drawn.failed.empty() ? cli::kAnswered : cli::kFailed;
}

} // namespace strata::figure
