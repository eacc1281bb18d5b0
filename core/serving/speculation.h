// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/serving/tables/engine_tables.h"

#include <cstdint>
#include <span>
#include <vector>

namespace strata::serving {

/// Speculative decoding (Leviathan et al., ICML 2023): several tokens of a sequence are guessed, one pass of
/// the model checks them all, and those up to the first wrong one are kept, with one more that the pass
/// itself gives.
struct Speculation {
    std::int32_t checked = 1;          ///< tokens of a sequence in one pass: its newest and every guess
    std::vector<double> accepted;      ///< probability that at least i + 1 guesses are kept; empty: off
    std::vector<std::int32_t> guesses; ///< of a sequence that each drafting pass makes, from the first on

    bool on() const { return !accepted.empty(); }
    /// Tokens of one pass in the mean: 1 + sum of accepted; (1 - a^(k+1)) / (1 - a) for k guesses in a chain,
    /// each accepted with probability a.
    double expectedTokens() const;
    /// Tokens of the pass of request `id` that starts after `processed` tokens: the same number for the same
    /// request at the same place, whatever else runs.
    std::int32_t tokens(std::uint64_t seed, std::uint64_t id, std::int32_t processed) const;
};

/// A guess at each position, accepted with acceptance[i] if all before it were.
Speculation chainOf(std::span<const double> acceptance);
/// Every guess of depth i has widths[i] alternatives behind it, all checked (Medusa: Cai et al., ICML 2024;
/// SpecInfer: Miao et al., ASPLOS 2024). One of them is accepted with 1 - (1 - a)^width: alternatives count
/// as independent. `acceptance` is as long as `widths`.
Speculation treeOf(std::span<const std::int32_t> widths, std::span<const double> acceptance);

/// An iteration with guesses: drafting, then the model's pass over all of them. Drafting is a first pass of
/// the draft model over what the model has seen, and one for each further depth; or a look-up with a fixed
/// time. It runs where the first stage of a pipeline does.
class SpeculativeTime final : public StepTime {
public:
    /// Both times must outlive this. `draft` nullptr: guesses cost `heads` by sequence alone (n-gram: empty).
    SpeculativeTime(const StepTime& model, const StepTime* draft, const Speculation& speculation, MeasuredLine heads)
        : model_(model), draft_(draft), speculation_(speculation), heads_(std::move(heads)) {}
    double seconds(const BatchShape& batch, int stage) const override {
        return model_.seconds(batch, stage) + (stage == 0 ? draftSeconds(batch) : 0);
    }
    bool outside(const BatchShape& batch) const override { return model_.outside(batch); }
    double draftSeconds(const BatchShape& batch) const;

private:
    const StepTime& model_;
    const StepTime* draft_;
    const Speculation& speculation_;
    MeasuredLine heads_;
};

} // namespace strata::serving
