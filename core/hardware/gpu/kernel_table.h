// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/base/schema.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace strata::hardware {

/// One matrix kernel of a library whose source is public: what one work-group of it does for C[m, n] = A[m, k] B[k, n].
struct ProductKernel {
    std::uint32_t columns = 0, rows = 0; ///< of its tile of a product written by rows
    std::uint32_t slice = 0;             ///< elements of k that it loads at once
    std::uint32_t threads = 0;
    std::uint32_t local_elements = 0; ///< in local memory: slices of both operands, with padding
    bool matrix_cores = false;        ///< else on vector lanes
    std::uint32_t split = 1;          ///< work-groups that share one sum and add up their parts in memory
    std::uint32_t sharing = 1;        ///< threads of a work-group that add up one result

    friend bool operator==(const ProductKernel&, const ProductKernel&) = default;
};

/// Rows and columns of a product written by rows that one block computes.
struct ProductTile {
    std::uint32_t rows = 0, columns = 0;

    friend bool operator==(const ProductTile&, const ProductTile&) = default;
};

/// A size that the library's authors have tuned: a product of `n` columns and `m` rows over k.
struct ProductSize {
    std::uint32_t n = 0, m = 0, k = 0;
    std::uint32_t kernel = 0; ///< its place in the table of kernels; kOtherKernel: none of those

    friend bool operator==(const ProductSize&, const ProductSize&) = default;
};
inline constexpr std::uint32_t kOtherKernel = 0xffffffffU;

/// Both ends belong to it.
struct SizeRange {
    double least = 0.0, most = 1e12;

    bool holds(double size) const { return size >= least && size <= most; }
    friend bool operator==(const SizeRange&, const SizeRange&) = default;
};

/// Which products the table answers for: those whose nearest size surely stands in it.
struct KnownSizes {
    SizeRange m, n, k;
    SizeRange shortest, middle, longest; ///< the three sizes in rising order
    double longest_over_middle = 1e12;   ///< at most

    bool holds(double m, double n, double k) const;
    friend bool operator==(const KnownSizes&, const KnownSizes&) = default;
};

/// A file of hwlib/kernels/: which kernel a library takes for which product on one generation of devices.
struct KernelTable {
    std::string id;
    std::string model;  ///< the calibration whose model reads it: "gpu-simt-matmul"
    std::string vendor; ///< of the devices
    std::string architecture;
    std::string op; ///< "bmm": operands by rows; "linear": weights with k innermost
    KnownSizes known;
    std::vector<ProductKernel> kernels;
    std::vector<ProductSize> sizes; ///< in rising order of n, m, k
    double lanes = 0.0;             ///< of a multiprocessor, for whose devices alone the tiles hold; 0: any
    std::vector<ProductTile> tiles; ///< of a table without kernels: those that profiles show, whatever the size

    /// The place of the kernel of the size at the least distance (Euclidean in m, n and k; of two at the same distance
    /// that of the larger). None for products outside `known`, and where the nearest size has another kernel.
    std::optional<std::size_t> kernelOf(double m, double n, double k) const;

    friend bool operator==(const KernelTable&, const KernelTable&) = default;
};

/// Schema of hwlib/kernels/*.json.
const ObjectSchema& kernelTableSchema();

/// Errors: those of validate(), and "bad-value" where a size has not three numbers, stands there twice, or a range's
/// ends are in the wrong order, with the pointer below `pointer`.
Result<KernelTable> readKernelTable(const Json& document, std::string_view pointer);

} // namespace strata::hardware
