// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/point_pool.h"
#include "core/explore/result_table.h"
#include "core/explore/search/sampler.h"

#include <functional>
#include <stop_token>

namespace strata {
class Progress;
}

namespace strata::explore {

/// How a run uses the machine, and whom it tells of its points.
struct RunOptions {
    unsigned threads = 1;
    std::stop_token stop;
    Progress* progress = nullptr;
    /// Evaluates points in the place of threads, as PointPool::run() does; empty: threads do.
    std::function<std::uint64_t(std::uint64_t first, std::uint64_t count, const PointPool::Coordinates& coordinates,
                                const PointPool::Deliver& deliver, const std::stop_token& stop)>
        evaluate;
    /// Each new block in order, on the calling thread; an error ends the run.
    std::function<Result<void>(const PointBlock&)> on_block;
};

/// Evaluates the points of a sweep or a search until its budget is spent or it is stopped. `table` holds the
/// points of an earlier, interrupted run of the same request, or none: the run goes on behind them and ends
/// with the same table as one that was never interrupted. A search repeats its steps from the answers in the
/// table. Errors: those of compileRequest(), of options.on_block; "not-the-same-run" where the table is of
/// another request.
Result<void> runExploration(const ExploreRequest& request, const std::shared_ptr<const Library>& library,
                            const RunOptions& options, ResultTable& table);

/// The points of a sweep; null for a search. Errors: "too-large".
Result<std::unique_ptr<Sampler>> samplerOf(const ExploreRequest& request);

} // namespace strata::explore
