// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/coverage/accuracy.h"
#include "core/evaluate/method.h"
#include "core/layers/layer_values.h"

#include <span>
#include <string>
#include <vector>

namespace strata::layers {

/// One layer that a request passes: which method answers it, how far that method was off, and what it hands on.
struct LayerStep {
    Layer layer = Layer::Kernel;
    std::string method;              ///< id of the row that answers it
    std::string kind;                ///< of that row: "kernel", "collective", ...
    std::string pointer;             ///< where the request can name another one; empty: nothing else can stand there
    std::string usual;               ///< the id that answers where the request names none
    std::vector<std::string> others; ///< rows that may answer as well, in the order of the registry
    std::vector<CalibrationUse> calibrations;  ///< of its times, that took part in the answer
    std::vector<assess::ResultRecord> results; ///< the newest kept results of validations of its method, of times
    std::optional<double> sigma;  ///< relative error of its times, from the residuals of these calibrations
    std::optional<Handed> handed; ///< nothing where the answer has no parts
};

/// The layers of one answer, the lowest first.
struct LayerChain {
    std::string metric; ///< whose parts lead from layer to layer; else the first metric of the answer
    Metric end;         ///< that metric
    bool parts = false; ///< whether the steps hand on values
    std::vector<LayerStep> steps;

    const LayerStep* find(Layer layer) const;
};

/// What a request passes on its way to this estimate, which is its answer. Empty steps where the estimate has no
/// metric.
LayerChain layerChain(const Request& request, const Estimate& estimate, const Library& library,
                      const Registry& registry, std::span<const coverage::Accuracy> kept = {});

/// The request with another method in a layer; the usual one is left unsaid. `step` is one of its chain.
Json withMethod(const Json& request, const LayerStep& step, const std::string& method);

} // namespace strata::layers
