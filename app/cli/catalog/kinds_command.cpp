// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/catalog/commands.h"
#include "core/evaluate/registry.h"

#include <array>
#include <iostream>
#include <nlohmann/json.hpp>

namespace strata::cli {
namespace {

constexpr std::array kOptions{Option{"--json", "", "A list of objects instead of text."}};

Json entryKindNames(const std::vector<EntryKind>& kinds) {
    Json names = Json::array();
    for (const EntryKind kind : kinds)
        names.push_back(name(kind));
    return names;
}

Json describeKind(const RequestKind& kind, const Registry& registry) {
    Json methods = Json::array(), conversions = Json::array();
    for (const Method* method : registry.methodsOf(kind.id))
        methods.push_back(method->id);
    for (const Conversion& conversion : kind.conversions)
        conversions.push_back(conversion.to);
    return {{"id", kind.id},
            {"title", kind.title},
            {"hardware", entryKindNames(kind.hardware)},
            {"workloads", entryKindNames(kind.workloads)},
            {"methods", methods},
            {"headline", kind.headline},
            {"task", kind.task ? Json(kind.task->id) : Json()},
            {"becomes", conversions},
            {"workspace", kind.workspace},
            {"sample", kind.sample}};
}

/// A list as words; a text as it is.
std::string wordsOf(const Json& value) {
    if (!value.is_array()) return value.is_string() ? value.get<std::string>() : std::string();
    std::string words;
    for (const Json& word : value)
        words += (words.empty() ? "" : ", ") + word.get<std::string>();
    return words;
}

int run(const Arguments& arguments, Streams& streams) {
    Json list = Json::array();
    for (const RequestKind& kind : streams.registry.kinds)
        list.push_back(describeKind(kind, streams.registry));
    if (arguments.has("--json")) {
        streams.out << list.dump(2) << '\n';
        return kAnswered;
    }
    bool first = true;
    for (const Json& kind : list) {
        streams.out << (std::exchange(first, false) ? "" : "\n") << wordsOf(kind["id"]) << '\n';
        for (const char* key :
             {"title", "hardware", "workloads", "methods", "headline", "task", "becomes", "workspace", "sample"}) {
            const std::string words = wordsOf(kind[key]);
            if (!words.empty())
                streams.out << "  " << key << std::string(13 - std::string_view(key).size(), ' ') << words << '\n';
        }
    }
    return kAnswered;
}

} // namespace

Command kindsCommand() {
    return {"kinds", "[--json]", "The kinds of request, and what each takes.", kOptions, 0, 0, run};
}

} // namespace strata::cli
