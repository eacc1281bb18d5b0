// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lab/field/static_batches.h"

namespace strata::assess {

/// collectives.csv of another project: nccl-tests on one node of eight H100, as `collective` requests. Machines whose
/// network it does not describe are refused. Errors: those of the table.
Result<FieldRows> readPeerCollectives(const std::filesystem::path& folder, const Library& library);

/// Suite "collectives-peers": their times, in no fit. Groups: op, device, gpus, size. Errors: those of the table.
Result<SuiteReport> runPeerCollectives(const SuiteOptions& options);

} // namespace strata::assess
