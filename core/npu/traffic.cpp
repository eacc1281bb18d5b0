// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/traffic.h"

#include <algorithm>
#include <cmath>

namespace strata::npu::detail {

namespace {

using Words = std::array<double, kMaxLevels>;

/// The share of `part` in `whole` of `words`, rounded down as the reference tool's integers are.
double shareOf(double words, double part, double whole) {
    constexpr double kExact = 4503599627370496.0; // 2^52: below, the product of doubles is exact
    const double product = words * part;
    if (product < kExact) {
        return std::floor(product / whole);
    }
    __extension__ using Wide = unsigned __int128;
    constexpr double kLargest = 9.0e18;
    if (words < kLargest && part < kLargest) {
        return static_cast<double>(
            static_cast<std::uint64_t>(static_cast<Wide>(words) * static_cast<Wide>(part) / static_cast<Wide>(whole)));
    }
    return std::floor(words * (part / whole));
}

/// Words that reach one instance of each level from outside, before any level is bypassed.
Words receivedWords(const TensorFlow& flow, std::size_t level_count) {
    Words received;
    received[0] = 0.0;
    for (std::size_t l = 1; l < level_count; ++l) {
        received[l] = flow.movement[l - 1].delivered / flow.children[l - 1];
    }
    return received;
}

struct Requests {
    Words words;  ///< asked of a level by its children
    Words passed; ///< handed on between the level's children
};

/// Requests after those of a bypassed level have moved outwards.
Requests requestedWords(const TensorFlow& flow, std::size_t level_count) {
    Requests requests;
    for (std::size_t l = 0; l < level_count; ++l) {
        requests.words[l] = flow.movement[l].reads;
        requests.passed[l] = flow.movement[l].passed;
    }
    for (std::size_t l = level_count; l-- > 0;) {
        if (flow.kept[l]) {
            continue;
        }
        if (l > 0) {
            const Movement& outside = flow.movement[l - 1];
            const double all_children = requests.words[l] * flow.children[l - 1];
            requests.words[l - 1] = outside.delivered > 0.0 ? outside.reads * (all_children / outside.delivered) : 0.0;
            requests.passed[l - 1] = 0.0;
        }
        requests.words[l] = 0.0;
    }
    return requests;
}

} // namespace

void countTraffic(const TensorFlow& flow, std::size_t level_count, bool output,
                  std::array<LevelTraffic, kMaxLevels>& traffic) {
    const Words received = receivedWords(flow, level_count);
    const Requests requests = requestedWords(flow, level_count);
    double partition = flow.tile[0];
    bool outermost = true;
    for (std::size_t l = 0; l < level_count; ++l) {
        if (l > 0 && flow.spatial_tile[l - 1] > 0.0) {
            partition = shareOf(partition, flow.tile[l], flow.spatial_tile[l - 1]);
        }
        if (!flow.kept[l]) {
            traffic[l] = {};
            continue;
        }
        const double neighbours =
            l > 0 && requests.passed[l - 1] > 0.0 ? requests.passed[l - 1] / flow.instances[l] : 0.0;
        const double arriving = outermost ? 0.0 : received[l];
        const double asked = requests.words[l];
        LevelTraffic& here = traffic[l];
        here.partition = partition;
        if (output) {
            here.updates = std::round(asked);
            here.reads = std::max(0.0, std::round(asked + neighbours - partition));
            here.temporal_reductions = here.reads;
            here.fills = std::max(0.0, std::round(arriving + neighbours - (outermost ? 0.0 : partition)));
        } else {
            here.updates = 0.0;
            here.reads = std::round(asked + neighbours);
            here.temporal_reductions = 0.0;
            here.fills = std::floor(arriving + neighbours);
        }
        outermost = false;
    }
}

} // namespace strata::npu::detail
