// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/search/improvement.h"
#include "core/explore/search/sampler.h"
#include "core/explore/search/search_algorithm.h"
#include "core/explore/search/selection.h"
#include "core/explore/search/surrogate.h"
#include "core/explore/variation.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <set>

namespace strata::explore {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr std::size_t kRandomCandidates = 256, kNearCandidates = 128; ///< of each choice
constexpr std::size_t kClimbers = 8, kSteps = 4, kNeighbours = 8;     ///< that go on from the best of them
constexpr std::size_t kBred = 64, kGenerations = 30;                  ///< of the evolution on the means of the models
constexpr std::size_t kPooledCandidates = 2048;                       ///< of a pool, drawn anew for each choice
constexpr double kIndex = 15;                                         ///< of its crossover and mutation
constexpr double kFirstStep = 0.1, kShrink = 0.5;
constexpr double kBeyond = 0.1; ///< of the front's extent: where the reference point lies unless it is stated

class SurrogateSearch final : public SearchAlgorithm {
public:
    SurrogateSearch(std::vector<Gene> genes, std::size_t objectives, std::uint64_t seed,
                    const SurrogateSettings& settings)
        : genes_(std::move(genes)), objectives_(objectives), seed_(seed), settings_(settings), spreads_(objectives) {
        if (settings_.first == 0) settings_.first = std::clamp<std::size_t>(2 * genes_.size(), 8, 40);
        settings_.batch = std::max<std::size_t>(1, settings.batch);
        settings_.rows = std::max<std::size_t>(16, settings.rows);
        for (std::size_t m = 0; m < objectives_; ++m)
            models_.emplace_back(settings.model, genes_, seed + m);
        feasible_.emplace(settings.model, genes_, seed + objectives_);
    }

    std::span<const double> ask() override {
        if (asked_.empty()) round_ == 0 ? askFirst() : askNext();
        return asked_;
    }

    void tell(const ObjectiveRows& objectives, std::span<const double> violations) override {
        for (std::size_t i = 0; i < violations.size(); ++i) {
            for (std::size_t m = 0; m < objectives_ && violations[i] < kInfinity; ++m) {
                const double answer = objectives.row(i)[m];
                if (i * objectives_ + m < foretold_.size())
                    spreads_[m].push_back({foretold_[i * objectives_ + m], answer});
            }
            violations_.push_back(violations[i]);
            for (const double value : objectives.row(i))
                values_.push_back(violations[i] < kInfinity ? value : kInfinity);
        }
        points_.insert(points_.end(), asked_.begin(), asked_.end());
        asked_.clear();
        foretold_.clear();
        ++round_;
    }

    std::span<const double> population() const override { return points_; }

    std::vector<SurrogateError> surrogateErrors() const override {
        std::vector<SurrogateError> errors;
        for (const std::vector<Foretold>& pairs : spreads_) {
            if (pairs.empty()) return {};
            errors.push_back(errorOf(pairs));
        }
        return errors;
    }

private:
    struct Foretold {
        double prediction, answer;
    };

    static SurrogateError errorOf(const std::vector<Foretold>& pairs) {
        std::vector<double> relative;
        double mean = 0, magnitude = 0, squares = 0, deviations = 0;
        for (const Foretold& pair : pairs) {
            mean += pair.answer / static_cast<double>(pairs.size());
            magnitude += std::abs(pair.answer) / static_cast<double>(pairs.size());
        }
        for (const Foretold& pair : pairs) {
            if (magnitude > 0) relative.push_back(std::abs(pair.prediction - pair.answer) / magnitude);
            squares += (pair.prediction - pair.answer) * (pair.prediction - pair.answer);
            deviations += (pair.answer - mean) * (pair.answer - mean);
        }
        std::ranges::sort(relative);
        SurrogateError error;
        error.points = pairs.size();
        if (!relative.empty()) {
            error.median = relative[(relative.size() - 1) / 2];
            error.p90 = relative[(relative.size() - 1) * 9 / 10];
        }
        error.explained = deviations > 0 ? 1.0 - squares / deviations : 0.0;
        return error;
    }

    std::size_t width() const { return genes_.size(); }
    std::size_t rows() const { return violations_.size(); }
    std::span<const double> point(std::size_t i) const { return std::span(points_).subspan(i * width(), width()); }

    bool hasPool() const { return !settings_.pool.empty(); }
    std::vector<double> pooled(std::size_t i) const {
        const auto begin = settings_.pool.begin() + static_cast<std::ptrdiff_t>(i * width());
        return {begin, begin + static_cast<std::ptrdiff_t>(width())};
    }

    /// At most `most` points of the pool that were not evaluated yet, in random order.
    std::vector<std::vector<double>> freshOfPool(const std::set<std::vector<double>>& known, std::size_t most,
                                                 CounterRandom& random) const {
        std::vector<std::size_t> order(settings_.pool.size() / width());
        std::iota(order.begin(), order.end(), std::size_t{0});
        for (std::size_t i = order.size(); i > 1; --i)
            std::swap(order[i - 1], order[random.nextBelow(i)]);
        std::vector<std::vector<double>> fresh;
        for (const std::size_t i : order) {
            if (fresh.size() == most) break;
            std::vector<double> candidate = pooled(i);
            if (!known.contains(candidate)) fresh.push_back(std::move(candidate));
        }
        return fresh;
    }

    void askFirst() {
        if (hasPool()) {
            CounterRandom random(seed_, round_);
            for (const std::vector<double>& point : freshOfPool({}, settings_.first, random))
                asked_.insert(asked_.end(), point.begin(), point.end());
            return;
        }
        asked_.resize(settings_.first * width());
        if (const auto sampler = latinHypercubeSampler(width(), settings_.first, seed_)) (*sampler)->fill(0, asked_);
        for (std::size_t i = 0; i < asked_.size(); ++i)
            asked_[i] = snapped(asked_[i], genes_[i % width()]);
    }

    /// Feasible rows that the models learn from: the best half by rank, and the latest.
    std::vector<std::uint32_t> lessons(const std::vector<std::uint32_t>& ranks) const {
        std::vector<std::uint32_t> chosen;
        for (std::uint32_t i = 0; i < rows(); ++i)
            if (violations_[i] == 0) chosen.push_back(i);
        if (chosen.size() <= settings_.rows) return chosen;
        std::ranges::stable_sort(chosen, {}, [&](std::uint32_t i) { return ranks[i]; });
        std::vector<std::uint32_t> rest(chosen.begin() + static_cast<std::ptrdiff_t>(settings_.rows / 2), chosen.end());
        chosen.resize(settings_.rows / 2);
        std::ranges::sort(rest, std::greater{});
        rest.resize(settings_.rows - chosen.size());
        chosen.insert(chosen.end(), rest.begin(), rest.end());
        return chosen;
    }

    bool learnAll(const std::vector<std::uint32_t>& ranks) {
        const std::vector<std::uint32_t> chosen = lessons(ranks);
        if (chosen.size() < 4) return false;
        std::vector<double> points, values;
        for (const std::uint32_t i : chosen)
            points.insert(points.end(), point(i).begin(), point(i).end());
        for (std::size_t m = 0; m < objectives_; ++m) {
            values.clear();
            for (const std::uint32_t i : chosen)
                values.push_back(values_[i * objectives_ + m]);
            models_[m].learn(points, values);
        }
        some_infeasible_ = std::ranges::any_of(violations_, [](double violation) { return violation > 0; });
        if (some_infeasible_) {
            const std::size_t begin = rows() > settings_.rows ? rows() - settings_.rows : 0;
            std::vector<double> holds;
            for (std::size_t i = begin; i < rows(); ++i)
                holds.push_back(violations_[i] == 0 ? 1.0 : 0.0);
            feasible_->learn(std::span(points_).subspan(begin * width()), holds);
        }
        return true;
    }

    /// The front of what is known, and the reference that gains are measured from.
    struct Front {
        std::vector<std::uint32_t> members;
        std::vector<double> values, reference;
    };

    Front frontOf(const std::vector<std::uint32_t>& ranks) const {
        Front front;
        for (std::uint32_t i = 0; i < rows(); ++i) {
            if (ranks[i] != 0 || violations_[i] != 0) continue;
            front.members.push_back(i);
            for (std::size_t m = 0; m < objectives_; ++m)
                front.values.push_back(values_[i * objectives_ + m]);
        }
        front.reference = settings_.reference;
        if (!front.reference.empty()) return front;
        for (std::size_t m = 0; m < objectives_; ++m) {
            double low = kInfinity, high = -kInfinity, worst = -kInfinity;
            for (std::size_t i = m; i < front.values.size(); i += objectives_) {
                low = std::min(low, front.values[i]);
                high = std::max(high, front.values[i]);
            }
            for (std::size_t i = 0; i < rows(); ++i)
                if (violations_[i] == 0) worst = std::max(worst, values_[i * objectives_ + m]);
            // A front of one value has no extent: everything up to the worst answer counts.
            front.reference.push_back(high > low ? high + kBeyond * (high - low)
                                                 : worst + kBeyond * std::max(worst - low, 1e-12));
        }
        return front;
    }

    void askNext() {
        CounterRandom random(seed_, round_);
        const auto ranks = nonDominatedRanks({{values_, objectives_}, violations_});
        std::set<std::vector<double>> known;
        for (std::size_t i = 0; i < rows(); ++i)
            known.emplace(point(i).begin(), point(i).end());
        const bool learned = learnAll(ranks);
        Front front = frontOf(ranks);
        const std::vector<double> bred = learned && !hasPool() ? breed(front, random) : std::vector<double>();
        for (std::size_t choice = 0; choice < settings_.batch; ++choice) {
            std::vector<double> next = learned ? bestCandidate(front, bred, known, random) : std::vector<double>();
            if (next.empty()) next = freshPoint(known, random);
            if (learned) believe(next, front);
            asked_.insert(asked_.end(), next.begin(), next.end());
            known.insert(std::move(next));
        }
    }

    void believe(std::span<const double> next, Front& front) {
        for (std::size_t m = 0; m < objectives_; ++m) {
            const double mean = models_[m].predict(next).front().mean;
            foretold_.push_back(mean);
            front.values.push_back(mean);
            models_[m].believe(next, mean);
        }
    }

    /// A random point that was not evaluated yet; any point where all have been.
    std::vector<double> freshPoint(const std::set<std::vector<double>>& known, CounterRandom& random) const {
        if (hasPool()) {
            const auto fresh = freshOfPool(known, 1, random);
            return fresh.empty() ? pooled(0) : fresh.front();
        }
        constexpr int kTrials = 64;
        std::vector<double> drawn(width());
        for (int trial = 0; trial < kTrials; ++trial) {
            for (std::size_t d = 0; d < width(); ++d)
                drawn[d] = randomGene(genes_[d], random);
            if (!known.contains(drawn)) break;
        }
        return drawn;
    }

    std::vector<double> gainsOf(const Improvement& improvement, std::span<const double> candidates) const {
        const std::size_t count = candidates.size() / width();
        std::vector<std::vector<learn::Prediction>> by_objective;
        for (const Surrogate& model : models_)
            by_objective.push_back(model.predict(candidates));
        std::vector<learn::Prediction> holds;
        if (some_infeasible_) holds = feasible_->predict(candidates);
        std::vector<double> gains(count);
        std::vector<learn::Prediction> objectives(objectives_);
        for (std::size_t i = 0; i < count; ++i) {
            for (std::size_t m = 0; m < objectives_; ++m)
                objectives[m] = by_objective[m][i];
            gains[i] = improvement.expected(objectives);
            if (some_infeasible_) gains[i] *= std::clamp(holds[i].mean, 0.01, 1.0);
        }
        return gains;
    }

    void addNear(std::span<const double> parent, double step, CounterRandom& random,
                 std::vector<double>& candidates) const {
        const std::size_t changed = random.nextBelow(std::max<std::size_t>(1, width()));
        for (std::size_t d = 0; d < width(); ++d) {
            const bool moves = d == changed || random.nextUniform() < 1.0 / std::sqrt(static_cast<double>(width()));
            double value = parent[d];
            if (moves && !genes_[d].ordered) value = randomGene(genes_[d], random);
            if (moves && genes_[d].ordered) {
                double way = step * 2.0 * (random.nextUniform() + random.nextUniform() + random.nextUniform() - 1.5);
                if (genes_[d].steps > 0 && std::abs(way) < 1.0 / static_cast<double>(genes_[d].steps))
                    way = std::copysign(1.0 / static_cast<double>(genes_[d].steps), way);
                value = snapped(value + way, genes_[d]);
            }
            candidates.push_back(value);
        }
    }

    std::vector<double> meansOf(std::span<const double> points) const {
        const std::size_t count = points.size() / width();
        std::vector<double> values(count * objectives_);
        for (std::size_t m = 0; m < objectives_; ++m) {
            const std::vector<double> means = models_[m].means(points);
            for (std::size_t i = 0; i < count; ++i)
                values[i * objectives_ + m] = means[i];
        }
        return values;
    }

    /// Points that are good by the means of the models: an evolution from the front and random points, which costs no
    /// evaluation.
    std::vector<double> breed(const Front& front, CounterRandom& random) const {
        std::vector<double> points;
        for (std::size_t i = 0; i < std::min(kBred, front.members.size()); ++i) {
            const auto member = point(front.members[front.members.size() - 1 - i]);
            points.insert(points.end(), member.begin(), member.end());
        }
        while (points.size() < 2 * kBred * width())
            points.push_back(randomGene(genes_[points.size() % width()], random));
        std::vector<double> values = meansOf(points);
        const double mutation = 1.0 / static_cast<double>(std::max<std::size_t>(1, width()));
        for (std::size_t generation = 0; generation < kGenerations; ++generation) {
            survive(points, values);
            std::vector<double> children;
            while (children.size() < kBred * width()) {
                std::vector<double> first = tournament(points, random), second = tournament(points, random);
                crossOver(genes_, first, second, kIndex, random);
                mutate(genes_, first, kIndex, mutation, random);
                mutate(genes_, second, kIndex, mutation, random);
                children.insert(children.end(), first.begin(), first.end());
                children.insert(children.end(), second.begin(), second.end());
            }
            const std::vector<double> more = meansOf(children);
            points.insert(points.end(), children.begin(), children.end());
            values.insert(values.end(), more.begin(), more.end());
        }
        survive(points, values);
        return points;
    }

    /// Keeps the best by rank, those of the last rank by the room around them; the best stand first.
    void survive(std::vector<double>& points, std::vector<double>& values) const {
        const std::size_t count = points.size() / width();
        const std::vector<double> none(count, 0.0);
        const ObjectiveRows rows{values, objectives_};
        const auto ranks = nonDominatedRanks({rows, none});
        std::vector<std::uint32_t> chosen;
        for (std::uint32_t rank = 0; chosen.size() < kBred && chosen.size() < count; ++rank) {
            std::vector<std::uint32_t> members;
            for (std::uint32_t i = 0; i < count; ++i)
                if (ranks[i] == rank) members.push_back(i);
            if (members.size() > kBred - chosen.size())
                members = thinned(rows, std::move(members), kBred - chosen.size());
            chosen.insert(chosen.end(), members.begin(), members.end());
        }
        std::vector<double> kept_points, kept_values;
        for (const std::uint32_t i : chosen) {
            kept_points.insert(kept_points.end(), points.begin() + static_cast<std::ptrdiff_t>(i * width()),
                               points.begin() + static_cast<std::ptrdiff_t>((i + 1) * width()));
            kept_values.insert(kept_values.end(), values.begin() + static_cast<std::ptrdiff_t>(i * objectives_),
                               values.begin() + static_cast<std::ptrdiff_t>((i + 1) * objectives_));
        }
        points = std::move(kept_points);
        values = std::move(kept_values);
    }

    /// The better of two: survivors stand in the order of their ranks.
    std::vector<double> tournament(const std::vector<double>& points, CounterRandom& random) const {
        const std::size_t count = points.size() / width();
        const std::size_t i = std::min(random.nextBelow(count), random.nextBelow(count));
        return {points.begin() + static_cast<std::ptrdiff_t>(i * width()),
                points.begin() + static_cast<std::ptrdiff_t>((i + 1) * width())};
    }

    /// The candidate with the largest expected gain: among bred and random points, points near the front, and climbs
    /// from the best.
    std::vector<double> bestCandidate(const Front& front, const std::vector<double>& bred,
                                      const std::set<std::vector<double>>& known, CounterRandom& random) const {
        const Improvement improvement({front.values, objectives_}, front.reference);
        std::vector<double> candidates = bred;
        if (hasPool()) {
            for (const std::vector<double>& point : freshOfPool(known, kPooledCandidates, random))
                candidates.insert(candidates.end(), point.begin(), point.end());
            if (candidates.empty()) return {};
            return bestOf(candidates, gainsOf(improvement, candidates), known);
        }
        for (std::size_t i = 0; i < kRandomCandidates * width(); ++i)
            candidates.push_back(randomGene(genes_[i % width()], random));
        for (std::size_t i = 0; i < kNearCandidates && !front.members.empty(); ++i) {
            const double step = i % 2 == 0 ? kFirstStep : 0.2 * kFirstStep;
            addNear(point(front.members[random.nextBelow(front.members.size())]), step, random, candidates);
        }
        std::vector<double> gains = gainsOf(improvement, candidates);
        climb(improvement, candidates, gains, random);
        return bestOf(candidates, gains, known);
    }

    std::vector<double> bestOf(const std::vector<double>& candidates, const std::vector<double>& gains,
                               const std::set<std::vector<double>>& known) const {
        std::vector<std::size_t> order(gains.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::ranges::stable_sort(order, std::greater{}, [&](std::size_t i) { return gains[i]; });
        for (const std::size_t i : order) {
            std::vector<double> best(candidates.begin() + static_cast<std::ptrdiff_t>(i * width()),
                                     candidates.begin() + static_cast<std::ptrdiff_t>((i + 1) * width()));
            if (gains[i] > 0 && !known.contains(best)) return best;
        }
        return {};
    }

    void climb(const Improvement& improvement, std::vector<double>& candidates, std::vector<double>& gains,
               CounterRandom& random) const {
        double step = kFirstStep;
        for (std::size_t round = 0; round < kSteps; ++round, step *= kShrink) {
            std::vector<std::size_t> order(gains.size());
            std::iota(order.begin(), order.end(), std::size_t{0});
            const std::size_t climbers = std::min(kClimbers, order.size());
            std::ranges::partial_sort(order, order.begin() + static_cast<std::ptrdiff_t>(climbers), std::greater{},
                                      [&](std::size_t i) { return gains[i]; });
            std::vector<double> near;
            for (std::size_t i = 0; i < climbers * kNeighbours; ++i) {
                const std::vector<double> parent(
                    candidates.begin() + static_cast<std::ptrdiff_t>(order[i % climbers] * width()),
                    candidates.begin() + static_cast<std::ptrdiff_t>((order[i % climbers] + 1) * width()));
                addNear(parent, step, random, near);
            }
            const std::vector<double> more = gainsOf(improvement, near);
            candidates.insert(candidates.end(), near.begin(), near.end());
            gains.insert(gains.end(), more.begin(), more.end());
        }
    }

    std::vector<Gene> genes_;
    std::size_t objectives_;
    std::uint64_t seed_;
    SurrogateSettings settings_;
    std::uint64_t round_ = 0;
    std::vector<double> asked_, foretold_;
    std::vector<double> points_, values_, violations_; ///< of everything that was asked
    std::vector<Surrogate> models_;
    std::optional<Surrogate> feasible_;
    bool some_infeasible_ = false;
    std::vector<std::vector<Foretold>> spreads_; ///< by objective
};

} // namespace

std::unique_ptr<SearchAlgorithm> surrogateSearch(std::vector<Gene> genes, std::size_t objectives, std::uint64_t seed,
                                                 const SurrogateSettings& settings) {
    return std::make_unique<SurrogateSearch>(std::move(genes), objectives, seed, settings);
}

} // namespace strata::explore
