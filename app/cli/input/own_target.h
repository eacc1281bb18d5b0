// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/line/options.h"
#include "core/assess/own_rows.h"
#include "core/assess/rows.h"

#include <span>

namespace strata::cli {

/// What --hardware, --cluster and --engine say was measured. Errors: "bad-argument", "not-found".
Result<assess::OwnTarget> ownTargetOf(const Arguments& arguments, const Library& library);

/// The rows of all files together, with the help of --model, --weights, --ranks, --batch and --sequence; those of
/// several are told apart by the file's name. Errors: those of readOwnFile().
Result<std::vector<assess::MeasuredRow>> ownRowsOf(std::span<const std::string> files, const Arguments& arguments,
                                                   const assess::OwnTarget& target, const Library& library,
                                                   std::vector<Message>* left_out);

} // namespace strata::cli
