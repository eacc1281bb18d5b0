// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/catalog/commands.h"
#include "app/cli/input/input.h"
#include "core/base/hash.h"
#include "core/catalog/kind.h"
#include "core/evaluate/estimate.h"
#include "core/evaluate/kinds/serving/policy_names.h"
#include "core/evaluate/registry.h"
#include "core/explore/explore_request.h"

#include <array>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>

namespace strata::cli {
namespace {

std::map<std::string, const ObjectSchema*> schemas(const Registry& registry) {
    std::map<std::string, const ObjectSchema*> all{
        {"estimate", &estimateSchema()}, {"sweep", &explore::sweepSchema()}, {"search", &explore::searchSchema()}};
    for (const RequestKind& kind : registry.kinds)
        all.emplace(kind.id, &kind.schema());
    for (const EntryKind kind : entryKinds())
        all.emplace(name(kind), &schemaOf(kind));
    return all;
}

constexpr std::array kOptions{kDataRootOption, kCatalogOption};

/// Names that the catalog's engines give scheduling policies stand beside the policies' own.
const Json::json_pointer kPolicy("/properties/plan/properties/scheduler/properties/policy");

/// A hash of the schema as it is printed: where two programs print the same version, they accept the same documents.
std::string versionOf(const Json& schema) {
    constexpr std::size_t kDigits = 16;
    return sha256(schema.dump()).substr(0, kDigits);
}

int run(const Arguments& arguments, Streams& streams) {
    const auto all = schemas(streams.registry);
    const std::string& wanted = arguments.positional().front();
    if (const auto found = all.find(wanted); found != all.end()) {
        Json schema = toJsonSchema(*found->second);
        if (schema.contains(kPolicy)) {
            // A schema can be told without a catalog too.
            if (const auto library = openLibrary(arguments, streams))
                schema[kPolicy]["x-aliases"] = policyAliases(**library);
        }
        schema["x-version"] = versionOf(schema);
        streams.out << schema.dump(2) << '\n';
        return kAnswered;
    }
    std::string known;
    for (const auto& [kind, schema] : all)
        known += (known.empty() ? "" : ", ") + kind;
    return fail({"bad-argument", "", {"error.no-schema", {{"name", wanted}}}, verbatim(known), {}}, streams);
}

} // namespace

Command schemaCommand() {
    return {"schema", "KIND", "Prints the JSON Schema of a kind of request, of a catalog entry, or of an estimate.",
            kOptions, 1,      1,
            run};
}

} // namespace strata::cli
