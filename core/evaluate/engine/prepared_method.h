// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/request.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace strata {

class PreparedPoint;

/// How a method prepares a request of its kind, so that many points of it are answered without reading documents, and
/// the metrics that its points have.
struct PreparedMethod {
    std::function<Result<std::unique_ptr<PreparedPoint>>(const Request& request,
                                                         const std::shared_ptr<const Library>& library)>
        prepare;
    std::vector<std::string> metrics{};
};

} // namespace strata
