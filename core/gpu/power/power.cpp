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

enum Field : std::size_t {
    kHalfFlop,
    kFp8Share,
    kDram,
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
constexpr std::array<PowerField, kFields> kPowerFields{{
    {"half_flop_pj", 0.452, 0.3, 1.2, false,
     "bf16 on tensor cores with sums in registers, 4 nm, 1.83 GHz: holds H100 and B200 at the clocks of their "
     "published "
     "sustained rates (795 and 1745 TFLOP/s in bf16: S. Bekman, ML Engineering, maximum achievable products)"},
    {"fp8_share", 0.54, 0.3, 0.9, false,
     "of bf16: sustained rates in fp8 (3433 TFLOP/s on B200: ML Engineering); 0.57 by the tables of gpu-modern"},
    {"dram_pj_per_byte", 109.0, 10.0, 200.0, false,
     "all that a byte of HBM draws above idle, stalled SMs apart: streaming kernels of an H200 and an A100 (RRZE, "
     "gpu-benches, gpu-roofline: power against traffic, 117 to 120 with what the SMs draw meanwhile)"},
    {"l2_pj_per_byte", 4.0, 0.5, 16.0, false, "a line's way across the chip (Dally, Hot Chips 2023 keynote: wires)"},
    {"idle_w_per_mm2", 0.152, 0.1, 0.3, false,
     "of dies of 4 nm, clocks up: the lowest readings of an H200 are 126 W (814 mm2), of a B200 241 W (about 1600 mm2: "
     "github.com/ai-dynamo/aiconfigurator); by the transistors of its node an A100's 68 W on 826 mm2 (power over "
     "traffic without any: RRZE, gpu-benches, gpu-roofline)"},
    {"active_share", 0.24, 0.01, 0.5, true, "of the measured board's limit: SMs that issue, whatever they compute"},
    {"stalled_share", 0.2, 0.02, 0.98, false,
     "of the former: SMs whose blocks wait for memory stop most of their clocks. What streaming kernels draw beyond "
     "idle power and that of their bytes is 0.14 of an A100's (230 W at 1,372 GB/s) and 0.3 of an H200's (572 W at "
     "3,759 GB/s: RRZE, gpu-benches, gpu-roofline)"},
    {"tensor_memory_share", 0.72, 0.5, 1.0, false,
     "energy of an operation whose sums have a memory of their own, over sums in registers; 0.85 by the tables of "
     "gpu-modern"},
    {"node_exponent", 0.85, 0.5, 1.3, false,
     "of energies: at one speed power falls by 60 % from 16 to 7 nm and by 30 % from 7 to 5 nm (TSMC), exponents 1.1 "
     "and 0.65"},
    {"threshold_voltage", 0.4, 0.2, 0.6, false,
     "of the voltage at full clock: 0.35 to 0.45 V of 0.9 to 1.1 V (Sakurai and Newton, IEEE JSSC 25(2), 1990)"},
    {"idle_most_share", 1.0 / 3.0, 0.15, 0.6, false,
     "of the limit: boards of 70 W, sold at low voltage, switch off what waits"},
    {"die_mm2", 814.0, 600.0, 1000.0, false, "die of the measured board: Chips and Cheese, Nvidia's H100 (2023)"},
    {"die_node_exponent", 1.6, 1.0, 2.0, false,
     "of area, where a die's is not known: A100, V100, T4, P100 and H100 against their SMs, within a third"},
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

/// Energy of a byte of memory against HBM, its way over the chip included, which is most of it. Streaming kernels of an
/// A100 (HBM2) and an H200 (HBM3e) draw 117 and 120 pJ a byte above what they draw without traffic, those of an L40 and
/// an A40 (GDDR6) about 1.0 and 1.5 times as much (RRZE, gpu-benches, gpu-roofline; interface and array alone: O'Connor
/// et al., MICRO 2017, table 3).
double againstHbm(std::string_view kind) {
    if (kind.starts_with("HBM")) return 1.0;
    if (kind.starts_with("GDDR")) return 1.25;
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
double voltageAt(double threshold, double clock_ratio) { return threshold + (1.0 - threshold) * clock_ratio; }

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

/// Area of the compute dies in mm2, as stated; else what the SMs of the measured board would take at this node.
double dieArea(const hardware::Gpu& gpu, std::span<const double> values) {
    if (gpu.die_area_mm2 > 0.0) return gpu.die_area_mm2;
    const double nm = gpu.process_nm > 0.0 ? gpu.process_nm : kReferenceNode_nm;
    return values[kDieArea] * switchedSize(gpu, std::pow(nm / kReferenceNode_nm, values[kDieNode]), 1.0);
}

/// Power of a board that waits with its clocks up: leakage and clock trees follow the transistors, as many as the area
/// of the dies holds at their node, each of which draws by the node. Boards with a low limit are sold at a low voltage
/// and switch off what waits: their share of the limit is bounded, smoothly, so that neither area nor limit has an
/// edge.
double idleBoard(const hardware::Gpu& gpu, std::span<const double> values) {
    constexpr double kBlend = 6.0;
    const double nm = gpu.process_nm > 0.0 ? gpu.process_nm : kReferenceNode_nm;
    const double packed = std::pow(nm / kReferenceNode_nm, values[kNode] - values[kDieNode]);
    const double area_w = values[kIdleArea] * packed * dieArea(gpu, values);
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
    const double node = gpu.process_nm > 0.0 ? std::pow(gpu.process_nm / kReferenceNode_nm, values[kNode]) : 1.0;
    const double clock = gpu.clock_hz > 0.0 ? gpu.clock_hz / kReferenceClock_hz : 1.0;
    const double voltage = voltageAt(values[kThreshold], clock);
    const double scale = node * voltage * voltage * 1e-12;
    PowerCoefficients power;
    power.threshold_voltage = values[kThreshold];
    // What the lanes spend does not change with where the sums of tensor cores lie.
    const double apart = values[kTensorMemory];
    for (std::size_t i = 0; i < kNumberTypes; ++i) {
        const auto type = static_cast<NumberType>(i);
        const bool matrix = gpu.matrixPeak(type) > 0.0;
        const double narrow = type == NumberType::Fp8 ? values[kFp8Share] : 1.0;
        const double sums = matrix && !gpu.tensor_memory ? 1.0 : apart;
        const double cores = matrix && bytesOf(type) <= bytesOf(NumberType::Fp16) ? gpu.matrix_energy_ratio : 1.0;
        power.flop_j[i] = values[kHalfFlop] * narrow * againstHalf(type, matrix) * sums * cores * scale;
    }
    power.l2_j_per_byte = values[kL2] * scale;
    power.dram_j_per_byte = values[kDram] * againstHbm(gpu.memory_kind) * 1e-12;
    power.limit_w = gpu.board_power_w;
    power.stalled_share = values[kStalled];
    power.active_w = activePower(gpu, values[kActive], node, clock);
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
    const double voltage = voltageAt(power.threshold_voltage, time.clock_ratio);
    const double drawn = power.idle_w + draw.core_w * voltage * voltage + draw.memory_w;
    return power.limit_w > 0.0 ? std::min(drawn, power.limit_w) : drawn;
}

void applyPower(const PowerCoefficients& power, NumberType math, KernelTime& time) {
    time.power_w = boardPower(power, math, time);
    time.energy_j = time.power_w * time.seconds;
}

} // namespace strata::gpu
