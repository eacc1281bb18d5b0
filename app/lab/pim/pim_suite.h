// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lab/run/suites.h"

namespace strata::assess {

/// Suite `pim`: decode attention in one stack against cycles of a command-level simulator, asked as users ask.
Result<SuiteReport> runPimSuite(const SuiteOptions& options);

/// Suite `cim`: energies of published memory macros that compute. No coefficient is fitted, but all chips were in view.
Result<SuiteReport> runMacroSuite(const SuiteOptions& options);
/// Suite `pim-processors`: benchmarks on memory modules with processors. No coefficient is fitted, but all were in
/// view.
Result<SuiteReport> runProcessorSuite(const SuiteOptions& options);

/// Calibration `pim-banks`: how far the closed form lies from those cycles. No coefficient is fitted.
Result<hardware::Calibration> fitPimBanks(const std::filesystem::path& data, const Library& library,
                                          const Without& without);
/// Calibration `pim-processors`: how far times on memory modules, transfers included, lie from the closed form. No
/// coefficient is fitted.
Result<hardware::Calibration> fitPimProcessors(const std::filesystem::path& data, const Library& library,
                                               const Without& without);

} // namespace strata::assess
