// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lab/run/suites.h"

#include <memory>
#include <optional>

namespace strata::assess {

/// The suite of that id; nullptr where there is none.
const Suite* suiteNamed(std::string_view id);

/// The library with these calibrations in place of its own of the same ids.
std::shared_ptr<const Library> withCalibrations(const Library& library, std::span<const hardware::Calibration> fitted);

/// Fits every calibrator of a suite, or those of these ids (separated by commas), each with those before it that it
/// needs, on all devices but those of `without`. Results stand in the order in which they were fitted, and only those
/// that `wanted` names. Errors: "not-found", those of the data.
Result<std::vector<hardware::Calibration>> calibrate(std::string_view wanted, const std::filesystem::path& data,
                                                     const Library& library, const Without& without = {});

/// Answers the suite. With `leave_one_out` "device", "generation" or "vendor" rows of each device, or of each group of
/// devices, are predicted by a library whose calibrations of this suite were fitted by the same code without them.
/// Errors: "bad-argument", those of the data and of the fits.
Result<SuiteReport> runSuite(const Suite& suite, const SuiteOptions& options);

/// What the row says about that key of its group; empty where it says nothing.
std::string_view groupValue(const SuiteRow& row, std::string_view key);

} // namespace strata::assess
