// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/power/power.h"

#include "core/gpu/calibration/coefficient_groups.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace strata::gpu {
namespace {

/// The measured board, whose energies the coefficients are.
constexpr double kReferenceNode_nm = 4.0;
constexpr double kReferenceClock_hz = 1.83e9;
constexpr double kReferenceSms = 132;
constexpr double kReferenceVector = 256, kReferenceMatrix = 4096; ///< FLOP of an SM and clock: fp32, fp16
constexpr double kReferenceLimit_w = 700;
constexpr double kLeastClock_hz = 210e6; ///< where boards idle: an A100, of 1,410 MHz

enum Field : std::size_t {
    kHalfFlop,
    kFp8Share,
    kInt8Share,
    kFp4Share,
    kInt4Share,
    kTf32Share,
    kMatrixFp32Share,
    kMatrixFp64Share,
    kLaneShare,
    kDram,
    kGraphicsShare,
    kOtherShare,
    kL2,
    kIdleArea,
    kActive,
    kStalled,
    kTensorMemory,
    kNode,
    kThreshold,
    kMostIdle,
    kDieArea,
    kDieNode,
    kFields
};
/// Where no calibration tells; their ranges and origins stand with the calibrator.
constexpr std::array<PowerField, kFields> kPowerFields{{{"half_flop_pj", 0.43},
                                                        {"fp8_share", 0.54},
                                                        {"int8_share", 0.5},
                                                        {"fp4_share", 0.32},
                                                        {"int4_share", 0.25},
                                                        {"tf32_share", 1.7},
                                                        {"matrix_fp32_share", 2.0},
                                                        {"matrix_fp64_share", 6.0},
                                                        {"lane_share", 5.5},
                                                        {"dram_pj_per_byte", 109.0},
                                                        {"graphics_memory_share", 1.25},
                                                        {"other_memory_share", 0.9},
                                                        {"l2_pj_per_byte", 4.0},
                                                        {"idle_w_per_mm2", 0.152},
                                                        {"active_share", 0.24},
                                                        {"stalled_share", 0.2},
                                                        {"tensor_memory_share", 0.72},
                                                        {"node_exponent", 0.85},
                                                        {"threshold_share", 0.4},
                                                        {"idle_most_share", 1.0 / 3.0},
                                                        {"die_mm2", 814.0},
                                                        {"die_node_exponent", 1.6}}};

/// Energy of an operation against one of 16 bits on tensor cores. A multiplier's energy grows with the square of its
/// mantissa, operand delivery with its width (Horowitz, ISSCC 2014, figure 1.1.9); lanes fetch and decode for
/// every operation by itself.
double againstHalf(NumberType type, bool matrix, std::span<const double> values) {
    switch (type) {
    case NumberType::Fp64: return matrix ? values[kMatrixFp64Share] : 2.0 * values[kLaneShare];
    case NumberType::Fp32: return matrix ? values[kMatrixFp32Share] : values[kLaneShare];
    case NumberType::Tf32: return values[kTf32Share];
    case NumberType::Fp16:
    case NumberType::Bf16: return matrix ? 1.0 : values[kLaneShare] / 2.0;
    case NumberType::Fp8: return values[kFp8Share];
    case NumberType::Int8: return values[kInt8Share];
    case NumberType::Fp4: return values[kFp4Share];
    case NumberType::Int4: return values[kInt4Share];
    }
    return 1.0;
}

/// Energy of a byte of memory against that of stacked dies, its way over the chip included, which is most of it.
double againstStacked(std::string_view kind, std::span<const double> values) {
    switch (hardware::memoryBuild(kind)) {
    case hardware::MemoryBuild::Stacked: return 1.0;
    case hardware::MemoryBuild::Graphics: return values[kGraphicsShare];
    case hardware::MemoryBuild::Other: break;
    }
    return values[kOtherShare];
}

double valueOf(const hardware::Calibration* calibration, const PowerField& field) {
    if (calibration == nullptr) return field.start;
    const auto found = calibration->values.find(field.name);
    return found == calibration->values.end() ? field.start : found->second;
}

/// Voltage at a clock against that at the clock it is compared to: f = k (V - Vt), the alpha-power law of transistors
/// whose carriers saturate (Sakurai and Newton, IEEE JSSC 25(2), 1990, equation 1, alpha 1). Clocks fall faster than
/// voltages: below its clock a chip does less work for a joule than the square of the clock would have it. All chips
/// are on one curve, so that the voltage follows the clock that a chip runs at, not the highest that it is sold for.
double voltageAt(double threshold, double clock_ratio) { return threshold + (1.0 - threshold) * clock_ratio; }

/// Tensor cores of an SM as products of 16 bits use them, against the measured one's. 0: it has none.
double halfTensorWidth(const hardware::Gpu& gpu) {
    return std::max(gpu.matrix_flop_per_clock[index(NumberType::Fp16)],
                    gpu.matrix_flop_per_clock[index(NumberType::Bf16)]) /
           kReferenceMatrix;
}

/// The same as products of a type use them, by the bits that they multiply in a clock: what another type has beyond
/// that has no work, and its clocks stop.
double tensorWidth(const hardware::Gpu& gpu, NumberType type) {
    const double rate = gpu.matrix_flop_per_clock[index(type)] * bytesOf(type) / bytesOf(NumberType::Fp16);
    return rate > 0.0 ? rate / kReferenceMatrix : halfTensorWidth(gpu);
}

/// All SMs of a chip against those of the measured one: lanes and tensor cores (the mean on a logarithmic scale). 0:
/// not known.
double smsAgainstReference(const hardware::Gpu& gpu, double tensor) {
    const double lanes = gpu.vector_flop_per_clock[index(NumberType::Fp32)] / kReferenceVector;
    const double sm = tensor > 0.0 ? std::sqrt(lanes * tensor) : lanes / 2.0;
    return gpu.sms / kReferenceSms * sm;
}

/// Area of the compute dies in mm2, as stated; else what the SMs of the measured board would take at this node.
double dieArea(const hardware::Gpu& gpu, std::span<const double> values) {
    if (gpu.die_area_mm2 > 0.0) return gpu.die_area_mm2;
    const double nm = gpu.process_nm > 0.0 ? gpu.process_nm : kReferenceNode_nm;
    return values[kDieArea] * smsAgainstReference(gpu, halfTensorWidth(gpu)) *
           std::pow(nm / kReferenceNode_nm, values[kDieNode]);
}

/// Capacitance of a chip's transistors against the measured one's: as many as its dies hold at their node, each of
/// which takes the energy of the node. 0: not known.
double switchedSize(const hardware::Gpu& gpu, std::span<const double> values) {
    const double nm = gpu.process_nm > 0.0 ? gpu.process_nm : kReferenceNode_nm;
    return dieArea(gpu, values) / values[kDieArea] * std::pow(nm / kReferenceNode_nm, values[kNode] - values[kDieNode]);
}

/// Power of the chip at work beside what its operations and traffic cost, at its own clock. What switches tells C f,
/// the limit at which voltage it is sold (an L4 is half an H100 at a tenth of its power): the mean of both on a log
/// scale.
double activePower(const hardware::Gpu& gpu, NumberType type, double clock, std::span<const double> values) {
    const double nm = gpu.process_nm > 0.0 ? gpu.process_nm : kReferenceNode_nm;
    const double limit = gpu.board_power_w / kReferenceLimit_w;
    const double sms = smsAgainstReference(gpu, tensorWidth(gpu, type));
    const double size = sms * std::pow(nm / kReferenceNode_nm, values[kNode]) * clock;
    return values[kActive] * kReferenceLimit_w * (size > 0.0 ? std::sqrt(limit * size) : limit);
}

/// Power of a board that waits with its clocks up: leakage and clock trees follow the transistors, as many as the area
/// of the dies holds at their node, each of which draws by the node. Boards with a low limit are sold at a low voltage
/// and switch off what waits: their share of the limit is bounded, smoothly, so that neither area nor limit has an
/// edge.
double idleBoard(const hardware::Gpu& gpu, std::span<const double> values) {
    constexpr double kBlend = 6.0;
    const double area_w = values[kIdleArea] * values[kDieArea] * switchedSize(gpu, values);
    const double most_w = values[kMostIdle] * gpu.board_power_w;
    if (area_w <= 0.0) return most_w / 2.0; // neither dies nor lanes are known
    if (most_w <= 0.0) return area_w;
    return area_w / std::pow(1.0 + std::pow(area_w / most_w, kBlend), 1.0 / kBlend);
}

/// The part of active_w that a kernel draws: of SMs that have a block, those that issue instructions all of it, those
/// that wait for memory or a launch a part.
double activeShare(const PowerCoefficients& power, const KernelTime& time) {
    const double at_work = time.waves > 0 ? std::min<double>(time.waves, 1.0) : 1.0;
    const double issuing = std::clamp((time.compute_s + time.tail_s) / time.seconds, 0.0, 1.0);
    return at_work * (power.stalled_share + (1.0 - power.stalled_share) * issuing);
}

/// What follows the voltage of the core, and what does not, in W.
struct Draw {
    double core_w = 0, memory_w = 0;
};

Draw drawOf(const PowerCoefficients& power, NumberType math, const KernelTime& time) {
    if (time.seconds <= 0.0) return {};
    return {power.active_w[index(math)] * activeShare(power, time) * time.clock_ratio +
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
    // Energy of a switch C V^2: C with the node, V with the clock.
    const double node = gpu.process_nm > 0.0 ? std::pow(gpu.process_nm / kReferenceNode_nm, values[kNode]) : 1.0;
    const double clock = gpu.clock_hz > 0.0 ? gpu.clock_hz / kReferenceClock_hz : 1.0;
    const double voltage = voltageAt(values[kThreshold], clock);
    const double scale = node * voltage * voltage * 1e-12;
    PowerCoefficients power;
    power.threshold_share = values[kThreshold] / voltage;
    if (gpu.clock_hz > 0.0) power.least_clock_ratio = std::min(kLeastClock_hz / gpu.clock_hz, 1.0);
    // What the lanes spend does not change with where the sums of tensor cores lie.
    const double apart = values[kTensorMemory];
    for (std::size_t i = 0; i < kNumberTypes; ++i) {
        const auto type = static_cast<NumberType>(i);
        const bool matrix = gpu.matrixPeak(type) > 0.0;
        const double sums = matrix && !gpu.tensor_memory ? 1.0 : apart;
        const double cores = matrix && bytesOf(type) <= bytesOf(NumberType::Fp16) ? gpu.matrix_energy_ratio : 1.0;
        power.active_w[i] = activePower(gpu, type, clock, values);
        power.flop_j[i] = values[kHalfFlop] * againstHalf(type, matrix, values) * sums * cores * scale;
    }
    power.l2_j_per_byte = values[kL2] * scale;
    power.dram_j_per_byte = values[kDram] * againstStacked(gpu.memory_kind, values) * 1e-12;
    power.limit_w = gpu.board_power_w;
    power.stalled_share = values[kStalled];
    power.idle_w = gpu.idle_power_w > 0.0 ? gpu.idle_power_w : idleBoard(gpu, values);
    return power;
}

double idlePower(const hardware::Gpu& gpu, std::span<const hardware::Calibration> calibrations) {
    return resolvePower(gpu, calibrations).idle_w;
}

ResidualBand powerBand(const hardware::Gpu& gpu, std::span<const hardware::Calibration> calibrations,
                       std::string_view kernel_class) {
    const hardware::Calibration* calibration = calibrationOf(calibrations, "gpu-power");
    const bool seen = calibration != nullptr && groupOf(*calibration, {{"device", gpu.id}}) != nullptr;
    return bandOf(calibration, kernel_class, gpu, seen);
}

ResidualBand energyBand(const ResidualBand& power, double log_time_p10, double log_time_p90) {
    return {static_cast<float>(-std::hypot(std::min(power.p10, 0.0F), std::min(log_time_p10, 0.0))),
            static_cast<float>(std::hypot(std::max(power.p90, 0.0F), std::max(log_time_p90, 0.0)))};
}

double boardPower(const PowerCoefficients& power, NumberType math, const KernelTime& time) {
    const Draw draw = drawOf(power, math, time);
    const double voltage = voltageAt(power.threshold_share, time.clock_ratio);
    const double drawn = power.idle_w + draw.core_w * voltage * voltage + draw.memory_w;
    return power.limit_w > 0.0 ? std::min(drawn, power.limit_w) : drawn;
}

void applyPower(const PowerCoefficients& power, NumberType math, KernelTime& time) {
    time.power_w = boardPower(power, math, time);
    time.energy_j = time.power_w * time.seconds;
}

} // namespace strata::gpu
