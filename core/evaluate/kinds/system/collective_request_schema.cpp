// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/request_parts.h"
#include "core/network/dimension_order.h"

namespace strata {
namespace {

using namespace field;

constexpr double kMostBytes = 1e15;
constexpr double kMostRanks = 1 << 24;
constexpr double kMostChunks = 1 << 16;

template <class Enum>
std::vector<std::string> namesOf(std::span<const Enum> values) {
    std::vector<std::string> names;
    for (const Enum value : values)
        names.emplace_back(network::name(value));
    return names;
}

Field collectiveField() {
    return choice("collective", "Collective", namesOf(network::collectives()),
                  "The collective operation that the ranks perform.")
        .needed();
}

/// A collective of some of the ranks that runs at the same time.
ObjectSchema collectiveJob() {
    return {"collective_job",
            "Collective at the same time",
            {
                collectiveField(),
                number("bytes", "Bytes", "B", "Size of the message, counted as for the first collective.")
                    .within(1, kMostBytes)
                    .needed()
                    .draggable(Scale::Log2),
                integer("ranks", "Ranks", "", "Number of ranks that take part.").byRule("all").within(2, kMostRanks),
                integer("first_rank", "First rank", "", "Number of the first rank that takes part.")
                    .byDefault(0)
                    .within(0, kMostRanks),
                integer("stride", "Stride", "", "Distance from one participating rank to the next.")
                    .byDefault(1)
                    .within(1, kMostRanks),
                number("starts_s", "Start", "s", "Time after the start of the first collective.")
                    .within(0, 1e6)
                    .draggable(),
            }};
}

ObjectSchema collectiveWorkload() {
    return {
        "collective_workload",
        "Collective",
        {
            collectiveField().draggable(),
            number(
                "bytes", "Bytes", "B",
                "Size of the message. all_reduce: buffer of one rank; all_gather: gathered output; reduce_scatter: "
                "input of one rank; all_to_all: data that one rank holds. Not needed where \"sends\" lists the bytes.")
                .within(1, kMostBytes)
                .draggable(Scale::Log2),
            integer("ranks", "Ranks", "", "Number of devices that take part.")
                .within(2, kMostRanks)
                .needed()
                .draggable(Scale::Log2),
            integer("ranks_per_domain", "Ranks per domain", "",
                    "Number of ranks in one scale-up domain; 1 for a group with one device per node.")
                .byRule("as many as fit")
                .within(1, kMostRanks)
                .draggable(Scale::Log2),
            choice("numbers", "Numbers", {"float", "integer"},
                   "Kind of numbers that the collective adds up. Switches add up floating-point numbers of 16 and 32 "
                   "bits.")
                .byDefault("float")
                .draggable(),
            number("imbalance", "Imbalance", "1", "all_to_all: bytes of the most loaded rank divided by the mean.")
                .byDefault(1)
                .within(1, 1e6)
                .draggable(Scale::Log2),
            list("sends", "Bytes by pair", list("", "Sender", number("", "Bytes", "B").within(0, kMostBytes)),
                 "all_to_all: the bytes that each rank holds for each other rank, one row for each sender "
                 "(all-to-all-v)."),
            list("jobs", "At the same time", collectiveJob(), "network.link: further collectives on the same links."),
        }};
}

ObjectSchema collectivePlan() {
    return {
        "collective_plan",
        "Plan",
        {
            choice("algorithm", "Algorithm", namesOf(network::algorithms()),
                   "Algorithm on every level that supports it. network.nccl chooses the algorithm itself.")
                .byRule("the fastest of each level")
                .draggable(),
            list("algorithms", "Algorithms by level",
                 choice("", "Algorithm", namesOf(network::algorithms()), "The algorithm of one level."),
                 "network.step: one algorithm for each level of the ranks, innermost first, instead of \"algorithm\"."),
            choice("order", "Order of levels", {"sequential", "pipelined", "balanced"},
                   "How chunks pass the levels: level after level, chunk after chunk, or each chunk starting at the "
                   "least loaded level.")
                .draggable(),
            integer("chunks", "Chunks", "",
                    "Number of pieces into which the message is split; they follow one another.")
                .byDefault(1)
                .within(1, kMostChunks)
                .draggable(Scale::Log2),
            integer("active_chunks", "Active chunks", "",
                    "network.step: number of pieces that are at work in one level at the same time.")
                .within(1, kMostChunks)
                .draggable(Scale::Log2),
            number("endpoint_s", "Endpoint delay", "s",
                   "network.step: time that a rank spends before each message and after the last one.")
                .byDefault(1e-8)
                .within(0, 1e3)
                .draggable(),
            number("reduction_bytes_per_s", "Rate of sums", "B/s",
                   "network.step: rate at which a rank adds up the data that arrives.")
                .byRule("no limit")
                .within(1, 1e24)
                .draggable(Scale::Log2),
            flag("scatters", "Scatter over levels",
                 "network.step: an all-reduce scatters over the levels and gathers back.")
                .byDefault(true),
            flag("shares_links", "Messages share links",
                 "network.step: the messages of a direct exchange over several levels share the links of their rank. "
                 "ASTRA-sim lets them pass each other.")
                .byDefault(true),
            flag("contention", "Contention",
                 "network.step, on one level: each hop stores a message before it passes it on, and messages wait for "
                 "their links. Otherwise a message takes its hops and its bytes, whatever else is on its way.")
                .byDefault(true),
            integer("channels", "Channels", "", "network.nccl: number of parallel rings.")
                .byRule("as many as the links feed")
                .within(1, 1024)
                .draggable(),
            flag("nvls", "In-switch reduction",
                 "network.nccl: the switch adds up the data (NVLink SHARP) where it can.")
                .byDefault(true)
                .draggable(),
        }};
}

} // namespace

ObjectSchema collectiveRequestSchema() {
    return requestSchemaOf("collective", "Collective request", collectiveWorkload(), collectivePlan());
}

} // namespace strata
