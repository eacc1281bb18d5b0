// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/serving/speculation.h"

#include "core/base/random.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace strata::serving {
namespace {

constexpr std::uint64_t kGuessStream = 0x6775657373ULL; ///< apart from those of the traffic

} // namespace

double Speculation::expectedTokens() const { return std::accumulate(accepted.begin(), accepted.end(), 1.0); }

std::int32_t Speculation::tokens(std::uint64_t seed, std::uint64_t id, std::int32_t processed) const {
    const auto bits = CounterRandom(seed ^ kGuessStream, id).block(static_cast<std::uint64_t>(processed));
    const double u = (bits[0] + 0.5) / 4294967296.0;
    // accepted falls: as many are kept as lie above u.
    std::int32_t kept = 0;
    for (const double chance : accepted) {
        if (u >= chance) break;
        ++kept;
    }
    return 1 + kept;
}

Speculation chainOf(std::span<const double> acceptance) {
    const std::vector<std::int32_t> ones(acceptance.size(), 1);
    return treeOf(ones, acceptance);
}

Speculation treeOf(std::span<const std::int32_t> widths, std::span<const double> acceptance) {
    Speculation out;
    double chance = 1;
    std::int32_t nodes = 1;
    for (std::size_t depth = 0; depth < std::min(widths.size(), acceptance.size()); ++depth) {
        nodes *= widths[depth];
        chance *= widths[depth] == 1 ? acceptance[depth] : 1 - std::pow(1 - acceptance[depth], widths[depth]);
        out.checked += nodes;
        out.accepted.push_back(chance);
        out.guesses.push_back(nodes);
    }
    return out;
}

double SpeculativeTime::draftSeconds(const BatchShape& batch) const {
    if (!draft_) return batch.decodes > 0 ? heads_.value(batch.decodes) : 0;
    double seconds = draft_->seconds(batch, 0);
    if (batch.decodes == 0) return seconds;
    BatchShape pass;
    pass.decodes = batch.decodes;
    for (std::size_t depth = 1; depth < speculation_.guesses.size(); ++depth) {
        const auto ahead = static_cast<std::int32_t>(depth);
        pass.tokens = batch.decodes * speculation_.guesses[depth - 1];
        pass.guessed = pass.tokens - pass.decodes;
        pass.decode_context_sum = batch.decode_context_sum + std::int64_t{ahead} * batch.decodes;
        pass.decode_context_max = batch.decode_context_max + ahead;
        seconds += draft_->seconds(pass, 0);
    }
    return seconds;
}

} // namespace strata::serving
