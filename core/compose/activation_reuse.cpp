// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compose/activation_reuse.h"

#include <algorithm>

namespace strata::compose {
namespace {

/// Bytes of the input that are still in L2: all of it where it fits into half of the cache (the other half holds what
/// the consumer itself writes), and with streaming replacement nothing survives of an input twice as large.
double residentBytes(const hardware::Gpu& gpu, double input_bytes) {
    if (input_bytes <= 0 || gpu.l2_bytes <= 0) return 0.0;
    const double room = gpu.l2_bytes / 2;
    return input_bytes * std::clamp(2.0 - input_bytes / room, 0.0, 1.0);
}

} // namespace

double movementSeconds(const hardware::Gpu& gpu, const workload::Operator& op, const gpu::KernelTime& alone,
                       double hit) {
    if (gpu.memory_bytes_per_s <= 0) return 0.0;
    const workload::KernelWork work = workload::workOf(op.kernel);
    const double once = work.read_bytes + work.write_bytes;
    const double cold = std::max(std::min(work.weight_bytes, once - alone.dram_bytes), 0.0);
    const double change_bytes = cold - hit * std::min(residentBytes(gpu, op.input_bytes), alone.dram_bytes);
    // Traffic and arithmetic overlap: only what sticks out beyond the arithmetic counts. A kernel that its traffic
    // limits shows how fast its bytes come, those included that it finds in L2: bytes from DRAM are not slower for
    // being few. Behind arithmetic that cannot be seen, and they come as fast as the memory lets them.
    const bool memory_bound = alone.memory_s > alone.compute_s && alone.dram_bytes > 0;
    const double seen_s_per_byte =
        memory_bound ? (alone.compute_s + alone.memory_s) / std::max(alone.dram_bytes, once) : 0.0;
    const double s_per_byte = std::max(seen_s_per_byte, 1.0 / gpu.memory_bytes_per_s);
    const double before = std::max(alone.dram_bytes * s_per_byte - alone.compute_s, 0.0);
    const double after = std::max((alone.dram_bytes + change_bytes) * s_per_byte - alone.compute_s, 0.0);
    return std::max(after - before, -alone.memory_s);
}

} // namespace strata::compose
