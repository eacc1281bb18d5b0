// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/exchange/models/onnx_values.h"

namespace strata::exchange::onnx {

using Shapes = std::vector<Shape>;

inline Shapes none() { return {}; }

// Rules of operators that move elements without computing any.
Shapes reshape(const NodeView& node);
Shapes flatten(const NodeView& node);
Shapes squeeze(const NodeView& node);
Shapes unsqueeze(const NodeView& node);
Shapes transpose(const NodeView& node);
Shapes concat(const NodeView& node);
Shapes split(const NodeView& node);
Shapes slice(const NodeView& node);
Shapes gather(const NodeView& node);
Shapes gatherNd(const NodeView& node);
Shapes secondShape(const NodeView& node);
Shapes expand(const NodeView& node);
Shapes tile(const NodeView& node);
Shapes pad(const NodeView& node);
Shapes resize(const NodeView& node);
Shapes blocks(const NodeView& node, bool to_space);
Shapes oneHot(const NodeView& node);

} // namespace strata::exchange::onnx
