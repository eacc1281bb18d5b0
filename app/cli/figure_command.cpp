// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/input.h"
#include "core/catalog/data_root.h"

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <system_error>
#include <unistd.h>

namespace strata::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::array kOptions{
    Option{"--view", "ID", "Which view; strata-figure --help lists them."},
    Option{"--out", "FILE", "Where the figure goes: .pdf, .svg or .png."},
    Option{"--baseline", "REQUEST.json", "A second design to compare with."},
    Option{"--metric", "NAME", "The metric of the view: energy_j, latency_s, ..."},
    Option{"--state", "JSON", "Settings of the view, as a session stores them."},
    Option{"--width-mm", "MM", "Width of the figure, for example of a column."},
    Option{"--height-mm", "MM", "Height of the figure; what suits the view where absent."},
    Option{"--dark", "", "The dark theme."},
    kMethodOption, kSetOption, kDataRootOption, kCatalogOption,
};

/// The renderer is a program of its own, so that this one starts without Qt.
fs::path renderer() {
    const fs::path here = programFolder();
    for (const fs::path& place : {here / "strata-figure", here / ".." / "libexec" / "strata" / "strata-figure"}) {
        std::error_code ignored;
        if (fs::exists(place, ignored)) return place;
    }
    return {};
}

/// From now on the standard input of this process is the text.
bool becomeInput(const std::string& text) {
    std::FILE* const file = std::tmpfile();
    return file != nullptr && std::fwrite(text.data(), 1, text.size(), file) == text.size() && std::fflush(file) == 0 &&
           ::lseek(::fileno(file), 0, SEEK_SET) == 0 && ::dup2(::fileno(file), STDIN_FILENO) == STDIN_FILENO;
}

std::vector<std::string> rendererWords(const Arguments& arguments, const fs::path& program) {
    std::vector<std::string> words{program.string(), "-"};
    for (const char* option : {"--view", "--out", "--baseline", "--metric", "--state", "--width-mm", "--height-mm"}) {
        if (const auto value = arguments.value(option)) words.insert(words.end(), {option, *value});
    }
    if (arguments.has("--dark")) words.emplace_back("--dark");
    return words;
}

Error systemError(const std::string& what) {
    return {"unwritable-file", "", what + ": " + std::generic_category().message(errno), "", {}};
}

Error missing(const std::string& option) {
    return {"bad-argument", "", option + " is missing", option + " VALUE", {}};
}

int run(const Arguments& arguments, Streams& streams) {
    if (!arguments.has("--out")) return fail(missing("--out"), streams);
    auto document = readDocument(arguments.positional().front(), streams.in);
    if (!document) return fail(document.error(), streams);
    // What stands beside an exported figure says itself which view it was.
    const bool exported = document->is_object() && document->contains("strata_figure");
    if (!exported && !arguments.has("--view")) return fail(missing("--view"), streams);
    const fs::path program = renderer();
    if (program.empty()) {
        return fail({"not-installed", "", "strata-figure, which draws figures, is not beside strata-cli", "", {}}, streams);
    }
    const auto root = dataRoot(arguments.value("--data-root"));
    if (!root) return fail(root.error(), streams);
    const auto library = openLibrary(arguments, streams);
    if (!library) return fail(library.error(), streams);
    const auto request = applyChanges(*std::move(document), arguments, **library);
    if (!request) return fail(request.error(), streams, request.error().code == "bad-argument" ? kUnusable : kFailed);

    if (!becomeInput(canonicalText(*request))) return fail(systemError("cannot hand the request on"), streams);
    ::setenv("STRATA_ROOT", root->c_str(), 1);
    ::setenv("QT_QPA_PLATFORM", "offscreen", 0);
    std::vector<std::string> words = rendererWords(arguments, program);
    std::vector<char*> pointers;
    for (std::string& word : words) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    ::execv(program.c_str(), pointers.data());
    return fail(systemError("cannot start " + program.string()), streams);
}

}  // namespace

Command figureCommand() {
    return {"figure", "REQUEST.json|- --view ID --out FILE [--baseline REQUEST.json] [--width-mm 84.6] [--dark]",
            "The figure that the window would export, or an exported one again from its JSON; needs no display.", kOptions, 1, 1, run};
}

}  // namespace strata::cli
