// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/methods/builtin_methods.h"
#include "core/evaluate/methods/cpu/cpu_methods.h"

namespace strata::methods {

std::vector<Method> cpuMethods() {
    return {
        {.id = "cpu.bounds",
         .kind = "block",
         .layer = "device",
         .platform = "CPU",
         .methodology = "analytical",
         .follows = "Facile",
         .citation =
             "A. Abel, S. Sharma and J. Reineke, \"Facile: Fast, Accurate, and Interpretable Basic-Block Throughput "
             "Prediction\", IISWC 2023; R. Karp, Discrete Mathematics 23, 1978",
         .needs = "machine code of x86-64, and a core with facts about each of its instructions",
         .limits =
             "The block runs in its steady state, hits the first-level cache and predicts every branch. Dependencies "
             "through memory are not followed. Schedulers are taken to distribute micro-operations in the best way.",
         .cost = Cost::Microseconds,
         .own_measurements = false,
         .calibrations = {"cpu-blocks"},
         .estimate = estimateBlock}};
}

} // namespace strata::methods
