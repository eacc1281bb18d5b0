// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/method.h"

#include <optional>
#include <string>
#include <vector>

namespace strata::composition {

/// Relative error of one level, one standard deviation, as a share of the level's own seconds: a kernel's, those of the
/// kernels alone, the model's, the request's. Kernel, sum and model all take of a kernel's spread the share by which
/// whole passes were seen to err (compose::ErrorCorrelation::kernels_shown), so that they can be compared. As measured
/// errors of kernels hang together, and where the level is made of kernels alone what it would be if all erred by
/// chance, and if all erred alike.
struct LevelError {
    enum class Level { Kernel, Sum, Model, Request, Service } level = Level::Kernel;
    double kernels = 1.0; ///< that it is made of
    double sigma = 0.0;   ///< with the correlation that the calibrations measured
    std::optional<double> independent, alike;
};
std::string_view name(LevelError::Level level);

/// From one kernel of a model to its sum, to the whole model, and where the model can be asked about so: to one batch
/// of requests and to a loaded engine, each by a closed form. The levels of a model come from its answer; those above
/// are evaluated. Empty where the request is no model whose answer tells its error.
std::vector<LevelError> propagation(const Request& request, const Estimate& estimate, const Context& context);

/// Relative standard deviation that an 80 % interval of a metric stands for; 0 for exact ones.
double sigmaOf(const Metric& metric);

Table tableOf(const std::vector<LevelError>& levels);

} // namespace strata::composition
