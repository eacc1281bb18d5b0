// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pim/macro_time.h"

#include <algorithm>
#include <cmath>

namespace strata::pim {
namespace {

using hardware::Macro;
using hardware::MacroSum;

// Gates of standard cells (arXiv 2305.18335, table 1).
constexpr double kAdderGates = 6, kAdderArea = 7.8;
constexpr double kFlipFlopGates = 3, kFlipFlopArea = 6;
constexpr double kJoulePerFemtojoule = 1e-15;
constexpr double kSquareMetrePerSquareMicrometre = 1e-12;

/// Full adders of a binary tree over `inputs` numbers of `bits` bits.
double treeAdders(double inputs, double bits) {
    double adders = 0;
    for (; inputs > 1; inputs = std::ceil(inputs / 2), ++bits)
        adders += std::floor(inputs / 2) * bits;
    return adders;
}

/// How one macro holds weights and what one step of it costs.
struct Layout {
    double columns_of_output = 1;      ///< of cells
    double outputs = 1;                ///< that a macro holds beside each other
    double groups = 1;                 ///< of rows, one after the other
    double growth = 0;                 ///< bits by which a sum is wider than a product
    double adders = 0, flip_flops = 0; ///< of one output
};

Layout layoutOf(const Macro& macro, double weight_bits) {
    Layout layout;
    layout.growth = std::ceil(std::log2(std::max(2.0, macro.rows_at_once)));
    const double own = std::ceil(weight_bits / macro.bits_per_cell) * macro.cells;
    layout.columns_of_output = own + (macro.sums_take_columns ? layout.growth : 0.0);
    layout.outputs = std::max(1.0, std::floor(macro.columns / layout.columns_of_output));
    layout.groups = std::ceil(macro.rows / macro.rows_at_once);
    const double sum_bits = weight_bits + layout.growth;
    if (macro.sum == MacroSum::Analog) {
        // What converters give is added over the columns of a weight and over the bits of an input.
        layout.adders = own / macro.cells * (macro.converter.bits + weight_bits);
        layout.flip_flops = macro.converter.bits + weight_bits;
    } else if (macro.sums_take_columns) {
        layout.adders = layout.columns_of_output * macro.rows_at_once; // one beside each cell
        layout.flip_flops = layout.columns_of_output * macro.registers;
    } else {
        layout.adders = treeAdders(macro.rows_at_once, weight_bits) + sum_bits + macro.most_input_bits;
        layout.flip_flops = macro.registers * (sum_bits + macro.most_input_bits);
    }
    return layout;
}

double areaOf(const Macro& macro, const Layout& layout) {
    const double cells = macro.rows * macro.columns * macro.cell_um2;
    const double gates = layout.outputs * (layout.adders * kAdderArea + layout.flip_flops * kFlipFlopArea) +
                         (macro.sum == MacroSum::Digital ? macro.rows_at_once * macro.columns : 0.0);
    const double converters =
        macro.sum == MacroSum::Analog ? macro.columns / macro.converter.columns * macro.converter.area_um2 : 0.0;
    return macro.macros * (cells + gates * macro.gate_um2 + converters) * kSquareMetrePerSquareMicrometre;
}

} // namespace

Result<MacroProduct> macroProduct(const workload::Kernel& kernel) {
    if (const auto* product = std::get_if<workload::Matmul>(&kernel.shape))
        return MacroProduct{product->m, product->k, product->n, product->batch};
    if (const auto* conv = std::get_if<workload::Conv2d>(&kernel.shape))
        return MacroProduct{conv->n * conv->p * conv->q, conv->c / conv->groups * conv->r * conv->s,
                            conv->m / conv->groups, conv->groups};
    return Error{"not-modelled",
                 "/workload/operator",
                 {"error.macro-takes-products-with-weights"},
                 {"accepted.conv2d-or-matmul"},
                 {}};
}

MacroRun macroRun(const Macro& macro, const MacroProduct& product, double input_bits, double weight_bits) {
    const Layout layout = layoutOf(macro, weight_bits);
    const double square_v = macro.voltage_v * macro.voltage_v;
    const double gate_j = macro.gate_ff * square_v * kJoulePerFemtojoule;
    const double row_folds = std::ceil(product.sum / macro.rows);
    const double column_folds = std::ceil(product.outputs / layout.outputs);
    MacroRun run;
    run.folds = product.copies * row_folds * column_folds;
    const double shared = macro.sum == MacroSum::Analog ? macro.converter.columns : 1.0;
    const double stepped_bits = macro.sign_with_bit ? std::max(1.0, input_bits - 1.0) : input_bits;
    const double bit_steps = std::ceil(stepped_bits / macro.input_bits_per_step);
    // Groups of rows that hold no weights are not visited.
    const double groups = std::ceil(product.sum / row_folds / macro.rows_at_once);
    run.steps = bit_steps * groups * shared;
    const double rounds = std::ceil(run.folds / macro.macros);
    run.compute_s = rounds * product.vectors * run.steps / macro.clock_hz;
    if (run.folds > macro.macros) {
        run.load_s = rounds * std::min(macro.rows, product.sum) / macro.clock_hz;
        run.load_j = product.copies * product.sum * product.outputs * weight_bits * macro.cells * 2.0 * gate_j;
    }
    run.utilization = product.copies * product.sum * product.outputs / (run.folds * macro.rows * layout.outputs);

    // Energies of one vector through all folds: rows and outputs that hold weights alone.
    const double vectors = product.copies * product.vectors;
    const double used_rows = product.sum * column_folds;              // word lines over all folds
    const double used_outputs = product.outputs * row_folds * groups; // sums over all groups of rows
    const double used_cells = product.sum * product.outputs * layout.columns_of_output;
    const double line_ff = macro.line_ff_per_cell > 0 ? macro.line_ff_per_cell : macro.gate_ff;
    double driver_j = line_ff * macro.columns * macro.line_voltage_v * macro.line_voltage_v * kJoulePerFemtojoule;
    if (macro.sum == MacroSum::Analog && macro.input_bits_per_step > 1)
        driver_j = macro.driver_ff_per_bit * macro.input_bits_per_step * square_v * kJoulePerFemtojoule;
    const double lines = macro.sum == MacroSum::Digital ? 0.0 : 1.0; // a cell's multiplier is its load
    run.input_j = vectors * bit_steps * used_rows * driver_j * lines * macro.toggle_rate;
    const double read_v = macro.read_voltage_v > 0 ? macro.read_voltage_v : macro.voltage_v;
    const double cell_j = macro.gate_ff * read_v * read_v * kJoulePerFemtojoule;
    run.cell_j = vectors * bit_steps * used_cells * cell_j * macro.toggle_rate;
    if (macro.sum == MacroSum::Analog) {
        const auto& converter = macro.converter;
        const double each_j =
            (converter.bits * converter.per_bit_ff + std::pow(4.0, converter.bits) * converter.noise_ff) * square_v *
            kJoulePerFemtojoule;
        run.converter_j = vectors * bit_steps * used_outputs * layout.columns_of_output / macro.cells * each_j;
    }
    const double all_adders =
        macro.sum == MacroSum::Digital && macro.sums_take_columns ? used_cells : used_outputs * layout.adders;
    run.adder_j = vectors * bit_steps * all_adders * kAdderGates * gate_j * macro.toggle_rate;
    run.register_j = vectors * bit_steps * used_outputs * layout.flip_flops * kFlipFlopGates * gate_j;
    run.area_m2 = areaOf(macro, layout);
    return run;
}

} // namespace strata::pim
