// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/evaluate/estimate.h"

#include <memory>
#include <string>

namespace strata::views {

/// What closed forms say of a request that a simulation answers later.
struct InstantAnswer {
    std::shared_ptr<const Json> request;      ///< of the design, as it was asked
    std::shared_ptr<const Estimate> estimate; ///< null: they do not know what it asks,
    Message refusal;                          ///< and why
};

} // namespace strata::views
