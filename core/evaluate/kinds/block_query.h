// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cpu/block.h"
#include "core/evaluate/request.h"

#include <memory>
#include <string>
#include <vector>

namespace strata {

/// A `block` request with every name resolved: machine code on the core of a CPU.
struct BlockQuery {
    hardware::CpuCore core;
    std::shared_ptr<const Json> document; ///< of the core, for its sources
    std::vector<cpu::Instruction> block;  ///< the core has facts about each
    std::string stated_at;                ///< pointer of its code or of its text
    cpu::BlockRun run;
};

/// Errors point into the request: those of decoding, "not-supported" for instructions without facts.
Result<BlockQuery> resolveBlock(const Json& request, const Library& library);

/// Schema of requests that the core of a CPU answers.
ObjectSchema blockRequestSchema();

} // namespace strata
