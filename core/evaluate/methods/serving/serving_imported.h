// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compose/runtime_costs.h"
#include "core/evaluate/estimate.h"
#include "core/evaluate/kinds/serving/serving_query.h"
#include "core/serving/tables/analytic_tables.h"

#include <memory>
#include <span>
#include <string>

namespace strata::methods {

/// Where imported tables come from.
struct ImportedFacts {
    std::string format, files, sha256; ///< names of the files, without folders
    std::int64_t rows = 0;
    bool collectives_added = false; ///< they had none, the composition's are taken
    bool rules_of_vidur = false;
};

/// Iterations by plan.operator_tables.
struct ImportedTimes {
    ImportedFacts facts;
    serving::AnalyticTables tables;          ///< shares of an iteration; where `time` is null, its time too
    std::unique_ptr<serving::StepTime> time; ///< of VIDUR's tables
};

/// Reads plan.operator_tables. All-reduces and sends that tables lack are those of the composition; the interval is
/// that of composed tables elsewhere. Errors point to the plan and name the file.
Result<ImportedTimes> importedTimes(const ServingQuery& query, const ServingPool& pool,
                                    const compose::RuntimeCosts& costs,
                                    std::span<const hardware::Calibration> calibrations);

/// What the estimate names in place of the calibrations of kernels.
CalibrationUse importedUse(const ImportedFacts& facts, std::span<const hardware::Calibration> calibrations);
Note importedNote(const ImportedFacts& facts);

} // namespace strata::methods
