// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/schedule/cost_model.h"

#include <stop_token>

namespace strata::schedule {

/// A configuration that no model of a study has seen.
struct RankedTime {
    std::size_t row = 0; ///< of the space
    double measured_s = 0, predicted_s = 0;
};

/// A model fitted to so many of the drawn configurations, and how it orders those that it has not seen.
struct SampleFit {
    std::size_t samples = 0;
    double rank = 0;    ///< Spearman's correlation of predicted and measured times
    double first = 0;   ///< fastest measured time divided by that of the configuration that is predicted fastest
    double best_of = 0; ///< the same of the fastest among the StudyOptions::best that are predicted fastest
    double error = 0;   ///< median of |predicted / measured - 1|
    std::vector<RankedTime> times; ///< the fastest measured first
};

/// How well measured configurations teach a cost model, and which to measure next.
struct ScheduleStudy {
    std::vector<SampleFit> fits;   ///< by number of samples, ascending
    std::vector<std::size_t> next; ///< open rows to measure, the most promising first; empty where none is open
    std::size_t measured = 0, open = 0, failed = 0;
    std::size_t best = 0; ///< that SampleFit::best_of looks at
};

struct StudyOptions {
    double report_share = 0.3; ///< of the measured configurations that no model sees: the last of a drawn order
    std::vector<std::size_t> samples{20,  35,  50,  75,  100,  150,
                                     200, 350, 500, 750, 1000, 2000}; ///< those that there are, and all
    std::size_t best = 10;                                            ///< configurations that a user would time again
    std::size_t next = 10;
    CostModelOptions model{.folds = 0};
};

/// Fits a model to growing samples of the measured configurations; all of them are compared on the same configurations,
/// which no model has seen. Errors: "too-few" measured configurations for one model and ten to report on;
/// "cancelled".
Result<ScheduleStudy> studySchedules(const TuningSpace& space, const StudyOptions& options = {},
                                     const std::stop_token& stop = {});

} // namespace strata::schedule
