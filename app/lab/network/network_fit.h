// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lab/run/suites.h"

namespace strata::assess {

/// Calibration "network-nccl": factors on NCCL's constants and shares of the links, of all systems, of each
/// technology and of each system. Errors: those of readCollectiveRows() and of the fit.
Result<hardware::Calibration> fitNetworkNccl(const std::filesystem::path& data, const Library& library,
                                             const Without& without);

/// Suite "collectives": the step model against simulator runs (in cycles), network.nccl against measurements.
/// Groups: op, backend or device (system), size ("small" below 1 MiB). Errors: those of reading.
Result<SuiteReport> runCollectiveSuite(const SuiteOptions& options);

} // namespace strata::assess
