// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/nccl.h"

#include "core/hardware/calibration/own_measurements.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace strata::network {
namespace {

using enum NcclCoefficient;
using hardware::Topology;

constexpr std::array kProtocols{NcclProtocol::Ll, NcclProtocol::Ll128, NcclProtocol::Simple};

std::size_t index(NcclProtocol protocol) { return static_cast<std::size_t>(protocol); }

double at(const NcclValues& values, NcclCoefficient first, NcclProtocol protocol) {
    return values[static_cast<std::size_t>(first) + index(protocol)];
}
double at(const NcclValues& values, NcclCoefficient which) { return values[static_cast<std::size_t>(which)]; }

/// A channel feeds about one link, at what NCCL counts on per link.
double channelBandwidth(const NcclGroup& group) {
    constexpr double kPcieBytesPerS = 12e9;
    constexpr double kLinkBytesPerS = 20e9;
    if (group.channel_bytes_per_s > 0.0) return group.channel_bytes_per_s;
    return group.link == NcclLink::Pcie ? kPcieBytesPerS : kLinkBytesPerS;
}

double limited(double bandwidth, const NcclGroup& group, const NcclOptions& options) {
    return options.channels == 0 ? bandwidth : std::min(bandwidth, options.channels * channelBandwidth(group));
}

/// What rings and pairs within a node run at, of which the links would let `share` through.
double insideBandwidth(const NcclGroup& group, const NcclValues& values, double share, const NcclOptions& options) {
    const double links = group.link_bytes_per_s * share;
    const bool through_host = group.link == NcclLink::Pcie && group.ranks / group.nodes > 2.0;
    return limited(through_host ? std::min(links, at(values, HostBandwidth)) : links, group, options);
}

void setTransfer(NcclTime& time, const NcclGroup& group, double sent_bytes, double inside, double outside) {
    time.network_bound = group.nodes > 1.0 && outside < inside;
    time.bandwidth_bytes_per_s = time.network_bound ? outside : inside;
    time.transfer_s = sent_bytes / time.bandwidth_bytes_per_s;
}

/// Of messages between nodes. NCCL's constants contain the message of an InfiniBand network; another one's differs.
double networkSteps(const NcclGroup& group, const NcclValues& values, double steps, double step_s) {
    const double further_s = group.message_s > 0.0 ? group.message_s - ncclConstants().message_s : 0.0;
    return steps * (step_s * at(values, NetworkStep) + further_s);
}

/// Steps within a node, over the links of the group; never below 0.
double linkSteps(const NcclGroup& group, double steps, double step_s) {
    return steps * std::max(0.0, step_s + furtherStepSeconds(group));
}

double startSeconds(const NcclGroup& group, double base_s) { return std::max(base_s, group.launch_s); }

NcclTime ring(const NcclGroup& group, const NcclValues& values, Collective collective, double bytes,
              NcclProtocol protocol, const NcclOptions& options) {
    const NcclConstants& constants = ncclConstants();
    const auto p = index(protocol);
    NcclTime time{.algorithm = NcclAlgorithm::Ring, .protocol = protocol};
    const double passes = collective == Collective::AllReduce ? 2.0 : 1.0;
    // Of a ring's edges, one is not passed: the slowest part starts behind one that stays in its node, if there is one.
    const double edges = group.ranks > group.nodes ? group.nodes : group.nodes - 1.0;
    time.network_steps = group.nodes > 1.0 ? passes * edges : 0.0;
    time.steps = passes * (group.ranks - 1.0) - time.network_steps;
    time.base_s = startSeconds(group, constants.ring_base_s[p] * at(values, LlBase, protocol));
    const double step_s = constants.ring_step_s[static_cast<std::size_t>(group.link)][p] * at(values, LlStep, protocol);
    time.steps_s = linkSteps(group, time.steps, step_s);
    time.network_steps_s = networkSteps(group, values, time.network_steps,
                                        constants.ring_step_s[static_cast<std::size_t>(NcclLink::Network)][p]);
    const double inside = insideBandwidth(group, values, at(values, LlShare, protocol), options);
    // A ring enters and leaves a node once; as many rings as a node has ranks use all their adapters.
    const double outside =
        group.nic_bytes_per_s * (group.ranks / group.nodes) * at(values, NetworkShare) * constants.ring_share[p];
    setTransfer(time, group, sentBytes(collective, group.ranks, bytes), inside, outside);
    if (collective != Collective::Broadcast) {
        time.copy_s = bytes / group.ranks / (group.port_bytes_per_s * at(values, CopyShare));
    }
    return time;
}

/// Share of the bandwidth that trees reach at a size. NCCL's table has one value for each doubling; they hold in the
/// middle of theirs, and between two middles the share moves from one to the other.
double sizeShare(double bytes, NcclProtocol protocol) {
    constexpr double kFirstBytes = 64.0;
    const auto shares = treeSizeShares(protocol);
    const double place = std::clamp(std::log2(std::max(bytes, kFirstBytes) / kFirstBytes) - 0.5, 0.0,
                                    static_cast<double>(shares.size() - 1));
    const auto below = static_cast<std::size_t>(place);
    const std::size_t above = std::min(below + 1, shares.size() - 1);
    return std::lerp(shares[below], shares[above], place - static_cast<double>(below));
}

/// A chain within each node and two binary trees over nodes.
NcclTime tree(const NcclGroup& group, const NcclValues& values, double bytes, NcclProtocol protocol,
              const NcclOptions& options) {
    const NcclConstants& constants = ncclConstants();
    const auto p = index(protocol);
    NcclTime time = ring(group, values, Collective::AllReduce, bytes, protocol, options);
    time.algorithm = NcclAlgorithm::Tree;
    time.steps = 2.0 * (group.ranks / group.nodes - 1.0);
    time.network_steps = 2.0 * std::log2(group.nodes);
    time.base_s = startSeconds(group, constants.tree_base_s[p] * at(values, LlBase, protocol));
    const double step_s = constants.tree_step_s[static_cast<std::size_t>(group.link)][p] * at(values, LlStep, protocol);
    time.steps_s = linkSteps(group, time.steps, step_s);
    time.network_steps_s = networkSteps(group, values, time.network_steps,
                                        constants.tree_step_s[static_cast<std::size_t>(NcclLink::Network)][p]);
    time.bandwidth_bytes_per_s *= constants.tree_share * sizeShare(bytes, protocol);
    time.transfer_s = sentBytes(Collective::AllReduce, group.ranks, bytes) / time.bandwidth_bytes_per_s;
    return time;
}

/// One step through the switch. To be added up, a buffer leaves its rank once; gathered parts arrive once at each. A
/// sum that all need passes on as the rank's part: n + 1 parts instead of a ring's 2 (n - 1).
NcclTime nvls(const NcclGroup& group, const NcclValues& values, Collective collective, double bytes,
              const NcclOptions& options) {
    const NcclConstants& constants = ncclConstants();
    NcclTime time{.algorithm = NcclAlgorithm::Nvls, .protocol = NcclProtocol::Simple, .steps = 1.0};
    time.base_s = startSeconds(group, constants.ring_base_s[index(NcclProtocol::Simple)] * at(values, SimpleBase));
    time.steps_s = linkSteps(group, time.steps, constants.nvls_step_s * at(values, NvlsStep));
    time.bandwidth_bytes_per_s = limited(at(values, NvlsShare) * group.link_bytes_per_s, group, options);
    const double parts = collective == Collective::AllReduce ? group.ranks + 1.0 : group.ranks;
    time.transfer_s = bytes * parts / group.ranks / time.bandwidth_bytes_per_s;
    return time;
}

/// All-to-all and send/recv: every pair by itself.
NcclTime peers(const NcclGroup& group, const NcclValues& values, Collective collective, double bytes,
               NcclProtocol protocol, const NcclOptions& options) {
    const NcclConstants& constants = ncclConstants();
    const auto p = index(protocol);
    NcclTime time{.algorithm = NcclAlgorithm::Peers, .protocol = protocol};
    const bool pair = collective == Collective::SendRecv;
    const double inside_ranks = group.ranks / group.nodes;
    time.steps = pair ? (group.nodes > 1.0 ? 0.0 : 1.0) : inside_ranks - 1.0;
    time.network_steps = group.nodes > 1.0 ? 1.0 : 0.0;
    const bool simple = protocol == NcclProtocol::Simple;
    time.base_s = startSeconds(group, constants.ring_base_s[p] * at(values, simple ? PeerSimpleBase : PeerLlBase) *
                                          (pair ? at(values, PairBase) : 1.0));
    const double step_s = constants.ring_step_s[static_cast<std::size_t>(group.link)][0] * at(values, PeerStep);
    time.steps_s = linkSteps(group, time.steps, step_s);
    // Of a message, within a node and between nodes, whatever the protocol.
    time.network_steps_s = networkSteps(group, values, time.network_steps,
                                        constants.ring_step_s[static_cast<std::size_t>(NcclLink::Network)][0]);
    const double share = at(values, !simple ? PeerLlShare : pair ? PairShare : PeerSimpleShare);
    const double inside = insideBandwidth(group, values, pair ? share * group.pair_share : share, options);
    // Of an exchange, the bytes for other nodes pass the rank's share of the adapters; of a pair, all.
    const double sent = sentBytes(collective, group.ranks, bytes);
    const double through_nics = pair ? sent : bytes * (group.ranks - inside_ranks) / group.ranks;
    const double adapters = group.nic_bytes_per_s * at(values, pair ? PairNetworkShare : NetworkShare);
    const double outside = group.nodes > 1.0 ? adapters * constants.ring_share[p] * sent / through_nics : 0.0;
    setTransfer(time, group, sent, inside, outside);
    if (!pair) time.copy_s = bytes / group.ranks / (group.port_bytes_per_s * at(values, PeerCopyShare));
    return time;
}

template <class Each>
void forEachChoice(const NcclGroup& group, const NcclValues& values, Collective collective, double bytes,
                   const NcclOptions& options, Each each) {
    const bool by_pairs = collective == Collective::AllToAll || collective == Collective::SendRecv;
    for (const NcclProtocol protocol : kProtocols) {
        // Sends and receives know LL and Simple alone (NVIDIA NCCL, src/enqueue.cc: addP2pToPlan).
        if (by_pairs && protocol == NcclProtocol::Ll128) continue;
        each(by_pairs ? peers(group, values, collective, bytes, protocol, options)
                      : ring(group, values, collective, bytes, protocol, options));
        if (collective == Collective::AllReduce && group.nodes > 1.0)
            each(tree(group, values, bytes, protocol, options));
    }
    const bool sums = collective == Collective::AllReduce || collective == Collective::ReduceScatter;
    const bool able = sums ? options.floats : collective == Collective::AllGather;
    const bool joined = group.reduces && group.link == NcclLink::NvLink && group.nodes == 1.0 && group.ranks > 2.0;
    if (options.nvls && able && joined) each(nvls(group, values, collective, bytes, options));
}

const hardware::Calibration* fitted(std::span<const hardware::Calibration> calibrations) {
    const auto found = std::find_if(calibrations.begin(), calibrations.end(),
                                    [](const auto& calibration) { return calibration.id == kNcclCalibration; });
    return found == calibrations.end() ? nullptr : &*found;
}

/// What was measured on the system of the group. One rank a node passes no link within nodes: whichever of them the
/// system was measured with.
const hardware::CalibrationGroup* ownGroup(const hardware::Calibration& calibration, const NcclGroup& group) {
    if (!group.technology.empty())
        return calibration.find({{"system", group.system}, {"technology", group.technology}});
    const auto found = std::find_if(calibration.groups.begin(), calibration.groups.end(), [&](const auto& residuals) {
        const auto system = residuals.key.find("system");
        return system != residuals.key.end() && system->second == group.system;
    });
    return found == calibration.groups.end() ? nullptr : &*found;
}

std::string networkPath(const NcclGroup& group) { return std::string(group.direct ? kDirectNetwork : kStagedNetwork); }

/// Of the answer's distance and path ("inside" a node or "between" nodes): where nothing shows this distance that of
/// the next farther one, then of the next nearer. Calibrations without paths tell apart only what was measured and what
/// was not.
void setResidual(NcclCalibration& result, const hardware::Calibration& calibration, bool between) {
    constexpr std::array<std::string_view, 3> kDistances{"same", "sibling", "generation"};
    const auto is = [](const hardware::Residual& residual, const char* key, std::string_view value) {
        const auto found = residual.key.find(key);
        return found != residual.key.end() && found->second == value;
    };
    std::array<const hardware::Residual*, kDistances.size()> at{};
    for (const hardware::Residual& residual : calibration.residuals) {
        if (residual.key.contains("path") && !is(residual, "path", between ? "between" : "inside")) continue;
        for (std::size_t i = 0; i < at.size(); ++i) {
            const bool any = !residual.key.contains("distance") && is(residual, "seen", i == 0 ? "yes" : "no");
            if (any || is(residual, "distance", kDistances[i])) at[i] = &residual;
        }
    }
    const auto own = static_cast<std::size_t>(std::ranges::find(kDistances, result.distance) - kDistances.begin());
    const hardware::Residual* taken = nullptr;
    for (std::size_t farther = own; farther < at.size() && taken == nullptr; ++farther)
        taken = at[farther];
    for (std::size_t nearer = own; nearer > 0 && taken == nullptr; --nearer)
        taken = at[nearer - 1];
    if (taken == nullptr) return;
    result.log_p10 = taken->p10;
    result.log_p90 = taken->p90;
}

/// Within a node by the links' technology, between nodes by what was measured there.
std::string_view distanceOf(const hardware::Calibration& calibration, const NcclGroup& group,
                            const hardware::CalibrationGroup* own, bool family) {
    if (group.nodes <= 1.0) return own != nullptr ? "same" : family ? "sibling" : "generation";
    const std::string network(ncclCoefficientNames()[static_cast<std::size_t>(NetworkShare)]);
    if (own != nullptr && own->values.contains(network)) return "same";
    return calibration.find({{"network", networkPath(group)}}) != nullptr ? "sibling" : "generation";
}

/// What the user measured of this fabric: its latencies, the time that a byte takes, and how much is left to know.
void applyOwn(const hardware::OwnMeasurements& own, NcclCalibration& result) {
    const double latency = std::exp(own.logMean("fabric/latency")), bytes = std::exp(own.logMean("fabric/bytes"));
    const auto names = ncclCoefficientNames();
    for (std::size_t i = 0; i < kNcclCoefficients; ++i) {
        if (names[i].ends_with("_base") || names[i].ends_with("_step")) result.values[i] *= latency;
        if (names[i].ends_with("_share") || names[i].ends_with("_per_s")) result.values[i] /= bytes;
    }
    double prior = 0, after = 0, noise = 0;
    for (std::size_t i = 0; i < own.factors.size(); ++i) {
        if (!own.factors[i].name.starts_with("fabric/")) continue;
        prior += own.factors[i].prior_sigma * own.factors[i].prior_sigma;
        after += own.covarianceOf(i, i);
    }
    for (const hardware::OwnKind& kind : own.kinds) {
        if (kind.name == "fabric") noise = kind.noise * kind.noise;
    }
    if (!(prior > 0)) return;
    const double narrower = std::sqrt(std::min((noise + after) / (noise + prior), 1.0));
    result.log_p10 *= narrower;
    result.log_p90 *= narrower;
    result.own = true;
}

} // namespace

double furtherStepSeconds(const NcclGroup& group) {
    constexpr double kMessages = 2.0;
    const double usual_s = ncclConstants().link_message_s[static_cast<std::size_t>(group.link)];
    return group.link_message_s > 0.0 ? kMessages * (group.link_message_s - usual_s) : 0.0;
}

std::span<const std::string_view, kNcclCoefficients> ncclCoefficientNames() {
    static constexpr std::array<std::string_view, kNcclCoefficients> kNames{
        "ll_base",         "ll128_base",       "simple_base",  "ll_step",           "ll128_step",
        "simple_step",     "ll_share",         "ll128_share",  "simple_share",      "copy_share",
        "peer_ll_base",    "peer_simple_base", "peer_step",    "peer_ll_share",     "peer_simple_share",
        "peer_copy_share", "pair_share",       "pair_base",    "host_bytes_per_s",  "nvls_share",
        "nvls_step",       "network_share",    "network_step", "pair_network_share"};
    return kNames;
}

NcclValues uncalibratedNccl() {
    const NcclConstants& constants = ncclConstants();
    NcclValues values;
    values.fill(1.0);
    for (const NcclProtocol protocol : kProtocols) {
        const double share = constants.link_share * constants.ring_share[index(protocol)];
        values[static_cast<std::size_t>(LlShare) + index(protocol)] = share;
        if (protocol == NcclProtocol::Ll) values[static_cast<std::size_t>(PeerLlShare)] = share;
        if (protocol == NcclProtocol::Simple) values[static_cast<std::size_t>(PeerSimpleShare)] = share;
    }
    values[static_cast<std::size_t>(PairShare)] = constants.link_share;
    // NCCL's model does not count the copy of a rank's own part, nor what a host lets through.
    for (const NcclCoefficient without_end : {CopyShare, PeerCopyShare, HostBandwidth}) {
        values[static_cast<std::size_t>(without_end)] = std::numeric_limits<double>::infinity();
    }
    values[static_cast<std::size_t>(NvlsShare)] = constants.nvls_share * constants.link_share;
    values[static_cast<std::size_t>(NetworkShare)] = constants.network_share;
    values[static_cast<std::size_t>(PairNetworkShare)] = constants.network_share;
    return values;
}

std::string_view name(NcclAlgorithm algorithm) {
    constexpr std::array<std::string_view, 4> kNames{"ring", "tree", "nvls", "peers"};
    return kNames[static_cast<std::size_t>(algorithm)];
}

std::string_view name(NcclProtocol protocol) {
    constexpr std::array<std::string_view, kNcclProtocols> kNames{"LL", "LL128", "Simple"};
    return kNames[index(protocol)];
}

Result<NcclGroup> ncclGroupOf(const Fabric& fabric, std::string_view system) {
    NcclGroup group;
    group.system = system;
    group.ranks = static_cast<double>(fabric.ranks());
    group.launch_s = fabric.launch_s;
    for (const Dimension& dimension : fabric.dimensions) {
        if (dimension.between_nodes) {
            group.nodes = dimension.ranks;
            group.network = dimension.technology;
            group.nic_bytes_per_s = dimension.bandwidth_bytes_per_s;
            group.direct = dimension.direct;
            group.message_s = dimension.latency_s;
            continue;
        }
        if (!dimension.gpu_library) {
            return Error{"not-supported",
                         "/hardware",
                         {"error.nccl-does-not-run-on", {{"dimension", dimension.name}}},
                         {"accepted.cluster-gpus-or-methods-network-alpha"},
                         {}};
        }
        if (group.link_bytes_per_s > 0.0 && group.link_bytes_per_s <= dimension.bandwidth_bytes_per_s) continue;
        group.link_bytes_per_s = dimension.bandwidth_bytes_per_s;
        group.port_bytes_per_s = std::max(dimension.port_bytes_per_s, dimension.bandwidth_bytes_per_s);
        group.technology = dimension.technology;
        group.link_message_s = dimension.latency_s;
        group.link = dimension.technology.starts_with("pcie") ? NcclLink::Pcie : NcclLink::NvLink;
        group.reduces = dimension.reduces;
        group.channel_bytes_per_s = dimension.channel_bytes_per_s;
        // Two of several fully connected devices have their own link alone.
        const bool by_pairs = dimension.topology == hardware::Topology::FullyConnected && dimension.ranks > 2;
        group.pair_share = by_pairs ? 1.0 / (dimension.ranks - 1.0) : 1.0;
    }
    // One rank per node: nothing passes the links within.
    if (group.link_bytes_per_s == 0.0) {
        group.link_bytes_per_s = group.port_bytes_per_s = std::numeric_limits<double>::infinity();
    }
    return group;
}

NcclCalibration resolveNccl(const NcclGroup& group, std::span<const hardware::Calibration> calibrations) {
    NcclCalibration result;
    const hardware::Calibration* calibration = fitted(calibrations);
    if (calibration == nullptr) return result;
    const hardware::CalibrationGroup* own = ownGroup(*calibration, group);
    const hardware::CalibrationGroup* family = calibration->find({{"technology", group.technology}});
    result.own = own != nullptr;
    result.family = family != nullptr;
    const hardware::Coefficients& values = own != nullptr      ? own->values
                                           : family != nullptr ? family->values
                                                               : calibration->values;
    const auto names = ncclCoefficientNames();
    const auto take = [&](const hardware::Coefficients& some) {
        for (std::size_t i = 0; i < kNcclCoefficients; ++i) {
            if (const auto found = some.find(names[i]); found != some.end()) result.values[i] = found->second;
        }
    };
    // How bytes reach the adapters is told apart from how devices of a node reach each other.
    if (const auto* network = calibration->find({{"network", networkPath(group)}})) take(network->values);
    take(values);
    result.distance = distanceOf(*calibration, group, own, family != nullptr);
    setResidual(result, *calibration, group.nodes > 1.0);
    if (const auto measured = hardware::ownOfCluster(calibrations, group.system)) applyOwn(*measured, result);
    return result;
}

std::vector<NcclTime> ncclChoices(const NcclGroup& group, const NcclValues& values, Collective collective, double bytes,
                                  const NcclOptions& options) {
    std::vector<NcclTime> choices;
    forEachChoice(group, values, collective, bytes, options, [&](const NcclTime& time) { choices.push_back(time); });
    return choices;
}

NcclTime ncclTime(const NcclGroup& group, const NcclValues& values, Collective collective, double bytes,
                  const NcclOptions& options) {
    NcclTime best;
    double least_s = std::numeric_limits<double>::infinity();
    forEachChoice(group, values, collective, bytes, options, [&](const NcclTime& time) {
        if (time.seconds() >= least_s) return;
        least_s = time.seconds();
        best = time;
    });
    return best;
}

} // namespace strata::network
