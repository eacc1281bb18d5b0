// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/figure/session_figures.h"

#include "app/cli/input.h"
#include "app/figure/arguments.h"
#include "app/figure/drawn_view.h"
#include "app/figure/explored_run.h"
#include "core/base/json.h"
#include "core/evaluate/presentation.h"
#include "core/session/session.h"
#include "views/explore/exploration_view.h"
#include "views/figure/figure_export.h"
#include "views/figure/figure_latex.h"
#include "views/support/base/view.h"

#include <filesystem>
#include <nlohmann/json.hpp>
#include <ostream>

namespace strata::figure {
namespace {

namespace fs = std::filesystem;

/// Where figures go, what they look like, and what has been written.
struct Batch {
    fs::path folder;
    std::string format = "pdf";
    double width_mm = 82.55;
    bool dark = false;
    std::string latex;
    std::vector<fs::path> written;
};

/// Writes what a view draws; nothing where it draws nothing.
Result<void> writeOne(const views::View& view, std::string_view view_id, const std::string& stem, Batch& batch) {
    if (view.figureData().rows.empty()) return {};
    views::FigureSpec spec;
    spec.path = batch.folder / (stem + "." + batch.format);
    spec.width_mm = batch.width_mm;
    spec.dark = batch.dark;
    const auto files = views::exportFigure(view, view_id, spec);
    if (!files) return files.error();
    batch.written.insert(batch.written.end(), files->begin(), files->end());
    batch.latex += views::figureLatex(view, view_id, spec) + "\n";
    return {};
}

std::string stateOf(const Session& session, std::string_view view_id) {
    const auto state = session.view_state.find(std::string(view_id));
    return state == session.view_state.end() ? "{}" : state->second;
}

/// All views of one design, beside the baseline where there is one.
Result<void> drawDesign(const Session& session, const std::vector<views::DesignState>& designs, std::size_t selected,
                        const std::shared_ptr<const Library>& library, Batch& batch) {
    auto scene = std::make_shared<views::Scene>();
    scene->designs = designs;
    scene->library = library;
    scene->selected = static_cast<int>(selected);
    scene->metric = plottedMetric(*designs[selected].estimate);
    for (std::size_t i = 0; i < designs.size(); ++i)
        if (session.study.baseline == designs[i].design.id) scene->baseline = static_cast<int>(i);
    for (const views::ViewInfo& info : views::viewRegistry()) {
        const std::unique_ptr<views::View> view(info.create(nullptr));
        if (qobject_cast<views::ExplorationView*>(view.get())) continue;
        view->restoreState(stateOf(session, info.id));
        show(*view, scene);
        const std::string stem = std::string(1, designs[selected].design.letter) + "-" + std::string(info.id);
        if (auto written = writeOne(*view, info.id, stem, batch); !written) return written;
    }
    return {};
}

Result<void> drawRun(const Session& session, const SessionExploration& stored, std::size_t number,
                     const std::shared_ptr<const Library>& library, Batch& batch) {
    Order order;
    order.request = stored.request;
    order.brush = stored.view_state;
    const std::string stem = "run" + std::to_string(number);
    if (stored.results) {
        const fs::path file = batch.folder / (stem + ".results");
        if (auto written = writeFileWhole(file, *stored.results); !written) return written.error();
        order.results = file.string();
        batch.written.push_back(file);
    }
    const auto run = exploredRun(order, library);
    if (!run) return run.error();
    for (const views::ViewInfo& info : views::viewRegistry()) {
        const std::unique_ptr<views::View> view(info.create(nullptr));
        auto* many = qobject_cast<views::ExplorationView*>(view.get());
        if (!many) continue;
        many->restoreState(stateOf(session, info.id));
        many->setExploration(*run);
        if (auto written = writeOne(*view, info.id, stem + "-" + std::string(info.id), batch); !written) return written;
    }
    return {};
}

Result<Batch> batchFrom(const cli::Arguments& arguments) {
    Batch batch;
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
    // A design without an answer has no figures; the others have theirs.
    int status = cli::kAnswered;
    const auto tell = [&](const Error& error) {
        cli::fail(error, streams);
        status = cli::kFailed;
    };
    std::vector<views::DesignState> designs;
    for (const Design& design : session->study.designs) {
        auto answered = evaluated(design, *library->library);
        if (answered)
            designs.push_back(*std::move(answered));
        else
            tell(answered.error());
    }
    for (std::size_t i = 0; i < designs.size(); ++i)
        if (auto drawn = drawDesign(*session, designs, i, library->library, *batch); !drawn) tell(drawn.error());
    for (std::size_t i = 0; i < session->explorations.size(); ++i)
        if (auto drawn = drawRun(*session, session->explorations[i], i + 1, library->library, *batch); !drawn)
            tell(drawn.error());
    const fs::path latex = batch->folder / "figures.tex";
    if (auto written = writeFileWhole(latex, batch->latex); !written) return cli::fail(written.error(), streams);
    batch->written.push_back(latex);
    for (const fs::path& file : batch->written)
        streams.out << file.string() << '\n';
    return status;
}

} // namespace strata::figure
