// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workload/kernel/kernel.h"

namespace strata::workload {

/// Keys that the last query of a sequence may see, were there no window: with a causal mask those of the cache and of
/// all queries, else those of another sequence, which may be shorter than that of the queries (texts beside pictures).
inline double keysOf(const Attention& shape) {
    return shape.causal && shape.kv_len < shape.q_len ? shape.q_len : shape.kv_len;
}

} // namespace strata::workload
