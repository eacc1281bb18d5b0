// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/products/simt_matmul.h"

#include "core/gpu/calibration/calibrated.h"
#include "core/gpu/products/simt_library.h"
#include "core/gpu/products/tiling.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>

namespace strata::gpu {
namespace {

using hardware::Calibration;
using hardware::Gpu;

constexpr std::string_view kCalibration = "gpu-simt-matmul";
constexpr double kReferenceNode_nm = 12.0;
constexpr double kReferenceClock_hz = 1.4e9;
constexpr double kReferenceLanes = 64.0;
/// Thread blocks of single-precision kernels in the vendors' libraries.
struct Shape {
    double m, n, threads;    ///< rows, columns
    double slice = 0;        ///< elements of k that are loaded at once; 0: as on all devices of the kind
    double shared_bytes = 0; ///< 0: two slices of both operands
    bool only_lanes = false; ///< although the device has matrix cores
    double sharing = 1;      ///< threads that add up one result
    double split = 1;
};
using Shapes = std::array<Shape, kSimtTiles>;
constexpr Shapes kLaneShapes{{{128, 128, 256},
                              {128, 64, 128},
                              {64, 128, 128},
                              {128, 32, 256},
                              {32, 128, 256},
                              {64, 64, 64},
                              {64, 32, 256},
                              {32, 32, 128}}};
constexpr Shapes kMatrixShapes{{{128, 128, 256},
                                {128, 64, 256},
                                {64, 128, 256},
                                {64, 64, 256},
                                {64, 32, 256},
                                {32, 64, 256},
                                {32, 32, 256},
                                {16, 16, 64}}};
Shape shapeOf(const hardware::ProductKernel& kernel) {
    return {static_cast<double>(kernel.rows),
            static_cast<double>(kernel.columns),
            static_cast<double>(kernel.threads),
            static_cast<double>(kernel.slice),
            kernel.local_elements * bytesOf(NumberType::Fp32),
            !kernel.matrix_cores,
            static_cast<double>(kernel.sharing),
            static_cast<double>(kernel.split)};
}

/// Warps that fill an SM: no more than its schedulers, for threads of these kernels have many products under way and
/// need no other warp to hide their latency. An instruction of matrix cores lasts four times as long or longer. Devices
/// left out are predicted alike with two to four.
constexpr double kFillingWarps = 3.0;
constexpr double kFillingMatrixWarps = 1.0;
/// Elements of k that a block loads at once: a sector of a row (8 floats) on lanes; matrix cores eat whole lines.
constexpr double kLaneSlice = 8.0;
constexpr double kMatrixSlice = 32.0;
constexpr std::array<const char*, kSimtOperators> kOperators{"bmm", "linear", "conv"};

using enum SimtOrigin;
constexpr std::array kFields{
    // Operands that the lanes read from shared memory, against what it delivers: 64 lanes with 8x8 results per thread.
    SimtField{"feed", &SimtShared::feed, 0.5, 0.05, 2.0, Sustained},
    // Of a matrix core's rate, what its operands' way through local memory leaves
    SimtField{"matrix_share", &SimtShared::matrix_share, 0.9, 0.4, 1.0, Sustained},
    // Rate where rows are not aligned to 16 bytes
    SimtField{"unaligned", &SimtShared::unaligned, 0.95, 0.4, 1.0, Timed},
    // Of the L2 rate that micro-benchmarks reach
    SimtField{"l2_fraction", &SimtShared::l2_fraction, 0.85, 0.3, 1.5, Given},
    // Of what streaming reaches
    SimtField{"bandwidth_fraction", &SimtShared::bandwidth_fraction, 0.75, 0.3, 1.0, Timed},
    // Of one lookup of a page beyond an SM's translation buffer
    SimtField{"walk_clocks", &SimtShared::walk_clocks, 12, 0.5, 100, Timed},
    // Reduction of partial sums
    SimtField{"split_s", &SimtShared::split_s, 5e-6, 1e-7, 1e-4, Timed},
    // Start and drain of a kernel
    SimtField{"start_s", &SimtShared::start_s, 2.5e-6, 1e-6, 4e-6, Given},
    // Of the host's floor before the kernel starts
    SimtField{"lead_share", &SimtShared::lead_share, 0.65, 0.2, 0.99, Timed},
    // At 12 nm and 1.4 GHz, registers and control included. This, the two exponents and the fixed power are a fit of
    // rate = min(what lanes are fed with, what the power limit leaves) to the FP32 rates that 29 boards from 16 nm to 4
    // nm sustain (github.com/zzc0721/torch-performance-test-data) and the shares of app/lab/gpu/gpu_simt_sustained.cpp;
    // kernels that are timed alone on five boards do not tell them apart.
    SimtField{"flop_pj", &SimtShared::flop_pj, 12, 3, 60, Given},
    // Of a matrix core, against lanes: it spends less on instructions and registers than lanes that fetch three
    // operands a product (Dally, Hot Chips 2023 keynote, energy of an instruction against its arithmetic).
    SimtField{"matrix_energy", &SimtShared::matrix_energy, 0.66, 0.3, 1.5, Given},
    // Energy of logic by process node (scaling by node: Stillmaker and Baas, Integration 58, 2017)
    SimtField{"node_exponent", &SimtShared::node_exponent, 0.668, 0.2, 2.0, Given},
    // At 12 nm, wires across the die
    SimtField{"l2_pj_per_byte", &SimtShared::l2_pj_per_byte, 20, 5, 300, Given},
    // Memory and its interface, between 31 of HBM2 and 112 of GDDR5 (O'Connor et al., MICRO 2017, table 3; recalled)
    SimtField{"dram_pj_per_byte", &SimtShared::dram_pj_per_byte, 60, 10, 300, Given},
    // Of power with the clock: a faster one needs a higher voltage, whose square is the energy of an operation
    SimtField{"clock_exponent", &SimtShared::clock_exponent, 1.388, 1.01, 3.0, Given},
    // Of memory that waits, regulators, leakage and the clock's tree, of the board's limit
    SimtField{"fixed_share", &SimtShared::fixed_share, 0.135, 0.02, 0.4, Given},
    // The same, of boards of any size
    SimtField{"fixed_w", &SimtShared::fixed_w, 18.3, 1, 40, Given},
    // Of the limit at most, for both together: what the smallest measured boards have, of 70 W. Chips of phones and
    // notebooks switch off what waits.
    SimtField{"most_fixed_share", &SimtShared::most_fixed_share, 0.4, 0.15, 0.6, Given},
    // Of the memory's bandwidth where nobody measured what streams reach: bandwidth_fraction multiplies it
    SimtField{"typical_stream", &SimtShared::typical_stream, 0.85, 0.5, 1.0, Given},
    // Pause between calls that are timed alone: the host waits, notes the time and calls again
    SimtField{"rest_s", &SimtShared::rest_s, 1e-4, 1e-6, 1e-2, Given},
    // Of a product's rate: gathering, Winograd's saving
    SimtField{"winograd_share", &SimtShared::winograd_share, 1.3, 0.2, 4.0, Given},
};

/// What was measured on devices with multiprocessors like these, of one operator or (empty) of all; null: nothing.
const hardware::CalibrationGroup* sistersOf(const Gpu& gpu, const Calibration* calibration, std::string_view op) {
    if (calibration == nullptr) return nullptr;
    const double lanes = gpu.vector_flop_per_clock[index(NumberType::Fp32)] / 2.0;
    const auto is = [&](const hardware::CalibrationGroup& group) {
        const auto text = [&](std::string_view key) {
            const auto found = group.key.find(key);
            return found == group.key.end() ? std::string() : found->second;
        };
        const std::string stated = text("lanes");
        return !stated.empty() && text("architecture") == gpu.architecture && text("operator") == op &&
               lanesAlike(std::strtod(stated.c_str(), nullptr), lanes);
    };
    const auto found = std::find_if(calibration->groups.begin(), calibration->groups.end(), is);
    return found == calibration->groups.end() ? nullptr : &*found;
}

/// Tiles that the library was seen to use on multiprocessors like these, else those of published profiles.
std::uint32_t usedTiles(const Gpu& gpu, const Calibration* calibration, SimtOperator op) {
    constexpr std::uint32_t kAll = (1U << kSimtTiles) - 1U;
    if (gpu.matrix_flop_per_clock[index(NumberType::Fp32)] > 0.0) return kAll;
    const auto* group = sistersOf(gpu, calibration, simtOperatorName(op));
    if (group == nullptr) return publishedSimtTiles(gpu, calibration, op);
    std::uint32_t used = 0;
    for (std::size_t i = 0; i < kSimtTiles; ++i) {
        if (group->values.count(simtTileName(i)) > 0) used |= 1U << i;
    }
    return used != 0 ? used : publishedSimtTiles(gpu, calibration, op);
}

/// Processes of 16 to 12 nm have the same transistors; the smaller number is of denser cells and larger masks (TSMC,
/// 16FF+ and 12FFN).
double switchingNode(double process_nm) {
    constexpr double kFirstFins_nm = 16.0;
    return process_nm <= kFirstFins_nm ? std::min(process_nm, kReferenceNode_nm) : process_nm;
}

/// Threads whose rows an SM has in flight. Its four schedulers issue from the oldest warps that are ready, and four
/// warps each hide the four clocks of an operation (Jia et al., arXiv:1804.06826, on Volta). Younger blocks wait, and
/// where fewer fit each loads further ahead: the rows in flight are the same whatever number of blocks is resident. The
/// kernels of seven measured boards are told alike with 512 to 640.
constexpr double kWalkingThreads = 4.0 * 4.0 * 32.0;

/// Lookups of addresses for a sector of a row: one where nothing of a line stays, else as many as the lines that hold
/// it. An L1 that is one store with shared memory keeps the lines that fit beside it; kernels load whole lines of
/// others.
double lookupsOfSector(const Gpu& gpu, double rows) {
    constexpr double kSectorBytes = 32.0;
    const double sectors = std::max(gpu.load_line_bytes / kSectorBytes, 1.0);
    if (!gpu.unified_l1) return 1.0 / sectors;
    return (1.0 + (sectors - 1.0) * missShare(rows * gpu.load_line_bytes, cachingL1(gpu))) / sectors;
}

SimtTile prepare(const Gpu& gpu, const SimtShared& shared, const Shape& shape, double usual_slice, double compute) {
    const double slice = shape.slice > 0.0 ? shape.slice : usual_slice;
    const double results = shape.m * shape.n / shape.threads * shape.sharing;
    const double rows = std::exp2(std::ceil(std::log2(results) / 2.0));
    const double matrix_flop = shape.only_lanes ? 0.0 : gpu.matrix_flop_per_clock[index(NumberType::Fp32)];
    const double flop_per_clock = matrix_flop > 0.0 ? matrix_flop : gpu.vector_flop_per_clock[index(NumberType::Fp32)];
    SimtTile tile;
    tile.m = shape.m;
    tile.n = shape.n;
    tile.threads = shape.threads;
    tile.slice = slice;
    tile.split = shape.split;
    constexpr double kAddressRegisters = 60.0;
    tile.registers = results + kAddressRegisters;
    const double slices_bytes = 2.0 * (shape.m + shape.n) * slice * bytesOf(NumberType::Fp32);
    tile.shared_bytes = shape.shared_bytes > 0.0 ? shape.shared_bytes : slices_bytes;
    tile.resident = blocksPerSm(gpu, {tile.threads, tile.registers, tile.shared_bytes});
    tile.walking = std::max(kWalkingThreads / shape.threads, 1.0);
    tile.lookups = lookupsOfSector(gpu, tile.walking * (shape.m + shape.n));
    tile.filling = (matrix_flop > 0.0 ? kFillingMatrixWarps : kFillingWarps) * gpu.warp / tile.threads;
    // Schedulers of two instructions at once issue a load of operands beside a product; with others lanes beyond 64
    // share the slots of their products with them (CUDA C++ Programming Guide, hardware implementation of 5.x, 6.x and
    // 7.x and later).
    const double lanes = gpu.dual_issue ? kReferenceLanes : flop_per_clock / 2.0;
    // Operands per product that a thread with rows x (results / rows) results reads: 1 / rows + rows / results; an 8 x
    // 8 thread reads 1 / 4. Matrix cores share operands across a wave and are not limited so.
    const double demand = (1.0 / rows + rows / results) / 0.25 * lanes / kReferenceLanes;
    tile.crowding = matrix_flop > 0.0 ? 0.0 : std::pow(shared.feed * demand, 4.0);
    const double fed = matrix_flop > 0.0 ? shared.matrix_share : 1.0 / std::sqrt(std::sqrt(1.0 + tile.crowding));
    const double clock_hz = gpu.clock_hz * (matrix_flop > 0.0 ? 1.0 : gpu.vector_clock_ratio);
    tile.flop_per_s = flop_per_clock * clock_hz * fed * compute;
    const double node =
        gpu.process_nm > 0.0 ? std::pow(switchingNode(gpu.process_nm) / kReferenceNode_nm, shared.node_exponent) : 0.0;
    const double l2_bytes_per_flop = bytesOf(NumberType::Fp32) * (shape.m + shape.n) / (2.0 * shape.m * shape.n);
    const double voltage = std::pow(clock_hz / kReferenceClock_hz, shared.clock_exponent - 1.0);
    tile.j_per_flop =
        node * voltage * 1e-12 *
        (shared.flop_pj * (matrix_flop > 0.0 ? shared.matrix_energy : 1.0) + shared.l2_pj_per_byte * l2_bytes_per_flop);
    return tile;
}

/// What the vendor's library takes there for an operator; none where that is not known.
std::shared_ptr<const hardware::KernelTable> tableOf(const Gpu& gpu, const Calibration* calibration,
                                                     std::string_view op) {
    if (calibration == nullptr) return nullptr;
    const auto& tables = calibration->kernel_tables;
    const auto found = std::find_if(tables.begin(), tables.end(), [&](const auto& table) {
        return !table->kernels.empty() && table->vendor == gpu.vendor && table->architecture == gpu.architecture &&
               table->op == op;
    });
    return found == tables.end() ? nullptr : *found;
}

} // namespace

std::span<const SimtField> simtFields() { return kFields; }

const char* simtOperatorName(SimtOperator op) { return kOperators[static_cast<std::size_t>(op)]; }

std::string simtTileName(std::size_t tile) {
    return std::to_string(static_cast<int>(kLaneShapes[tile].m)) + "x" +
           std::to_string(static_cast<int>(kLaneShapes[tile].n));
}

SimtKey simtSistersKey(const Gpu& gpu) {
    const double lanes = gpu.vector_flop_per_clock[index(NumberType::Fp32)] / 2.0;
    return {{"architecture", gpu.architecture}, {"lanes", std::to_string(static_cast<int>(lanes))}};
}

SimtKey simtTilesKey(const Gpu& gpu, std::string_view op) {
    SimtKey key = simtSistersKey(gpu);
    key["operator"] = std::string(op);
    return key;
}

SimtMatmulCoefficients resolveSimtMatmul(const Gpu& gpu, std::span<const Calibration> calibrations) {
    const Calibration* calibration = calibrationOf(calibrations, kCalibration);
    SimtMatmulCoefficients found;
    for (const SimtField& field : kFields) {
        found.shared.*field.member =
            calibration == nullptr ? field.start : valueOr(calibration->values, field.name, field.start);
    }
    const hardware::Coefficients none;
    const auto* group = calibration == nullptr ? nullptr : calibration->find({{"device", gpu.id}});
    if (group == nullptr) group = sistersOf(gpu, calibration, {});
    const hardware::Coefficients& own = group == nullptr ? none : group->values;
    found.seen = isOwn(group);
    found.compute = valueOr(own, "compute", 1.0);
    constexpr double kTypicalFloor_s = 3e-5;
    for (std::size_t op = 0; op < kSimtOperators; ++op) {
        const std::string floor = std::string("floor_") + kOperators[op] + "_s";
        const double typical = vendorFloor(gpu, calibration, floor, kTypicalFloor_s);
        found.floor_s[op] = found.seen ? valueOr(own, floor, typical) : typical;
        found.used[op] = usedTiles(gpu, calibration, static_cast<SimtOperator>(op));
        found.spread[op] = sizedSpread(calibration, kOperators[op], gpu, found.seen);
        found.published[op].table = tableOf(gpu, calibration, kOperators[op]);
    }
    renewSimtMatmul(found, gpu);
    return found;
}

bool sameSimtMeasurements(const Gpu& a, const Gpu& b) {
    return sameNames(a, b) && a.vector_flop_per_clock == b.vector_flop_per_clock &&
           a.matrix_flop_per_clock == b.matrix_flop_per_clock;
}

void renewSimtMatmul(SimtMatmulCoefficients& found, const Gpu& gpu) {
    found.matrix_cores = gpu.matrix_flop_per_clock[index(NumberType::Fp32)] > 0.0;
    const double peak = std::max(gpu.matrixPeak(NumberType::Fp32), gpu.vectorPeak(NumberType::Fp32));
    found.peak_flop_per_s = peak > 0.0 ? peak : HUGE_VAL;
    found.slice = found.matrix_cores ? kMatrixSlice : kLaneSlice;
    const Shapes& shapes = found.matrix_cores ? kMatrixShapes : kLaneShapes;
    for (std::size_t i = 0; i < kSimtTiles; ++i)
        found.tiles[i] = prepare(gpu, found.shared, shapes[i], found.slice, found.compute);
    for (PublishedTiles& published : found.published) {
        published.tiles.clear();
        if (published.table == nullptr) continue;
        for (const hardware::ProductKernel& kernel : published.table->kernels)
            published.tiles.push_back(prepare(gpu, found.shared, shapeOf(kernel), found.slice, found.compute));
    }
    found.headroom_w = 0.0;
    if (gpu.board_power_w > 0.0) {
        const double fixed_w = gpu.board_power_w * found.shared.fixed_share + found.shared.fixed_w;
        found.headroom_w = gpu.board_power_w - std::min(fixed_w, found.shared.most_fixed_share * gpu.board_power_w);
    }
    // Lookups are counted by what one of them loads; where nobody states that they are left out.
    found.walk_s = gpu.load_line_bytes > 0.0 ? found.shared.walk_clocks / gpu.clock_hz : 0.0;
    found.l2_bandwidth = l2Bandwidth(gpu) * found.shared.l2_fraction;
    found.bandwidth = streamedBandwidth(gpu, found.shared.typical_stream) * found.shared.bandwidth_fraction;
}

} // namespace strata::gpu
