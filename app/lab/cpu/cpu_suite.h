// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lab/run/suites.h"

namespace strata::assess {

/// A measured basic block, with what another tool says about it.
struct BlockRow {
    std::string id;
    std::string source;     ///< the program that the block was taken from
    double cycles = 0;      ///< measured, an iteration
    double peer_cycles = 0; ///< of llvm-mca 14
    std::string code;       ///< in hexadecimal
    int copies = 1;         ///< in one pass of the loop that was timed
};
Result<std::vector<BlockRow>> readBlockRows(const std::filesystem::path& folder);

/// Measured basic blocks of published programs against the bounds of the core, asked as users ask.
Result<SuiteReport> runCpuBlocks(const SuiteOptions& options);

/// Residuals of the blocks that the facts were chosen by. No coefficient is fitted.
Result<hardware::Calibration> fitCpuBlocks(const std::filesystem::path& data, const Library& library,
                                           const Without& without);

} // namespace strata::assess
