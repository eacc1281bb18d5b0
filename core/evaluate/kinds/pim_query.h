// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/request.h"
#include "core/hardware/pim/pim.h"
#include "core/workload/kernel/kernel.h"

#include <memory>

namespace strata {

class Library;
struct Entry;

/// A `kernel` request for a memory that computes, with every name resolved.
struct PimQuery {
    hardware::Pim pim;
    workload::Kernel kernel;
    std::shared_ptr<const Json> document; ///< the hardware, for its sources
};

/// Errors point into the request. Cheap enough for the window's thread.
Result<PimQuery> resolvePim(const Json& request, const Library& library);

/// The request's hardware is a memory that computes.
bool runsOnPim(const Json& request, const Library& library);

namespace design {

/// The same kernel in a memory that computes: what belongs to a GPU stays behind, and operands take a format that the
/// units read.
Json ontoPim(const Json& request, const Entry& pim);

/// Decode attention of a transformer of the catalog, in the memory that the request names. Errors: "not-supported" for
/// other models.
Result<Json> decodeAttentionOf(const Json& request, const Entry& model);

} // namespace design
} // namespace strata
