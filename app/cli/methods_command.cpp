// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "core/evaluate/method.h"

#include <array>
#include <iostream>
#include <nlohmann/json.hpp>

namespace strata::cli {
namespace {

constexpr std::array kOptions{Option{"--json", "", "Print a JSON list of objects instead of text."}};

using Facts = std::vector<std::pair<const char*, std::string_view>>;

Facts factsOf(const Method& method) {
    return {{"id", method.id},           {"version", method.version},   {"kind", name(method.kind)},
            {"layer", method.layer},     {"platform", method.platform}, {"methodology", method.methodology},
            {"follows", method.follows}, {"citation", method.citation}, {"needs", method.needs},
            {"limits", method.limits}};
}

int run(const Arguments& arguments, Streams& streams) {
    Json list = Json::array();
    for (const Method& method : builtinMethods()) {
        Json entry = Json::object();
        for (const auto& [key, text] : factsOf(method))
            entry[key] = text;
        list.push_back(std::move(entry));
    }
    if (arguments.has("--json")) {
        streams.out << list.dump(2) << '\n';
        return kAnswered;
    }
    bool first = true;
    for (const Method& method : builtinMethods()) {
        streams.out << (std::exchange(first, false) ? "" : "\n") << method.id << '\n';
        for (const auto& [key, text] : factsOf(method)) {
            if (std::string_view(key) == "id") continue;
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
