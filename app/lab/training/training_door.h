// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lab/run/suites.h"
#include "core/system/plan.h"

#include <string>
#include <vector>

namespace strata::assess {

/// A measured step of training as a user would ask for it: names of the catalog, and every plan that the data allow.
struct TrainingRun {
    std::string id;
    std::vector<std::pair<std::string, std::string>> group;
    std::string cluster, model, precision;
    double devices = 1, sequence = 1, global_batch = 1;
    double measured_s = 0;
    std::vector<system::Plan> plans;
};

/// Adds the run's row: the fastest of its plans that the request's door answers as valid, since that is what people
/// run; else a refusal with the door's last reason.
void askTraining(const TrainingRun& run, const SuiteOptions& options, SuiteReport& report);

/// "12 runs: mean error 9.1 %, of choose 8.0 %, of report 10.2 %; 3 refused": by the group "split".
std::string summaryBySplit(const SuiteReport& report);

/// Suite "training-dgxc": step times of public benchmark tables whose titles state the plan (field/training_dgxc).
/// Titles without degrees are refused. Errors: those of reading, "missing-column".
Result<SuiteReport> runTrainingDgxcSuite(const SuiteOptions& options);

/// Suite "training-mlperf": median steps of runs that were handed in to MLPerf Training (field/mlperf_training), of
/// decoders alone; the runs do not log their degrees. Errors: those of reading, "missing-column".
Result<SuiteReport> runTrainingMlperfSuite(const SuiteOptions& options);

} // namespace strata::assess
