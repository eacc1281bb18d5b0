// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/schedule/cost_model.h"

#include <cstdint>
#include <span>
#include <stop_token>
#include <utility>
#include <vector>

namespace strata::schedule {

struct TunerOptions {
    std::size_t first = 16;       ///< measurements before the model decides: drawn, or by the prior
    std::size_t drawn = 1000;     ///< candidates that are drawn for each step
    std::size_t neighboured = 10; ///< fastest configurations whose neighbours are candidates as well
    std::size_t boosters = 5;     ///< whose spread stands for what is not known
    std::size_t trees = 60;
    std::size_t depth = 5;
    double rate = 0.15, row_share = 0.6, feature_share = 0.7;
    std::uint64_t seed = 1;
};

/// Says which configurations to measure next, so that a fast one is found after few measurements: those with the
/// largest expected improvement (D. Jones, M. Schonlau and W. Welch, "Efficient global optimization", 1998) under
/// boosted trees on logarithms of times, among drawn configurations and those that differ from a fast one in one
/// parameter (F. Hutter, H. Hoos and K. Leyton-Brown, SMAC, LION 2011). The answer depends on the measurements and the
/// seed alone, so that a run can be taken up from a file.
class Tuner {
public:
    /// Keeps a reference to the space. `prior`: the model of another device, which orders the first measurements and
    /// whose ratio to the measurements is what trees learn. Errors: "bad-value": the space lacks a parameter of it.
    static Result<Tuner> over(const TuningSpace& space, const TunerOptions& options = {},
                              const CostModel* prior = nullptr);

    /// Up to `count` rows that are neither measured nor failed; `outcomes` and `log_times` are those of all rows. Fewer
    /// where fewer are open, or others where `stop` ends the fit before it is done.
    std::vector<std::size_t> next(std::span<const Outcome> outcomes, std::span<const double> log_times,
                                  std::size_t count, const std::stop_token& stop = {}) const;

private:
    Tuner(const TuningSpace& space, const TunerOptions& options) : space_(&space), options_(options) {}
    std::vector<std::size_t> firstRows(std::span<const Outcome> outcomes, std::size_t count) const;
    std::vector<std::size_t> candidates(std::span<const Outcome> outcomes,
                                        const std::vector<std::size_t>& fastest) const;
    std::vector<std::pair<double, std::size_t>> gains(std::span<const double> log_times,
                                                      const std::vector<std::size_t>& measured,
                                                      const std::vector<std::size_t>& asked, std::size_t known,
                                                      const std::stop_token& stop) const;
    void addNeighbours(std::size_t row, std::vector<std::size_t>& found) const;
    double priorOf(std::size_t row) const { return prior_.empty() ? 0.0 : prior_[row]; }

    const TuningSpace* space_;
    TunerOptions options_;
    learn::Points points_;
    std::vector<double> prior_;               ///< logarithm of the prior's time of each row
    std::vector<std::vector<double>> levels_; ///< of each parameter, ascending
    std::vector<std::size_t> sorted_;         ///< rows in the order of their values
};

} // namespace strata::schedule
