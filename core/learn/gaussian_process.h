// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/learn/prediction.h"

#include <cstddef>
#include <span>
#include <vector>

namespace strata::learn {

/// Kernel of a Gaussian process: Matern 5/2 with a length for each input. Between words there is no way: inputs that
/// are `unordered` are 0 apart where they are equal and 1 otherwise.
struct KernelScales {
    std::vector<double> lengths;
    double signal = 1; ///< variance of standardised values
    double noise = 1e-3;
    std::vector<bool> unordered{}; ///< empty: all inputs are ordered
};

/// A fitted process: predictions are a few products of vectors.
struct GaussianProcess {
    std::size_t inputs = 0;
    KernelScales scales;
    std::vector<double> points;  ///< row by row
    double mean = 0, spread = 1; ///< of the values
    std::vector<double> factor;  ///< lower Cholesky factor of the kernel matrix, column by column
    std::vector<double> weights; ///< inverse of the matrix times the standardised values
    double evidence = 0;         ///< log posterior density of the scales, up to a constant
};

/// C. Rasmussen and C. Williams, Gaussian Processes for Machine Learning, 2006: algorithm 2.1; the scales maximise the
/// posterior density by `steps` steps of Adam from `start` (its lengths empty: the mode of their prior). The prior of
/// lengths grows with the root of the number of inputs, which keeps many inputs usable (C. Hvarfner, E. Hellsten and L.
/// Nardi, "Vanilla Bayesian optimization performs great in high dimensions", ICML 2024). Inputs lie in [0, 1].
GaussianProcess fitGaussianProcess(std::span<const double> points, std::size_t inputs, std::span<const double> values,
                                   const KernelScales& start, int steps);

/// Mean and variance at points, row by row, without the noise of a measurement.
std::vector<Prediction> predicted(const GaussianProcess& process, std::span<const double> points);

/// The means alone, which cost far less.
std::vector<double> predictedMeans(const GaussianProcess& process, std::span<const double> points);

} // namespace strata::learn
