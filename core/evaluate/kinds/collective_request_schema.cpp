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
    return choice("collective", "Collective", namesOf(network::collectives()), "What the ranks do together.").needed();
}

/// A collective of some of the ranks that runs at the same time.
ObjectSchema collectiveJob() {
    return {
        "collective_job",
        "Collective at the same time",
        {
            collectiveField(),
            number("bytes", "Bytes", "B", "As those of the first collective.")
                .within(1, kMostBytes)
                .needed()
                .draggable(Scale::Log2),
            integer("ranks", "Ranks", "", "That take part; all where absent.").within(2, kMostRanks),
            integer("first_rank", "First rank", "", "0 where absent.").within(0, kMostRanks),
            integer("stride", "Stride", "", "From one of its ranks to the next; 1 where absent.").within(1, kMostRanks),
            number("starts_s", "Start", "s", "After the first collective.").within(0, 1e6).draggable(),
        }};
}

ObjectSchema collectiveWorkload() {
    return {
        "collective_workload",
        "Collective",
        {
            collectiveField().draggable(),
            number("bytes", "Bytes", "B",
                   "all_reduce: buffer of one rank; all_gather: gathered output; reduce_scatter: input of "
                   "one rank; "
                   "all_to_all: what one rank holds; else the message. Absent where sends tells.")
                .within(1, kMostBytes)
                .draggable(Scale::Log2),
            integer("ranks", "Ranks", "", "Devices that take part.")
                .within(2, kMostRanks)
                .needed()
                .draggable(Scale::Log2),
            integer("ranks_per_domain", "Ranks per domain", "",
                    "Of one scale-up domain; as many as fit where absent. 1 for a group of one device per node.")
                .within(1, kMostRanks)
                .draggable(Scale::Log2),
            choice("numbers", "Numbers", {"float", "integer"},
                   "What the collective adds up. Switches add up floating-point numbers of 16 and 32 bits, which are "
                   "the default.")
                .draggable(),
            number("imbalance", "Imbalance", "1",
                   "all_to_all: bytes of the most loaded rank over the mean; 1 where absent.")
                .within(1, 1e6)
                .draggable(Scale::Log2),
            list("sends", "Bytes by pair", list("", "Sender", number("", "Bytes", "B").within(0, kMostBytes)),
                 "all_to_all: what each rank holds for each rank, a row for each sender (all-to-all-v)."),
            list("jobs", "At the same time", collectiveJob(), "network.link: further collectives on the same links."),
        }};
}

ObjectSchema collectivePlan() {
    return {
        "collective_plan",
        "Plan",
        {
            choice("algorithm", "Algorithm", namesOf(network::algorithms()),
                   "On every level that can do it; the fastest of each level where absent. network.nccl "
                   "chooses itself.")
                .draggable(),
            list("algorithms", "Algorithms by level",
                 choice("", "Algorithm", namesOf(network::algorithms()), "The algorithm of one level."),
                 "network.step: one for each level of the ranks, innermost first, instead of algorithm."),
            choice("order", "Order of levels", {"sequential", "pipelined", "balanced"},
                   "Level after level, chunk after chunk, or each chunk from the least loaded level.")
                .draggable(),
            integer("chunks", "Chunks", "", "Pieces that follow one another; 1 where absent.")
                .within(1, kMostChunks)
                .draggable(Scale::Log2),
            integer("active_chunks", "Active chunks", "", "network.step: pieces at work in one level at a time.")
                .within(1, kMostChunks)
                .draggable(Scale::Log2),
            number("endpoint_s", "Endpoint delay", "s",
                   "network.step: of a rank, before each message and after the last; 10 ns where absent.")
                .within(0, 1e3)
                .draggable(),
            number("reduction_bytes_per_s", "Rate of sums", "B/s",
                   "network.step: at which a rank adds up what arrives; no limit where absent.")
                .within(1, 1e24)
                .draggable(Scale::Log2),
            flag("scatters", "Scatter over levels",
                 "network.step: an all-reduce scatters over the levels and gathers back; true where absent."),
            flag("shares_links", "Messages share links",
                 "network.step: messages of a direct exchange over several levels share the links of their rank; true "
                 "where absent. ASTRA-sim lets them pass each other."),
            integer("channels", "Channels", "", "network.nccl: parallel rings; as many as the links feed where absent.")
                .within(1, 1024)
                .draggable(),
            flag("nvls", "In-switch reduction",
                 "network.nccl: the switch adds up (NVLink SHARP) if it can. On by default.")
                .draggable(),
        }};
}

} // namespace

ObjectSchema collectiveRequestSchema() {
    return requestSchemaOf("collective", "Collective request", collectiveWorkload(), collectivePlan());
}

} // namespace strata
