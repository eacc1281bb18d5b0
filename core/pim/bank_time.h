// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hardware/pim/pim.h"

namespace strata::pim {

/// What one channel does for a kernel: `repeats` equal passes over stored data. All units of the channel obey each
/// command. Counts are those of one pass.
struct BankStream {
    double repeats = 1;
    double commands = 0;       ///< column commands on which units compute
    double row_columns = 1;    ///< of them, those that find their row open
    double input_moves = 0;    ///< columns that the channel carries to the units
    double output_moves = 0;   ///< and from them
    double softmax_clocks = 0; ///< between the two halves of an attention head
    double bytes = 0;          ///< that the units of all channels read in all passes
    double moved_bytes = 0;    ///< that all channels carry
    double input_bytes = 0;    ///< of them, what a host has to send
};

/// Seconds of a kernel and what they consist of; the parts add up to `seconds`.
struct BankTime {
    double seconds = 0;
    double columns_s = 0; ///< column commands
    double rows_s = 0;    ///< rows that open while their units wait
    double moves_s = 0;   ///< moves that no column command hides
    double refresh_s = 0;
};

/// Time of the stream on one channel, on which all others work alike.
///
/// A unit that serves several banks opens a row of one while it reads another; the wait that remains is
///     max(0, read to close + close + open - (banks of a unit - 1) x columns of a row x column interval).
/// Passes alternate between two sets of buffers, so that the moves of one pass hide behind the columns of the next; the
/// last pass of an odd number has no partner. Refreshes stretch everything by 1 / (1 - refresh / refresh interval).
/// The schedule is that of J. Park et al., "AttAcc! Unleashing the Power of PIM for Batched Transformer-based
/// Generative Model Inference", ASPLOS 2024, doi 10.1145/3620665.3640422.
BankTime bankTime(const hardware::Pim& pim, const BankStream& stream);

/// Joules of the stream's bits on the ways that they take; 0 where the memory states no energies. Units' own
/// arithmetic is not part of it.
struct BankEnergy {
    double read_j = 0, moved_j = 0;
    double total() const { return read_j + moved_j; }
};
BankEnergy bankEnergy(const hardware::Pim& pim, const BankStream& stream);

} // namespace strata::pim
