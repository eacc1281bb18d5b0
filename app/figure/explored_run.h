// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/figure/stored_figure.h"
#include "core/catalog/library.h"

#include <memory>

namespace strata::views {
class Exploration;
}

namespace strata::figure {

/// Whether an order is about a run of many points: a file of results, or a request of kind sweep or search.
bool isExploration(const Order& order);

/// The run of such an order: read from its file, or made now on all cores. Errors: those of the file, of the request.
Result<std::shared_ptr<views::Exploration>> exploredRun(const Order& order,
                                                        const std::shared_ptr<const Library>& library);

} // namespace strata::figure
