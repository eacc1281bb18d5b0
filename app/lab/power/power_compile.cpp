// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/power/power_compile.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <vector>

namespace strata::assess {
namespace {

constexpr int kDepth = 128;     ///< of a stage, in values
constexpr int kShared = 232448; ///< bytes of an SM that a block may use
constexpr int kMostStages = 16;
constexpr int kWarpGroupRows = 64;              ///< of one tensor-core instruction
constexpr int kFewRows = 32;                    ///< below, tokens and weights swap places
constexpr std::int64_t kL2BytesPerClock = 6153; ///< all SMs together
constexpr std::int64_t kL1BytesPerClock = 128;  ///< each SM

constexpr int parts(int whole, int part) { return (whole + part - 1) / part; }
constexpr int upTo(int value, int unit) { return parts(value, unit) * unit; }

/// Stages that fit beside the result's tile, the barriers and the weights' scales.
int stagesOf(int rows, int columns, int k) {
    constexpr int kBarriers = kMostStages * 16, kScale = 4;
    const int scales = upTo(parts(k, kDepth) * kScale * (kDepth % columns == 0 ? 1 : 2), 8);
    const int fixed = upTo(2 * rows * columns, 1024) + kBarriers + scales;
    const int stage = (rows + columns) * kDepth + upTo(rows * kScale, 128);
    return std::min((kShared - fixed) / stage, kMostStages);
}

/// Scales of the weights change inside a tile at regular places only, and registers hold one side of 256 at most.
bool isBuilt(int rows, int columns) {
    if (columns <= kDepth) return true;
    const int beyond = columns - kDepth;
    return rows <= kDepth && (columns % beyond == 0 || kDepth % beyond == 0);
}

std::int64_t cyclesOf(const BlockScaledKernel& scaled_kernel, int m, int n, int k, int sms) {
    const std::int64_t blocks = std::int64_t{parts(m, scaled_kernel.rows)} * parts(n, scaled_kernel.columns);
    const std::int64_t waves = (blocks + sms - 1) / sms;
    if (scaled_kernel.cluster_rows * scaled_kernel.cluster_columns > 1 && waves <= 1)
        return std::numeric_limits<std::int64_t>::max();
    const std::int64_t result = 2LL * scaled_kernel.rows * scaled_kernel.columns, depth = k;
    const std::int64_t from_l2 = depth * (scaled_kernel.rows / scaled_kernel.cluster_columns +
                                          scaled_kernel.columns / scaled_kernel.cluster_rows);
    const std::int64_t into_l1 = depth * (scaled_kernel.rows + scaled_kernel.columns);
    const std::int64_t out_of_l1 =
        depth * (std::max(kWarpGroupRows, scaled_kernel.rows) + scaled_kernel.columns) + result;
    const std::int64_t l2 = (from_l2 + result) * blocks / kL2BytesPerClock;
    const std::int64_t l1 = (into_l1 + out_of_l1 + result) * blocks / (kL1BytesPerClock * sms);
    const float filled = static_cast<float>(blocks) / static_cast<float>(waves * sms);
    return static_cast<std::int64_t>(static_cast<float>(std::max(l1, l2)) / filled);
}

/// Tokens take the place of the weights' columns.
BlockScaledKernel swappedKernel(int m, int n, int sms) {
    BlockScaledKernel best{kDepth, 0, 0, 0, 0};
    int fewest = std::numeric_limits<int>::max();
    for (int tokens = 16; tokens <= 64; tokens += 8) {
        const int waves = parts(parts(n, kDepth) * parts(m, tokens), sms);
        if (waves >= fewest) continue;
        fewest = waves;
        best.columns = tokens;
    }
    return best;
}

} // namespace

BlockScaledKernel blockScaledKernel(int m, int n, int k, int sms) {
    if (m < kFewRows) return swappedKernel(m, n, sms);
    constexpr int kMostColumns = 192;
    constexpr std::array<std::array<int, 2>, 3> kClusters{{{1, 1}, {1, 2}, {2, 1}}};
    std::vector<int> heights{64, 128};
    if (m <= kFewRows) heights.push_back(kFewRows);
    heights.push_back(256);
    BlockScaledKernel best;
    std::int64_t fewest = std::numeric_limits<std::int64_t>::max();
    for (const auto& cluster : kClusters) {
        for (const int rows : heights) {
            for (int columns = 16; columns <= kMostColumns; columns += 16) {
                if (!isBuilt(rows, columns)) continue;
                const BlockScaledKernel scaled_kernel{rows, columns, cluster[0], cluster[1],
                                                      stagesOf(rows, columns, k)};
                if (scaled_kernel.stages < (rows * columns < 128 * 192 ? 4 : 3)) continue;
                const std::int64_t cycles = cyclesOf(scaled_kernel, m, n, k, sms);
                if (cycles >= fewest) continue;
                fewest = cycles;
                best = scaled_kernel;
            }
        }
    }
    return best;
}

} // namespace strata::assess
