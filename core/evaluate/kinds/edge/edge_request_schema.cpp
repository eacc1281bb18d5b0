// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/kinds/edge/edge_query.h"
#include "core/evaluate/request_parts.h"

namespace strata {
namespace {

using namespace field;

std::vector<std::string> spaceNames() {
    std::vector<std::string> names;
    for (const edge::EncodingSpace& space : edge::encodingSpaces())
        names.emplace_back(space.id);
    return names;
}

ObjectSchema networkSchema() {
    return {"edge_workload",
            "Network",
            {
                any("model", "Model", "An id of the catalog, {\"base\", \"set\"}, or an inline document."),
                list("operators", "Operators", edge::operatorSchema(), "The operators of the network, in their order."),
                choice("space", "Space", spaceNames(), "Space of networks to which `encoding` belongs."),
                text("encoding", "Encoding", "A network of the space, in the space's own notation."),
                text("name", "Name", "Name of the network."),
                integer("batch", "Batch", "", "Number of inputs that are computed together.")
                    .byDefault(1)
                    .within(1, 4096)
                    .draggable(Scale::Log2),
                number("resolution", "Resolution", "1", "Edge of the input image divided by that of the network.")
                    .byDefault(1)
                    .within(0.125, 8)
                    .draggable(Scale::Log2),
                integer("sequence", "Sequence length", "", "Number of tokens that a transformer processes.")
                    .within(1, 1 << 20),
                choice("dtype", "Number format", {"fp32", "int8"},
                       "Number format of the products. Runtimes that compute in 16 bits where they can count as fp32.")
                    .byDefault("fp32")
                    .draggable(),
            }};
}

ObjectSchema measurementSchema() {
    return {"edge_measurement",
            "Measurement",
            {
                object("workload", "Network", networkSchema(), "The network that was timed.").needed(),
                number("latency_s", "Latency", "s", "Time of one run.").within(1e-9, 1e5).needed(),
            }};
}

ObjectSchema planSchema() {
    return {"edge_plan",
            "Plan",
            {
                text("backend", "Backend", "Id of a runtime of the catalog.").byRule("the first that the device names"),
                choice("part", "Part", {"cpu", "gpu", "npu", "dsp"}, "Part of the chip that computes.")
                    .byDefault("cpu")
                    .draggable(),
                choice("cores", "Cores", {"all", "big", "little"}, "Clusters of CPU cores that take part.")
                    .byDefault("all")
                    .draggable(),
                integer("threads", "Threads", "", "Number of threads on the CPU.")
                    .byRule("one for each core")
                    .within(1, 1024)
                    .draggable(Scale::Log2),
                number("clock_share", "Clock", "1", "Clock that the unit is set to, divided by its highest clock.")
                    .byDefault(1)
                    .within(0.05, 1)
                    .draggable(),
                number("load_s", "Time under load", "s",
                       "Time for which the chip has been fully loaded; it lowers its clocks as its case warms.")
                    .byDefault(0)
                    .within(0, 1e6)
                    .draggable(),
                list("measurements", "Measurements", measurementSchema(),
                     "Latencies of the device that you have measured; every answer about it is learned from them."),
                list("networks", "Further networks", networkSchema(),
                     "Networks to compare over devices, and to choose the next measurement from."),
            }};
}

} // namespace

ObjectSchema edgeRequestSchema() { return requestSchemaOf("edge", "Edge request", networkSchema(), planSchema()); }

} // namespace strata
