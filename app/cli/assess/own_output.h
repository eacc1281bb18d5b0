// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/assess/own_next.h"

#include <span>
#include <string>

namespace strata::cli {

/// What was inferred: factors before and after, errors of the rows, rows that count less or were refused.
std::string inferenceText(const assess::OwnInference& found);
/// Which measurement would help most next.
std::string nextText(std::span<const assess::OwnCandidate> next);
/// The user's own measurements among calibrations.
std::string ownEntriesText(std::span<const hardware::Calibration> calibrations);

} // namespace strata::cli
