// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/cluster/cluster_json.h"

namespace strata::hardware {
namespace {

using namespace strata::field;

// Ranges are what a slider can still be steered in; every published machine lies well inside.
constexpr double kMostDevicesOfALevel = 65536;
constexpr double kMostNodes = 1 << 20;
constexpr double kLeastBandwidth = 1e6;
constexpr double kMostBandwidth = 1e14;
constexpr double kLeastLatency = 1e-9;
constexpr double kMostLatency = 1.0;

Field topologyField(const char* help) {
    std::vector<std::string> names;
    for (const Topology topology : topologies())
        names.emplace_back(name(topology));
    return choice("topology", "Topology", std::move(names), help).needed().draggable();
}

Field latencyField(const char* help) {
    return number("latency_s", "Latency", "s", help)
        .within(kLeastLatency, kMostLatency)
        .needed()
        .draggable(Scale::Log2);
}

ObjectSchema levelSchema() {
    return {
        "scale_up_level",
        "Scale-up level",
        {
            text("name", "Name").needed(),
            text("technology", "Technology",
                 "nvlink4, pcie, ici and so on. Levels of one technology share what was measured.")
                .needed(),
            topologyField("How the devices of one group of this level are wired; a torus has one ring per dimension."),
            integer("devices", "Devices", "",
                    "Number of devices, or of groups of the level below, that one group of this level joins.")
                .within(1, kMostDevicesOfALevel)
                .needed()
                .draggable(Scale::Log2),
            number("bandwidth_bytes_per_s", "Bandwidth", "B/s",
                   "Bandwidth of one device in one direction over all its links of this level.")
                .within(kLeastBandwidth, kMostBandwidth)
                .needed()
                .draggable(Scale::Log2),
            latencyField("Latency of one hop, without the time for the bytes."),
            integer(
                "wraps_at", "Wraps at", "",
                "Parts of a ring close to rings of their own where their size is a multiple of this number of devices.")
                .byRule("the whole ring only")
                .within(1, kMostDevicesOfALevel),
            flag("reduces", "In-network reduction",
                 "The switch can add up the data that passes it (NVLink SHARP); collective libraries then use it."),
            number("channel_bytes_per_s", "Bandwidth of a channel", "B/s",
                   "What one channel of NCCL or RCCL carries over this level, which is about one link.")
                .byRule("20 GB/s, over PCIe 12 GB/s")
                .within(kLeastBandwidth, kMostBandwidth),
            flag("gpu_library", "GPU libraries",
                 "NCCL and RCCL run over these links. Other accelerators have libraries of their own.")
                .byDefault(true),
            number("shared_bytes_per_s", "Shared bandwidth", "B/s",
                   "Bandwidth that all devices of a group share in one direction, for example an upstream port of PCIe "
                   "switches. From three devices on, each device gets its share of it.")
                .byRule("no such limit")
                .within(kLeastBandwidth, kMostBandwidth)
                .draggable(Scale::Log2),
        },
        true};
}

ObjectSchema scaleOutSchema() {
    return {"scale_out",
            "Scale-out",
            {
                text("technology", "Technology", "infiniband, ethernet, efa, slingshot, omni-path and so on.").needed(),
                topologyField("How the nodes are connected."),
                integer("nics_per_node", "Adapters per node", "", "Network adapters that the devices of a node share.")
                    .within(1, 1024)
                    .draggable(),
                integer("nics_per_device", "Adapters per device", "",
                        "Network adapters of each device, stated instead of adapters per node.")
                    .within(1, 64)
                    .draggable(),
                number("nic_bandwidth_bytes_per_s", "Adapter bandwidth", "B/s",
                       "Bandwidth of one network adapter in one direction.")
                    .within(kLeastBandwidth, kMostBandwidth)
                    .needed()
                    .draggable(Scale::Log2),
                latencyField("Latency of one message from end to end, without the time for its bytes."),
                number("oversubscription", "Oversubscription", "1",
                       "Bandwidth of the adapters divided by that of the upper stages of the network.")
                    .byDefault(1)
                    .within(1, 1000)
                    .draggable(),
                flag("direct", "Direct",
                     "Network adapters read and write device memory directly (GPUDirect RDMA); otherwise bytes pass "
                     "through the host's memory.")
                    .byDefault(true),
            },
            true};
}

ObjectSchema wiringSchema() {
    const auto node = [](const char* key, const char* title) {
        return integer(key, title, "", "A device or a switch: devices count from 0, switches follow.")
            .within(0, kMostDevicesOfALevel * 2)
            .needed();
    };
    return {"cluster_wiring",
            "Wiring",
            {
                integer("switches", "Switches", "", "Number of switches beside the devices.")
                    .byRule("none")
                    .within(0, kMostDevicesOfALevel),
                list("links", "Links",
                     ObjectSchema{"cluster_link",
                                  "Link",
                                  {
                                      node("from", "From"),
                                      node("to", "To"),
                                      number("bandwidth_bytes_per_s", "Bandwidth", "B/s",
                                             "Bandwidth of the link in one direction.")
                                          .within(kLeastBandwidth, kMostBandwidth)
                                          .needed()
                                          .draggable(Scale::Log2),
                                      latencyField("Latency of the link, without the time for the bytes."),
                                      flag("one_way", "One way",
                                           "The link leads in one direction only; otherwise an equal link leads back."),
                                  }})
                    .atLeast(1)
                    .needed(),
            },
            true};
}

ObjectSchema makeClusterSchema() {
    return {"cluster",
            "Cluster",
            {
                text("id", "Id", "Lower-case name by which requests refer to the cluster.").needed(),
                choice("kind", "Kind", {"cluster"}).needed(),
                text("name", "Name").needed(),
                text("vendor", "Vendor"),
                integer("year", "Year").within(1990, 2200),
                list("aliases", "Aliases", text("", "Alias"), "Further names that requests and data may use."),
                text("notes", "Notes", "What the numbers leave out or assume."),
                text("device", "Device",
                     "Id of the accelerator, or {\"base\", \"set\"} for an accelerator with changed facts. Requests "
                     "change facts below /device.")
                    .orType(Field::Type::Object)
                    .needed(),
                integer("devices_per_node", "Devices per node").within(1, 4096).needed().draggable(),
                integer("nodes", "Nodes", "", "Largest number of nodes that were built or are sold.")
                    .within(1, kMostNodes)
                    .needed(),
                text("host", "Host processors"),
                number("host_memory_bytes", "Host memory", "B", "Memory of the host in one node.").within(0, 1e15),
                number("node_power_w", "Node power", "W", "Highest power that one node draws.").within(0, 1e6),
                number("launch_s", "Launch", "s",
                       "Shortest time of any collective on these devices, however few bytes it moves: the launch and "
                       "the first flags.")
                    .within(0, 1e-2)
                    .draggable(),
                list("scale_up", "Scale-up", levelSchema(),
                     "Levels of the network inside a node, innermost first; their sizes multiply.")
                    .atLeast(1)
                    .needed(),
                object("scale_out", "Scale-out", scaleOutSchema(), "Network between the nodes.")
                    .byRule("the nodes are not joined")
                    .draggable(),
                object("wiring", "Wiring", wiringSchema(),
                       "The single links, which network.link follows; other methods use the levels."),
            },
            true};
}

} // namespace

const ObjectSchema& clusterSchema() {
    static const ObjectSchema schema = makeClusterSchema();
    return schema;
}

} // namespace strata::hardware
