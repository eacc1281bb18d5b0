// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/kinds/gpu/kernel_query.h"

#include <nlohmann/json.hpp>

namespace strata {

Result<KernelQuery> resolveKernel(const Json& request, const Library& library) {
    auto device = resolveGpu(request, library);
    if (!device) return device.error();
    const auto kernel = workload::readKernel(request.at("workload"), "/workload");
    if (!kernel) return kernel.error();
    return KernelQuery{*std::move(device), *kernel, request.at("workload").value("channels_first", false)};
}

} // namespace strata
