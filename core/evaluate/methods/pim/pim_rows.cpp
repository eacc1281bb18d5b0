// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/methods/builtin_methods.h"
#include "core/evaluate/methods/pim/pim_methods.h"

namespace strata::methods {

std::vector<Method> pimMethods() {
    return {
        {.id = "pim.banks",
         .kind = "kernel",
         .layer = "device",
         .platform = "PIM",
         .methodology = "analytical",
         .follows = "AttAcc",
         .citation = "J. Park et al., \"AttAcc! Unleashing the Power of PIM for Batched Transformer-based Generative "
                     "Model Inference\", ASPLOS 2024, doi 10.1145/3620665.3640422",
         .needs = "a memory with banks, timing and units; decode attention, a matrix product or an element-wise "
                  "function whose operands are stored in a format that the units read",
         .limits = "All channels do the same work at the same time. A host that reads or writes the memory meanwhile "
                   "is not followed. The arithmetic of the units costs no energy. No silicon was compared.",
         .cost = Cost::Microseconds,
         .own_measurements = false,
         .hardware = {EntryKind::Pim},
         .calibrations = {"pim-banks"},
         .estimate = estimateInBanks},
        {.id = "pim.macro",
         .kind = "kernel",
         .layer = "device",
         .platform = "PIM",
         .methodology = "analytical",
         .follows = "CiMLoop, ZigZag-IMC",
         .citation =
             "P. Houshmand, J. Sun, M. Verhelst, \"Benchmarking and Modeling of Analog and Digital SRAM In-Memory "
             "Computing Architectures\", arXiv 2305.18335; T. Andrulis, J. Emer, V. Sze, \"CiMLoop\", ISPASS 2024",
         .needs = "memory macros with their cells and converters or adders; a matrix product or a convolution",
         .limits = "The values of operands count by a toggle rate alone. The method tells no accuracy. It knows no "
                   "buffers around the macros, no converters that stop early and no approximate adders.",
         .cost = Cost::Microseconds,
         .own_measurements = false,
         .hardware = {EntryKind::Macro},
         .estimate = estimateInMacros},
        {.id = "pim.processors",
         .kind = "kernel",
         .layer = "device",
         .platform = "PIM",
         .methodology = "analytical",
         .follows = "PrIM, uPIMulator",
         .citation = "J. Gomez-Luna et al., \"Benchmarking a New Paradigm: Experimental Analysis and "
                     "Characterization of a Real "
                     "Processing-in-Memory System\", IEEE Access 10, 2022, arXiv 2105.03814",
         .needs = "memory modules with processors; a matrix product, an addition, a multiplication or a copy",
         .limits = "The instructions of a loop are counted by its operands and not compiled. Processors do not talk to "
                   "each other. The method tells no energy.",
         .cost = Cost::Microseconds,
         .own_measurements = false,
         .hardware = {EntryKind::Dimm},
         .calibrations = {"pim-processors"},
         .estimate = estimateOnProcessors}};
}

} // namespace strata::methods
