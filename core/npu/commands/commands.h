// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/hardware/calibration/calibration.h"
#include "core/npu/mapping.h"

#include <array>

namespace strata::npu {

/// What commands of a host cost an array that executes them one after the other, next to the moves that others start.
struct CommandCosts {
    double issue_cycles = 0;            ///< least time between two blocks of rows that the array computes
    double issue_power = 1;             ///< how sharply rows and issue meet: (issue^q + rows^q)^(1/q)
    std::array<double, 3> row_cycles{}; ///< to move one row of weights, inputs and outputs
    double overlap_power = 1;           ///< of compute and moves: 1 adds them up, large hides the smaller
    double iteration_cycles = 0;        ///< of each step of the loops outside of the buffers
    double start_cycles = 0;            ///< once a layer
};

/// The costs of a calibration. Errors: "missing" where one of them is not in it.
Result<CommandCosts> commandCosts(const hardware::Calibration& calibration);

/// A layer as a stream of commands.
struct CommandTime {
    double iterations = 0;              ///< of the loops at the outermost level
    double blocks = 0;                  ///< of rows that the array computes, all iterations together
    double compute_cycles = 0;          ///< blocks alone
    std::array<double, 3> moved_rows{}; ///< of weights, inputs and outputs
    double move_cycles = 0;             ///< rows alone
    double exposed_cycles = 0;          ///< of the moves, beyond compute
    double fixed_cycles = 0;            ///< of iterations and start
    double cycles = 0;
};

/// A mapping whose outermost loops are iterations of a host program: each moves its tiles row by row, as wide as the
/// array, and has the array compute blocks of as many output rows as the array is high. Tiles that an inner loop does
/// not change are moved once. Errors: "not-modelled" for problems that are no convolution or matrix product, and for
/// architectures without an array.
Result<CommandTime> commandTime(const hardware::NpuArchitecture& architecture, const workload::Problem& problem,
                                const Mapping& mapping, const CommandCosts& costs);

} // namespace strata::npu
