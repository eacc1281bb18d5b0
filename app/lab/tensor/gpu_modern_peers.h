// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lab/run/suites.h"
#include "app/lab/tensor/gpu_modern_attention_rows.h"

#include <vector>

namespace strata::assess {

/// The tables of a folder "peers" beside that of the suite, one of each file that is there.
std::vector<ModernRows> readPeerRows(const std::filesystem::path& folder, const Library& library);

/// Appends kernels that other projects measured to a report of the suite gpu-modern: products, grouped products and
/// attention on H20 (kernels_infersim), experts on A800 (kernels_frontier), and a sample of A100 kernels (aic_kernels).
/// The tables stand in a folder "peers" beside that of the suite; nothing is fitted to them. Without them a note says
/// so.
Result<void> addPeerRows(const SuiteOptions& options, SuiteReport& report);

} // namespace strata::assess
