// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/network/step_model.h"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace strata::exchange {

/// One dimension of a network of ASTRA-sim (W. Won et al., ISPASS 2023), in its units.
struct AstraDimension {
    network::StepTopology topology = network::StepTopology::Switch;
    std::uint32_t npus = 2;
    double bandwidth_gib_per_s = 0.0; ///< of a link; the simulator's "GB" are 2^30 bytes, those of 2021 10^9
    double latency_ns = 0.0;          ///< of a link, with the share of a message's network cards and router
};

/// A network as its description states it.
struct AstraNetwork {
    std::string file;
    std::vector<AstraDimension> dimensions; ///< innermost first
    std::vector<Message> notes;             ///< what the description says and the dimensions do not

    std::uint64_t npus() const;
};

/// How a system does collectives. What its description does not say keeps the values here.
struct AstraSystem {
    std::string file;
    /// Of each dimension; one alone holds for all.
    std::map<network::Collective, std::vector<network::Algorithm>> algorithms;
    std::uint32_t chunks = 1, active_chunks = 1;
    double endpoint_ns = 10.0;
    double memory_gb_per_s = 1e12; ///< at which an NPU adds up; bytes per nanosecond
    bool scatters = true;          ///< "localBWAware": an all-reduce scatters over the dimensions and gathers back
    std::vector<Message> notes;    ///< what the description says and the members do not
};

/// Network of the analytical backends, YAML or JSON, with the keys of today (topology, npus_count, bandwidth,
/// latency) or of 2021 (topologies-per-dim, units-count, links-count, link-bandwidth, link-latency, nic-latency,
/// router-latency). Errors: "unreadable-file", those of parseYaml(), "missing-key", "bad-value" with the pointer,
/// "not-supported".
Result<AstraNetwork> readAstraNetwork(const std::filesystem::path& path);
Result<AstraNetwork> parseAstraNetwork(std::string_view text, std::string_view file = {});

/// Applies a logical topology (`{"logical-dims": ["8", "2"]}`, once "physical-dims") to a network of one dimension:
/// collectives go over its links dimension after dimension. Errors: as above, and "bad-value" where the sizes do not
/// multiply to its NPUs.
Result<AstraNetwork> withLogicalTopology(AstraNetwork network, std::string_view text, std::string_view file = {});

/// That no collective depends on the members of a description of remote memory.
Result<std::vector<Message>> remoteMemoryNotes(std::string_view text, std::string_view file = {});

/// System layer. Errors as above; "not-supported" for custom collectives.
Result<AstraSystem> readAstraSystem(const std::filesystem::path& path);
Result<AstraSystem> parseAstraSystem(std::string_view text, std::string_view file = {});

/// What the text describes, by its keys. Errors: "bad-value" where it has none of their keys.
enum class AstraFile : std::uint8_t { Network, LogicalTopology, System, RemoteMemory };
Result<AstraFile> astraFileOf(std::string_view text, std::string_view file = {});

/// For network::stepCycles(). One dimension (of more than one NPU) runs with contention, as the
/// simulator's congestion-aware backend. `bytes` there is what one rank puts in. Errors: "bad-value" where the system
/// has algorithms for another number of dimensions.
Result<network::StepConfig> stepConfigOf(const AstraNetwork& network, const AstraSystem& system,
                                         network::Collective collective);

/// The network as a document of kind cluster, and a `collective` request on it that asks network.step.
Json clusterOf(const AstraNetwork& network, std::string_view id);
Json collectiveRequestOf(const AstraNetwork& network, const AstraSystem& system, std::string_view id);

} // namespace strata::exchange
