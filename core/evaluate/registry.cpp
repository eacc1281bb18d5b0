// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/registry.h"

#include "core/evaluate/kinds/builtin_kinds.h"
#include "core/evaluate/methods/builtin_methods.h"

#include <algorithm>

namespace strata {

bool RequestKind::becomes(std::string_view kind_id) const {
    return std::ranges::find(conversions, kind_id, &Conversion::to) != conversions.end();
}

const RequestKind* Registry::kind(std::string_view id) const {
    const auto row = std::ranges::find(kinds, id, &RequestKind::id);
    return row == kinds.end() ? nullptr : &*row;
}

std::vector<const Method*> Registry::methodsOf(std::string_view kind) const {
    std::vector<const Method*> answering;
    for (const Method& method : methods) {
        if (method.kind == kind) answering.push_back(&method);
    }
    return answering;
}

const Method* Registry::method(std::string_view kind, std::string_view id) const {
    const auto row =
        std::ranges::find_if(methods, [&](const Method& method) { return method.kind == kind && method.id == id; });
    return row == methods.end() ? nullptr : &*row;
}

const Method* Registry::closedForm(const Method& given) const {
    return given.closed_form ? &given : method(given.kind, given.meanwhile);
}

const Method* methodThatTells(const Json& request, std::string_view metric, const Registry& registry) {
    const RequestKind* kind = kindOf(request, registry);
    const auto telling = std::ranges::find_if(registry.methods, [&](const Method& method) {
        return kind && method.kind == kind->id &&
               std::ranges::find(method.alone_tells, metric) != method.alone_tells.end();
    });
    return telling == registry.methods.end() ? nullptr : &*telling;
}

const Registry& builtinRegistry() {
    static const Registry registry{builtinKinds(), builtinMethods()};
    return registry;
}

} // namespace strata
