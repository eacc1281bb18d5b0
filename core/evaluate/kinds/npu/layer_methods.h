// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/base/schema.h"

#include <string>

namespace strata {

/// Which methods answer the layers below a request, as the member `methods` of its plan names them; empty: the usual
/// ones.
struct LayerMethods {
    std::string device;  ///< of kernels: "gpu.tile"
    std::string network; ///< of collectives: "network.nccl"
};
/// The member `methods` of plans of training and serving.
Field layerMethodsField();
/// What a plan states there; whether they answer is for the request's own method to say.
LayerMethods layerMethodsOf(const Json& plan);

} // namespace strata
