// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workload/kernel/kernel.h"

namespace strata::gpu {

/// How token slots fall on the experts of one rank, in closed form.
///
/// Balanced: slots are dealt out evenly. Independent: each token draws top_k of all experts, so that the load of an
/// expert is binomial, touched = E (1 - (1 - k / E)^n), and the rank is the one that got most of them. Skewed: the load
/// of an expert is drawn from a power law of density x^-skew
/// between one token and four fifths of all tokens (as measured tables of expert kernels draw it), all loads are scaled
/// to the number of slots, and the rank is the one that got most. Its expected load is that of a random rank plus the
/// excess of the hottest expert and that of the hottest sum of the others, which are taken as independent.
class ExpertLoads {
public:
    explicit ExpertLoads(const workload::Moe& shape);

    double slotCount() const { return slots_; } ///< on this rank
    double touched() const { return touched_; } ///< experts with at least one token
    double largest() const { return largest_; } ///< slots of the hottest expert
    /// Rows of all touched experts when each is padded to whole tiles of `tile` rows.
    double paddedRows(double tile) const;

private:
    void drawIndependently(const workload::Moe& shape);
    double drawnRows(double tile) const;
    double below(double load) const;     ///< share of experts with less than this load
    double meanAbove(double load) const; ///< mean of an expert's load, counted only where it exceeds this one

    double experts_ = 1, slots_ = 0, touched_ = 0, largest_ = 0;
    bool skewed_ = false, drawn_ = false;
    double spread_ = 0;                                    ///< of a drawn load, standard deviation
    double exponent_ = 0, low_ = 1, high_ = 1, scale_ = 1; ///< law before scaling
    double low_power_ = 1, high_power_ = 1;                ///< low^(1-exponent), high^(1-exponent)
};

} // namespace strata::gpu
