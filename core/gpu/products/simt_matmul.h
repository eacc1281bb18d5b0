// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/gpu/calibration/calibrated.h"
#include "core/gpu/kernel_time.h"
#include "core/hardware/calibration/calibration.h"
#include "core/hardware/gpu/gpu.h"
#include "core/hardware/gpu/kernel_table.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace strata::gpu {

inline constexpr std::size_t kSimtTiles = 8;

/// Constants of the model that all devices share; what each means stands beside its row in simtFields().
struct SimtShared {
    double feed = 0, matrix_share = 0, unaligned = 0, bandwidth_fraction = 0;
    double l2_fraction = 0, walk_clocks = 0, split_s = 0, start_s = 0, lead_share = 0;
    double flop_pj = 0, matrix_energy = 0, node_exponent = 0, l2_pj_per_byte = 0, dram_pj_per_byte = 0;
    double clock_exponent = 0, fixed_w = 0, fixed_share = 0, most_fixed_share = 0, rest_s = 0;
    double typical_stream = 0;
    double winograd_share = 0; ///< rate of such convolutions over that of a product
};

/// Where a shared constant comes from: the literature or the physics that the comment of its row names, rates that many
/// devices sustain on large products, or kernels that were timed one by one.
enum class SimtOrigin : std::uint8_t { Given, Sustained, Timed };

/// One shared constant: where it stands, what it means, and within what a fit may move it.
struct SimtField {
    const char* name;
    double SimtShared::*member;
    double start, low, high;
    SimtOrigin origin;
};
std::span<const SimtField> simtFields();

/// One size of thread block, prepared for a device.
struct SimtTile {
    double m = 0, n = 0, threads = 0, registers = 0, shared_bytes = 0;
    double resident = 1;   ///< blocks per SM
    double filling = 0;    ///< blocks that issue on all of an SM's schedulers
    double flop_per_s = 0; ///< of one full SM at full clock
    double crowding = 0;   ///< fourth power of what lanes of fp32 ask of the way to their operands
    double j_per_flop = 0; ///< with the operands that the tile moves from L2
    double walking = 1;    ///< blocks whose rows an SM has in flight, whatever number is resident
    double lookups = 1;    ///< of addresses for one slice of a row: fewer where L1 still holds its line
    double slice = 8;      ///< elements of k that a block loads at once
    double split = 1;      ///< blocks that share one sum, where the library fixes it
};

/// Operators that libraries choose tiles for, each by itself.
enum class SimtOperator : std::uint8_t { Bmm, Linear, Conv };
inline constexpr std::size_t kSimtOperators = 3;
const char* simtOperatorName(SimtOperator op); ///< as in calibrations: "bmm"
std::string simtTileName(std::size_t tile);    ///< "128x64"

/// Key of what devices with the same multiprocessor share in a calibration: those of one architecture differ in lanes
/// (64 on the largest dies, 128 on others).
using SimtKey = std::map<std::string, std::string, std::less<>>;
SimtKey simtSistersKey(const hardware::Gpu& gpu);
/// Key of the tiles that a library uses there for an operator.
SimtKey simtTilesKey(const hardware::Gpu& gpu, std::string_view op);

/// The kernels of a library whose choice is public, prepared for a device.
struct PublishedTiles {
    std::shared_ptr<const hardware::KernelTable> table; ///< none: not known
    std::vector<SimtTile> tiles;                        ///< in the order of the table's kernels
};

/// Matrix products and convolutions on the scalar lanes (and the FP32 matrix cores of CDNA), for one device.
struct SimtMatmulCoefficients {
    SimtShared shared;
    std::array<SimtTile, kSimtTiles> tiles{};
    std::array<std::uint32_t, kSimtOperators> used{}; ///< bit i: the library has tile i for the operator
    std::array<double, kSimtOperators> floor_s{};     ///< host's, for a kernel that is timed alone
    std::array<SizedSpread, kSimtOperators> spread{};
    double headroom_w = 0; ///< of the board's limit, for what follows the clock; 0: the limit is not known
    double peak_flop_per_s = HUGE_VAL;
    double slice = 8;        ///< elements of k that a block of these tiles loads at once
    double bandwidth = 0;    ///< sustained DRAM bytes/s
    double l2_bandwidth = 0; ///< sustained L2 bytes/s
    double walk_s = 0;       ///< of one SM and one lookup of a page; 0: not known
    std::array<PublishedTiles, kSimtOperators> published;
    bool matrix_cores = false;
    double compute = 1; ///< the device's own factor on its rate
    bool seen = false;  ///< this device was measured
};

/// The device's own coefficients where it was measured, else those that its datasheet and generation give.
SimtMatmulCoefficients resolveSimtMatmul(const hardware::Gpu& gpu, std::span<const hardware::Calibration> calibrations);
/// Whether resolveSimtMatmul() finds the same measurements for both: names and the rates of an SM decide.
bool sameSimtMeasurements(const hardware::Gpu& a, const hardware::Gpu& b);
/// The same measurements on a device with other numbers.
void renewSimtMatmul(SimtMatmulCoefficients& coefficients, const hardware::Gpu& gpu);

/// Lavin and Gray, Fast algorithms for convolutional neural networks, CVPR 2016: small windows that move by one need
/// fewer multiplications than a product, those of 3 x 3 up to 2.25 times. cuDNN has such kernels for 3 x 3 and 5 x 5 in
/// FP32 (cuDNN API, CUDNN_CONVOLUTION_FWD_ALGO_WINOGRAD_NONFUSED).
bool takesWinograd(const workload::Kernel& kernel);

/// Time of one product or convolution with the tile that the library chooses for it.
KernelTime predictSimtMatmul(const hardware::Gpu& gpu, const SimtMatmulCoefficients& coefficients,
                             const workload::Kernel& kernel);

} // namespace strata::gpu
