// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hardware/gpu.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace strata::gpu {

/// One single-precision kernel of a library whose source is public: what one work-group of it does.
struct LibraryKernel {
    std::uint16_t columns = 0, rows = 0; ///< of its tile of a product written by rows
    std::uint16_t slice = 0;             ///< elements of k that it loads at once
    std::uint16_t threads = 0;
    std::uint16_t local_elements = 0; ///< in local memory: one or two slices of both operands, with padding
    bool matrix_cores = false;        ///< else on vector lanes
    std::uint8_t split = 1;           ///< work-groups that share one sum and add up their parts in memory
    std::uint8_t sharing = 1;         ///< threads of a work-group that add up one result
};

/// The kernels that rocBLAS has tuned for the products of attention on a device; none where its table is not known.
std::span<const LibraryKernel> publishedKernels(const hardware::Gpu& gpu);

/// Of publishedKernels(), the one that rocBLAS takes for each C[m, n] = A[m, k] B[k, n] of a batch: that of the tuned
/// size at the least distance (Euclidean in m, n and k; how many matrices there are does not count). None outside the
/// sizes that are known here: one side of 64 to 256, two of 128 to 4608 that are within half an octave of each other.
std::optional<std::size_t> publishedKernelOf(double m, double n, double k);

/// The same for linear layers C[m, n] = A[m, k] W[n, k]', whose weights hold k innermost: another table, of which the
/// sizes with long sums are known here (m and n of 64 to 65536, k of 24576 to 262144).
std::span<const LibraryKernel> publishedLinearKernels(const hardware::Gpu& gpu);
std::optional<std::size_t> publishedLinearKernelOf(double m, double n, double k);

} // namespace strata::gpu
