// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lab/fit/device_spread.h"
#include "app/lab/run/suites.h"
#include "app/lab/training/training_rows.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace strata::assess {

/// Coefficients of training steps from the rows for which `takes` holds, without residuals. Errors: those of
/// the fit.
Result<hardware::Calibration> fitTrainingRows(const std::vector<TrainingRow>& rows,
                                              const std::function<bool(const TrainingRow&)>& takes);

/// Residuals of publishers whom a fit has not seen, of these errors by distance (system::trainingDistance()): one of
/// each distance with the key "distance", and one of all of them with "seen": "no".
std::vector<hardware::Residual>
trainingResiduals(const std::map<std::string, std::vector<LogError>, std::less<>>& errors);

/// Fold of a row: whole configurations stay together.
inline constexpr std::size_t kTrainingFolds = 5;
std::vector<std::size_t> trainingFolds(const std::vector<TrainingRow>& rows);

/// Calibration "training". Errors: those of readTrainingRows() and of the fit.
Result<hardware::Calibration> fitTraining(const std::filesystem::path& data, const Library& library,
                                          const Without& without);

/// Published memory of pipelines' first stages (measured_memory.csv of the folder, if it is there) against
/// stageMemory(). Errors: those of reading.
Result<std::vector<SuiteRow>> trainingMemoryRows(const std::filesystem::path& folder, const Library& library);

/// Suite "training": measured iterations against the closed form under the committed calibration;
/// options.leave_one_out "configuration" (five folds), "source" or "generation" fits without what it predicts. Each row
/// is asked as a request. Groups: source, kind, model, device, dtype, distance. Errors: those of reading.
Result<SuiteReport> runTrainingSuite(const SuiteOptions& options);

} // namespace strata::assess
