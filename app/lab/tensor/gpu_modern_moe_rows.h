// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lab/tensor/gpu_modern_attention_rows.h"
#include "core/gpu/experts/moe.h"

#include <vector>

namespace strata::assess {

/// Measured expert kernels.
struct MoeRows {
    ModernRows data;
    std::vector<bool> older; ///< of each device: timed with a release of the engine before 1.3
};

/// moe_DEVICE.csv.gz of the folder. Errors: "unreadable-file".
///
/// The tuner's findings were kept by local experts and sizes alone, so that a sweep with another top-k or share of
/// ranks found a file without its own and ran the first tactic of the list. Which sweeps these were is not recorded: on
/// Hopper, whose first tactic is slow, they are those that contradict larger problems twice, or never read their
/// weights at a fifth of the memory's rate.
Result<MoeRows> readMoeRows(const std::filesystem::path& folder, const Library& library);

} // namespace strata::assess
