// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/figure/arguments.h"

#include "app/cli/input/input.h"
#include "views/support/base/view.h"

#include <array>
#include <charconv>
#include <ostream>

namespace strata::figure {
namespace {

using cli::Option;

constexpr std::array kOptions{
    Option{"--view", "ID", "Id of the view; the list below has all of them."},
    Option{"--predictions", "FILE.csv",
           "Predictions beside measured values, as strata-cli validate writes them, for the validation view."},
    Option{"--figures", "DIR",
           "With --predictions: draw the residuals of each group and the errors of all groups as PDF."},
    Option{"--suite", "NAME", "With --predictions: name of the suite."},
    Option{"--coverage", "FILE|-", "Kept runs of the scenarios, as strata-cli coverage --runs writes them."},
    Option{"--results", "FILE", "With --coverage or --plain: results of validations; repeat for more.", true},
    Option{"--plain", "",
           "Draw a view that needs no request: composition, validation (with --results) or schedules (with --tuning)."},
    Option{"--tuning", "FILE", "With --plain: a file of tuning configurations, which the view draws."},
    Option{"--out", "FILE",
           "Write the figure to FILE (.pdf, .svg or .png), and its data and request to .csv and .json beside it."},
    Option{"--out-dir", "DIR", "Write every figure of a session's designs and runs to DIR, with figures.tex."},
    Option{"--report", "FILE.html|FILE.pdf",
           "Write a report of a session: designs, comparison, figures, notes, calibrations, sources."},
    Option{"--language", "en|de", "Language of a report.", false, "en"},
    Option{"--format", "pdf|svg|png", "Format of the figures of --out-dir.", false, "pdf"},
    Option{"--baseline", "REQUEST.json", "A second design to compare with."},
    Option{"--metric", "NAME", "The metric of the view: energy_j, latency_s, ..."},
    Option{"--state", "JSON", "Settings of the view, as a session stores them."},
    Option{"--width-mm", "MM", "Width of the figure in millimetres.", false, "82.55, the width of a column"},
    Option{"--height-mm", "MM", "Height of the figure in millimetres.", false, "what suits the view"},
    Option{"--dark", "", "Use the dark theme."},
    Option{"--help", "", "Print this text."},
    cli::kDataRootOption,
    cli::kCatalogOption,
};

} // namespace

std::span<const Option> options() { return kOptions; }

std::string listedViews(bool (*fits)(const views::ViewInfo& view)) {
    std::string ids;
    for (const views::ViewInfo& view : views::viewRegistry())
        if (fits(view)) ids += (ids.empty() ? "" : ", ") + std::string(view.id);
    return ids;
}

std::string firstView(bool (*fits)(const views::ViewInfo& view)) {
    const std::string ids = listedViews(fits);
    return ids.substr(0, ids.find(','));
}

void printHelp(std::ostream& out) {
    out << "strata-figure REQUEST.json|FILE.results|FIGURE.json|- --view ID --out FILE [options]\n"
           "strata-figure SESSION --out-dir DIR [--format pdf] [options]\n"
           "strata-figure SESSION --report FILE.html|FILE.pdf [--language en|de]\n"
           "strata-figure --coverage FILE|- [--view coverage|tools] --out FILE [options]\n"
           "strata-figure --plain --view composition|validation|schedules [--results FILE ...] [--tuning FILE] --out "
           "FILE [options]\n"
           "strata-figure --predictions FILE.csv|- --figures DIR|--out FILE [options]\n"
           "Draws the figure that the window would export. FIGURE.json, which every figure has beside it, draws it "
           "again.\n\n";
    for (const Option& option : kOptions)
        out << "  " << option.name << (option.value.empty() ? "" : " ") << option.value << "\n      "
            << helpText(option) << '\n';
    out << "\nViews:\n";
    for (const views::ViewInfo& view : views::viewRegistry())
        out << "  " << view.id << "\n      " << view.help << '\n';
}

Result<double> numberOf(const cli::Arguments& arguments, std::string_view option, double absent) {
    const auto text = arguments.value(option);
    if (!text) return absent;
    double number = 0.0;
    const auto [end, failure] = std::from_chars(text->data(), text->data() + text->size(), number);
    if (failure == std::errc() && end == text->data() + text->size()) return number;
    return Error{"bad-argument",
                 "",
                 {"error.field-is-word", {{"field", option}, {"value", *text}}},
                 {"accepted.number-millimetres"},
                 {}};
}

} // namespace strata::figure
