// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/edge/encoding.h"

#include <algorithm>
#include <array>
#include <optional>

namespace strata::edge {
namespace {

constexpr std::size_t kEdges = 6, kOps = 5, kKept = 4; // "none" has no feature of its own
constexpr std::array<std::string_view, kOps> kOpNames{"none", "skip_connect", "nor_conv_1x1", "nor_conv_3x3",
                                                      "avg_pool_3x3"};
/// From node to node, in the order of the text.
constexpr std::array<std::array<int, 2>, kEdges> kEnds{{{0, 1}, {0, 2}, {1, 2}, {0, 3}, {1, 3}, {2, 3}}};
constexpr std::array<double, kOps> kDepth{0, 0, 1, 1, 1};

/// The operator of each edge: "|a~0|+|b~0|c~1|+|d~0|e~1|f~2|".
std::optional<std::array<std::size_t, kEdges>> operatorsOf(std::string_view text) {
    std::array<std::size_t, kEdges> ops{};
    std::size_t edge = 0;
    while (!text.empty()) {
        const std::size_t end = text.find('|');
        const std::string_view word = text.substr(0, end);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        if (word.empty() || word == "+") continue;
        const std::size_t tilde = word.find('~');
        if (edge == kEdges || tilde == std::string_view::npos || word.size() != tilde + 2) return std::nullopt;
        const auto op = std::ranges::find(kOpNames, word.substr(0, tilde));
        if (op == kOpNames.end() || word[tilde + 1] - '0' != kEnds[edge][0]) return std::nullopt;
        ops[edge++] = static_cast<std::size_t>(op - kOpNames.begin());
    }
    return edge == kEdges ? std::optional(ops) : std::nullopt;
}

/// Whether each edge lies on a way from the first node to the last that no "none" cuts.
std::array<bool, kEdges> liveEdges(const std::array<std::size_t, kEdges>& ops) {
    std::array<bool, 4> reached{true, false, false, false}, leads{false, false, false, true};
    for (std::size_t e = 0; e < kEdges; ++e) // edges stand in the order of their ends
        if (ops[e] != 0 && reached[kEnds[e][0]]) reached[kEnds[e][1]] = true;
    for (std::size_t e = kEdges; e-- > 0;)
        if (ops[e] != 0 && leads[kEnds[e][1]]) leads[kEnds[e][0]] = true;
    std::array<bool, kEdges> live{};
    for (std::size_t e = 0; e < kEdges; ++e)
        live[e] = reached[kEnds[e][0]] && leads[kEnds[e][1]];
    return live;
}

/// Operators on the longest way through the cell.
double depthOf(const std::array<std::size_t, kEdges>& ops) {
    std::array<double, 4> depth{0, -1, -1, -1};
    for (std::size_t e = 0; e < kEdges; ++e) {
        const double before = depth[kEnds[e][0]];
        double& after = depth[kEnds[e][1]];
        if (ops[e] != 0 && before >= 0) after = std::max(after, before + kDepth[ops[e]]);
    }
    return std::max(0.0, depth[3]);
}

} // namespace

std::vector<std::string> cellFeatureNames() {
    std::vector<std::string> names;
    for (const std::string_view what : {"edge", "live edge"})
        for (std::size_t e = 0; e < kEdges; ++e)
            for (std::size_t k = 1; k < kOps; ++k)
                names.push_back(std::string(what) + " " + std::to_string(e) + " " + std::string(kOpNames[k]));
    for (const std::string_view what : {"count", "live count"})
        for (std::size_t k = 1; k < kOps; ++k)
            names.push_back(std::string(what) + " " + std::string(kOpNames[k]));
    names.emplace_back("depth");
    for (std::size_t i = 0; i < kEdges * kKept; ++i)
        for (std::size_t j = i + 1; j < kEdges * kKept; ++j)
            if (i / kKept != j / kKept) names.push_back(names[i] + " and " + names[j]);
    return names;
}

std::vector<double> cellFeatures(std::string_view text) {
    const auto ops = operatorsOf(text);
    if (!ops) return {};
    const auto live = liveEdges(*ops);
    constexpr std::size_t kOneHot = kEdges * kKept;
    std::vector<double> f(2 * kOneHot + 2 * kKept + 1, 0.0);
    for (std::size_t e = 0; e < kEdges; ++e) {
        const std::size_t op = (*ops)[e];
        if (op == 0) continue;
        f[e * kKept + op - 1] = 1;
        f[2 * kOneHot + op - 1] += 1;
        if (!live[e]) continue;
        f[kOneHot + e * kKept + op - 1] = 1;
        f[2 * kOneHot + kKept + op - 1] += 1;
    }
    f.back() = depthOf(*ops);
    for (std::size_t i = 0; i < kOneHot; ++i)
        for (std::size_t j = i + 1; j < kOneHot; ++j)
            if (i / kKept != j / kKept) f.push_back(f[i] * f[j]);
    return f;
}

} // namespace strata::edge
