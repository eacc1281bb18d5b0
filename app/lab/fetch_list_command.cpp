// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/lab_commands.h"
#include "app/lab/run/manifest.h"

#include <array>
#include <iostream>
#include <nlohmann/json.hpp>

namespace strata::lab {
namespace {

constexpr std::array kOptions{cli::Option{"--json", "", "Print one JSON object for each data set."}};

std::string joined(const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& name : names)
        text += (text.empty() ? "" : ", ") + name;
    return text;
}

void tell(const assess::Manifest& manifest, std::ostream& out) {
    out << manifest.id << "\n  from:     " << manifest.origin << "\n  licence:  " << manifest.licence
        << "\n  folder:   DIR/" << manifest.folder << "\n  layout:   " << manifest.layout
        << "\n  rows:     " << manifest.rows << '\n';
    for (const auto& [role, names] : {std::pair{"fit:      ", &manifest.split.fit},
                                      {"choose:   ", &manifest.split.choose},
                                      {"report:   ", &manifest.split.report}})
        if (!names->empty()) out << "  " << role << joined(*names) << '\n';
    for (const assess::Exclusion& exclusion : manifest.exclusions)
        out << "  without:  " << exclusion.rows << " rows, " << exclusion.flag << ": " << exclusion.reason << '\n';
    out << '\n';
}

int run(const cli::Arguments& arguments, cli::Streams& streams) {
    if (arguments.has("--json")) {
        for (const assess::ManifestText& manifest : assess::manifestTexts()) {
            const auto document = parseJson(manifest.text, manifest.file);
            if (!document) return fail(document.error(), streams);
            streams.out << canonicalText(*document) << '\n';
        }
        return cli::kAnswered;
    }
    const auto all = assess::manifests();
    if (!all) return fail(all.error(), streams);
    for (const assess::Manifest& manifest : *all)
        tell(manifest, streams.out);
    streams.out << "`strata-lab manifests --data DIR` says whether DIR holds these rows.\n";
    return cli::kAnswered;
}

} // namespace

cli::Command fetchListCommand() {
    return {"fetch-list",
            "[--json]",
            "Prints where each public data set comes from, its licence, and how to lay it out below one folder.",
            kOptions,
            0,
            0,
            run};
}

} // namespace strata::lab
