// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/serving/traffic/python_random.h"

#include <algorithm>
#include <array>

namespace strata::serving {
namespace {

constexpr std::size_t kWords = 624;

/// A seed sequence whose words are the whole state: std::mt19937 takes them as they are.
struct ArraySeed {
    using result_type = std::uint32_t;
    std::array<std::uint32_t, kWords> state{};

    explicit ArraySeed(std::uint32_t seed) {
        state[0] = 19650218U;
        for (std::uint32_t i = 1; i < kWords; ++i)
            state[i] = 1812433253U * (state[i - 1] ^ (state[i - 1] >> 30U)) + i;
        std::size_t i = 1;
        const auto step = [&] {
            if (++i < kWords) return;
            state[0] = state[kWords - 1];
            i = 1;
        };
        for (std::size_t k = 0; k < kWords; ++k, step()) {
            state[i] = (state[i] ^ ((state[i - 1] ^ (state[i - 1] >> 30U)) * 1664525U)) + seed;
        }
        for (std::size_t k = 0; k + 1 < kWords; ++k, step()) {
            state[i] =
                (state[i] ^ ((state[i - 1] ^ (state[i - 1] >> 30U)) * 1566083941U)) - static_cast<std::uint32_t>(i);
        }
        state[0] = 0x80000000U;
    }

    template <class Iterator>
    void generate(Iterator begin, Iterator end) const {
        std::copy_n(state.begin(), std::min<std::ptrdiff_t>(end - begin, kWords), begin);
    }
};

} // namespace

PythonRandom::PythonRandom(std::uint32_t seed) {
    ArraySeed sequence(seed);
    engine_.seed(sequence);
}

double PythonRandom::uniform() {
    const auto high = static_cast<std::uint32_t>(engine_()) >> 5U;
    const auto low = static_cast<std::uint32_t>(engine_()) >> 6U;
    return (high * 67108864.0 + low) / 9007199254740992.0;
}

} // namespace strata::serving
