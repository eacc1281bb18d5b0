// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/figures/commands.h"
#include "app/cli/input/input.h"
#include "app/cli/output/pretty.h"
#include "app/cli/output/renderer.h"
#include "core/catalog/data_root.h"
#include "core/session/session.h"

#include <algorithm>
#include <array>
#include <iostream>
#include <nlohmann/json.hpp>

namespace strata::cli {
namespace {

constexpr std::array kOptions{
    Option{"--request", "LETTER", "Print the request of one design, for `strata-cli evaluate -`."},
    Option{"--out", "DIR|FILE",
           "export: write figures, tables and figures.tex to DIR. report: write the report to FILE.html or FILE.pdf."},
    Option{"--language", "en|de", "report: language.", false, "en"},
    Option{"--format", "pdf|svg|png", "export: format of the figures.", false, "pdf"},
    Option{"--width-mm", "MM", "export: width of the figures in millimetres, for example of a column."},
    Option{"--dark", "", "export: use the dark theme."},
    kDataRootOption,
    kCatalogOption};

std::string textOf(const Json& request, std::initializer_list<const char*> pointers) {
    for (const char* pointer : pointers) {
        const Json* found = findPointer(request, pointer);
        if (found != nullptr && found->is_string()) return found->get<std::string>();
    }
    return "inline";
}

int printRequest(const Study& study, const std::string& letter, Streams& streams) {
    const auto design = std::find_if(study.designs.begin(), study.designs.end(), [&](const Design& d) {
        return letter == std::string(1, d.letter) || letter == d.id;
    });
    if (design == study.designs.end()) {
        return fail({"not-found",
                     "",
                     {"error.session-has-no-design", {{"letter", letter}}},
                     {"accepted.command-line-letter"},
                     {}},
                    streams);
    }
    streams.out << design->request->dump(2) << '\n';
    return kAnswered;
}

void printStudy(const Session& session, Streams& streams) {
    const Study& study = session.study;
    std::vector<std::vector<std::string>> rows{{"", "label", "kind", "hardware", "workload", ""}};
    for (const Design& design : study.designs) {
        const std::string state = std::string(study.isBaseline(design.id) ? "baseline" : "") +
                                  (study.selected == design.id ? " selected" : "");
        rows.push_back(
            {std::string(1, design.letter), design.label, textOf(*design.request, {"/kind"}),
             textOf(*design.request, {"/hardware", "/hardware/base", "/hardware/cluster", "/hardware/cluster/base"}),
             textOf(*design.request, {"/workload/layer", "/workload/model", "/workload/operator"}), state});
    }
    streams.out << alignedText(rows, {false, false, false, false, false, false});
    for (const auto& [id, note] : study.notes) {
        const Design* design = study.find(id);
        streams.out << (design == nullptr ? std::string("note") : std::string("note on ") + design->letter) << ": "
                    << note << '\n';
    }
    if (!session.inputs.empty()) streams.out << session.inputs.size() << " catalog entries are embedded\n";
}

/// Every figure of the session with its numbers, or a report, by the renderer.
int exportFigures(const Arguments& arguments, Streams& streams) {
    const auto folder = arguments.value("--out");
    if (!folder)
        return fail({"bad-argument", "", {"error.field-missing", {{"field", "--out"}}}, verbatim("--out DIR|FILE"), {}},
                    streams);
    const auto root = dataRoot(arguments.value("--data-root"));
    if (!root) return fail(root.error(), streams);
    const bool report = arguments.positional().front() == "report";
    std::vector<std::string> words{arguments.positional()[1], report ? "--report" : "--out-dir", *folder};
    for (const char* option : {"--format", "--width-mm", "--catalog", "--language"})
        if (const auto value = arguments.value(option)) words.insert(words.end(), {option, *value});
    if (arguments.has("--dark")) words.emplace_back("--dark");
    streams.out.flush();
    const auto status = runRenderer(words, {}, *root);
    return status ? *status : fail(status.error(), streams);
}

int run(const Arguments& arguments, Streams& streams) {
    if (arguments.positional().front() == "export" || arguments.positional().front() == "report")
        return exportFigures(arguments, streams);
    if (arguments.positional().front() != "show") {
        return fail({"bad-argument",
                     "",
                     {"error.session-does-not-know", {{"word", arguments.positional().front()}}},
                     {"accepted.show-or-export"},
                     {}},
                    streams);
    }
    const auto session = openSession(arguments.positional()[1]);
    if (!session) return fail(session.error(), streams);
    if (const auto letter = arguments.value("--request")) return printRequest(session->study, *letter, streams);
    printStudy(*session, streams);
    return kAnswered;
}

} // namespace

Command sessionCommand() {
    return {
        "session",
        "show FILE [--request LETTER] | export FILE --out DIR [--format pdf] | report FILE --out FILE.html|FILE.pdf",
        "Shows what a session file holds, writes all of its figures and tables, or a report.",
        kOptions,
        2,
        2,
        run};
}

} // namespace strata::cli
