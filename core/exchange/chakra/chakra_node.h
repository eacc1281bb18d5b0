// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/exchange/kineto/execution_trace.h"

#include <string_view>
#include <vector>

namespace strata::exchange {

/// A node as the file has it: dependencies are still ids.
struct ChakraNode {
    TraceNode node;
    std::vector<std::uint64_t> data, control;
};

/// Reads one message. Errors as in chakra_trace.h; `place` counts nodes from 0.
Result<ChakraNode> readChakraNode(std::string_view bytes, std::size_t place, std::string_view file);

/// An error in a field of a node.
Error chakraError(const TraceNode& node, std::size_t place, std::string_view field, Message value, Message expected,
                  std::string_view file);

} // namespace strata::exchange
