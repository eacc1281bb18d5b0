// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/exchange/chakra/chakra_node.h"

namespace strata::exchange {

/// Whether a trace begins like a JSON object rather than with the length of a message.
bool isChakraJson(std::string_view head);

/// Whether a file begins like an algorithm of MSCCL in XML, and the refusal of one, also in MSCCL++'s JSON: algorithms
/// name chunks, and their traces the bytes and times that are replayed. Error: "not-supported".
bool isAlgorithm(std::string_view head);
Error algorithmRefused(std::string_view file);

/// Nodes of the JSON form that the public feeder of MLCommons Chakra reads: an object with "workload_graph",
/// whose members have "Id", "Name", "NodeType" (a number as in the protobuf form), "data_deps", "ctrlDeps" or
/// "ctrl_deps", "runtime" in microseconds, and the attributes of the protobuf form by their names. Other members
/// are left out.
/// Errors: those of parseJson(), "malformed-trace" without "workload_graph", "bad-value" with the pointer
/// "/workload_graph/<place>/<field>".
Result<std::vector<ChakraNode>> readChakraJson(std::string_view text, std::string_view file);

} // namespace strata::exchange
