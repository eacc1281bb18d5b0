// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/gpu/products/simt_matmul.h"

namespace strata::gpu {

/// Tiles that published profiles show the vendor's library to use for single-precision products on a generation, where
/// no measured device of it says so (the kernel tables that the library joins to the calibration): bit i for tile i,
/// all where nothing is known. Not by a device's times, which a tile's name does not tell.
std::uint32_t publishedSimtTiles(const hardware::Gpu& gpu, const hardware::Calibration* calibration, SimtOperator op);

/// Whether kernels of a multiprocessor with `stated` lanes are those of one with `lanes`: generations have 64 or 128,
/// and a design within half an octave keeps the kernels of its own.
bool lanesAlike(double stated, double lanes);

/// Matrices for which the library chooses the kernel of C[batch, m, n] = A[batch, m, k] B[batch, k, n], 1 to `batch`.
/// rocBLAS takes the entry of a table of tuned sizes that is nearest in m, n and k; the products of attention, q k' and
/// p v with heads of at most 128 elements, were tuned with batches, all others with one matrix (its logic files for
/// gfx908, Cijk_Ailk_Bljk_SB). In between the choice goes over from one to the other. For
/// devices with such a library whose table is not known (hardware::KernelTable).
double batchOfChoice(const hardware::Gpu& gpu, double batch, double m, double n, double k);

/// Seconds of C[m, n] = A[m, k] B[k, n] by blocks of matrix cores with this tile, as far as tiles differ: what a tuned
/// library compares when it chooses for one matrix. A compute unit holds few blocks then, so that nothing hides what a
/// block does one after another with each slice of k.
double loneSeconds(const hardware::Gpu& gpu, const SimtMatmulCoefficients& coefficients, const SimtTile& tile, double m,
                   double n, double k);

} // namespace strata::gpu
