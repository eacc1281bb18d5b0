// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/input/input.h"
#include "app/lab/edge/edge_fit.h"
#include "app/lab/lab_commands.h"
#include "core/catalog/data_root.h"

#include <algorithm>
#include <array>
#include <iostream>
#include <nlohmann/json.hpp>

namespace strata::lab {
namespace {

constexpr std::array kOptions{
    cli::Option{"--data", "DIR", "Folder with all reference data."},
    cli::Option{"--out", "FILE", "Write the predictor to FILE.", false, "hwlib/predictor/ID.json"},
    cli::kDataRootOption};

int run(const cli::Arguments& arguments, cli::Streams& streams) {
    const std::string& wanted = arguments.positional().front();
    const auto fits = assess::predictorFits();
    const auto fit = std::ranges::find(fits, wanted, &assess::PredictorFit::id);
    if (fit == fits.end()) {
        std::string known;
        for (const assess::PredictorFit& one : fits)
            known += (known.empty() ? "" : ", ") + std::string(one.id);
        return fail({"bad-argument", "", {"error.there-no-predictor", {{"wanted", wanted}}}, known, {}}, streams);
    }
    const auto folder = arguments.value("--data");
    if (!folder) return fail({"bad-argument", "", {"error.data-missing"}, {"accepted.data-dir"}, {}}, streams);
    const auto root = dataRoot(arguments.value("--data-root"));
    if (!root) return fail(root.error(), streams);
    const auto library = Library::loadWhatIsSound(*root);
    if (!library) return fail(library.error(), streams);
    const auto predictor = fit->fit(*folder, *library->library);
    if (!predictor) return fail(predictor.error(), streams);
    std::error_code ignored;
    const std::filesystem::path home = *root / strata::folder(EntryKind::Predictor);
    std::filesystem::create_directories(home, ignored);
    const auto out = arguments.value("--out");
    const std::filesystem::path file = out ? std::filesystem::path(*out) : home / (predictor->id + ".json");
    if (auto written = writeFileWhole(file, hardware::toJson(*predictor).dump() + "\n"); !written)
        return fail(written.error(), streams);
    streams.out << predictor->id << ": " << predictor->points << " measurements, " << predictor->groups.size()
                << " groups, " << predictor->vectors.size() << " vectors\n";
    return cli::kAnswered;
}

} // namespace

cli::Command predictorCommand() {
    return {"predictor",
            "ID --data DIR [--out FILE]",
            "Fits a predictor of edge devices and writes it to hwlib/predictor.",
            kOptions,
            1,
            1,
            run};
}

} // namespace strata::lab
