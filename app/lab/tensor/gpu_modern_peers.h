// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lab/run/suites.h"

namespace strata::assess {

/// Appends kernels that other projects measured to a report of the suite gpu-modern: products, grouped products and
/// attention on H20 (kernels_infersim), experts on A800 (kernels_frontier), and a sample of A100 kernels (aic_kernels).
/// The tables stand in a folder "peers" beside that of the suite; nothing is fitted to them. Without them a note says
/// so.
Result<void> addPeerRows(const SuiteOptions& options, SuiteReport& report);

} // namespace strata::assess
