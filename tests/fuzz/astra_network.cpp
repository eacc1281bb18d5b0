// SPDX-License-Identifier: GPL-3.0-or-later
// Any text is a network, a logical topology or a system of ASTRA-sim, or refused with a reason; what is read makes a
// valid cluster.
#include "core/exchange/astra/astra_network.h"
#include "core/hardware/cluster/cluster_json.h"

#include <cstdlib>
#include <nlohmann/json.hpp>

using namespace strata::exchange;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto kind = astraFileOf(text);
    if (!kind && kind.error().text.empty()) std::abort();
    const auto system = parseAstraSystem(text);
    if (!system && system.error().text.empty()) std::abort();
    const auto network = parseAstraNetwork(text);
    if (!network) {
        if (network.error().text.empty()) std::abort();
        return 0;
    }
    for (const auto& dimension : network->dimensions) {
        if (dimension.npus < 1 || !(dimension.bandwidth_gib_per_s > 0.0)) std::abort();
    }
    const auto logical = withLogicalTopology(*network, text);
    if (!logical && logical.error().text.empty()) std::abort();
    const auto request = collectiveRequestOf(*network, system ? *system : AstraSystem{}, "network");
    (void)strata::hardware::readCluster(request.at("hardware"), {});
    return 0;
}
