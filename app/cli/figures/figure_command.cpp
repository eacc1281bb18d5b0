// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/figures/commands.h"
#include "app/cli/input/input.h"
#include "app/cli/output/coverage_input.h"
#include "app/cli/output/renderer.h"
#include "core/catalog/data_root.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>

namespace strata::cli {
namespace {

constexpr std::array kOptions{
    Option{"--view", "ID",
           "Id of the view; `strata-figure --help` lists them. The views coverage, tools, composition, validation and "
           "schedules need no request."},
    reading({"--tuning", "FILE",
             "For the view schedules: a file of tuning configurations, as `strata-cli schedule` reads it."}),
    Option{"--out", "FILE", "Write the figure to FILE: .pdf, .svg or .png."},
    reading({"--baseline", "REQUEST.json", "A second design to compare with."}),
    Option{"--metric", "NAME", "The metric of the view: energy_j, latency_s, ..."},
    Option{"--state", "JSON", "Settings of the view, as a session stores them."},
    Option{"--width-mm", "MM", "Width of the figure in millimetres.", false, "82.55, the width of a column"},
    Option{"--height-mm", "MM", "Height of the figure in millimetres.", false, "what suits the view"},
    Option{"--dark", "", "Use the dark theme."},
    kCoverageRunsOption,
    kCoverageKeptOption,
    kCoverageResultsOption,
    kMethodOption,
    kSetOption,
    kDataRootOption,
    kCatalogOption,
};

Result<coverage::OwnEvidence> resultsAlone(const Arguments& arguments, const Library& /*library*/,
                                           Streams& /*streams*/) {
    return ownResults(arguments);
}

/// A view that draws the field, measured rows or kept results: no request stands behind it.
struct RequestlessView {
    std::string_view id;
    bool of_requests = false; ///< it draws a request as well
    std::string_view takes{}; ///< options that say what it draws; none need be given where this is empty
    /// What a view of the coverage draws of Strata's own methods; nullptr: it draws no coverage.
    Result<coverage::OwnEvidence> (*evidence)(const Arguments& arguments, const Library& library,
                                              Streams& streams) = nullptr;
};
constexpr std::array kWithoutRequest{
    RequestlessView{"coverage", false, "--runs FILE, --kept, --results FILE", ownEvidence},
    RequestlessView{"tools", false, "--results FILE", resultsAlone}, RequestlessView{"composition", true},
    RequestlessView{"validation", false, "--results FILE"}, RequestlessView{"schedules", false, "--tuning FILE"}};

const RequestlessView* requestlessView(std::string_view id) {
    const auto view = std::ranges::find(kWithoutRequest, id, &RequestlessView::id);
    return view == kWithoutRequest.end() ? nullptr : &*view;
}

std::vector<std::string> rendererWords(const Arguments& arguments, const std::string& input) {
    std::vector<std::string> words{input};
    for (const char* option : {"--view", "--out", "--baseline", "--metric", "--state", "--width-mm", "--height-mm"}) {
        if (const auto value = arguments.value(option)) words.insert(words.end(), {option, *value});
    }
    if (arguments.has("--dark")) words.emplace_back("--dark");
    return words;
}

Error missing(const std::string& option) {
    return {"bad-argument",
            "",
            {"error.field-missing", {{"field", option}}},
            {"accepted.option-value", {{"option", option}}},
            {}};
}

/// Why no view is named that draws a request or a run.
std::optional<Error> refusedView(const Arguments& arguments) {
    const auto view = arguments.value("--view");
    if (!view) return missing("--view");
    const RequestlessView* plain = requestlessView(*view);
    if (plain == nullptr || plain->of_requests) return {};
    return Error{
        "bad-argument", "", {"error.view-takes-no-request", {{"id", *view}}}, verbatim(std::string(plain->takes)), {}};
}

/// A file of results is opened by the renderer itself.
int drawResults(const Arguments& arguments, Streams& streams) {
    if (auto refused = refusedView(arguments)) return fail(*refused, streams);
    const auto root = dataRoot(arguments.value("--data-root"));
    if (!root) return fail(root.error(), streams);
    streams.out.flush();
    const auto status = runRenderer(rendererWords(arguments, arguments.positional().front()), {}, *root);
    return status ? *status : fail(status.error(), streams);
}

std::string plainViews() {
    std::string ids;
    for (const RequestlessView& view : kWithoutRequest)
        ids += (ids.empty() ? "" : ", ") + std::string(view.id);
    return ids;
}

int drawEvidence(const RequestlessView& view, const Arguments& arguments, Streams& streams) {
    const auto library = openLibrary(arguments, streams);
    if (!library) return fail(library.error(), streams);
    const auto own = view.evidence(arguments, **library, streams);
    if (!own) return fail(own.error(), streams);
    std::vector<std::string> words;
    for (const char* option : {"--view", "--state", "--width-mm", "--height-mm"})
        if (const auto value = arguments.value(option)) words.insert(words.end(), {option, *value});
    return drawCoverage(*own, *arguments.value("--out"), words, arguments, streams);
}

/// Draws a view that needs no request.
int drawWithoutRequest(const Arguments& arguments, Streams& streams) {
    const auto view = arguments.value("--view");
    if (!view) return fail(missing("--view"), streams);
    const RequestlessView* plain = requestlessView(*view);
    if (plain == nullptr)
        return fail({"unknown-view", "", {"error.view-needs-request", {{"id", *view}}}, verbatim(plainViews()), {}},
                    streams);
    if (plain->evidence != nullptr) return drawEvidence(*plain, arguments, streams);
    const auto root = dataRoot(arguments.value("--data-root"));
    if (!root) return fail(root.error(), streams);
    std::vector<std::string> words = rendererWords(arguments, "--plain");
    for (const std::string& results : arguments.values("--results"))
        words.insert(words.end(), {"--results", results});
    if (const auto tuning = arguments.value("--tuning")) words.insert(words.end(), {"--tuning", *tuning});
    streams.out.flush();
    const auto status = runRenderer(words, {}, *root);
    return status ? *status : fail(status.error(), streams);
}

int run(const Arguments& arguments, Streams& streams) {
    if (!arguments.has("--out")) return fail(missing("--out"), streams);
    if (arguments.positional().empty()) return drawWithoutRequest(arguments, streams);
    if (arguments.positional().front().ends_with(".results")) return drawResults(arguments, streams);
    auto document = readDocument(arguments.positional().front(), streams.in);
    if (!document) return fail(document.error(), streams);
    // What stands beside an exported figure says itself which view it was.
    const bool exported = document->is_object() && document->contains("strata_figure");
    if (!exported)
        if (auto refused = refusedView(arguments)) return fail(*refused, streams);
    const auto root = dataRoot(arguments.value("--data-root"));
    if (!root) return fail(root.error(), streams);
    const auto library = openLibrary(arguments, streams);
    if (!library) return fail(library.error(), streams);
    const auto request = applyChanges(*std::move(document), arguments, **library);
    if (!request) return fail(request.error(), streams, request.error().code == "bad-argument" ? kUnusable : kFailed);

    streams.out.flush();
    const auto status = runRenderer(rendererWords(arguments, "-"), canonicalText(*request), *root);
    return status ? *status : fail(status.error(), streams);
}

} // namespace

Command figureCommand() {
    return {"figure",
            "[REQUEST.json|FILE.results|-] --view ID --out FILE [--baseline REQUEST.json] [--width-mm 84.6] [--dark]",
            "Draws the figure that the window would export, or an exported figure again; needs no display.",
            kOptions,
            0,
            1,
            run};
}

} // namespace strata::cli
