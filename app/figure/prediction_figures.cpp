// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/figure/prediction_figures.h"

#include "app/cli/output/pretty.h"
#include "app/figure/arguments.h"
#include "core/assess/predictions.h"
#include "core/base/json.h"
#include "core/base/quantity.h"
#include "views/figure/figure_export.h"
#include "views/support/base/view.h"
#include "views/validation/validation_data.h"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <ostream>

namespace strata::figure {
namespace {

namespace fs = std::filesystem;
using Report = std::shared_ptr<const assess::SuiteReport>;

constexpr double kWidthMm = 177.8; // two columns: residuals over measured values are wide
constexpr const char* kView = "validation";

/// One figure to draw: rows, how they are shown, and what is said of it.
struct Sheet {
    std::string file;
    Report rows;
    std::string quantity;
    std::string key;
    std::string plot;
    std::string group;
    assess::GroupErrors errors;
    views::RatioSpread spread;
    double in_band = 0.0;
};

Result<std::string> readAll(const std::string& file, std::istream& in) {
    if (file == "-") return std::string(std::istreambuf_iterator<char>(in), {});
    std::ifstream stream(file, std::ios::binary);
    if (!stream)
        return Error{"unreadable-file", {}, {"error.file-cannot-opened"}, {"accepted.table-predictions"}, file};
    return std::string(std::istreambuf_iterator<char>(stream), {});
}

std::string fileName(std::string text) {
    std::ranges::replace_if(
        text, [](unsigned char c) { return std::isalnum(c) == 0 && c != '.' && c != '-'; }, '_');
    return text;
}

/// The rows of one quantity, and of one value of a key where one is given.
Report rowsWith(const assess::SuiteReport& report, const std::string& quantity, const std::string& key,
                const std::string& value) {
    assess::SuiteReport part;
    part.suite = report.suite;
    for (const assess::SuiteRow& row : report.rows) {
        const bool has = key.empty() || std::ranges::find(row.group, std::pair(key, value)) != row.group.end();
        if (has && row.quantity == quantity) part.rows.push_back(row);
    }
    return std::make_shared<const assess::SuiteReport>(std::move(part));
}

Sheet sheetOf(Report rows, const std::string& quantity, const std::string& key, const std::string& plot) {
    Sheet sheet{{}, rows, quantity, key, plot, {}, {}, {}, 0.0};
    const views::Validation all = views::makeValidation(std::move(rows), quantity, key);
    sheet.errors = all.all;
    sheet.spread = all.spread;
    sheet.in_band = all.all.n > 0 ? static_cast<double>(all.in_band) / static_cast<double>(all.all.n) : 0.0;
    return sheet;
}

/// The errors of all groups of a quantity, then the residuals of each group, marked by what else differs
/// within it.
std::vector<Sheet> sheetsOf(const assess::SuiteReport& report, const std::string& quantity, const std::string& prefix) {
    const Report all = rowsWith(report, quantity, {}, {});
    const auto keys = views::groupKeys(*all);
    const std::string key = keys.empty() ? std::string() : keys.front();
    std::vector<Sheet> sheets;
    const views::Validation groups = views::makeValidation(all, quantity, key);
    for (const views::ValidationGroup& group : groups.groups) {
        const Report rows = key.empty() ? all : rowsWith(*all, quantity, key, group.name);
        const auto within = views::groupKeys(*rows);
        Sheet sheet = sheetOf(rows, quantity, within.empty() ? std::string() : within.front(), "residuals");
        sheet.group = group.name;
        sheet.file = "residuals-" + prefix + fileName(group.name.empty() ? "all" : group.name) + ".pdf";
        sheets.push_back(std::move(sheet));
    }
    std::ranges::stable_sort(sheets, std::greater(), [](const Sheet& sheet) { return sheet.errors.mape; });
    Sheet overview = sheetOf(all, quantity, key, "groups");
    overview.group = "all";
    overview.file = "errors-" + prefix + "by-" + fileName(key.empty() ? "all" : key) + ".pdf";
    sheets.push_back(std::move(overview));
    return sheets;
}

Result<void> draw(const Sheet& sheet, views::FigureSpec spec) {
    const std::unique_ptr<views::View> view(views::findView(kView)->create(nullptr));
    view->restoreState(Json{{"quantity", sheet.quantity}, {"key", sheet.key}, {"plot", sheet.plot}}.dump());
    views::Scene scene;
    scene.validation = sheet.rows;
    view->setScene(std::make_shared<const views::Scene>(std::move(scene)));
    const auto written = views::exportFigure(*view, kView, spec);
    if (!written) return written.error();
    return {};
}

Result<views::FigureSpec> specOf(const cli::Arguments& arguments) {
    views::FigureSpec spec;
    const auto width = numberOf(arguments, "--width-mm", kWidthMm);
    if (!width) return width.error();
    const auto height = numberOf(arguments, "--height-mm", 0.0);
    if (!height) return height.error();
    spec.width_mm = *width;
    spec.height_mm = *height;
    spec.dark = arguments.has("--dark");
    return spec;
}

int drawOne(const cli::Arguments& arguments, Report report, views::FigureSpec spec, cli::Streams& streams) {
    const std::unique_ptr<views::View> view(views::findView(kView)->create(nullptr));
    if (const auto state = arguments.value("--state")) view->restoreState(*state);
    views::Scene scene;
    scene.validation = std::move(report);
    view->setScene(std::make_shared<const views::Scene>(std::move(scene)));
    spec.path = *arguments.value("--out");
    const auto written = views::exportFigure(*view, kView, spec);
    if (!written)
        return cli::fail(written.error(), streams, written.error().code == "no-figure" ? cli::kFailed : cli::kUnusable);
    for (const auto& path : *written)
        streams.out << path.string() << '\n';
    return cli::kAnswered;
}

int drawSheets(const fs::path& folder, const assess::SuiteReport& report, views::FigureSpec spec,
               cli::Streams& streams) {
    std::error_code failure;
    fs::create_directories(folder, failure);
    if (failure) {
        return cli::fail({"unwritable-file",
                          {},
                          {"error.folder-cannot-made", {{"failure", failure.message()}}},
                          {"accepted.writable-folder"},
                          folder.string()},
                         streams);
    }
    const auto quantities = views::quantitiesOf(report);
    std::vector<std::vector<std::string>> lines{
        {"figure", "rows", "mape", "p95", "median", "10 %", "90 %", "within 10 %"}};
    const auto error = [](double ratio) { return formatQuantity(ratio - 1.0, "1"); };
    for (const std::string& quantity : quantities) {
        for (const Sheet& sheet :
             sheetsOf(report, quantity, quantities.size() > 1 ? fileName(quantity) + "-" : std::string())) {
            spec.path = folder / sheet.file;
            if (auto drawn = draw(sheet, spec); !drawn) return cli::fail(drawn.error(), streams);
            lines.push_back({spec.path.string(), std::to_string(sheet.errors.n), formatQuantity(sheet.errors.mape, "1"),
                             formatQuantity(sheet.errors.p95, "1"), error(sheet.spread.median), error(sheet.spread.low),
                             error(sheet.spread.high), formatQuantity(sheet.in_band, "1")});
        }
    }
    streams.out << cli::alignedText(lines, {false, true, true, true, true, true, true, true});
    return cli::kAnswered;
}

} // namespace

int drawPredictions(const cli::Arguments& arguments, cli::Streams& streams) {
    const std::string file = *arguments.value("--predictions");
    auto text = readAll(file, streams.in);
    if (!text) return cli::fail(text.error(), streams);
    auto report = assess::readPredictions(*std::move(text), file);
    if (!report) return cli::fail(report.error(), streams);
    report->suite = arguments.value("--suite").value_or("predictions");
    const auto spec = specOf(arguments);
    if (!spec) return cli::fail(spec.error(), streams);
    if (const auto folder = arguments.value("--figures")) return drawSheets(*folder, *report, *spec, streams);
    if (arguments.has("--out"))
        return drawOne(arguments, std::make_shared<const assess::SuiteReport>(*std::move(report)), *spec, streams);
    return cli::fail({"bad-argument",
                      "",
                      {"error.field-missing", {{"field", "--figures"}}},
                      verbatim("--figures DIR or --out FILE"),
                      {}},
                     streams);
}

} // namespace strata::figure
