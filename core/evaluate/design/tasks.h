// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/design/catalog_edits.h"
#include "core/evaluate/kind.h"

#include <optional>
#include <string>
#include <vector>

namespace strata::design {

/// What somebody can ask of a workload on a machine, as the rows of kinds have it: each task once, in their order.
std::vector<const TaskForm*> tasks(const Registry& registry = builtinRegistry());

/// A design as people name it: this model, or one layer of it, on that machine, to do that.
struct Wish {
    std::string workload; ///< id of a network or model of the catalog
    std::string layer;    ///< of that model; empty: all of it, or its first layer on an NPU
    std::string hardware; ///< id of a device or a cluster of the catalog
    std::string task{};   ///< id of one of tasks(); empty: the first
};

/// Why the machine cannot do that with the workload; nothing where it can. Cheap enough for every row of a list.
std::optional<Error> obstacle(const Entry& workload, const Entry& hardware, std::string_view task,
                              const Library& library, const Registry& registry = builtinRegistry());

/// A complete request for the wish: number formats that the device has, one request a second to serve, and the fewest
/// devices, nodes and ranks whose memory holds the model. Where no such plan fits, the last one that was tried: its
/// estimate says what is missing. Evaluates up to some hundred plans, so it is no work for the window's thread.
/// Errors: "not-found" for unknown entries, those of obstacle() and of reading the layer.
Result<SharedRequest> newDesign(const Wish& wish, const Library& library, const Registry& registry = builtinRegistry());

/// What a request asks, as far as the catalog has names for it: the first task where its kind has none.
Wish wishOf(const Json& request, const Registry& registry = builtinRegistry());

/// Both requests ask the same thing of the same workload: one task, one model or operator, one layer of it. Sizes,
/// lengths and plans may differ: they are what is compared.
bool sameWork(const Json& a, const Json& b);

/// The cluster of the catalog that is made of this GPU: the first in its order; nullptr where there is none.
const Entry* clusterOf(std::string_view gpu, const Library& library);

} // namespace strata::design
