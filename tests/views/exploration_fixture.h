// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/explore/exploration.h"

#include <cstddef>
#include <cstdint>
#include <memory>

/// A run whose request is real and whose points are made up, so that tests can name them.
namespace strata::fixture {

std::shared_ptr<const explore::ExploreRequest> exploreRequest(std::uint64_t budget = 1310);

/// Point i of the made-up runs: of a hundred points eight lack a buffer and have no metrics.
explore::PointBlock points(const explore::ExploreRequest& request, std::uint64_t first, std::size_t count);

std::shared_ptr<views::Exploration> exploration(std::size_t count = 1310);

} // namespace strata::fixture
