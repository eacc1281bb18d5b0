// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/request.h"

#include <memory>
#include <string_view>

namespace strata::design {

using SharedRequest = std::shared_ptr<const Json>;

/// The request with the hardware of a catalog entry; its kind follows the hardware. On another NPU the layer stays and
/// is mapped by the entry's own recipe; on a GPU a layer of a model becomes the whole model, a layer by itself a
/// kernel. Back on an NPU, a model is asked for its first layer. Batch, sequence and runtime carry over, the number
/// format where the device has units for it. On a cluster one pass of a language model becomes one batch, and a
/// training job takes as many devices as it had. Errors: "not-found", "not-supported" for what the entry cannot run,
/// those of reading the layer.
Result<SharedRequest> withHardware(const Json& request, std::string_view id, const Library& library,
                                   const Registry& registry = builtinRegistry());

/// The request with a whole workload of the catalog: a model on a GPU, its first layer on an NPU. Errors: as above, and
/// "not-supported" for one without single layers.
Result<SharedRequest> withModel(const Json& request, std::string_view model, const Library& library,
                                const Registry& registry = builtinRegistry());

/// The request with one layer of a workload of the catalog: mapped by an NPU's recipe, one kernel on a GPU.
Result<SharedRequest> withLayer(const Json& request, std::string_view model, std::string_view layer,
                                const Library& library);

/// A first request when there is none to start from: the library's first NPU and the first layer of its first network.
/// Errors: "not-found" when the library has neither.
Result<SharedRequest> firstRequest(const Library& library);

/// Another question about the same work: the request as one of the kind `to`, as far as its row has a conversion to it.
/// Errors: "unknown-kind", "not-supported", those of the conversion.
Result<SharedRequest> converted(const Json& request, std::string_view to, const Registry& registry = builtinRegistry());

} // namespace strata::design
