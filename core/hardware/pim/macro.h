// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/base/schema.h"

#include <string>
#include <string_view>

namespace strata::hardware {

/// How the products of a column are added.
enum class MacroSum { Analog, Digital };

/// What turns the sums of analog columns into numbers. A conversion moves a charge of
/// (bits x per_bit_ff + 4^bits x noise_ff) x V^2: comparator and logic grow with the bits, thermal noise fourfold with
/// each (P. Houshmand et al., IEEE JSSC 58(6), 2023).
struct MacroConverter {
    double bits = 0;
    double columns = 1; ///< that share one, one after the other
    double per_bit_ff = 100.0, noise_ff = 1e-3;
    double area_um2 = 0; ///< of one; 0: not known
};

/// A memory macro whose cells multiply: a file of hwlib/macro/.
struct Macro {
    std::string id, name, vendor;
    double technology_nm = 0, voltage_v = 0, clock_hz = 0;
    MacroSum sum = MacroSum::Digital;
    double macros = 1;                       ///< that work at the same time on other weights
    double rows = 1, columns = 1, cells = 1; ///< cells: of one bit of a weight
    double rows_at_once = 1;                 ///< added in one step; the others follow
    double input_bits_per_step = 1, most_input_bits = 8, most_weight_bits = 8;
    double bits_per_cell = 1;
    bool sign_with_bit = false;      ///< lines take -1, 0 and 1: the sign of an input needs no step of its own
    bool sums_take_columns = false;  ///< each weight takes the columns of the carries of its sums as well
    double toggle_rate = 1.0;        ///< share of the gates and inputs that switch in a step
    double driver_ff_per_bit = 50.0; ///< of one row, analog inputs of more than one bit
    double line_ff_per_cell = 0;     ///< of a row's word line at one cell; 0: that of a gate
    double read_voltage_v = 0;       ///< across a cell; 0: voltage_v
    double line_voltage_v = 0;       ///< of the word line; 0: voltage_v
    MacroConverter converter;
    double registers = 1;                           ///< pipeline registers of one column
    double gate_ff = 0, gate_um2 = 0, cell_um2 = 0; ///< 0: by the usual components
};

/// Schema of hwlib/macro/*.json.
const ObjectSchema& macroSchema();

/// Errors: those of validate(), and "bad-value" where an analog macro has no converter or more rows are added than
/// there are, with the pointer below `pointer`.
Result<Macro> readMacro(const Json& document, std::string_view pointer);

} // namespace strata::hardware
