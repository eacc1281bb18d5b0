// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/cluster_json.h"

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
    return {"scale_up_level",
            "Scale-up level",
            {
                text("name", "Name").needed(),
                text("technology", "Technology",
                     "nvlink4, pcie, ici ...: levels of one technology share what was measured.")
                    .needed(),
                topologyField("How the devices of one group of this level are wired; a torus is a ring per dimension."),
                integer("devices", "Devices", "", "That one group of this level joins.")
                    .within(1, kMostDevicesOfALevel)
                    .needed()
                    .draggable(Scale::Log2),
                number("bandwidth_bytes_per_s", "Bandwidth", "B/s",
                       "Of one device, all its links of this level together, one direction.")
                    .within(kLeastBandwidth, kMostBandwidth)
                    .needed()
                    .draggable(Scale::Log2),
                latencyField("Of one hop, without bytes."),
                integer("wraps_at", "Wraps at", "",
                        "Parts of a ring with a multiple of these devices close to rings; only the whole "
                        "where absent.")
                    .within(1, kMostDevicesOfALevel),
                flag("reduces", "In-network reduction",
                     "The switch can add up what passes it (NVLink SHARP); collective libraries then use it."),
                number("shared_bytes_per_s", "Shared bandwidth", "B/s",
                       "Of all devices of one group together, one direction: an upstream port of PCIe switches. "
                       "Beyond a pair each device has its share; no such limit where absent.")
                    .within(kLeastBandwidth, kMostBandwidth)
                    .draggable(Scale::Log2),
            },
            true};
}

ObjectSchema scaleOutSchema() {
    return {"scale_out",
            "Scale-out",
            {
                text("technology", "Technology", "infiniband, ethernet, efa, slingshot, omni-path ...").needed(),
                topologyField("How the nodes are joined."),
                integer("nics_per_node", "Adapters per node", "", "Network adapters that the devices of a node share.")
                    .within(1, 1024)
                    .draggable(),
                integer("nics_per_device", "Adapters per device", "",
                        "Network adapters of each device; stated instead of adapters per node.")
                    .within(1, 64)
                    .draggable(),
                number("nic_bandwidth_bytes_per_s", "Adapter bandwidth", "B/s", "Of one adapter, one direction.")
                    .within(kLeastBandwidth, kMostBandwidth)
                    .needed()
                    .draggable(Scale::Log2),
                latencyField("Of one message without its bytes, end to end."),
                number("oversubscription", "Oversubscription", "1",
                       "Bandwidth of the adapters over that of the upper stages; 1 where absent.")
                    .within(1, 1000)
                    .draggable(),
                flag("direct", "Direct",
                     "Adapters read and write device memory (GPUDirect RDMA), as where absent; "
                     "else bytes pass the host's memory."),
            },
            true};
}

ObjectSchema wiringSchema() {
    const auto node = [](const char* key, const char* title) {
        return integer(key, title, "", "Devices count from 0, switches follow.")
            .within(0, kMostDevicesOfALevel * 2)
            .needed();
    };
    return {"cluster_wiring",
            "Wiring",
            {
                integer("switches", "Switches", "", "Beside the devices; none where absent.")
                    .within(0, kMostDevicesOfALevel),
                list("links", "Links",
                     ObjectSchema{"cluster_link",
                                  "Link",
                                  {
                                      node("from", "From"),
                                      node("to", "To"),
                                      number("bandwidth_bytes_per_s", "Bandwidth", "B/s", "In one direction.")
                                          .within(kLeastBandwidth, kMostBandwidth)
                                          .needed()
                                          .draggable(Scale::Log2),
                                      latencyField("Of the link, without bytes."),
                                      flag("one_way", "One way", "Else the same leads back."),
                                  }})
                    .atLeast(1)
                    .needed(),
            },
            true};
}

ObjectSchema makeClusterSchema() {
    return {
        "cluster",
        "Cluster",
        {
            text("id", "Id", "Lower case; how requests name the cluster.").needed(),
            choice("kind", "Kind", {"cluster"}).needed(),
            text("name", "Name").needed(),
            text("vendor", "Vendor"),
            integer("year", "Year").within(1990, 2200),
            list("aliases", "Aliases", text("", "Alias"), "Further names that requests and data may use."),
            text("notes", "Notes", "What the numbers leave out or assume."),
            text("device", "Device", "Name of the accelerator.").needed(),
            integer("devices_per_node", "Devices per node").within(1, 4096).needed().draggable(),
            integer("nodes", "Nodes", "", "The most that were built or are sold.").within(1, kMostNodes).needed(),
            text("host", "Host processors"),
            number("host_memory_bytes", "Host memory", "B", "Of one node.").within(0, 1e15),
            number("node_power_w", "Node power", "W", "The most that one node takes.").within(0, 1e6),
            number("launch_s", "Launch", "s",
                   "The shortest time of any collective of these devices, however few bytes it moves: launch and first "
                   "flags.")
                .within(0, 1e-2)
                .draggable(),
            list("scale_up", "Scale-up", levelSchema(), "Innermost first; the levels multiply.").atLeast(1).needed(),
            object("scale_out", "Scale-out", scaleOutSchema(), "Between nodes; they are not joined where absent.")
                .draggable(),
            object("wiring", "Wiring", wiringSchema(),
                   "Link by link, which network.link follows; other methods go by the levels."),
        },
        true};
}

} // namespace

const ObjectSchema& clusterSchema() {
    static const ObjectSchema schema = makeClusterSchema();
    return schema;
}

} // namespace strata::hardware
