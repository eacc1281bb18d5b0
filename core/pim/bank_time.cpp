// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pim/bank_time.h"

#include <algorithm>
#include <cmath>

namespace strata::pim {
namespace {

constexpr double kJoulesPerPicojoule = 1e-12;
constexpr double kBitsPerByte = 8.0;

/// Clocks for which all units of a channel wait when a row is used up.
double rowWait(const hardware::Pim& pim, double row_columns) {
    const hardware::PimTiming& timing = pim.timing;
    const double opening = timing.read_to_close_clocks + timing.row_close_clocks + timing.row_open_clocks;
    return std::max(0.0, opening - (pim.units.banks_per_unit - 1.0) * row_columns * timing.column_clocks);
}

} // namespace

BankTime bankTime(const hardware::Pim& pim, const BankStream& stream) {
    const hardware::PimTiming& timing = pim.timing;
    const double row_columns = std::max(1.0, stream.row_columns);
    const double columns = stream.repeats * stream.commands * timing.column_clocks;
    const double rows = stream.repeats * stream.commands / row_columns * rowWait(pim, row_columns);
    const double moves = (stream.input_moves + stream.output_moves) * timing.move_clocks + stream.softmax_clocks;
    const bool alone = std::fmod(stream.repeats, 2.0) != 0.0;
    // What is moved before the first command of the first pair has nothing to hide behind either.
    const double exposed = alone ? moves : stream.input_moves * timing.move_clocks;
    const double behind_columns = std::max(0.0, stream.repeats * moves - (columns + rows));

    BankTime time;
    time.columns_s = columns / timing.clock_hz;
    time.rows_s = rows / timing.clock_hz;
    time.moves_s = (exposed + behind_columns) / timing.clock_hz;
    const double busy_s = time.columns_s + time.rows_s + time.moves_s;
    time.seconds = busy_s / timing.availability();
    time.refresh_s = time.seconds - busy_s;
    return time;
}

BankEnergy bankEnergy(const hardware::Pim& pim, const BankStream& stream) {
    const hardware::PimEnergy& energy = pim.energy;
    const bool beyond_bank = pim.units.banks_per_unit >= pim.banks.banks && pim.banks.groups > 1;
    const bool beyond_group = pim.units.banks_per_unit > pim.banks.banks;
    const double way_out = energy.group_pj_per_bit + energy.channel_pj_per_bit + energy.stack_pj_per_bit;
    const double read = energy.cell_pj_per_bit + (beyond_bank ? energy.group_pj_per_bit : 0.0) +
                        (beyond_group ? energy.channel_pj_per_bit + energy.stack_pj_per_bit : 0.0);
    const double bits_to_joules = kBitsPerByte * kJoulesPerPicojoule;
    return {stream.bytes * read * bits_to_joules,
            (stream.moved_bytes * way_out + stream.input_bytes * energy.host_pj_per_bit) * bits_to_joules};
}

} // namespace strata::pim
