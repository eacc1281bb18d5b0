// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/backend.h"

#include <nlohmann/json.hpp>

namespace strata::hardware {
namespace {

using namespace strata::field;
using Words = std::vector<std::string>;

ObjectSchema fusionSchema() {
    return {"fusion_rule",
            "Fusion rule",
            {
                text("name", "Name", "Name of the kernels that the rule makes.").needed(),
                list("head", "First operator", text("", "Class"), "Classes of operators that begin such a kernel.")
                    .atLeast(1)
                    .needed(),
                list("then", "Further operators", text("", "Class"),
                     "Classes of operators that the kernel applies to its result before it is stored."),
                integer("longest", "Longest kernel", "", "Largest number of operators in one kernel.")
                    .byDefault(8)
                    .within(1, 1024),
                text("source", "Source", "Document or measurement that shows the rule.").needed(),
            }};
}

ObjectSchema makeBackendSchema() {
    ObjectSchema schema{
        "backend",
        "Edge runtime",
        {
            text("id", "Id", "Lower-case name by which requests refer to the runtime.").needed(),
            choice("kind", "Kind", {"backend"}).needed(),
            text("name", "Name").needed(),
            text("vendor", "Vendor"),
            integer("year", "Year", "", "Year of the first release.").within(1990, 2200),
            list("aliases", "Aliases", text("", "Alias"), "Further names that requests and data may use."),
            text("notes", "Notes", "What the rules leave out or assume."),
            list("parts", "Parts", choice("", "Part", {"cpu", "gpu", "npu", "dsp"}, "A part that it can use."),
                 "Parts of a chip that the runtime can use.")
                .atLeast(1)
                .needed(),
            list("types", "Number formats", text("", "Format"), "Number formats that the runtime computes in."),
            list("fusion", "Fusion rules", fusionSchema(), "Operators that it computes in one kernel; the first that applies holds."),
            list("free", "Free operators", text("", "Class"), "Classes of operators that need no kernel."),
        }};
    schema.sourced = true;
    return schema;
}

} // namespace

const ObjectSchema& backendSchema() {
    static const ObjectSchema schema = makeBackendSchema();
    return schema;
}

Result<Backend> readBackend(const Json& document, std::string_view pointer) {
    if (auto valid = validate(document, backendSchema(), pointer); !valid) return valid.error();
    Backend backend;
    backend.id = document.at("id").get<std::string>();
    backend.name = document.at("name").get<std::string>();
    backend.vendor = document.value("vendor", std::string());
    backend.parts = document.at("parts").get<Words>();
    backend.types = document.value("types", Words());
    backend.free = document.value("free", Words());
    for (const Json& rule : document.value("fusion", Json::array())) {
        backend.fusion.push_back({rule.at("name").get<std::string>(), rule.at("head").get<Words>(),
                                  rule.value("then", Words()), rule.value("longest", std::size_t{8}),
                                  rule.at("source").get<std::string>()});
    }
    return backend;
}

} // namespace strata::hardware
