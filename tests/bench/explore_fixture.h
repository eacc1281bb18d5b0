// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/explore_request.h"

#include <filesystem>
#include <memory>

/// The spaces that the benchmarks of the explorer run through.
namespace strata::fixture {

std::filesystem::path root();

/// Null where the program runs in another folder than that with hwlib.
const std::shared_ptr<const Library>& library();

/// A layer with a mapping of its own; bandwidths, energies and the clock vary.
Json layerSweep();

/// A model on a GPU whose units, clock and memories vary.
Json modelSweep();

/// Errors: "no-data" where there is no library, and those of parseExploreRequest.
Result<explore::ExploreRequest> parsed(const Json& document);

} // namespace strata::fixture
