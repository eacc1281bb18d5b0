// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/line/command.h"
#include "core/evaluate/estimate.h"
#include "core/exchange/tuning/tuning_file.h"
#include "core/schedule/cost_model.h"

#include <optional>
#include <string>

namespace strata::cli {

/// Whether a fit is repeated without parts of its points, which its intervals need.
enum class FoldedFit : bool { No, Yes };

/// A cost model from a file: one that was written as a predictor, or one that is fitted to the measured configurations
/// of a tuning file. Errors: those of reading and of fitCostModel().
Result<schedule::CostModel> costModelFrom(const std::string& file, FoldedFit fit);

/// The model of --prior; nothing without it.
Result<std::optional<schedule::CostModel>> priorOf(const Arguments& arguments);

/// The columns of the parameters, and the cells of one row as the file wrote them.
std::vector<std::string> parameterNames(const exchange::TuningFile& tuning);
std::vector<Cell> parameterCells(const exchange::TuningFile& tuning, std::size_t row);

/// The table for people, CSV with --csv and JSON with --json.
void printTable(const Table& table, const Arguments& arguments, Streams& streams);

} // namespace strata::cli
