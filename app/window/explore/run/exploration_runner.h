// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/result_store.h"
#include "core/explore/run.h"

#include <condition_variable>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <vector>

namespace strata::app {

class Precedence;

/// Evaluates one sweep or search on threads of its own, which give way to the window, and stores its points
/// so that the end of the program costs at most those of the last kFlush_s. Stopped and begun again it goes
/// on behind the points that it has.
class ExplorationRunner {
public:
    struct Setup {
        std::shared_ptr<const explore::ExploreRequest> request;
        std::shared_ptr<const Library> library;
        std::filesystem::path file; ///< of results; made where it does not exist
        unsigned threads = 1;
        std::shared_ptr<Precedence> precedence; ///< of the window
    };

    /// @param known points that the file holds already
    /// @param ended called once on the thread of the run, when all that it did can be fetched
    ExplorationRunner(Setup setup, explore::ResultTable known, std::function<void()> ended);
    /// Stops and waits: some milliseconds, as long as one evaluation needs to look at its stop token.
    ~ExplorationRunner();

    /// Asks the run to end; returns at once.
    void stop() { stop_.request_stop(); }

    struct News {
        std::vector<explore::PointBlock> blocks; ///< since the last call
        bool ended = false;
        std::optional<Error> error;
    };
    News fetch();

    static constexpr double kFlush_s = 0.5;

private:
    void run(explore::ResultTable known);
    Result<void> openStore();
    Result<void> evaluate(explore::ResultTable known);
    Result<void> keep(const explore::PointBlock& block);

    const Setup setup_;
    const std::function<void()> ended_;
    std::stop_source stop_;

    std::mutex store_mutex_;
    std::optional<explore::ResultStore> store_;

    std::mutex news_mutex_;
    News news_;

    std::jthread thread_; ///< last: joined before anything that it uses goes away
};

} // namespace strata::app
