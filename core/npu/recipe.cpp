// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/recipe.h"

#include "core/npu/factors.h"
#include "core/npu/fit.h"
#include "core/npu/loopnest.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace strata::npu {

namespace {

using hardware::RecipeLevel;

std::uint64_t ceilDivide(std::uint64_t value, std::uint64_t divisor) { return (value - 1) / divisor + 1; }

/// The smallest factor that needs no more rounds than `most` would.
std::uint64_t evenFactor(std::uint64_t iterations, std::uint64_t most) {
    return ceilDivide(iterations, ceilDivide(iterations, most));
}

/// The largest divisor of `iterations` up to `most`.
std::uint64_t largestDivisor(std::uint64_t iterations, std::uint64_t most) {
    constexpr std::uint64_t kMostTrials = 1 << 20;
    for (std::uint64_t rounds = ceilDivide(iterations, most), tried = 0; rounds <= iterations && tried < kMostTrials;
         ++rounds, ++tried) {
        if (iterations % rounds == 0) {
            return iterations / rounds;
        }
    }
    return 1;
}

class Builder {
public:
    Builder(const hardware::NpuArchitecture& architecture, const workload::Problem& problem, std::string_view family,
            bool remainders)
        : architecture_(architecture), problem_(problem), recipe_(recipeFor(architecture.recipe, family)),
          remainders_(remainders) {
        mapping_.levels.resize(architecture.levels.size());
        for (const workload::Dimension& dimension : problem.dimensions) {
            left_.push_back(dimension.bound);
        }
        for (std::size_t l = 0; l < architecture.levels.size(); ++l) {
            mapping_.levels[l].keep = chooseKeep(l);
        }
        keepEverythingSomewhere();
    }

    Result<Mapping> build() {
        for (std::size_t l = 0; l < mapping_.levels.size(); ++l) {
            const RecipeLevel* level = preferences(l);
            if (level != nullptr) {
                spread(level->spatial_x, architecture_.levels[l].fanout_x, mapping_.levels[l].spatial_x);
                spread(level->spatial_y, architecture_.levels[l].fanout_y, mapping_.levels[l].spatial_y);
            }
        }
        for (std::size_t l = mapping_.levels.size(); l-- > 1;) {
            fill(l);
        }
        placeRest();
        normalize(mapping_, problem_);
        return checked();
    }

private:
    const RecipeLevel* preferences(std::size_t l) const {
        if (recipe_ == nullptr) {
            return nullptr;
        }
        const auto found = std::find_if(recipe_->levels.begin(), recipe_->levels.end(), [&](const RecipeLevel& level) {
            return level.level == architecture_.levels[l].name;
        });
        return found == recipe_->levels.end() ? nullptr : &*found;
    }

    std::vector<bool> chooseKeep(std::size_t l) const {
        std::vector<bool> keep = defaultKeep(architecture_, problem_, l);
        const RecipeLevel* level = preferences(l);
        for (std::size_t t = 0; t < keep.size() && level != nullptr && !level->keep.empty(); ++t) {
            keep[t] = keep[t] &&
                      std::find(level->keep.begin(), level->keep.end(), problem_.tensors[t].name) != level->keep.end();
        }
        return keep;
    }

    /// A tensor that the recipe keeps nowhere is held as far outside as the architecture lets it.
    void keepEverythingSomewhere() {
        for (std::size_t t = 0; t < problem_.tensors.size(); ++t) {
            bool kept = std::any_of(mapping_.levels.begin(), mapping_.levels.end(),
                                    [&](const LevelMapping& level) { return bool(level.keep[t]); });
            for (std::size_t l = 0; l < mapping_.levels.size() && !kept; ++l) {
                kept = defaultKeep(architecture_, problem_, l)[t];
                mapping_.levels[l].keep[t] = kept;
            }
        }
    }

    std::uint64_t factorUpTo(std::uint32_t d, std::uint64_t most) const {
        return remainders_ ? evenFactor(left_[d], most) : largestDivisor(left_[d], most);
    }

    /// Tries factors of at most `most`, halving until the tiles fit; returns what was placed.
    std::uint64_t place(std::uint32_t d, std::uint64_t most, std::vector<Loop>& loops) {
        while (most > 1 && left_[d] > 1) {
            const std::uint64_t factor = factorUpTo(d, std::min(most, left_[d]));
            if (factor == 1) {
                break;
            }
            loops.push_back({d, factor, factor});
            if (tilesFit(mapping_, architecture_, problem_)) {
                left_[d] = ceilDivide(left_[d], factor);
                return factor;
            }
            loops.pop_back();
            most = factor - 1 < most / 2 ? factor - 1 : most / 2;
        }
        return 1;
    }

    void spread(const std::vector<std::string>& names, std::uint64_t copies, std::vector<Loop>& loops) {
        for (const std::string& name : names) {
            const int d = problem_.findDimension(name);
            if (d >= 0) {
                copies /= place(static_cast<std::uint32_t>(d), copies, loops);
            }
        }
    }

    /// The largest factor whose tile fits, by bisection: a larger factor never needs less room.
    std::uint64_t roomFor(std::uint32_t d, std::vector<Loop>& loops) {
        std::uint64_t fits = 1;
        std::uint64_t too_large = left_[d] + 1;
        while (too_large - fits > 1) {
            const std::uint64_t middle = fits + (too_large - fits) / 2;
            loops.push_back({d, middle, middle});
            (tilesFit(mapping_, architecture_, problem_) ? fits : too_large) = middle;
            loops.pop_back();
        }
        return fits;
    }

    void fill(std::size_t l) {
        const RecipeLevel* level = preferences(l);
        if (level == nullptr || !architecture_.levels[l].stores) {
            return;
        }
        std::vector<std::string> names = level->fill;
        if (names.empty()) {
            names.assign(level->temporal.rbegin(), level->temporal.rend());
        }
        std::vector<Loop>& loops = mapping_.levels[l].temporal;
        for (const std::string& name : names) {
            const int found = problem_.findDimension(name);
            if (found < 0 || left_[static_cast<std::size_t>(found)] == 1) {
                continue;
            }
            const auto d = static_cast<std::uint32_t>(found);
            const std::uint64_t factor = factorUpTo(d, roomFor(d, loops));
            if (factor > 1) {
                loops.push_back({d, factor, factor});
                left_[d] = ceilDivide(left_[d], factor);
            }
        }
        order(level->temporal, loops);
    }

    void placeRest() {
        std::vector<Loop>& loops = mapping_.levels[0].temporal;
        for (std::uint32_t d = 0; d < left_.size(); ++d) {
            if (left_[d] > 1) {
                loops.push_back({d, left_[d], left_[d]});
            }
        }
        const RecipeLevel* level = preferences(0);
        if (level != nullptr) {
            order(level->temporal, loops);
        }
    }

    /// Outermost first as the recipe says; dimensions that it does not name stand outside.
    void order(const std::vector<std::string>& names, std::vector<Loop>& loops) const {
        const auto place = [&](const Loop& loop) {
            const auto found = std::find(names.begin(), names.end(), problem_.dimensions[loop.dimension].name);
            return found == names.end() ? std::ptrdiff_t{-1} : found - names.begin();
        };
        std::stable_sort(loops.begin(), loops.end(), [&](const Loop& l, const Loop& r) { return place(l) < place(r); });
    }

    Result<Mapping> checked() const {
        for (std::size_t l = 0; l < mapping_.levels.size(); ++l) {
            const Occupancy here = occupancy(mapping_, architecture_, problem_, l);
            if (architecture_.levels[l].stores && here.capacity > 0.0 && here.used > here.capacity) {
                return Error{"does-not-fit",
                             {},
                             {"error.level-needs-at-least-words-but",
                              {{"levels", architecture_.levels[l].name},
                               {"used", static_cast<std::uint64_t>(here.used)},
                               {"capacity", static_cast<std::uint64_t>(here.capacity)}}},
                             {"accepted.level-holds-one-word-each-tensor"},
                             {}};
            }
        }
        return mapping_;
    }

    const hardware::NpuArchitecture& architecture_;
    const workload::Problem& problem_;
    const hardware::OperatorRecipe* recipe_;
    bool remainders_; ///< factors need not divide
    Mapping mapping_;
    std::vector<std::uint64_t> left_; ///< iterations of a dimension that no loop runs yet
};

/// Energy-delay product of a mapping that fits. Counts of remainders in space are those of the first copy, times the
/// copies: by as much as the MACs are off, energy may be better or worse than said, and the product counts as worse.
/// Infinite where they are off by more than a tenth.
double cautiousEdp(LoopNestEvaluator& evaluator, const Mapping& mapping) {
    LoopNestResult result;
    evaluator.evaluate(mapping, result);
    const double counted = result.macs / evaluator.problem().macs();
    const double doubt = std::max(counted, 1.0 / counted);
    constexpr double kMostDoubt = 1.1;
    if (doubt > kMostDoubt) {
        return std::numeric_limits<double>::infinity();
    }
    return result.energy_pj * result.cycles * doubt * doubt;
}

} // namespace

const hardware::OperatorRecipe* recipeFor(const hardware::MappingRecipe& recipe, std::string_view family) {
    const auto of = [&](std::string_view name) -> const hardware::OperatorRecipe* {
        const auto found = std::find_if(recipe.operators.begin(), recipe.operators.end(),
                                        [&](const hardware::OperatorRecipe& entry) { return entry.family == name; });
        return found == recipe.operators.end() ? nullptr : &*found;
    };
    const hardware::OperatorRecipe* own = of(family);
    return own != nullptr ? own : of("");
}

Result<Mapping> mapByRecipe(const hardware::NpuArchitecture& architecture, const workload::Problem& problem,
                            std::string_view family) {
    if (auto fits = checkLimits(architecture, problem); !fits) {
        return fits.error();
    }
    auto whole = Builder(architecture, problem, family, false).build();
    if (!architecture.recipe.allow_imperfect) {
        return whole;
    }
    auto uneven = Builder(architecture, problem, family, true).build();
    if (!whole || !uneven || *whole == *uneven) {
        return uneven;
    }
    LoopNestEvaluator evaluator(architecture, problem);
    return cautiousEdp(evaluator, *uneven) < cautiousEdp(evaluator, *whole) ? uneven : whole;
}

} // namespace strata::npu
