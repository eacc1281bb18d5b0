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
    const auto found = std::ranges::find(kinds, id, &RequestKind::id);
    return found == kinds.end() ? nullptr : &*found;
}

std::vector<const Method*> Registry::methodsOf(std::string_view kind) const {
    std::vector<const Method*> found;
    for (const Method& method : methods) {
        if (method.kind == kind) found.push_back(&method);
    }
    return found;
}

const Method* Registry::method(std::string_view kind, std::string_view id) const {
    const auto found =
        std::ranges::find_if(methods, [&](const Method& method) { return method.kind == kind && method.id == id; });
    return found == methods.end() ? nullptr : &*found;
}

const Registry& builtinRegistry() {
    static const Registry registry{builtinKinds(), builtinMethods()};
    return registry;
}

} // namespace strata
