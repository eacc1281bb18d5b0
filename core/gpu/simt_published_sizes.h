// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace strata::gpu {

/// A size that a library's authors have tuned: a product of `n` columns and `m` rows over k.
struct LibrarySize {
    std::uint32_t n, m, k;
    std::uint8_t kernel; ///< its place in the table of kernels; kOther: none of those
};

inline constexpr std::uint8_t kOther = 255;

/// Whether sizes stand in rising order, and each names one of `kernels` kernels or another one.
constexpr bool isTable(std::span<const LibrarySize> sizes, std::size_t kernels) {
    const auto is_before = [](const LibrarySize& a, const LibrarySize& b) {
        return a.n != b.n ? a.n < b.n : a.m != b.m ? a.m < b.m : a.k < b.k;
    };
    return std::is_sorted(sizes.begin(), sizes.end(), is_before) &&
           std::all_of(sizes.begin(), sizes.end(),
                       [kernels](const LibrarySize& size) { return size.kernel == kOther || size.kernel < kernels; });
}

/// Kernel of the size at the least distance (Euclidean in m, n and k); of two at the same distance that of the larger,
/// which comes later. None where that is another kernel. `sizes` in rising order.
std::optional<std::size_t> nearestKernel(std::span<const LibrarySize> sizes, double m, double n, double k);

} // namespace strata::gpu
