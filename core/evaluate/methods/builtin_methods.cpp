// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/methods/builtin_methods.h"

namespace strata {

std::vector<Method> builtinMethods() {
    std::vector<Method> all;
    // GPUs before NPUs: who reads a request without the catalog takes the first of a kind.
    for (const auto rows : {methods::gpuMethods, methods::npuMethods, methods::networkMethods, methods::systemMethods,
                            methods::servingMethods, methods::edgeMethods, methods::pimMethods, methods::cpuMethods}) {
        for (Method& row : rows()) {
            row.code = methods::codeOf(row.kind, row.id);
            all.push_back(std::move(row));
        }
    }
    return all;
}

} // namespace strata
