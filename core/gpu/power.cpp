// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/power.h"

#include "core/gpu/attention_prefill.h"
#include "core/gpu/coefficient_groups.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace strata::gpu {
namespace {

/// The measured board, whose energies the coefficients are: 4 nm, 1.83 GHz, HBM3.
constexpr double kReferenceNode_nm = 4.0;
/// Energies with the node's name: at the same speed power falls by 60 % from 16 to 7 nm and by 30 % from 7 to 5 nm,
/// which is also what is called 4 nm (TSMC): exponents 1.1 and 0.65.
constexpr double kWithNode = 0.85;
constexpr double kReferenceClock_hz = 1.83e9;
constexpr double kReferenceSms = 132;
constexpr double kReferenceVector = 256, kReferenceMatrix = 4096; ///< FLOP of an SM and clock: fp32, fp16
constexpr double kReferenceLimit_w = 700;

enum Field : std::size_t { kHalfFlop, kFp8Flop, kDram, kL2, kIdle, kActive, kResting, kFields };
// Boards at their limit show how far clocks fall, not what an operation costs: the energies of arithmetic are
// those that hold H100 and B200 at the clocks of their published sustained rates (795 and 1745 TFLOP/s in
// bf16, 3433 in fp8 on B200: S. Bekman, ML Engineering, maximum achievable products).
constexpr std::array<PowerField, kFields> kPowerFields{{
    {"half_flop_pj", 0.46, 0.46, 0.46}, // bf16 and fp16 on tensor cores
    {"fp8_flop_pj", 0.25, 0.25, 0.25},
    {"dram_pj_per_byte", 60.0, 10.0, 200.0},
    {"l2_pj_per_byte", 6.0, 0.5, 8.0}, // a line's way across the chip: 1 pJ a bit
    {"idle_share", 0.15, 0.02, 0.17},  // of the board's limit: an H100 waits at 115 to 120 W of 700
    {"active_share", 0.20, 0.01, 0.4}, // of the measured board's limit
    {"resting_share", 0.7, 0.05, 1.0},
}};

/// Energy of an operation against bf16 on tensor cores. A multiplier's energy grows with the square of its
/// mantissa, operand delivery with its width (Horowitz, ISSCC 2014, figure 1.1.9); lanes fetch and decode for
/// every operation by itself.
double againstHalf(NumberType type, bool matrix) {
    constexpr double kLanes = 5.5;
    switch (type) {
    case NumberType::Fp64: return matrix ? 6.0 : 2.0 * kLanes;
    case NumberType::Fp32: return matrix ? 2.0 : kLanes;
    case NumberType::Tf32: return 1.7;
    case NumberType::Fp16:
    case NumberType::Bf16: return matrix ? 1.0 : kLanes / 2.0;
    case NumberType::Fp8: return 1.0; // times the fp8 coefficient
    case NumberType::Int8: return 0.5;
    case NumberType::Fp4: return 0.32;
    case NumberType::Int4: return 0.25;
    }
    return 1.0;
}

/// Energy of an operation on tensor cores whose sums stay in the warps' registers, read and written by every
/// instruction, against those that have a memory of their own for them (data centres since Blackwell).
constexpr double kSumsInRegisters = 1.25;
bool hasTensorMemory(const hardware::Gpu& gpu) {
    return gpu.tensor_memory;
}

/// The same for AMD's matrix cores against those of CDNA 4, by the clocks and rates that boards hold; assumed: operands
/// take their way into the local memory through registers. MI300X runs at 1207 of 2100 MHz in bf16, MI325X at 1447
/// (ROCm blogs, Measuring Max-Achievable FLOPs, part 2, 2025). A die of CDNA 2 makes 120 TFLOP/s of fp16 (PyTorch on
/// MI210, LLMCompass, ISCA 2024) to 150 and more (ROCm Validation Suite, rvs/conf/MI210/gst_single.conf), at full clock
/// 155 (0.857 of its peak, rocBLAS' table for gfx90a). Products of fp32 have sustained rates of their own.
double throughRegisters(const hardware::Gpu& gpu, NumberType type) {
    constexpr double kCdna2 = 2.2, kCdna3 = 1.5;
    if (bytesOf(type) > bytesOf(NumberType::Fp16)) return 1.0;
    if (gpu.architecture == "CDNA 2") return kCdna2;
    return gpu.architecture == "CDNA 3" ? kCdna3 : 1.0;
}

/// Energy of a byte of memory against HBM3: interface and array (O'Connor et al., MICRO 2017, table 3 and
/// section 2).
double againstHbm3(std::string_view kind) {
    if (kind.starts_with("HBM3")) return 1.0;
    if (kind.starts_with("HBM")) return 1.2;
    if (kind.starts_with("GDDR")) return 1.6;
    return 0.9;
}

double valueOf(const hardware::Calibration* calibration, const PowerField& field) {
    if (calibration == nullptr) return field.start;
    const auto found = calibration->values.find(field.name);
    return found == calibration->values.end() ? field.start : found->second;
}

/// Voltage at a clock against that at the clock it is compared to: f = k (V - Vt), the alpha-power law of transistors
/// whose carriers saturate (Sakurai and Newton, IEEE JSSC 25(2), 1990, equation 1, alpha 1). Clocks fall faster than
/// voltages: below its clock a chip does less work for a joule than the square of the clock would have it.
double voltageAt(double clock_ratio) {
    constexpr double kThreshold = 0.4; ///< of the voltage at full clock: 0.35 to 0.45 V of 0.9 to 1.1 V
    return kThreshold + (1.0 - kThreshold) * clock_ratio;
}

/// What switches in all SMs of a chip against the measured one: lanes and tensor cores (the mean on a logarithmic
/// scale), their node, times the clock. 0: not known.
double switchedSize(const hardware::Gpu& gpu, double node, double clock) {
    const double lanes = gpu.vector_flop_per_clock[index(NumberType::Fp32)] / kReferenceVector;
    const double tensor = gpu.matrix_flop_per_clock[index(NumberType::Fp16)] / kReferenceMatrix;
    const double sm = tensor > 0.0 ? std::sqrt(lanes * tensor) : lanes / 2.0;
    return gpu.sms / kReferenceSms * sm * node * clock;
}

/// Power of the chip at work beside what its operations and traffic cost. What switches tells C f, the limit at which
/// voltage it is sold (an L4 is half an H100 at a tenth of its power): the mean of both on a log scale.
double activePower(const hardware::Gpu& gpu, double share, double node, double clock) {
    const double limit = gpu.board_power_w / kReferenceLimit_w;
    const double size = switchedSize(gpu, node, clock);
    return share * kReferenceLimit_w * (size > 0.0 ? std::sqrt(limit * size) : limit);
}

/// Power of a board that waits with its clocks up. Leakage, memory and links follow the chip's size, limits its size
/// and the square of the voltage that it is sold at: a small limit leaves a larger share of it to what waits, up to a
/// third (boards of 70 W; less powerful chips switch off what waits), a sixth at 700 W.
double idleBoard(const hardware::Gpu& gpu, double share) {
    constexpr double kWithLimit = 2.0 / 3.0, kMost = 1.0 / 3.0;
    const double law_w = share * kReferenceLimit_w * std::pow(gpu.board_power_w / kReferenceLimit_w, kWithLimit);
    return std::min(law_w, std::max(kMost, share) * gpu.board_power_w);
}

/// The part of active_w that a kernel draws: all, where its blocks are not known.
double activeShare(const PowerCoefficients& power, const KernelTime& time) {
    const double at_work = time.waves > 0 ? std::min<double>(time.waves, 1.0) : 1.0;
    return power.resting_share + (1.0 - power.resting_share) * at_work;
}

/// What follows the voltage of the core, and what does not, in W.
struct Draw {
    double core_w = 0, memory_w = 0;
};

Draw drawOf(const PowerCoefficients& power, NumberType math, const KernelTime& time) {
    if (time.seconds <= 0.0) return {};
    return {power.active_w * activeShare(power, time) * time.clock_ratio +
                (power.flop_j[index(math)] * time.flop + power.l2_j_per_byte * time.l2_bytes) / time.seconds,
            power.dram_j_per_byte * time.dram_bytes / time.seconds};
}

} // namespace

std::span<const PowerField> powerFields() { return kPowerFields; }

PowerCoefficients resolvePower(const hardware::Gpu& gpu, std::span<const hardware::Calibration> calibrations) {
    const hardware::Calibration* calibration = calibrationOf(calibrations, "gpu-power");
    std::array<double, kFields> values{};
    for (std::size_t i = 0; i < kFields; ++i)
        values[i] = valueOf(calibration, kPowerFields[i]);
    // Energy of a switch C V^2: C with the node, V with the clock that the part is sold at.
    const double node = gpu.process_nm > 0.0 ? std::pow(gpu.process_nm / kReferenceNode_nm, kWithNode) : 1.0;
    const double clock = gpu.clock_hz > 0.0 ? gpu.clock_hz / kReferenceClock_hz : 1.0;
    const double voltage = voltageAt(clock);
    const double scale = node * voltage * voltage * 1e-12;
    PowerCoefficients power;
    for (std::size_t i = 0; i < kNumberTypes; ++i) {
        const auto type = static_cast<NumberType>(i);
        const bool matrix = gpu.matrixPeak(type) > 0.0;
        const double half = type == NumberType::Fp8 ? values[kFp8Flop] : values[kHalfFlop];
        const double sums = matrix && !hasTensorMemory(gpu) ? kSumsInRegisters : 1.0;
        const double operands = matrix ? throughRegisters(gpu, type) : 1.0;
        power.flop_j[i] = half * againstHalf(type, matrix) * sums * operands * scale;
    }
    power.l2_j_per_byte = values[kL2] * scale;
    power.dram_j_per_byte = values[kDram] * againstHbm3(gpu.memory_kind) * 1e-12;
    power.limit_w = gpu.board_power_w;
    power.active_w = activePower(gpu, values[kActive], node, clock);
    power.resting_share = values[kResting];
    power.idle_w = gpu.idle_power_w > 0.0 ? gpu.idle_power_w : idleBoard(gpu, values[kIdle]);
    return power;
}

double idlePower(const hardware::Gpu& gpu, std::span<const hardware::Calibration> calibrations) {
    return resolvePower(gpu, calibrations).idle_w;
}

double boardPower(const PowerCoefficients& power, NumberType math, const KernelTime& time) {
    const Draw draw = drawOf(power, math, time);
    const double voltage = voltageAt(time.clock_ratio);
    const double drawn = power.idle_w + draw.core_w * voltage * voltage + draw.memory_w;
    return power.limit_w > 0.0 ? std::min(drawn, power.limit_w) : drawn;
}

void applyPower(const PowerCoefficients& power, NumberType math, KernelTime& time) {
    time.power_w = boardPower(power, math, time);
    time.energy_j = time.power_w * time.seconds;
}

} // namespace strata::gpu
