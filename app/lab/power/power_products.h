// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lab/power/power_sweep.h"

#include <span>
#include <vector>

namespace strata::assess {

/// A product of a sweep.
struct ProductProblem {
    double m = 0, n = 0, k = 0;
    bool block_scaled = false;
    bool compiles = false; ///< its kernel is compiled first
};

/// The products of these sizes in the order in which the measured tables' collector calls them
/// (github.com/ai-dynamo/aiconfigurator, collector/vllm/collect_gemm.py): from many rows to few, then from wide to
/// narrow and from deep to flat, each in 16 bits and, where blocks of 128 fit, block-scaled. Kernels are compiled at
/// their first product. The readings tell that the collection went on twice with none of them kept, from 4 rows and
/// 1,024 columns and from 2 rows and 4,096 columns: kernels are compiled anew there.
std::vector<ProductProblem> productProblems(std::span<const double> m, std::span<const double> n,
                                            std::span<const double> k, int sms);

/// The sweeps whose parts the products are, one for each device, by one board.
std::vector<PowerSweep> productSweeps(const PowerRows& data);

} // namespace strata::assess
