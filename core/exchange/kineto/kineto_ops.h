// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/exchange/kineto/execution_trace.h"

#include <optional>
#include <string_view>

namespace strata::exchange {

/// Operations and bytes of an operator's tensors.
struct OpCost {
    double flop = 0.0, bytes = 0.0;
    TraceProduct product{};
};

/// Of matrix products by their recorded shapes ("[[64,128],[128,256]]") and types; 0 for what is not known.
OpCost costOf(std::string_view op, std::string_view shapes, std::string_view types);

/// Bytes of an element by PyTorch's name: "Float", "c10::BFloat16", "Long"; 0 where it is not known.
double elementBytes(std::string_view type);

/// Whether a kernel is one of NCCL's, RCCL's or oneCCL's.
bool isCommunication(std::string_view kernel);

/// The collective that a kernel or a record of PyTorch names: "ncclDevKernel_AllReduce_Sum_f32_RING_LL",
/// "_allgather_base"; nothing for messages and what is not known.
std::optional<TraceCollective> collectiveIn(std::string_view name);

} // namespace strata::exchange
