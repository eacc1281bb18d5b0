// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/catalog/commands.h"
#include "app/cli/input/input.h"
#include "core/evaluate/registry.h"

#include <array>
#include <iostream>
#include <nlohmann/json.hpp>

namespace strata::cli {
namespace {

constexpr std::array kOptions{Option{"--json", "", "Print a JSON list of objects instead of text."}, kDataRootOption,
                              kCatalogOption};

using Facts = std::vector<std::pair<const char*, std::string>>;

Facts factsOf(const Method& method, const Library& library) {
    const auto text = [](std::string_view view) { return std::string(view); };
    std::string calibrations;
    for (const std::string_view id : method.calibrations)
        calibrations += (calibrations.empty() ? "" : ", ") + std::string(id);
    return {{"id", text(method.id)},
            {"version", versionOf(method, library)},
            {"kind", text(method.kind)},
            {"layer", text(method.layer)},
            {"platform", text(method.platform)},
            {"methodology", text(method.methodology)},
            {"answers", text(name(method.lane)) + ", in " + text(name(method.cost))},
            {"follows", text(method.follows)},
            {"citation", text(method.citation)},
            {"needs", text(method.needs)},
            {"limits", text(method.limits)},
            {"calibrations", calibrations}};
}

int run(const Arguments& arguments, Streams& streams) {
    const auto library = openLibrary(arguments, streams);
    if (!library) return fail(library.error(), streams);
    Json list = Json::array();
    for (const Method& method : streams.registry.methods) {
        Json entry = Json::object();
        for (const auto& [key, text] : factsOf(method, **library))
            entry[key] = text;
        list.push_back(std::move(entry));
    }
    if (arguments.has("--json")) {
        streams.out << list.dump(2) << '\n';
        return kAnswered;
    }
    bool first = true;
    for (const Method& method : streams.registry.methods) {
        streams.out << (std::exchange(first, false) ? "" : "\n") << method.id << '\n';
        for (const auto& [key, text] : factsOf(method, **library)) {
            if (std::string_view(key) == "id" || text.empty()) continue;
            streams.out << "  " << key << std::string(13 - std::string_view(key).size(), ' ') << text << '\n';
        }
    }
    return kAnswered;
}

} // namespace

Command methodsCommand() {
    return {"methods", "[--json]", "Lists the methods that answer requests.", kOptions, 0, 0, run};
}

} // namespace strata::cli
