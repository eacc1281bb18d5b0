// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/cluster/cluster_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace strata::hardware {
namespace {

constexpr std::uint64_t kMostDevices = std::uint64_t{1} << 24;

Topology topologyOf(const Json& document) {
    return *topologyNamed(document.at("topology").get_ref<const std::string&>()); // the schema knows no other names
}

ScaleUpLevel readLevel(const Json& document) {
    ScaleUpLevel level;
    level.name = document.at("name");
    level.technology = document.at("technology");
    level.topology = topologyOf(document);
    level.devices = document.at("devices");
    level.bandwidth_bytes_per_s = document.at("bandwidth_bytes_per_s");
    level.latency_s = document.at("latency_s");
    level.wraps_at = document.value("wraps_at", level.devices);
    level.reduces = document.value("reduces", false);
    level.channel_bytes_per_s = document.value("channel_bytes_per_s", 0.0);
    level.gpu_library = document.value("gpu_library", true);
    level.shared_bytes_per_s = document.value("shared_bytes_per_s", 0.0);
    return level;
}

/// Adapters are stated per node, or per device.
ScaleOut readScaleOut(const Json& document, std::uint32_t devices_per_node) {
    ScaleOut network;
    network.technology = document.at("technology");
    network.topology = topologyOf(document);
    network.nics_per_node = document.contains("nics_per_node")
                                ? document.at("nics_per_node").get<std::uint32_t>()
                                : document.at("nics_per_device").get<std::uint32_t>() * devices_per_node;
    network.nic_bandwidth_bytes_per_s = document.at("nic_bandwidth_bytes_per_s");
    network.latency_s = document.at("latency_s");
    network.oversubscription = document.value("oversubscription", 1.0);
    network.direct = document.value("direct", true);
    return network;
}

/// Links that lead both ways become two.
void readWiring(const Json& document, Cluster& cluster) {
    cluster.switches = document.value("switches", 0u);
    for (const Json& link : document.at("links")) {
        const Wire wire{link.at("from"), link.at("to"), link.at("bandwidth_bytes_per_s"), link.at("latency_s")};
        cluster.wires.push_back(wire);
        if (link.value("one_way", false)) continue;
        cluster.wires.push_back({wire.to, wire.from, wire.bandwidth_bytes_per_s, wire.latency_s});
    }
}

Error badValue(std::string pointer, Message text, Message expected) {
    return {"bad-value", std::move(pointer), std::move(text), std::move(expected), {}};
}

/// Each link joins two nodes that there are.
Result<void> checkWiring(const Json& wiring, const Cluster& cluster, const std::string& at) {
    const std::uint64_t nodes = cluster.devices() + cluster.switches;
    const Json& links = wiring.at("links");
    for (std::size_t i = 0; i < links.size(); ++i) {
        const std::uint64_t from = links[i].at("from"), to = links[i].at("to");
        if (from != to && std::max(from, to) < nodes) continue;
        return badValue(at + "/wiring/links/" + std::to_string(i), {"error.link-from-to", {{"from", from}, {"to", to}}},
                        {"accepted.two-different-nodes-below", {{"nodes", nodes}}});
    }
    return {};
}

/// One of the two ways to count adapters.
Result<void> checkAdapters(const Json& network, const std::string& at) {
    const bool by_node = network.contains("nics_per_node"), by_device = network.contains("nics_per_device");
    if (by_node != by_device) return {};
    return badValue(at + "/scale_out/" + (by_node ? "nics_per_device" : "nics_per_node"),
                    by_node ? Message{"error.nics-per-node-and-nics-per"}
                            : Message{"error.field-missing", {{"field", "nics_per_node"}}},
                    {"accepted.either-nics-per-node-or-nics"});
}

Result<void> check(const Cluster& cluster, const std::string& at) {
    std::uint64_t domain = 1;
    for (std::size_t i = 0; i < cluster.scale_up.size(); ++i) {
        const ScaleUpLevel& level = cluster.scale_up[i];
        const std::string place = at + "/scale_up/" + std::to_string(i) + "/devices";
        domain *= level.devices;
        if (domain > kMostDevices) {
            return badValue(place, {"error.devices-multiply-to-more-than", {{"most_devices", kMostDevices}}},
                            {"accepted.smaller-levels"});
        }
        if (level.topology == Topology::CubeMesh && level.devices != 8) {
            return badValue(place,
                            {"error.cube-mesh-has-8-corners", {{"field", "devices"}, {"devices", level.devices}}},
                            verbatim("8"));
        }
    }
    if (cluster.devices() > kMostDevices) {
        return badValue(at + "/nodes", {"error.nodes-x-devices-per-node", {{"devices", cluster.devices()}}},
                        {"accepted.at-most", {{"most", kMostDevices}}});
    }
    if (domain % cluster.devices_per_node != 0) {
        return badValue(
            at + "/devices_per_node",
            {"error.and-scale-up-levels-join",
             {{"field", "devices_per_node"}, {"devices_per_node", cluster.devices_per_node}, {"domain", domain}}},
            {"accepted.divisor", {{"whole", domain}}});
    }
    if (domain > cluster.devices()) {
        return badValue(at + "/nodes",
                        {"error.nodes-x-devices-per-node-less", {{"devices", cluster.devices()}, {"domain", domain}}},
                        {"accepted.at-least", {{"least", domain / cluster.devices_per_node}}});
    }
    return {};
}

} // namespace

Result<Cluster> readCluster(const Json& document, std::string_view pointer) {
    if (auto valid = validate(document, clusterSchema(), pointer); !valid) return valid.error();
    Cluster cluster;
    cluster.id = document.at("id");
    cluster.name = document.at("name");
    cluster.vendor = document.value("vendor", std::string());
    cluster.device = deviceId(document);
    cluster.devices_per_node = document.at("devices_per_node");
    cluster.nodes = document.at("nodes");
    cluster.node_power_w = document.value("node_power_w", 0.0);
    cluster.launch_s = document.value("launch_s", 0.0);
    for (const Json& level : document.at("scale_up"))
        cluster.scale_up.push_back(readLevel(level));
    if (const auto network = document.find("scale_out"); network != document.end()) {
        if (auto counted = checkAdapters(*network, std::string(pointer)); !counted) return counted.error();
        cluster.scale_out = readScaleOut(*network, cluster.devices_per_node);
    }
    if (auto sound = check(cluster, std::string(pointer)); !sound) return sound.error();
    if (const auto wiring = document.find("wiring"); wiring != document.end()) {
        readWiring(*wiring, cluster);
        if (auto sound = checkWiring(*wiring, cluster, std::string(pointer)); !sound) return sound.error();
    }
    return cluster;
}

std::string deviceId(const Json& cluster) {
    const auto device = cluster.find("device");
    if (device == cluster.end()) return {};
    if (device->is_string()) return device->get<std::string>();
    for (const char* key : {"base", "id"}) {
        const auto named = device->find(key);
        if (named != device->end() && named->is_string()) return named->get<std::string>();
    }
    return {};
}

} // namespace strata::hardware
