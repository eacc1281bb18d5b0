// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/edge/nonnegative.h"

#include <algorithm>
#include <Eigen/Dense>

namespace strata::edge {
namespace {

using Eigen::Index;

/// Least squares over the free columns; the others are 0.
Eigen::VectorXd freeSolution(const Eigen::MatrixXd& a, const Eigen::VectorXd& b, const std::vector<bool>& free) {
    std::vector<Index> places;
    for (Index j = 0; j < a.cols(); ++j) {
        if (free[static_cast<std::size_t>(j)]) places.push_back(j);
    }
    Eigen::VectorXd x = Eigen::VectorXd::Zero(a.cols());
    if (places.empty()) return x;
    const Eigen::VectorXd part = a(Eigen::all, places).colPivHouseholderQr().solve(b);
    for (std::size_t i = 0; i < places.size(); ++i)
        x(places[i]) = part(static_cast<Index>(i));
    return x;
}

/// Moves from x towards z until the first free value reaches 0, which is then no longer free.
void stepToBound(Eigen::VectorXd& x, const Eigen::VectorXd& z, std::vector<bool>& free, double tolerance) {
    double share = 1.0;
    for (Index j = 0; j < x.size(); ++j) {
        if (free[static_cast<std::size_t>(j)] && z(j) <= tolerance) share = std::min(share, x(j) / (x(j) - z(j)));
    }
    x += share * (z - x);
    for (Index j = 0; j < x.size(); ++j) {
        if (free[static_cast<std::size_t>(j)] && x(j) <= tolerance) {
            free[static_cast<std::size_t>(j)] = false;
            x(j) = 0.0;
        }
    }
}

} // namespace

std::vector<double> nonNegativeLeastSquares(std::span<const double> a, std::span<const double> b, std::size_t columns) {
    using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    const auto rows = static_cast<Index>(b.size());
    const auto cols = static_cast<Index>(columns);
    const Eigen::MatrixXd matrix = Eigen::Map<const RowMajor>(a.data(), rows, cols);
    const Eigen::VectorXd right = Eigen::Map<const Eigen::VectorXd>(b.data(), rows);
    Eigen::VectorXd x = Eigen::VectorXd::Zero(cols);
    std::vector<bool> free(columns, false);
    const double tolerance = 1e-12 * std::max(1e-300, matrix.cwiseAbs().maxCoeff());
    for (Index round = 0; round < 3 * cols; ++round) {
        const Eigen::VectorXd gradient = matrix.transpose() * (right - matrix * x);
        Index best = -1;
        for (Index j = 0; j < cols; ++j) {
            if (!free[static_cast<std::size_t>(j)] && gradient(j) > 1e-10 && (best < 0 || gradient(j) > gradient(best)))
                best = j;
        }
        if (best < 0) break;
        free[static_cast<std::size_t>(best)] = true;
        Eigen::VectorXd z = freeSolution(matrix, right, free);
        for (Index inner = 0; inner < 3 * cols; ++inner) {
            bool inside = true;
            for (Index j = 0; j < cols; ++j)
                inside = inside && (!free[static_cast<std::size_t>(j)] || z(j) > tolerance);
            if (inside) break;
            stepToBound(x, z, free, tolerance);
            z = freeSolution(matrix, right, free);
        }
        x = z;
    }
    return {x.data(), x.data() + x.size()};
}

} // namespace strata::edge
