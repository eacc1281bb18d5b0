// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/run/manifest.h"

#include "core/base/schema.h"

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>

namespace strata::assess {
namespace {

ObjectSchema manifestSchema() {
    const Field names = field::text("name", "Name in the library, or the source's own");
    return {
        "manifest",
        "Data set",
        {field::text("id", "Name of the set").needed(),
         field::text("origin", "Repository and commit, or document").needed(),
         field::text("licence", "Licence of the origin").needed(),
         field::text("layout", "How a stranger obtains it and lays it out").needed(),
         field::text("folder", "Folder of the reference data").needed(),
         field::integer("rows", "Rows that its reader finds").within(0, 1e9).needed(),
         field::object(
             "split", "Who may be looked at, and when",
             {"split",
              "Split",
              {field::choice("by", "What is split", {"device", "system", "engine", "source", "model", "none"}).needed(),
               field::list("fit", "Coefficients come from here", names).needed(),
               field::list("choose", "Structure may be chosen by these", names).needed(),
               field::list("report", "Looked at when a release is measured", names).needed()}})
             .needed(),
         field::list("exclusions", "Rows that take no part in fits",
                     ObjectSchema{"exclusion",
                                  "Exclusion",
                                  {field::text("flag", "The word that rows carry").needed(),
                                   field::text("reason", "Why, told from the data alone").needed(),
                                   field::integer("rows", "How many").within(0, 1e9).needed()}})
             .needed()}};
}

using Names = std::vector<std::string>;

/// Nobody stands in two parts of a split.
Result<void> checkSplit(const Split& split, std::string_view file) {
    std::set<std::string> seen;
    for (const Names* part : {&split.fit, &split.choose, &split.report}) {
        for (const std::string& name : *part) {
            if (!seen.insert(name).second)
                return Error{"bad-value",
                             "/split",
                             {"error.stands-twice", {{"name", name}}},
                             {"accepted.each-name-once"},
                             std::string(file)};
        }
    }
    return {};
}

bool holds(const std::vector<std::string>& names, std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

} // namespace

bool Manifest::fits(std::string_view name) const { return holds(split.fit, name); }

std::string_view Manifest::roleOf(std::string_view name) const {
    if (holds(split.fit, name)) return "fit";
    if (holds(split.choose, name)) return "choose";
    return holds(split.report, name) ? "report" : "";
}

Without Manifest::outsideFit(const std::vector<std::string>& names) const {
    std::vector<std::string> outside;
    std::copy_if(names.begin(), names.end(), std::back_inserter(outside),
                 [&](const std::string& name) { return !fits(name); });
    return Without(std::move(outside));
}

Without Manifest::outsideFit(const std::vector<hardware::Gpu>& devices) const {
    std::vector<std::string> names;
    std::transform(devices.begin(), devices.end(), std::back_inserter(names), [](const auto& gpu) { return gpu.id; });
    return outsideFit(names);
}

Result<Manifest> readManifest(std::string_view text, std::string_view file) {
    const auto json = parseJson(text, file);
    if (!json) return json.error();
    if (auto sound = validate(*json, manifestSchema(), {}, file); !sound) return sound.error();
    const auto word = [&](const char* key) { return (*json)[key].get<std::string>(); };
    Manifest manifest{word("id"), word("origin"), word("licence"), word("layout"), word("folder"), (*json)["rows"], {},
                      {}};
    const Json& split = (*json)["split"];
    manifest.split = {split["by"], split["fit"].get<Names>(), split["choose"].get<Names>(),
                      split["report"].get<Names>()};
    if (auto once = checkSplit(manifest.split, file); !once) return once.error();
    for (const Json& one : (*json)["exclusions"])
        manifest.exclusions.push_back({one["flag"], one["reason"], one["rows"]});
    return manifest;
}

Result<std::vector<Manifest>> manifests() {
    std::vector<Manifest> all;
    for (const ManifestText& manifest_text : manifestTexts()) {
        auto manifest = readManifest(manifest_text.text, manifest_text.file);
        if (!manifest) return manifest.error();
        all.push_back(*std::move(manifest));
    }
    return all;
}

Result<Manifest> manifestOf(std::string_view id) {
    for (const ManifestText& manifest_text : manifestTexts()) {
        if (manifest_text.file != std::string(id) + ".json") continue;
        return readManifest(manifest_text.text, manifest_text.file);
    }
    return Error{"not-found", {}, {"error.no-manifest-describes-data-set", {{"id", id}}}, {}, {}};
}

} // namespace strata::assess
