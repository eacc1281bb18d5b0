// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "core/catalog/kind.h"
#include "core/evaluate/estimate.h"
#include "core/evaluate/request.h"
#include "core/explore/explore_request.h"

#include <iostream>
#include <map>
#include <nlohmann/json.hpp>

namespace strata::cli {
namespace {

std::map<std::string, const ObjectSchema*> schemas() {
    std::map<std::string, const ObjectSchema*> all{
        {"estimate", &estimateSchema()}, {"sweep", &explore::sweepSchema()}, {"search", &explore::searchSchema()}};
    for (const RequestKind kind : requestKinds())
        all.emplace(name(kind), &requestSchema(kind));
    for (const EntryKind kind : entryKinds())
        all.emplace(name(kind), &schemaOf(kind));
    return all;
}

int run(const Arguments& arguments, Streams& streams) {
    const auto all = schemas();
    const std::string& wanted = arguments.positional().front();
    if (const auto found = all.find(wanted); found != all.end()) {
        streams.out << toJsonSchema(*found->second).dump(2) << '\n';
        return kAnswered;
    }
    std::string known;
    for (const auto& [kind, schema] : all)
        known += (known.empty() ? "" : ", ") + kind;
    return fail({"bad-argument", "", "there is no schema \"" + wanted + "\"", known, {}}, streams);
}

} // namespace

Command schemaCommand() {
    return {"schema", "KIND", "Prints the JSON Schema of a kind of request, of a catalog entry, or of an estimate.",
            {},       1,      1,
            run};
}

} // namespace strata::cli
