// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lab/field/static_batches.h"

namespace strata::assess {

/// aiter_gemm.csv.gz: products on MI300X, the best kernel that a tuner found, as `kernel` requests. Errors: those of
/// the table.
Result<FieldRows> readTunedProducts(const std::filesystem::path& folder, const Library& library);

/// Suite "gpu-amd": their times. Groups: op, device, dtype. Errors: those of the table.
Result<SuiteReport> runTunedProducts(const SuiteOptions& options);

} // namespace strata::assess
