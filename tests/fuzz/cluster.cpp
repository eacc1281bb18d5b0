// SPDX-License-Identifier: GPL-3.0-or-later
// Any text is either a cluster whose groups have finite fabrics or refused with an error.
#include "core/hardware/cluster/cluster_json.h"
#include "core/network/fabric.h"

#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>

using namespace strata;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    const auto document = parseJson({reinterpret_cast<const char*>(data), size});
    if (!document) return 0;
    const auto cluster = hardware::readCluster(*document, "/hardware");
    if (!cluster) {
        if (cluster.error().text.empty() || cluster.error().code.empty()) std::abort();
        return 0;
    }
    for (const std::uint32_t ranks : {1u, 2u, 8u, 48u, 4096u}) {
        const auto fabric = network::fabricOf(*cluster, {ranks, 0});
        if (!fabric) continue;
        if (fabric->ranks() != ranks) std::abort();
        for (const network::Dimension& dimension : fabric->dimensions) {
            if (!(dimension.bandwidth_bytes_per_s > 0.0) || !std::isfinite(dimension.bandwidth_bytes_per_s))
                std::abort();
        }
    }
    return 0;
}
