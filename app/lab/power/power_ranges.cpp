// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/power/power_ranges.h"

#include "app/lab/fit/fit.h"

#include <array>

namespace strata::assess {
namespace {

constexpr std::array<PowerRange, 22> kRanges{{
    {"half_flop_pj", 0.3, 1.2, false,
     "bf16 on tensor cores with sums in registers, 4 nm, 1.83 GHz: holds H100 and B200 at the clocks of their "
     "published sustained rates within 3 % (795 and 1745 TFLOP/s in bf16: S. Bekman, ML Engineering, maximum "
     "achievable products, which alone ask for 0.452); products of all four boards of gpu-modern err less at 0.43"},
    {"fp8_share", 0.3, 0.9, false,
     "of bf16: sustained rates in fp8 (3433 TFLOP/s on B200: ML Engineering); 0.57 by the tables of gpu-modern"},
    {"int8_share", 0.2, 0.9, false,
     "of bf16: squares of 8 and of 8 + 1 bits of mantissa beside delivery by width (Horowitz, ISSCC 2014, figure "
     "1.1.9)"},
    {"fp4_share", 0.1, 0.6, false, "of bf16: half of fp8 in delivery, less in the multiplier (Horowitz, ibidem)"},
    {"int4_share", 0.1, 0.5, false, "of bf16: half of int8 (Horowitz, ibidem)"},
    {"tf32_share", 1.2, 2.5, false, "of bf16: twice the operands' width, a multiplier of 11 bits for 8 (ibidem)"},
    {"matrix_fp32_share", 1.5, 4.0, false, "of bf16 on matrix cores: twice the width, delivery dominates (ibidem)"},
    {"matrix_fp64_share", 3.0, 12.0, false, "of bf16 on matrix cores: four times the width, a multiplier of 53 bits"},
    {"lane_share", 3.0, 12.0, false,
     "of bf16 on tensor cores: a lane fetches and decodes for every operation; half in 16 bits, twice in 64"},
    {"dram_pj_per_byte", 10.0, 200.0, false,
     "all that a byte of HBM draws above idle, stalled SMs apart: streaming kernels of an H200 and an A100 (RRZE, "
     "gpu-benches, gpu-roofline: power against traffic, 117 to 120 with what the SMs draw meanwhile)"},
    {"graphics_memory_share", 0.8, 2.0, false,
     "of a byte of HBM: streaming kernels of an L40 and an A40 (GDDR6) draw 1.0 and 1.5 times as much as those of an "
     "A100 and an H200 (RRZE, gpu-benches, gpu-roofline; interface and array alone: O'Connor et al., MICRO 2017, "
     "table 3)"},
    {"other_memory_share", 0.5, 1.5, false, "of a byte of HBM: assumed of memories of low power"},
    {"l2_pj_per_byte", 0.5, 16.0, false, "a line's way across the chip (Dally, Hot Chips 2023 keynote: wires)"},
    {"idle_w_per_mm2", 0.1, 0.3, false,
     "of dies of 4 nm, clocks up: the lowest readings of an H200 are 126 W (814 mm2), of a B200 241 W (about 1600 mm2: "
     "github.com/ai-dynamo/aiconfigurator); by the transistors of its node an A100's 68 W on 826 mm2 (power over "
     "traffic without any: RRZE, gpu-benches, gpu-roofline)"},
    {"active_share", 0.01, 0.5, true, "of the measured board's limit: SMs that issue, whatever they compute"},
    {"stalled_share", 0.02, 0.98, false,
     "of the former: SMs whose blocks wait for memory stop most of their clocks. What streaming kernels draw beyond "
     "idle power and that of their bytes is 0.14 of an A100's (230 W at 1,372 GB/s) and 0.3 of an H200's (572 W at "
     "3,759 GB/s: RRZE, gpu-benches, gpu-roofline)"},
    {"tensor_memory_share", 0.5, 1.0, false,
     "energy of an operation whose sums have a memory of their own, over sums in registers; 0.85 by the tables of "
     "gpu-modern"},
    {"node_exponent", 0.5, 1.3, false,
     "of energies: at one speed power falls by 60 % from 16 to 7 nm and by 30 % from 7 to 5 nm (TSMC), exponents 1.1 "
     "and 0.65"},
    {"threshold_share", 0.2, 0.6, false,
     "of the voltage at full clock: 0.35 to 0.45 V of 0.9 to 1.1 V (Sakurai and Newton, IEEE JSSC 25(2), 1990)"},
    {"idle_most_share", 0.15, 0.6, false, "of the limit: boards of 70 W, sold at low voltage, switch off what waits"},
    {"die_mm2", 600.0, 1000.0, false, "die of the measured board: Chips and Cheese, Nvidia's H100 (2023)"},
    {"die_node_exponent", 1.0, 2.0, false,
     "of area, where a die's is not known: A100, V100, T4, P100 and H100 against their SMs, within a third"},
}};

} // namespace

std::span<const PowerRange> powerRanges() { return kRanges; }

void noteOrigins(hardware::Calibration& calibration) {
    for (const PowerRange& range : kRanges) {
        calibration.origins[std::string(range.name)] =
            rangeText(range.low, range.high) + "; " + (range.fitted ? "fitted: " : "") + std::string(range.origin);
    }
}

} // namespace strata::assess
