// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/methods/builtin_methods.h"
#include "core/evaluate/methods/pim/pim_methods.h"

namespace strata::methods {

std::vector<Method> pimMethods() {
    return {{.id = "pim.banks",
             .kind = "kernel",
             .layer = "device",
             .platform = "PIM",
             .methodology = "analytical",
             .follows = "AttAcc",
             .citation = "J. Park et al., \"AttAcc! Unleashing the Power of PIM for Batched Transformer-based Generative "
                         "Model Inference\", ASPLOS 2024, doi 10.1145/3620665.3640422",
             .needs = "a memory with banks, timing and units; decode attention, a matrix product or an element-wise "
                      "function whose operands are stored in a format that the units read",
             .limits = "all channels do the same work at the same time; a host that reads or writes the memory meanwhile is "
                       "not followed; units' arithmetic costs no energy; no silicon was compared",
             .cost = Cost::Microseconds,
             .own_measurements = false,
             .hardware = {EntryKind::Pim},
             .calibrations = {"pim-banks"},
             .estimate = estimateInBanks}};
}

} // namespace strata::methods
