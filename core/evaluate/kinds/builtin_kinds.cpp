// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/kinds/builtin_kinds.h"

namespace strata {

std::vector<RequestKind> builtinKinds() {
    return {layerKind(),     kernelKind(),  modelKind(), collectiveKind(), trainingKind(),
            inferenceKind(), servingKind(), edgeKind(),  blockKind()};
}

} // namespace strata
