// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace strata::test {

/// How the tests of sliders walk through a number of a device.
inline constexpr double kSliderStep = 1.01;
/// Of the catalog's value: beyond half an octave of lanes a multiprocessor is another generation's, with its kernels.
inline constexpr double kSliderLeast = 0.72, kSliderMost = 1.4;
inline constexpr double kSliderJump = 0.03; ///< of time, power or energy in a step, where no kernel takes a named step
inline constexpr double kSliderFewest = 32.0; ///< integers below are counts, whose steps have names

/// Twenty boards of all generations and vendors.
inline constexpr const char* kSliderDevices[] = {"p100-pcie-16gb",
                                                 "v100-sxm2-32gb",
                                                 "t4",
                                                 "a100-sxm4-80gb",
                                                 "a100-pcie-40gb",
                                                 "a10",
                                                 "a40",
                                                 "l4",
                                                 "l40s",
                                                 "rtx-4090",
                                                 "h100-sxm5-80gb",
                                                 "h100-pcie-80gb",
                                                 "h20",
                                                 "h200-sxm-141gb",
                                                 "b200-sxm-180gb",
                                                 "rtx-5090",
                                                 "mi210",
                                                 "mi300x",
                                                 "max-1550",
                                                 "rtx-pro-6000-blackwell-server"};

} // namespace strata::test
