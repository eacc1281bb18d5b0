// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hardware/calibration/calibration.h"
#include "core/network/collective.h"
#include "core/network/fabric.h"
#include "core/network/nccl_constants.h"

#include <array>
#include <span>
#include <string_view>

namespace strata::network {

inline constexpr std::string_view kNcclCalibration = "network-nccl";
/// Keys "network" of the groups that hold the share of adapters' bandwidth, by how bytes reach them.
inline constexpr std::string_view kDirectNetwork = "direct";
inline constexpr std::string_view kStagedNetwork = "staged";

/// A group of ranks as NCCL sees it: nodes (scale-up domains) of equally many ranks.
struct NcclGroup {
    double ranks = 1.0;
    double nodes = 1.0;
    NcclLink link = NcclLink::NvLink;
    std::string technology;           ///< of the slowest scale-up level: what rings run at
    std::string network;              ///< technology between nodes
    std::string system;               ///< id of the cluster, which may have been measured itself
    double link_bytes_per_s = 0.0;    ///< of one rank, one direction, while all send
    double port_bytes_per_s = 0.0;    ///< the same while the others are silent
    double channel_bytes_per_s = 0.0; ///< of one channel within a node; 0: what NCCL counts on per link
    double pair_share = 1.0;          ///< of a rank's links that lead to one peer
    double nic_bytes_per_s = 0.0;     ///< share of one rank
    bool reduces = false;             ///< the switch can add up
    bool direct = true;               ///< adapters reach device memory; else bytes pass the host's
    double link_message_s = 0.0;      ///< of one message between devices of a node; 0: as NCCL's constants
    double message_s = 0.0;           ///< of one message between nodes without its bytes; 0: as NCCL's constants
    double launch_s = 0.0;            ///< the least that any collective takes
};

/// Errors: "not-supported" for fabrics with a level that NCCL and RCCL do not run over (gpu_library).
Result<NcclGroup> ncclGroupOf(const Fabric& fabric, std::string_view system);

/// What a step within a node takes beyond one over usual links: it passes a message into the switch and one out of it.
/// NCCL's constants, and what was fitted to measured steps, contain those of usual links; other links differ.
double furtherStepSeconds(const NcclGroup& group);

/// Factors on NCCL's own constants (base, step), and shares of the links' bandwidth, by protocol where there
/// are three; "peer" is what all-to-all and send/recv do, which have no rings; a pair alone has a share of
/// its own and pair_base x their bases. Local parts are copied at copy_share x the links. Beyond a pair,
/// devices on PCIe reach each other at host_bytes_per_s at most, whatever their links: each access waits for
/// the host, and only so many are on their way. What the switch adds up passes at nvls_share of the links after
/// nvls_step x NCCL's step. Between nodes, steps take network_step x their own time; a pair, which sends one way
/// while a ring sends both, has a share of the adapters of its own.
enum class NcclCoefficient : std::size_t {
    LlBase,
    Ll128Base,
    SimpleBase,
    LlStep,
    Ll128Step,
    SimpleStep,
    LlShare,
    Ll128Share,
    SimpleShare,
    CopyShare,
    PeerLlBase,
    PeerSimpleBase,
    PeerStep,
    PeerLlShare,
    PeerSimpleShare,
    PeerCopyShare,
    PairShare,
    PairBase,
    HostBandwidth,
    NvlsShare,
    NvlsStep,
    NetworkShare,
    NetworkStep,
    PairNetworkShare,
    Count
};
inline constexpr std::size_t kNcclCoefficients = static_cast<std::size_t>(NcclCoefficient::Count);
/// By NcclCoefficient.
using NcclValues = std::array<double, kNcclCoefficients>;
std::span<const std::string_view, kNcclCoefficients> ncclCoefficientNames();

/// NCCL's constants as they are, nothing fitted.
NcclValues uncalibratedNccl();

/// Coefficients for one system, and how far measurements of such systems lie from them.
struct NcclCalibration {
    NcclValues values = uncalibratedNccl();
    bool own = false;    ///< measured on this very system
    bool family = false; ///< measured on systems with this technology
    /// How far the measured systems are: "same", "sibling", "generation". Within a node siblings share the links'
    /// technology; between nodes, the way to the adapters, and only what was measured between nodes counts.
    std::string_view distance = "generation";
    double log_p10 = 0.0; ///< of ln(measured / predicted)
    double log_p90 = 0.0;
};
/// What was fitted to the system, else to its technology, else to all.
NcclCalibration resolveNccl(const NcclGroup& group, std::span<const hardware::Calibration> calibrations);

/// What a user of NCCL may set.
struct NcclOptions {
    std::uint32_t channels = 0; ///< parallel rings; 0: as many as the links can feed
    bool nvls = true;           ///< the switch adds up where it can (NCCL_NVLS_ENABLE, which NCCL sets)
    bool floats = true;         ///< of 16 bits and more, which are the numbers that switches add up
};

/// Ways that NCCL chooses among; Peers: send and receive between pairs, as all-to-all is made.
enum class NcclAlgorithm { Ring, Tree, Nvls, Peers };
std::string_view name(NcclAlgorithm algorithm);
std::string_view name(NcclProtocol protocol);

/// Time of one algorithm with one protocol, by parts that add up.
struct NcclTime {
    NcclAlgorithm algorithm = NcclAlgorithm::Ring;
    NcclProtocol protocol = NcclProtocol::Simple;
    double steps = 0.0;         ///< within nodes
    double network_steps = 0.0; ///< between them
    double base_s = 0.0;        ///< once: launch, first flags
    double steps_s = 0.0;
    double network_steps_s = 0.0;
    double transfer_s = 0.0;            ///< bytes over the slowest link
    double copy_s = 0.0;                ///< the rank's own part
    double bandwidth_bytes_per_s = 0.0; ///< that the transfer runs at
    bool network_bound = false;

    double seconds() const { return base_s + steps_s + network_steps_s + transfer_s + copy_s; }
};

/// Every choice that NCCL has, in a fixed order.
std::vector<NcclTime> ncclChoices(const NcclGroup& group, const NcclValues& values, Collective collective, double bytes,
                                  const NcclOptions& options = {});

/// The fastest choice (src/graph/tuning.cc: the least predicted time wins). Allocates nothing.
NcclTime ncclTime(const NcclGroup& group, const NcclValues& values, Collective collective, double bytes,
                  const NcclOptions& options = {});

} // namespace strata::network
