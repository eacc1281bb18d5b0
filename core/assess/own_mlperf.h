// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/assess/own_rows.h"
#include "core/exchange/timings/mlperf_results.h"

namespace strata::assess {

/// What a table of MLPerf does not state of one pass.
struct MlperfPass {
    double batch = 0;      ///< samples of a pass under the scenario Offline; 0: not known
    double sequence = 0;   ///< mean tokens of a text; 0: not known
    std::string precision; ///< number format of weights and operands; empty: as the table states it
    std::string engine;    ///< id of the runtime; empty: the one that the table names
};

/// The time of one pass of a network on one accelerator as a `model` request: of a batch under Offline, of one sample
/// under SingleStream, of the eight samples of a query under MultiStream (MLPerf Inference rules, section 3, from
/// version 2.0 on; before, a query held another number and the unit was no time). Names are looked up in the catalog
/// and never guessed. Errors: "not-modelled" with the reason.
Result<MeasuredRow> mlperfRow(const exchange::MlperfResult& result, const MlperfPass& pass, const Library& library);

/// The rows of a table; `left_out` gets each reason with its number of results, and the columns that are not known.
Result<std::vector<MeasuredRow>> mlperfRows(std::string text, std::string_view file, const OwnHints& hints,
                                            const Library& library, std::vector<Message>* left_out);

} // namespace strata::assess
