// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layers/layer_chain.h"

#include <functional>

namespace strata::layers {

/// What the end of a chain becomes when another method stands in one of its layers.
struct LayerEffect {
    Layer layer = Layer::Kernel;
    std::string method;
    Metric end;                 ///< the metric of the chain
    std::vector<Handed> handed; ///< of each step of the chain; empty where the answer has no parts
};

/// The request answered with each other method of each layer, one after another, by those that do answer: a method that
/// lacks an input, refuses the design or knows no such metric is left out. Each effect is told as soon as it is there;
/// `tell` returns false to end. Stops when the context is stopped.
std::vector<LayerEffect> layerEffects(const Request& request, const LayerChain& chain, const Context& context,
                                      const std::function<bool(const LayerEffect&)>& tell = {});

} // namespace strata::layers
