// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/gpu/calibration/coefficient_groups.h"
#include "core/gpu/kernel_time.h"
#include "core/gpu/power/power.h"
#include "core/gpu/products/tensor_tiles.h"

#include <array>
#include <span>
#include <string_view>

namespace strata::gpu {

/// Coefficients of one kind of product on one device. Clocks are those of an SM; fractions are of the
/// datasheet's value.
struct GemmValues {
    double issue = 0.95;          ///< of the tensor cores' rate, at full clock, operands at hand
    double feed = 0.02;           ///< bytes of operands per clock and SM, of the SM's bf16 operations per clock
    double step_clocks = 0.8;     ///< per element of k beyond arithmetic and operands: synchronisation of the pipeline
    double fill_clocks = 600;     ///< until a tile's pipeline runs
    double store = 0.25;          ///< bytes of results per clock and SM, of the root of the same operations per clock
    double bandwidth = 0.81;      ///< of the memory's
    double launch_clocks = 2600;  ///< start and drain of the kernel in a replayed graph, beside kStart_s
    double split_s = 2.3e-6;      ///< a second pass over partial sums
    double reduce_bytes = 20;     ///< per clock and SM, of partial sums
    double activations = 0.8;     ///< share of activations and results that reaches DRAM where they do not fit L2
    double quantize_s = 1.5e-6;   ///< start of the kernels that quantize activations
    double quantize_row_s = 5e-8; ///< of one SM, for each row
    double quantize_passes = 2;   ///< times that activations of 16 bits pass through DRAM
    double quantize_bytes = 10;   ///< per clock and SM where they stay in L2
    double host_s = 0;            ///< at least, where the engine's call is not part of a replayed graph
    double host_pair_s = 0;       ///< the same where quantizer and product are calls of their own; 0: host_s
    double host_other_s = 0;      ///< the same of shapes that the library leaves to another; 0: host_s
};
using GemmField = NamedCoefficient<GemmValues>;
std::span<const GemmField> gemmFields();

/// One kernel of a quantizer.
struct QuantizeValues {
    double start_s = 2e-6;
    double passes = 1.2;   ///< of 16-bit activations through DRAM
    double l2_bytes = 10;  ///< of a search per clock and SM where they stay in L2: lanes compare
    double l2_share = 0.4; ///< of a cast, of what kernels see of L2: bytes pass through
};

/// A tile of m x n results for products whose m lies in (m_from, m_to], in seconds of one device.
struct TileCost {
    double m = 0, n = 0, m_from = 0, m_to = 0;
    double k_s = 0;     ///< of one element of k
    double fixed_s = 0; ///< pipeline fill and store of the results, in 16 bits
    double store_s = 0; ///< the store's part of it
    bool fed = false;   ///< operands take longer than arithmetic
};

/// What predictions of one kind need, in seconds and bytes of one device.
struct GemmModel {
    static constexpr std::size_t kMostTiles = 14;
    std::array<TileCost, kMostTiles> tiles{};
    std::size_t tile_count = 0;
    bool split_k = false, serial = false;
    double most_splits = 64;
    double persistence = 0, sms = 1, k_quantum = 32;
    double launch_s = 0, split_s = 0, reduce_s_per_byte = 0;
    double dram_s_per_byte = 0, activations = 1, resident_bytes = 0;
    OperandBytes bytes;
    double host_s = 0, host_pair_s = 0, host_other_s = 0;
    double quantize_s = 0, row_s = 0, quantize_dram_s_per_element = 0, quantize_l2_s_per_element = 0;
    NumberType math = NumberType::Bf16;
    bool seen = false;
    ResidualBand band, batched_band;
};

/// What the calibration says of one kind on a device of this name: no number of its datasheet.
struct GemmMeasured {
    GemmValues values;
    double design_flop_per_clock = 0; ///< of measured sisters; 0: the device's own
    bool seen = false;
    ResidualBand band, batched_band; ///< of one product; of batches, to which nothing is fitted
};

/// Matrix products and convolutions on tensor cores.
struct TensorMatmulCoefficients {
    std::array<GemmMeasured, kGemmTypes> measured; ///< by GemmType, as the models
    std::array<GemmModel, kGemmTypes> models;
    PowerCoefficients power;
    QuantizeValues scale{7e-6, 1.6, 8}, cast{1.4e-6, 1.7}; ///< search of the scale; cast to 8 bits
    ResidualBand scale_band, cast_band;
    bool quantizers_seen = false; ///< both steps were measured on this device
};

/// `design_flop_per_clock`: bf16 operations of an SM by which its paths to operands are sized.
GemmModel prepareGemm(const hardware::Gpu& gpu, GemmType type, const GemmValues& values, double design_flop_per_clock);

/// What the calibrations say of every kind on this device, made ready for predictions.
TensorMatmulCoefficients resolveTensorMatmul(const hardware::Gpu& gpu,
                                             std::span<const hardware::Calibration> calibrations);

/// Whether resolveTensorMatmul() finds the same measurements for both: names, engine and memory decide, no number.
bool sameTensorMeasurements(const hardware::Gpu& a, const hardware::Gpu& b);

/// The same measurements on a device with other numbers.
void renewTensorMatmul(TensorMatmulCoefficients& coefficients, const hardware::Gpu& gpu,
                       std::span<const hardware::Calibration> calibrations);

/// Time of one product or convolution by the model of its kind.
KernelTime predictTensorMatmul(const hardware::Gpu& gpu, const TensorMatmulCoefficients& coefficients,
                               const workload::Kernel& kernel);

/// The same with one kind's model, for fits.
KernelTime predictGemm(const GemmModel& model, const PowerCoefficients& power, const workload::Kernel& kernel);

/// The kernels that search scales and cast activations; `scale` and `cast` of the kernel choose among them.
KernelTime predictQuantize(const hardware::Gpu& gpu, const TensorMatmulCoefficients& coefficients,
                           const workload::Kernel& kernel);

} // namespace strata::gpu
