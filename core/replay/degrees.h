// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/exchange/kineto/execution_trace.h"

#include <cstdint>
#include <span>
#include <vector>

namespace strata::replay {

/// Ranks that shared the work one way when it was recorded, and that would.
struct Degree {
    std::uint32_t recorded = 1, wanted = 1;

    bool changes() const { return recorded != wanted; }
    double ratio() const { return static_cast<double>(wanted) / recorded; }
};

/// What changes from the recorded run to the one that is asked for.
struct Degrees {
    Degree tp; ///< layers are cut among these
    Degree dp; ///< a batch of the same size is; sequences, replicas with sharded weights

    bool changes() const { return tp.changes() || dp.changes(); }
};

/// The traces as they would be with other degrees. The batch stays, so that computation is divided by both
/// ratios, the update of weights by that of tp alone. Tensor-parallel collectives move the activations of
/// fewer or more tokens, data-parallel ones the gradients of smaller or larger shards, messages the
/// activations of fewer or more tokens, as do those among experts; of an all-gather, whose bytes are a rank's
/// part, the part changes with the ranks. Their recorded times follow the bytes that a rank sends
/// (network::sentBytes). What this leaves out: kernels that are not cut (norms without sequence parallelism)
/// and those too short to become shorter.
///
/// A group is of tensor or of data parallelism as its name tells ("tp", "tensor"; "dp", "data"), else by its
/// ranks. Errors: "bad-value" with the pointer "/tp" or "/dp" for degrees of 0, of which the trace has no
/// collective, or where a group could be of either.
Result<std::vector<exchange::ExecutionTrace>> withDegrees(std::span<const exchange::ExecutionTrace> ranks,
                                                          const Degrees& degrees);

} // namespace strata::replay
