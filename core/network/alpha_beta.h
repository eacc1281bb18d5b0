// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/network/collective.h"
#include "core/network/fabric.h"

namespace strata::network {

/// Time of one phase of a collective in one dimension, by what it consists of.
struct PhaseTime {
    double steps = 0.0;       ///< messages that wait for one another
    double latency_s = 0.0;   ///< of the steps without their bytes
    double bandwidth_s = 0.0; ///< of the bytes

    double seconds() const { return latency_s + bandwidth_s; }
};

/// Which algorithms do a collective on a topology: in_network needs a switch that reduces, halving_doubling a
/// power of two, bruck gathers and exchanges only.
bool isAble(Algorithm algorithm, Collective collective, const Dimension& dimension);

/// Time in one dimension after the latency-bandwidth model (R. W. Hockney, Parallel Computing 20(3), 1994),
/// with hops and load of the topology: sum over steps of hops x latency + load x bytes / bandwidth. The
/// pipelined trees take their best segment: 2 (depth + k)(latency + bytes / (k bandwidth)), k = sqrt(depth x
/// bytes / (latency x bandwidth)). `bytes` as in collective.h, of this dimension's group alone. Needs
/// isAble().
PhaseTime phaseTime(Algorithm algorithm, Collective collective, const Dimension& dimension, double bytes);

/// Into how many pieces a pipelined tree cuts its bytes.
double treeSegments(Algorithm algorithm, const Dimension& dimension, double bytes);

/// The fastest of those that are able.
Algorithm fastestAlgorithm(Collective collective, const Dimension& dimension, double bytes);

} // namespace strata::network
