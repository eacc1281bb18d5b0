// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/base/number_type.h"
#include "core/base/schema.h"

#include <string>
#include <string_view>
#include <vector>

namespace strata::hardware {

/// How the banks of a memory are arranged. All counts are of one level below the level before.
struct PimBanks {
    double channels = 1; ///< of all stacks or chips together; each obeys commands of its own
    double pseudo_channels = 1, ranks = 1, groups = 1;
    double banks = 1; ///< of one group
    double column_bytes = 32;
    double row_columns = 32;

    double inPseudoChannel() const { return ranks * groups * banks; }
    friend bool operator==(const PimBanks&, const PimBanks&) = default;
};

/// When commands may follow each other, in clocks of `clock_hz` unless the name says otherwise.
struct PimTiming {
    double clock_hz = 0;
    double column_clocks = 0; ///< between two column commands that all units of a channel obey
    double row_open_clocks = 0, row_close_clocks = 0, read_to_close_clocks = 0;
    double move_clocks = 0; ///< of one column that the channel carries to or from the units
    double refresh_interval_s = 0, refresh_s = 0;

    /// Share of the time in which no refresh runs.
    double availability() const { return refresh_interval_s > 0 ? 1.0 - refresh_s / refresh_interval_s : 1.0; }
    friend bool operator==(const PimTiming&, const PimTiming&) = default;
};

/// The units that compute on the columns which a command reads.
struct PimUnits {
    double banks_per_unit = 1;     ///< that one unit serves, one at a time
    double vectors = 1;            ///< inputs that one pass over the data serves
    double registers = 8;          ///< columns that a unit holds of operands which are stored in different rows
    double softmax_clocks = 0;     ///< of one row of scores
    std::vector<NumberType> types; ///< of stored operands
    friend bool operator==(const PimUnits&, const PimUnits&) = default;
};

/// Energy of a bit on each part of its way, in pJ; 0: not known.
struct PimEnergy {
    double cell_pj_per_bit = 0;    ///< row activation and column access
    double group_pj_per_bit = 0;   ///< from a bank to the port of its group
    double channel_pj_per_bit = 0; ///< from there to the edge of the die
    double stack_pj_per_bit = 0;   ///< through the stack
    double host_pj_per_bit = 0;    ///< to the host's pins
    friend bool operator==(const PimEnergy&, const PimEnergy&) = default;
};

/// A memory whose banks, bank groups or buffer die compute: a file of hwlib/pim/.
struct Pim {
    std::string id, name, vendor;
    double memory_bytes = 0;
    double host_bytes_per_s = 0; ///< what a host reads through the pins; 0: not known
    PimBanks banks;
    PimTiming timing;
    PimUnits units;
    PimEnergy energy;

    /// Units that obey one command of a channel.
    double unitsOfChannel() const { return banks.pseudo_channels * banks.inPseudoChannel() / units.banks_per_unit; }
    /// Bytes that the units of all channels read in a second while rows are open and nothing is refreshed.
    double innerBytesPerSecond() const {
        return banks.channels * unitsOfChannel() * banks.column_bytes * timing.clock_hz / timing.column_clocks;
    }
    friend bool operator==(const Pim&, const Pim&) = default;
};

/// Schema of hwlib/pim/*.json.
const ObjectSchema& pimSchema();

/// Errors: those of validate(), and "bad-value" where a unit serves more banks than a pseudo channel has or refreshes
/// leave no time, with the pointer below `pointer`.
Result<Pim> readPim(const Json& document, std::string_view pointer);

} // namespace strata::hardware
