// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/explore_request.h"

#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace strata::explore {

/// Consecutive points with their answers, row by row.
struct PointBlock {
    std::uint64_t first = 0;
    std::size_t count = 0;
    std::vector<double> rows;         ///< count x (axes + metrics); metrics of a point without answer are NaN
    std::vector<std::string> reasons; ///< of each point; empty: a design that can exist and keeps all constraints
};

/// Evaluates one point of a request on one thread. The row holds the axes, then the metrics.
class PointEvaluator {
public:
    /// Errors: those of compileRequest().
    static Result<PointEvaluator> make(const ExploreRequest& request, const std::shared_ptr<const Library>& library);

    /// Decodes, answers and checks constraints; false when it was stopped. `reason` as in PointBlock.
    bool evaluate(std::span<const double> coordinates, std::span<double> row, std::string& reason,
                  const std::stop_token& stop);

private:
    PointEvaluator() = default;

    const ExploreRequest* request_ = nullptr;
    std::unique_ptr<CompiledRequest> compiled_;
    std::vector<std::size_t> placed_; ///< axes that stand in the base request
    std::vector<double> values_;      ///< of those
};

/// Threads that evaluate blocks of points and hand them back in order, so that results do not depend on their
/// number.
class PointPool {
public:
    using Coordinates = std::function<void(std::uint64_t first, std::span<double> points)>;
    using Deliver = std::function<void(const PointBlock&)>;

    /// The request must outlive the pool. Errors: those of compileRequest().
    static Result<std::unique_ptr<PointPool>> make(const ExploreRequest& request,
                                                   const std::shared_ptr<const Library>& library, unsigned threads);
    ~PointPool();

    /// Points first ... first + count - 1, whose coordinates any thread may ask for; blocks are delivered one
    /// after the other on the calling thread. Returns how many points were delivered: fewer than `count` when
    /// it was stopped.
    std::uint64_t run(std::uint64_t first, std::uint64_t count, const Coordinates& coordinates, const Deliver& deliver,
                      const std::stop_token& stop);

private:
    struct Shared;
    explicit PointPool(std::unique_ptr<Shared> shared);
    std::unique_ptr<Shared> shared_;
};

} // namespace strata::explore
