// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/power.h"

#include "core/gpu/coefficient_groups.h"

#include <algorithm>
#include <array>

namespace strata::gpu {
namespace {

/// The measured board, whose energies the coefficients are: 4 nm, 1.83 GHz, HBM3.
constexpr double kReferenceNode_nm = 4.0;
constexpr double kReferenceClock_hz = 1.83e9;

enum Field : std::size_t { kHalfFlop, kFp8Flop, kDram, kL2, kIdle, kActive, kGap, kFields };
// Boards at their limit show how far clocks fall, not what an operation costs: the energies of arithmetic are
// those that hold H100 and B200 at the clocks of their published sustained rates (824 and 1661 TFLOP/s in
// bf16, 1439 and 3007 in fp8).
constexpr std::array<PowerField, kFields> kPowerFields{{
    {"half_flop_pj", 0.60, 0.60, 0.60}, // bf16 and fp16 on tensor cores
    {"fp8_flop_pj", 0.32, 0.32, 0.32},
    {"dram_pj_per_byte", 60.0, 10.0, 200.0},
    {"l2_pj_per_byte", 10.0, 0.5, 20.0},
    {"idle_share", 0.17, 0.02, 0.4},   // of the board's limit
    {"active_share", 0.20, 0.01, 0.4}, // of the same
    {"gap_s", 7e-6, 1e-7, 1e-4},
}};

/// Energy of an operation against bf16 on tensor cores. A multiplier's energy grows with the square of its
/// mantissa, operand delivery with its width (Horowitz, ISSCC 2014, figure 1.1.9); lanes fetch and decode for
/// every operation by itself.
double againstHalf(NumberType type, bool matrix) {
    constexpr double kLanes = 5.5;
    switch (type) {
    case NumberType::Fp64:
        return matrix ? 6.0 : 2.0 * kLanes;
    case NumberType::Fp32:
        return matrix ? 2.0 : kLanes;
    case NumberType::Tf32:
        return 1.7;
    case NumberType::Fp16:
    case NumberType::Bf16:
        return matrix ? 1.0 : kLanes / 2.0;
    case NumberType::Fp8:
        return 1.0; // times the fp8 coefficient
    case NumberType::Int8:
        return 0.5;
    case NumberType::Fp4:
        return 0.32;
    case NumberType::Int4:
        return 0.25;
    }
    return 1.0;
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

/// What follows the core clock, and what does not, in W at the datasheet's clock.
struct Draw {
    double core_w = 0, memory_w = 0;
};

Draw drawOf(const PowerCoefficients& power, NumberType math, const KernelTime& time) {
    if (time.seconds <= 0.0) return {};
    return {power.active_w +
                (power.flop_j[index(math)] * time.flop + power.l2_j_per_byte * time.l2_bytes) / time.seconds,
            power.dram_j_per_byte * time.dram_bytes / time.seconds};
}

} // namespace

std::span<const PowerField> powerFields() {
    return kPowerFields;
}

PowerCoefficients resolvePower(const hardware::Gpu& gpu,
                               std::span<const hardware::Calibration> calibrations) {
    const hardware::Calibration* calibration = calibrationOf(calibrations, "gpu-power");
    std::array<double, kFields> values{};
    for (std::size_t i = 0; i < kFields; ++i)
        values[i] = valueOf(calibration, kPowerFields[i]);
    // Energy of a switch C V^2: C with the node, V with the clock that the part is sold at.
    const double node = gpu.process_nm > 0.0 ? gpu.process_nm / kReferenceNode_nm : 1.0;
    const double voltage = gpu.clock_hz > 0.0 ? gpu.clock_hz / kReferenceClock_hz : 1.0;
    const double scale = node * voltage * voltage * 1e-12;
    PowerCoefficients power;
    for (std::size_t i = 0; i < kNumberTypes; ++i) {
        const auto type = static_cast<NumberType>(i);
        const double half = type == NumberType::Fp8 ? values[kFp8Flop] : values[kHalfFlop];
        power.flop_j[i] = half * againstHalf(type, gpu.matrixPeak(type) > 0.0) * scale;
    }
    power.l2_j_per_byte = values[kL2] * scale;
    power.dram_j_per_byte = values[kDram] * againstHbm3(gpu.memory_kind) * 1e-12;
    power.limit_w = gpu.board_power_w;
    power.active_w = values[kActive] * gpu.board_power_w;
    power.gap_s = values[kGap];
    power.idle_w = gpu.idle_power_w > 0.0 ? gpu.idle_power_w : values[kIdle] * gpu.board_power_w;
    return power;
}

double idlePower(const hardware::Gpu& gpu, std::span<const hardware::Calibration> calibrations) {
    return resolvePower(gpu, calibrations).idle_w;
}

double boardPower(const PowerCoefficients& power, NumberType math, const KernelTime& time) {
    const Draw draw = drawOf(power, math, time);
    const double drawn = power.idle_w + draw.core_w * time.clock_ratio * time.clock_ratio + draw.memory_w;
    return power.limit_w > 0.0 ? std::min(drawn, power.limit_w) : drawn;
}

double meanReading(const PowerCoefficients& power, NumberType math, const KernelTime& time) {
    const double busy = time.seconds / (time.seconds + power.gap_s);
    return power.idle_w + (boardPower(power, math, time) - power.idle_w) * busy;
}

void applyPower(const PowerCoefficients& power, NumberType math, KernelTime& time) {
    time.power_w = boardPower(power, math, time);
    time.energy_j = time.power_w * time.seconds;
}

} // namespace strata::gpu
