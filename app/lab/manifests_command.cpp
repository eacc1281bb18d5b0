// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/input/input.h"
#include "app/cli/output/pretty.h"
#include "app/lab/lab_commands.h"
#include "app/lab/run/data_sets.h"
#include "app/lab/run/manifest.h"

#include <array>
#include <iostream>

namespace strata::lab {
namespace {

constexpr std::array kOptions{cli::Option{"--data", "DIR", "Folder with all reference data."}, cli::kDataRootOption,
                              cli::kCatalogOption};

/// "100", or "100 (the manifest says 90)".
std::string compared(std::size_t found, std::size_t stated) {
    const std::string count = std::to_string(found);
    return found == stated ? count : count + " (the manifest says " + std::to_string(stated) + ")";
}

/// Appends a set's lines to the table; whether they agree with its manifest.
bool tell(const assess::Manifest& manifest, const assess::SetContents& found,
          std::vector<std::vector<std::string>>& table) {
    bool agrees = found.rows == manifest.rows;
    table.push_back({manifest.id, "", compared(found.rows, manifest.rows)});
    for (const assess::Exclusion& exclusion : manifest.exclusions) {
        const auto flag = found.flags.find(exclusion.flag);
        const std::size_t rows = flag == found.flags.end() ? 0 : flag->second;
        agrees &= rows == exclusion.rows;
        table.push_back({"", exclusion.flag, compared(rows, exclusion.rows)});
    }
    for (const std::string& name : found.names) {
        if (manifest.split.by == "none" || !manifest.roleOf(name).empty()) continue;
        agrees = false;
        table.push_back({"", name, "in no part of the split"});
    }
    return agrees;
}

int run(const cli::Arguments& arguments, cli::Streams& streams) {
    const auto folder = arguments.value("--data");
    if (!folder)
        return fail({"bad-argument", "", {"error.field-missing", {{"field", "--data"}}}, verbatim("--data DIR"), {}},
                    streams);
    const auto library = openLibrary(arguments, streams);
    if (!library) return fail(library.error(), streams);
    std::vector<std::vector<std::string>> table{{"data set", "flag or name", "rows"}};
    bool agree = true;
    for (const assess::DataSet& set : assess::dataSets()) {
        const auto manifest = assess::manifestOf(set.id);
        if (!manifest) return fail(manifest.error(), streams);
        const auto found = set.read(std::filesystem::path(*folder) / manifest->folder, **library);
        if (found) {
            agree &= tell(*manifest, *found, table);
        } else {
            table.push_back({manifest->id, "", "not read: " + describe(found.error())});
        }
    }
    streams.out << cli::alignedText(table, {false, false, false});
    return agree ? cli::kAnswered : cli::kUnusable;
}

} // namespace

cli::Command manifestsCommand() {
    return {"manifests",
            "--data DIR",
            "Compares what the readers find in the reference data with the manifests of its sets.",
            kOptions,
            0,
            0,
            run};
}

} // namespace strata::lab
