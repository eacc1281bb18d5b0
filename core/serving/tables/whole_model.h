// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/serving/tables/analytic_tables.h"
#include "core/serving/tables/vidur_tables.h"

#include <functional>

namespace strata::serving {

/// What a profile of one rank's kernels does not contain.
struct WholeModelOptions {
    double layers = 1;
    double step_s = 0;                             ///< host work of an iteration that the device waits for
    std::function<double(double)> collectives_s{}; ///< of all layers, by tokens of the iteration; empty: none
};

/// A profile of one layer as the tables of a whole model (use with EngineTableOptions::layers = 1), with the share of
/// its kernels and of its collectives told apart. No energy; the interval is left at 1.
AnalyticTables wholeModel(const EngineTables& profile, const WholeModelOptions& options);

/// The same shares of VIDUR's tables, at places spaced by powers of the root of 2: enough to tell the parts of a
/// request's life; iterations themselves take what `time` says.
AnalyticTables wholeModel(const OperatorTables& tables, const OperatorTableOptions& options,
                          const OperatorTableTime& time);

} // namespace strata::serving
