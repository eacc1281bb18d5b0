// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/run.h"

#include "core/base/progress.h"
#include "core/explore/sensitivity.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace strata::explore {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
// A point refused by its axes alone has no metrics; it ranks behind all points that were evaluated.
constexpr double kUnevaluated = 1e6;

class Run {
public:
    Run(const ExploreRequest& request, const RunOptions& options, PointPool& pool, ResultTable& table)
        : request_(request), options_(options), pool_(pool), table_(table) {}

    Result<void> sweep() {
        const auto sampler = samplerOf(request_);
        if (!sampler) return sampler.error();
        const PointRange wanted = request_.points();
        const std::uint64_t first = wanted.first + table_.rows();
        const auto coordinates = [&](std::uint64_t begin, std::span<double> points) {
            (*sampler)->fill(begin, points);
        };
        if (table_.rows() > 0) {
            std::vector<double> start((*sampler)->dimensions());
            (*sampler)->fill(first - 1, start);
            if (!sameAxes(start, table_.rows() - 1)) return otherRun();
        }
        if (first < wanted.end()) evaluate(first, wanted.end() - first, coordinates);
        return failure_;
    }

    Result<void> search() {
        const auto algorithm = makeAlgorithm();
        const std::size_t width = request_.space.free.size();
        for (std::uint64_t begin = 0; begin < request_.budget;) {
            const auto asked = algorithm->ask();
            const std::uint64_t count = asked.size() / width;
            const std::uint64_t wanted = std::min(count, request_.budget - begin);
            const std::uint64_t known = std::min<std::uint64_t>(table_.rows() - begin, wanted);
            for (std::uint64_t i = 0; i < known; ++i) {
                if (!sameAxes(asked.subspan(i * width, width), begin + i)) return otherRun();
            }
            const auto coordinates = [&](std::uint64_t first, std::span<double> points) {
                std::copy_n(asked.begin() + static_cast<std::ptrdiff_t>((first - begin) * width), points.size(),
                            points.begin());
            };
            if (known < wanted && !evaluate(begin + known, wanted - known, coordinates)) return failure_;
            if (wanted < count) break; // the budget ends inside a generation
            tell(*algorithm, begin, count);
            begin += count;
        }
        table_.surrogate = algorithm->surrogateErrors();
        return failure_;
    }

private:
    static Error otherRun() {
        return {"not-the-same-run",
                {},
                {"error.stored-points-those-another-run"},
                {"accepted.points-same-request-and-version"},
                {}};
    }

    bool sameAxes(std::span<const double> coordinates, std::uint64_t row) const {
        std::vector<double> values(request_.space.axes.size());
        request_.space.decode(coordinates, values);
        for (std::size_t a = 0; a < values.size(); ++a) {
            const double stored = table_.columns[a][row];
            if (stored != values[a] && !(std::isnan(stored) && std::isnan(values[a]))) return false;
        }
        return true;
    }

    /// False when the run ends here.
    bool evaluate(std::uint64_t first, std::uint64_t count, const PointPool::Coordinates& coordinates) {
        std::stop_source ending;
        const std::stop_callback on_stop(options_.stop, [&ending] { ending.request_stop(); });
        const auto deliver = [&](const PointBlock& block) {
            if (!failure_) return;
            table_.append(block);
            if (options_.on_block) failure_ = options_.on_block(block);
            if (!failure_) ending.request_stop();
            if (options_.progress != nullptr)
                options_.progress->report(table_.rows(), request_.points().count, "points");
        };
        const std::uint64_t done = options_.evaluate
                                       ? options_.evaluate(first, count, coordinates, deliver, ending.get_token())
                                       : pool_.run(first, count, coordinates, deliver, ending.get_token());
        return done == count && failure_;
    }

    std::unique_ptr<SearchAlgorithm> makeAlgorithm() const {
        if (request_.algorithm == Algorithm::Annealing) {
            return annealing(request_.space.genes(), request_.seed,
                             {.chains = request_.chains, .budget = request_.budget});
        }
        if (request_.algorithm == Algorithm::Ants)
            return antColony(request_.space.genes(), request_.objectives.size(), request_.seed, request_.ants);
        if (hasSurrogate(request_.algorithm))
            return surrogateSearch(request_.space.genes(), request_.objectives.size(), request_.seed,
                                   request_.surrogate);
        return evolution(request_.space.genes(), request_.objectives.size(), request_.seed, request_.evolution);
    }

    double violationOf(std::span<const double> row, std::uint64_t index) const {
        if (table_.reason[index] == 0) return 0;
        const std::string& reason = table_.reasons[table_.reason[index]];
        const auto broken = std::ranges::find(request_.constraints, reason, &Constraint::reason);
        if (broken == request_.constraints.end()) return kInfinity; // it cannot exist at all
        double sum = 0;
        for (const Constraint& constraint : request_.constraints) {
            const double violation = constraint.violation(row);
            if (violation == 0) continue;
            sum += std::isinf(violation) ? kUnevaluated : violation;
        }
        return sum;
    }

    void tell(SearchAlgorithm& algorithm, std::uint64_t begin, std::uint64_t count) const {
        const std::size_t axes = request_.space.axes.size();
        std::vector<double> objectives, violations, row(table_.columns.size());
        for (std::uint64_t i = begin; i < begin + count; ++i) {
            table_.row(i, row);
            double violation = violationOf(row, i);
            for (const Objective& objective : request_.objectives) {
                const double value = row[axes + objective.column];
                if (std::isnan(value) && violation == 0) violation = kInfinity; // this design has no such metric
                objectives.push_back(objective.maximize ? -value : value);
            }
            violations.push_back(violation);
        }
        algorithm.tell({objectives, request_.objectives.size()}, violations);
    }

    const ExploreRequest& request_;
    const RunOptions& options_;
    PointPool& pool_;
    ResultTable& table_;
    Result<void> failure_;
};

} // namespace

Result<std::unique_ptr<Sampler>> samplerOf(const ExploreRequest& request) {
    const std::size_t dimensions = request.space.free.size();
    switch (request.algorithm) {
    case Algorithm::Grid: return gridSampler(request.space.sizes());
    case Algorithm::Sobol: return sobolSampler(dimensions, request.seed);
    case Algorithm::LatinHypercube: return latinHypercubeSampler(dimensions, request.budget, request.seed);
    case Algorithm::Random: return randomSampler(dimensions, request.seed);
    case Algorithm::Saltelli: return saltelliSampler(dimensions, request.seed);
    case Algorithm::Nsga2:
    case Algorithm::Genetic:
    case Algorithm::Annealing:
    case Algorithm::Ants:
    case Algorithm::Bayesian:
    case Algorithm::Forest: break;
    }
    return std::unique_ptr<Sampler>();
}

Result<void> runExploration(const ExploreRequest& request, const std::shared_ptr<const Library>& library,
                            const RunOptions& options, ResultTable& table) {
    if (table.columns.empty()) table.columns.resize(request.space.axes.size() + request.metrics.size());
    if (table.columns.size() != request.space.axes.size() + request.metrics.size()) {
        return Error{
            "not-the-same-run", {}, {"error.stored-points-have-other-columns"}, {"accepted.points-same-request"}, {}};
    }
    auto pool = PointPool::make(request, library, options.evaluate ? 1U : options.threads);
    if (!pool) return pool.error();
    Run run(request, options, **pool, table);
    return isSearch(request.algorithm) ? run.search() : run.sweep();
}

} // namespace strata::explore
