// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lab/run/suites.h"

namespace strata::assess {

/// Suite "edge-models": networks under ncnn that the coefficients of the same board were fitted without, asked as users
/// ask. Groups: part, device, model.
Result<SuiteReport> runEdgeModels(const SuiteOptions& options);
/// Suite "edge-boards": boards that the library does not know, after ten measured networks, asked as users ask.
Result<SuiteReport> runEdgeBoards(const SuiteOptions& options);

/// Suite "edge-datasheets": the same boards, of which nothing was measured, from their rates and the other boards.
Result<SuiteReport> runEdgeDatasheets(const SuiteOptions& options);
/// Suite "edge-spaces": encoded networks on devices that are left out, after ten measurements. Groups: space, device,
/// trimmed ("yes": without the fastest and the slowest tenth).
Result<SuiteReport> runEdgeSpaces(const SuiteOptions& options);
/// Suite "edge-npus": compiled models on NPUs that are left out, after ten measurements.
Result<SuiteReport> runEdgeNpus(const SuiteOptions& options);
/// Suite "edge-zoo": published networks on NPUs of Rockchip that are left out, after ten measurements.
Result<SuiteReport> runEdgeZoo(const SuiteOptions& options);
/// Suite "edge-frames": frames a second of networks that are left out on all accelerators.
Result<SuiteReport> runEdgeFrames(const SuiteOptions& options);

/// Suite "edge-tiny": MLPerf Tiny on microcontrollers, by the floor of the datasheet at the users' door, and by one
/// measured task of a chip that is left out. Groups: answer, quantity, chip.
Result<SuiteReport> runEdgeTiny(const SuiteOptions& options);
/// Suite "edge-mobile": MLPerf Mobile on phones that are left out, by one measured task. Groups: as above.
Result<SuiteReport> runEdgeMobile(const SuiteOptions& options);

} // namespace strata::assess
