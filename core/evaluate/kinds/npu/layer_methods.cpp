// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/kinds/npu/layer_methods.h"

#include <nlohmann/json.hpp>

namespace strata {

Field layerMethodsField() {
    using namespace field;
    return object(
        "methods", "Methods of the layers",
        {"layer_methods",
         "Methods of the layers",
         {
             text("device", "Method of kernels", "Id of the method that predicts the kernels.").byDefault("gpu.tile"),
             text("network", "Method of collectives", "Id of the method that predicts the collectives.")
                 .byRule("network.nccl; within a serving node the engine's own all-reduce where it is faster"),
         }},
        "Methods that answer the layers below this request. `strata-cli methods` lists them.");
}

LayerMethods layerMethodsOf(const Json& plan) {
    const auto found = plan.find("methods");
    if (found == plan.end()) return {};
    return {found->value("device", std::string()), found->value("network", std::string())};
}

} // namespace strata
