// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workload/transformer/tape.h"

namespace strata::workload {

/// Each writes the forward pass of a model on the tape, and name, tokens and cache to the graph. Errors point
/// below `pointer`, or to a member of the request beside it.
Result<void> writeTransformer(const Json& model, Tape& tape, ModelGraph& graph, std::string_view pointer);
Result<void> writeCnn(const Json& model, Tape& tape, ModelGraph& graph, std::string_view pointer);
Result<void> writeDiffusion(const Json& model, Tape& tape, ModelGraph& graph, std::string_view pointer);

/// Refuses what only language models know: prompts, decoding, shards.
Result<void> onePass(const GraphOptions& options, const std::string& id, std::string_view pointer);

/// Pointer of a member that stands beside the model in a request.
std::string beside(std::string_view pointer, const char* key);

} // namespace strata::workload
