// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workload/kernel/layer_document.h"

#include <string>

namespace strata::workload {

/// Tokens of a pass for which a model's mixers are listed as loop nests.
struct MixerPass {
    std::string prefix;
    std::uint64_t batch = 1, queries = 1, context = 1;
};

/// Layers of a stack that attend; 0 where all are recurrent.
std::uint64_t attendingLayers(const Json& transformer);

/// Tokens that attention reads of `context`.
std::uint64_t selectedTokens(const Json& transformer, std::uint64_t context);

/// Recurrent layers, token by token (each state is read with the key, updated, and read with the query), and the
/// indexer of sparse attention. Nothing where the model has neither.
void listMixers(LayerDocuments& documents, const Json& transformer, const MixerPass& pass);

} // namespace strata::workload
