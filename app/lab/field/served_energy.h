// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lab/field/static_batches.h"

namespace strata::assess {

/// Boards under a constant number of users as a public leaderboard measured them with vLLM (v3_llm.csv): throughput,
/// mean power of all boards and energy of an answer's token, each asked as a serving request. Errors: those of reading,
/// "missing-column".
Result<FieldRows> readServedEnergy(const std::filesystem::path& folder, const Library& library);

/// Calibration "serving-power": how far the mean power of boards that serve lies from the prediction, by distance to
/// the boards that powers were fitted to; boards of `choose` alone. Errors: those of readServedEnergy().
Result<hardware::Calibration> fitServedPower(const std::filesystem::path& data, const Library& library,
                                             const Without& without);

/// Suite "serving-energy".
Result<SuiteReport> runServedEnergy(const SuiteOptions& options);

} // namespace strata::assess
