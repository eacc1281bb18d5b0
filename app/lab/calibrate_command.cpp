// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/input/input.h"
#include "app/cli/output/pretty.h"
#include "app/lab/lab_commands.h"
#include "app/lab/run/calibrate.h"
#include "core/base/quantity.h"
#include "core/catalog/data_root.h"

#include <array>
#include <iostream>
#include <nlohmann/json.hpp>

namespace strata::lab {
namespace {

constexpr std::array kOptions{
    cli::Option{"--data", "DIR", "Folder with the reference data of the suite."},
    cli::Option{"--out", "FILE", "Write the calibration to FILE; only with the id of one calibration."},
    cli::Option{"--without", "DEVICE", "Fit to all devices but this one."}, cli::kDataRootOption};

std::string summaryTable(const std::vector<hardware::Calibration>& fitted) {
    std::vector<std::vector<std::string>> rows{{"calibration", "points", "groups", "median error", "90 % below"}};
    for (const hardware::Calibration& calibration : fitted) {
        rows.push_back({calibration.id, std::to_string(calibration.points), std::to_string(calibration.groups.size()),
                        formatQuantity(calibration.residual_p50, "1"), formatQuantity(calibration.residual_p90, "1")});
    }
    return cli::alignedText(rows, {false, true, true, true, true});
}

int run(const cli::Arguments& arguments, cli::Streams& streams) {
    const std::string& wanted = arguments.positional().front();
    const auto folder = arguments.value("--data");
    if (!folder)
        return fail({"bad-argument", "", {"error.field-missing", {{"field", "--data"}}}, verbatim("--data DIR"), {}},
                    streams);
    const auto root = dataRoot(arguments.value("--data-root"));
    if (!root) return fail(root.error(), streams);
    // The user's own entries stay out: the same data gives the same file for everybody.
    const auto library = Library::loadWhatIsSound(*root);
    if (!library) return fail(library.error(), streams);
    for (const Error& error : library->errors)
        streams.err << "left out: " << describe(error) << '\n';

    const std::string without = arguments.value("--without").value_or("");
    const auto fitted = assess::calibrate(wanted, *folder, *library->library, std::string_view(without));
    if (!fitted) return fail(fitted.error(), streams);
    const auto out = arguments.value("--out");
    if (out && fitted->size() != 1) {
        return fail({"bad-argument",
                     "",
                     {"error.out-is-one-file", {{"suite", wanted}, {"count", fitted->size()}}},
                     {"accepted.id-of-one-calibration"},
                     {}},
                    streams);
    }
    std::error_code ignored;
    const std::filesystem::path home = *root / strata::folder(EntryKind::Calibration);
    std::filesystem::create_directories(home, ignored);
    for (const hardware::Calibration& calibration : *fitted) {
        const std::filesystem::path file = out ? std::filesystem::path(*out) : home / (calibration.id + ".json");
        if (auto written = writeFileWhole(file, hardware::toJson(calibration).dump(2) + "\n"); !written) {
            return fail(written.error(), streams);
        }
    }
    streams.out << summaryTable(*fitted);
    return cli::kAnswered;
}

} // namespace

cli::Command calibrateCommand() {
    return {"calibrate",
            "SUITE|ID --data DIR [--out FILE]",
            "Fits coefficients to measured data and writes hwlib/calibration.",
            kOptions,
            1,
            1,
            run};
}

} // namespace strata::lab
