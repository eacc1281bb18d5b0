// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/pim/bank_time.h"
#include "core/workload/kernel/kernel.h"

namespace strata::pim {

/// The kernel as a stream of each channel. Attention: keys and values of one sequence and KV head lie in one channel;
/// units of a bank group share the width of a head, groups, ranks and pseudo channels share its tokens. Products: the
/// rows of the weights are spread over channels and groups, their length over the units of a group; each row of the
/// other operand is a pass of its own, `units.vectors` of them together. Element-wise functions read their operands
/// from rows that open in turn. Errors: "not-modelled" for other kernels and for formats that the units do not read,
/// with pointers below "/workload".
Result<BankStream> bankStream(const hardware::Pim& pim, const workload::Kernel& kernel);

/// Bytes that the memory holds for the kernel: caches, weights or operands.
double storedBytes(const workload::Kernel& kernel);

} // namespace strata::pim
