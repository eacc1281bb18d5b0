// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"

#include <memory>
#include <string_view>

namespace strata {
class Library;
}

namespace strata::app {

/// The request with the hardware of a catalog entry. A mapping is made for one hierarchy, so it does not come along: the
/// entry's own recipe makes a new one.
std::shared_ptr<const Json> withHardware(const Json& request, std::string_view id);

/// The request with one layer of a workload of the catalog, mapped by the hardware's recipe.
std::shared_ptr<const Json> withLayer(const Json& request, std::string_view model, std::string_view layer);

/// A first request when there is none to start from: the library's first NPU and the first layer of its first network.
/// Errors: "not-found" when the library has neither.
Result<std::shared_ptr<const Json>> firstRequest(const Library& library);

}  // namespace strata::app
