// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/random.h"

namespace strata {
namespace {

// Multipliers and key increments of Philox4x32, Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC 2011.
constexpr std::uint32_t kMultiplier0 = 0xD2511F53U;
constexpr std::uint32_t kMultiplier1 = 0xCD9E8D57U;
constexpr std::uint32_t kKeyStep0 = 0x9E3779B9U;
constexpr std::uint32_t kKeyStep1 = 0xBB67AE85U;
constexpr int kRounds = 10;

std::uint32_t low(std::uint64_t wide) { return static_cast<std::uint32_t>(wide); }
std::uint32_t high(std::uint64_t wide) { return static_cast<std::uint32_t>(wide >> 32U); }

} // namespace

std::array<std::uint32_t, 4> CounterRandom::block(std::uint64_t n) const {
    std::array<std::uint32_t, 4> state{low(n), high(n), low(stream_), high(stream_)};
    std::uint32_t key0 = low(seed_);
    std::uint32_t key1 = high(seed_);
    for (int round = 0; round < kRounds; ++round) {
        const std::uint64_t product0 = std::uint64_t{kMultiplier0} * state[0];
        const std::uint64_t product1 = std::uint64_t{kMultiplier1} * state[2];
        state = {high(product1) ^ state[1] ^ key0, low(product1), high(product0) ^ state[3] ^ key1, low(product0)};
        key0 += kKeyStep0;
        key1 += kKeyStep1;
    }
    return state;
}

std::uint64_t CounterRandom::nextBits() {
    const auto words = block(counter_ / 2);
    const std::size_t first = (counter_ % 2) * 2;
    ++counter_;
    return std::uint64_t{words[first]} | (std::uint64_t{words[first + 1]} << 32U);
}

double CounterRandom::nextUniform() { return static_cast<double>(nextBits() >> 11U) * 0x1.0p-53; }

std::uint64_t CounterRandom::nextBelow(std::uint64_t bound) {
    if (bound == 0) return 0;
    // The first 2^64 mod bound values would make the small results likelier. They are below the bound: few numbers are.
    std::uint64_t bits = nextBits();
    while (bits < bound && bits < (0 - bound) % bound)
        bits = nextBits();
    return bits % bound;
}

} // namespace strata
