// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/methods/builtin_methods.h"
#include "core/evaluate/methods/network/network_methods.h"

namespace strata::methods {

/// The first is the default.
std::vector<Method> networkMethods() {
    return {
        {.id = "network.nccl",
         .kind = "collective",
         .layer = "network",
         .platform = "GPU",
         .methodology = "analytical",
         .follows = "SimAI",
         .citation =
             "NVIDIA NCCL, src/graph/tuning.cc: least predicted time over algorithms and protocols; Z. Hu et al., "
             "\"Demystifying NCCL\", HOTI 2025",
         .needs = "a cluster of GPUs; systems in hwlib/calibration have factors of their own",
         .limits = "One collective has the network for itself. Hosts that share PCIe paths in ways of their own are "
                   "predicted worse. Between nodes, few systems were measured. On tori, the method answers with "
                   "network.alpha-beta.",
         .calibrations = {"network-nccl"},
         .estimate = estimateCollectiveNccl},
        {.id = "network.alpha-beta",
         .kind = "collective",
         .layer = "network",
         .platform = "any",
         .methodology = "analytical",
         .follows = "ASTRA-sim",
         .citation = "R. W. Hockney, Parallel Computing 20(3), 1994; S. Rashidi et al., \"Themis\", ISCA 2022",
         .needs = "a cluster",
         .limits = "The answer is a lower bound for collectives that pass the levels in the stated order: every link "
                   "has its full bandwidth, and only hops have a latency, software has none. Rings over all levels at "
                   "once overlap what is added up here.",
         .own_measurements = false,
         .estimate = estimateCollectiveAlphaBeta},
        {.id = "network.step",
         .kind = "collective",
         .layer = "network",
         .platform = "any",
         .methodology = "analytical",
         .follows = "ASTRA-sim",
         .citation = "W. Won et al., \"ASTRA-sim2.0\", ISPASS 2023, doi 10.1109/ISPASS57527.2023.00035",
         .needs = "a cluster; plan.chunks and plan.active_chunks",
         .limits = "The method equals the simulator with one exception: direct exchanges share the links of a rank "
                   "over several levels, too, where messages of different chunks then pass each other.",
         .estimate = estimateCollectiveStep},
        {.id = "network.link",
         .kind = "collective",
         .layer = "network",
         .platform = "any",
         .methodology = "simulation",
         .follows = "ASTRA-sim",
         .citation =
             "first-in first-out links with cut-through; fat trees: C. Leiserson, IEEE TC 34(10), 1985; dragonflies: "
             "J. Kim et al., ISCA 2008",
         .needs = "a cluster",
         .limits = "Messages are not split into packets. Flow control and software take no time. A reduction in the "
                   "network is computed as a direct exchange.",
         .cost = Cost::Seconds,
         .closed_form = false,
         .own_measurements = false,
         .estimate = estimateCollectiveLink}};
}

} // namespace strata::methods
