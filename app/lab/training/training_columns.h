// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/exchange/csv.h"
#include "core/system/plan.h"

#include <string>
#include <vector>

namespace strata::assess {

/// Batch and number format of a row of measured training runs, with its model (modelDocument()). Errors: those of
/// workload::readTransformer().
Result<system::TrainingJob> trainingJob(const exchange::CsvTable& table, std::size_t row, const Json& model);

/// All plans that a row allows: what it leaves blank takes every value that people use. Some may be illegal.
std::vector<system::Plan> possiblePlans(const exchange::CsvTable& table, std::size_t row,
                                        const system::TrainingJob& job);

/// Text of all that a row says of its configuration, the software release left out.
std::string configurationOf(const exchange::CsvTable& table, std::size_t row);

/// Whether a run of this publication had fused attention: a fact of the run, which its request states as a user's
/// would.
bool ranFusedAttention(std::string_view source);

/// Whether its fused kernels were written for synchronous tensor cores.
bool ranPortedAttention(std::string_view source);

} // namespace strata::assess
