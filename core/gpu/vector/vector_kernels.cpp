// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/vector/vector_kernels.h"

#include "core/gpu/products/tiling.h"
#include "core/hardware/gpu/built_networks.h"

#include <algorithm>
#include <cmath>

namespace strata::gpu {
namespace {

using workload::VectorFunction;

constexpr double kVector = 4.0;         ///< elements of one vector load (16 bytes of 32-bit elements)
constexpr double kRegisterRow = 1024.0; ///< longest row that softmax holds in the registers of one warp
constexpr double kMostThreads = 1024.0;
constexpr double kNormWarps = 4.0; ///< of a block that normalizes one row
// A tap of a convolution loads its operand from L1 and multiplies; addresses are shared by the channels of one load.
constexpr double kTapClocks = 2.0;
/// 32-bit integer operations of an SM and clock (CUDA C++ Programming Guide, arithmetic instructions): as many as
/// lanes, at most 64, but where integers take turns with floating point.
constexpr double kIntegerLanes = 64.0;

/// A kernel's work in the terms of the model.
struct Stream {
    double bytes = 0;        ///< compulsory
    double reread_bytes = 0; ///< of rows that are walked again, from whatever cache still holds them
    double elements = 0, clocks_per_element = 0; ///< arithmetic on one lane
    double integers = 0;                         ///< integer operations on one lane
    double rows = 0, threads = 0, steps = 0;     ///< blocks that work on one row each; 0 rows: no such blocks
    double row_clocks = 0, step_clocks = 0;      ///< waiting of a block per row and per step through it
    double lone_step_clocks = 0;                 ///< of a block that shares its SM with none
    double row_bytes = 0;
    double launches = 1;
};

/// Cubes sit between a sum and a maximum of what overlaps.
double overlapped(double a, double b, double c) { return std::cbrt(a * a * a + b * b * b + c * c * c); }

bool isMultipleOf4(double size) { return std::fmod(size, kVector) == 0.0; }

double clocksPerElement(VectorFunction function, const VectorShared& shared) {
    constexpr double kPlainClocks = 6.0; // load, address, one operation, store
    switch (function) {
    case VectorFunction::Pow: return shared.pow_clocks;
    case VectorFunction::Gelu:
    case VectorFunction::Tanh:
    case VectorFunction::Silu:
    case VectorFunction::Rope: return shared.function_clocks;
    default: return kPlainClocks;
    }
}

/// Softmax of rows beyond a warp's registers: a block a row walks it three times (maximum, sum, result). Threads double
/// while they are less than half of the row's vectors, as PyTorch's block softmax chooses them.
void softmaxRows(const hardware::Gpu& gpu, const VectorShared& shared, const workload::VectorOp& op, double element,
                 Stream& stream) {
    if (op.cols <= kRegisterRow) return;
    constexpr double kCudaWarp = 32.0;
    double threads = kCudaWarp;
    const double most = std::min(op.cols / kVector, kMostThreads);
    while (threads < most / 2.0)
        threads *= 2.0;
    stream.threads = gpu.warp > kCudaWarp ? kMostThreads : threads;
    constexpr double kRereads = 2.0;
    stream.rows = op.rows;
    stream.row_bytes = op.cols * element;
    stream.reread_bytes = kRereads * op.rows * stream.row_bytes;
    stream.steps = std::ceil(op.cols / (stream.threads * kVector)) * (isMultipleOf4(op.cols) ? 1.0 : shared.unaligned);
    stream.row_clocks = shared.softmax_row_clocks;
    stream.step_clocks = shared.softmax_step_clocks;
}

/// Layer or RMS norm: a block a row walks it twice (moments, result). Rows that are not aligned take two kernels, and
/// the second finds of the tensor what L2 kept.
void normRows(const hardware::Gpu& gpu, const VectorShared& shared, const workload::VectorOp& op, double element,
              Stream& stream) {
    stream.threads = kNormWarps * gpu.warp;
    stream.rows = op.rows;
    stream.row_bytes = op.cols * element;
    stream.reread_bytes = op.rows * stream.row_bytes;
    stream.steps = std::ceil(op.cols / (stream.threads * kVector)) * (isMultipleOf4(op.cols) ? 1.0 : shared.unaligned);
    stream.row_clocks = shared.norm_row_clocks;
    stream.step_clocks = shared.norm_step_clocks;
    // A block alone on its SM waits for each step's load before the next.
    constexpr double kWalks = 2.0;
    if (op.function == VectorFunction::LayerNorm) stream.lone_step_clocks = kWalks * shared.trip_clocks;
    stream.launches = isMultipleOf4(op.cols) ? 1.0 : 2.0;
}

/// Channels of one pixel whose results share a thread and its addresses: as many as a load of 16 bytes holds where the
/// runtime keeps channels side by side and they fill it.
double channelsOfThread(const hardware::Gpu& gpu, const workload::VectorOp& op, double element) {
    if (!hardware::buildsNetworks(gpu)) return 1.0;
    constexpr double kLoadBytes = 16.0;
    double channels = kLoadBytes / element;
    while (channels > 1.0 && std::fmod(op.cols, channels) != 0.0)
        channels /= 2.0;
    return std::max(channels, 1.0);
}

Stream streamOf(const hardware::Gpu& gpu, const VectorShared& shared, const workload::Kernel& kernel) {
    const workload::KernelWork work = workload::workOf(kernel);
    Stream stream;
    stream.bytes = work.read_bytes + work.write_bytes;
    stream.elements = work.flop;
    if (const auto* op = std::get_if<workload::VectorOp>(&kernel.shape)) {
        // Half of what such functions issue are integer instructions, on exponents and addresses. Schedulers
        // of two instructions at once run them on the lanes of products.
        stream.clocks_per_element = clocksPerElement(op->function, shared) * (gpu.dual_issue ? 2.0 : 1.0);
        if (op->function == VectorFunction::Pool) {
            // Windows combine at least as many elements as are read for each result.
            stream.integers = work.flop / channelsOfThread(gpu, *op, bytesOf(kernel.a)) *
                              (shared.window_clocks + std::max(op->inputs, 1.0) * shared.pool_tap_clocks);
        }
        if (op->function == VectorFunction::Softmax) softmaxRows(gpu, shared, *op, bytesOf(kernel.a), stream);
        if (op->function == VectorFunction::LayerNorm || op->function == VectorFunction::RmsNorm ||
            op->function == VectorFunction::BatchNorm) {
            normRows(gpu, shared, *op, bytesOf(kernel.a), stream);
        }
    } else if (const auto* quantize = std::get_if<workload::Quantize>(&kernel.shape)) {
        stream.clocks_per_element = clocksPerElement(VectorFunction::Add, shared);
        stream.launches = (quantize->scale ? 1.0 : 0.0) + (quantize->cast ? 1.0 : 0.0);
    } else if (const auto* conv = std::get_if<workload::Conv2d>(&kernel.shape)) {
        stream.elements = work.flop / 2.0;
        stream.clocks_per_element = kTapClocks;
        if (givesResultsThreads(kernel)) {
            const double results = stream.elements / (conv->r * conv->s);
            stream.integers = results * shared.window_clocks + stream.elements * shared.filter_tap_clocks;
        }
    }
    return stream;
}

} // namespace

bool givesResultsThreads(const workload::Kernel& kernel) {
    if (const auto* op = std::get_if<workload::VectorOp>(&kernel.shape)) return op->function == VectorFunction::Pool;
    const auto* conv = std::get_if<workload::Conv2d>(&kernel.shape);
    return conv != nullptr && conv->groups > 1.0 && conv->groups == conv->c && kernel.a == NumberType::Fp32;
}

VectorCall vectorCallOf(const workload::Kernel& kernel) {
    const auto* op = std::get_if<workload::VectorOp>(&kernel.shape);
    if (op == nullptr) return VectorCall::Other;
    switch (workload::classOf(kernel)) {
    case workload::KernelClass::Softmax: return VectorCall::Softmax;
    case workload::KernelClass::Norm: return VectorCall::Norm;
    case workload::KernelClass::Elementwise: return op->inputs > 1.0 ? VectorCall::Binary : VectorCall::Unary;
    default: return VectorCall::Other;
    }
}

KernelTime predictVector(const hardware::Gpu& gpu, const VectorCoefficients& coefficients,
                         const workload::Kernel& kernel) {
    const VectorShared& shared = coefficients.shared;
    const Stream stream = streamOf(gpu, shared, kernel);
    KernelTime time;
    double waiting_s = 0.0;
    double missed_bytes = 0.0;
    if (stream.rows > 0.0) {
        // Four registers of each thread's vector and about thirty of addresses: threads limit before registers do.
        const double resident = blocksPerSm(gpu, {stream.threads, 0.0, 0.0});
        const double in_sm = std::min(resident, std::ceil(stream.rows / gpu.sms)) * stream.row_bytes;
        const double missed = missShare(in_sm, shared.l1_share * coefficients.l1_bytes) *
                              missShare(in_sm * gpu.sms, shared.l2_share * gpu.l2_bytes);
        missed_bytes = stream.reread_bytes * missed;
        // Blocks that share an SM wait for each other; one alone waits for its own loads, one after the other.
        const double together = std::max(stream.rows / (gpu.sms * resident), 1.0 / resident) *
                                (stream.row_clocks + stream.step_clocks * stream.steps);
        waiting_s = std::max(together, stream.lone_step_clocks * stream.steps) / gpu.clock_hz;
        time.tiles = static_cast<float>(stream.rows);
        time.waves = static_cast<float>(stream.rows / (gpu.sms * resident));
        time.blocks_per_sm = static_cast<float>(resident);
        time.threads_per_block = static_cast<float>(stream.threads);
    }
    // Repeated calls find in L2 what of the operands it still holds.
    const double held =
        coefficients.l2_bandwidth > 0.0 ? 1.0 - missShare(stream.bytes, shared.l2_hold * gpu.l2_bytes) : 0.0;
    time.flop = std::holds_alternative<workload::Conv2d>(kernel.shape) ? 2.0 * stream.elements : stream.elements;
    time.dram_bytes = stream.bytes + missed_bytes;
    time.l2_bytes = stream.bytes + stream.reread_bytes;
    const double dram_s = time.dram_bytes / coefficients.bandwidth;
    const double held_s = held > 0.0 ? time.dram_bytes / coefficients.l2_bandwidth : 0.0;
    const double memory_s = dram_s * (1.0 - held) + held_s * held;
    const double lanes = gpu.vector_flop_per_clock[index(NumberType::Fp32)] / 2.0;
    const double integers = gpu.dual_issue ? lanes : std::min(lanes, kIntegerLanes);
    const double arithmetic_s =
        lanes > 0.0 ? std::max(stream.elements * stream.clocks_per_element / lanes, stream.integers / integers) /
                          (gpu.sms * gpu.clock_hz)
                    : 0.0;
    const double busy_s = overlapped(memory_s, waiting_s, arithmetic_s);
    time.fixed_s = stream.launches * shared.start_s;
    time.compute_s = std::min(arithmetic_s, busy_s);
    time.memory_s = busy_s - time.compute_s;
    time.seconds = time.fixed_s + time.compute_s + time.memory_s;
    const double floor_s = coefficients.floor_s[static_cast<std::size_t>(vectorCallOf(kernel))];
    time.alone_s = aloneSeconds(time.seconds, floor_s, shared.lead_share);
    time.limit = time.fixed_s > busy_s                          ? Limit::Latency
                 : arithmetic_s > std::max(memory_s, waiting_s) ? Limit::Compute
                 : waiting_s > memory_s                         ? Limit::Latency
                 : held > 0.5                                   ? Limit::L2
                                                                : Limit::Memory;
    const SizedSpread& spread = givesResultsThreads(kernel)
                                    ? coefficients.window_spread
                                    : coefficients.spread[static_cast<std::size_t>(workload::classOf(kernel))];
    const ResidualBand band = spread.at(time.alone_s);
    time.log_p10 = band.p10;
    time.log_p90 = band.p90;
    time.extrapolated = !spread.measured;
    return time;
}

} // namespace strata::gpu
