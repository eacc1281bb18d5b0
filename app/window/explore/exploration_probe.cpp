// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/explore/exploration_probe.h"

#include "core/explore/point_pool.h"
#include "core/explore/search/sampler.h"

#include <chrono>
#include <limits>

namespace strata::app {

Result<ExplorationProbe> probe(const Json& document, const std::shared_ptr<const Library>& library) {
    const auto request = explore::parseExploreRequest(document, library);
    if (!request) return request.error();
    auto evaluator = explore::PointEvaluator::make(*request, library);
    if (!evaluator) return evaluator.error();
    // Random points: those at one end of the space may all be infeasible, and that is known sooner than an
    // answer.
    const std::size_t dimensions = request->space.free.size();
    const auto sampler = explore::randomSampler(dimensions, 0);
    std::vector<double> coordinates(dimensions), row(request->space.axes.size() + request->metrics.size());
    std::string reason;
    using Clock = std::chrono::steady_clock;
    const auto seconds = [](Clock::duration time) { return std::chrono::duration<double>(time).count(); };
    const auto start = Clock::now();
    double latest = 0;
    std::uint64_t points = 0;
    // The first point resolves what all others find resolved; it counts where there is no other.
    for (auto begin = start; points == 0 || (points < request->budget && seconds(Clock::now() - start) < kProbe_s);
         ++points) {
        if (points == 1) begin = Clock::now();
        sampler->fill(points, coordinates);
        evaluator->evaluate(coordinates, row, reason, {});
        latest = seconds(Clock::now() - begin) / static_cast<double>(points == 0 ? 1 : points);
    }
    // Each value once, and in what the views make of a row: its state, its front, its place on the screen.
    const double row_bytes = static_cast<double>(row.size() * sizeof(double)) + 24.0;
    return ExplorationProbe{request->budget, latest, row_bytes * static_cast<double>(request->budget)};
}

} // namespace strata::app
