// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/exchange/kineto/execution_trace.h"

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace strata::exchange {

/// Execution trace of one rank in MLCommons Chakra's format (S. Sridharan et al., "Chakra: Advancing
/// Performance Benchmarking and Co-design Using Standardized Execution Traces", 2023): a metadata message and
/// one message a node, each behind its length as a varint, or as the JSON document of chakra_json.h; plain or gzip.
/// Messages are read field by field rather than by
/// generated code: the metadata's fields moved between versions, and an error can name the node, the field
/// and the value.
///
/// Data dependencies order the nodes and must be sound. Control dependencies of PyTorch traces name the
/// caller: those on the node itself, or on nodes that the file does not have, are left out; all of them are
/// where they would close a cycle. Notes tell how many.
///
/// Errors: "unreadable-file", "too-large", "malformed-trace", "not-supported" (the format of 2022, without
/// attributes), "bad-value" with the pointer "/nodes/<place>/<field>".
Result<ExecutionTrace> readChakra(const std::filesystem::path& path);
Result<ExecutionTrace> parseChakra(std::string_view bytes, std::string_view file = {});

/// The same format (schema 1.1.1). Dependencies become data dependencies, times whole microseconds, and
/// seconds to the nanosecond in the attribute "runtime_ns".
std::string writeChakra(const ExecutionTrace& trace);

} // namespace strata::exchange
