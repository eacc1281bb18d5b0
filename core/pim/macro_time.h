// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hardware/pim/macro.h"
#include "core/workload/kernel/kernel.h"

namespace strata::pim {

/// A product as macros see it: `vectors` inputs of `sum` elements against `outputs` columns of weights, `copies` times
/// with weights of their own.
struct MacroProduct {
    double vectors = 1, sum = 1, outputs = 1, copies = 1;
    double macs() const { return copies * vectors * sum * outputs; }
};

/// Errors: "not-modelled" for kernels that are no product with weights, with a pointer below "/workload".
Result<MacroProduct> macroProduct(const workload::Kernel& kernel);

/// What the macros do for a product; energies in joules, areas in square metres. Sums over all macros and copies.
struct MacroRun {
    double folds = 0;       ///< parts of the weights, each of which fills a macro at most
    double steps = 0;       ///< of one vector on one fold
    double compute_s = 0;   ///< all vectors through all folds
    double load_s = 0;      ///< weights of the folds that do not fit at once
    double utilization = 0; ///< of the cells, while a fold computes
    double input_j = 0, cell_j = 0, converter_j = 0, adder_j = 0, register_j = 0, load_j = 0;
    double area_m2 = 0;

    double seconds() const { return compute_s + load_s; }
    double joules() const { return input_j + cell_j + converter_j + adder_j + register_j + load_j; }
};

/// Time and energy of a product of `input_bits` and `weight_bits`.
///
/// A bit-serial input takes input_bits / bits of a step steps, rows that are not added at once follow, and columns that
/// share a converter wait for each other. Gates count as NAND gates: a full adder switches 6 and takes the area of
/// 7.8, a flip-flop 3 and 6 (P. Houshmand, J. Sun, M. Verhelst, "Benchmarking and Modeling of Analog and Digital SRAM
/// In-Memory Computing Architectures", arXiv 2305.18335). A digital macro has a full adder beside each cell where its
/// sums take columns, else a tree of adders for each output. Weights that do not fit are written row by row.
MacroRun macroRun(const hardware::Macro& macro, const MacroProduct& product, double input_bits, double weight_bits);

} // namespace strata::pim
