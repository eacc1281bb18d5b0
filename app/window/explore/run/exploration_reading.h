// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>

namespace strata {
class Library;
}

namespace strata::explore {
struct ExploreRequest;
struct ResultTable;
} // namespace strata::explore

namespace strata::app {

/// Where an exploration that is opened stands.
struct ExplorationSource {
    std::shared_ptr<const Json> request;
    std::filesystem::path kept;                 ///< the file of the state folder that holds its points from now on
    std::filesystem::path opened;               ///< a file of results, to be copied there; empty for none
    std::shared_ptr<const std::string> bytes{}; ///< those of such a file, as a session holds them; null for none
};

/// Who hears of it, on the thread that reads.
struct ExplorationReader {
    std::function<void(std::shared_ptr<const explore::ExploreRequest>)> begin; ///< checked; its points follow
    std::function<void(explore::ResultTable)> take;
};

/// Checks the request and reads the points part by part, so that a large file is seen at once and grows; keeps them
/// in the state folder. Stops early where it is asked to. Gives the request. Errors: those of parseExploreRequest() and
/// ResultStore; "not-the-same-run".
Result<std::shared_ptr<const explore::ExploreRequest>> readExploration(const ExplorationSource& source,
                                                                       const std::shared_ptr<const Library>& library,
                                                                       const std::stop_token& stop,
                                                                       const ExplorationReader& reader);

} // namespace strata::app
