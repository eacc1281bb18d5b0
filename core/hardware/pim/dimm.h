// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/base/number_type.h"
#include "core/base/schema.h"

#include <string>
#include <string_view>
#include <vector>

namespace strata::hardware {

/// What a memory's way to the host gives to one processor, and to a whole rank that is served at the same time.
struct DimmTransfer {
    double processor_bytes_per_s = 0, rank_bytes_per_s = 0;
};

/// Instructions of arithmetic on a number format, beyond loads, stores and loops.
struct DimmArithmetic {
    NumberType type = NumberType::Int8;
    double add = 1, multiply = 1;
};

/// Memory modules whose chips hold processors: a file of hwlib/dimm/.
struct Dimm {
    std::string id, name, vendor;
    double ranks = 1, processors = 64;             ///< processors: of one rank
    double memory_bytes = 0, scratchpad_bytes = 0; ///< of one processor
    double clock_hz = 0;
    double stages = 11; ///< clocks between two instructions of one tasklet
    double most_tasklets = 24;
    double read_setup = 0, write_setup = 0; ///< clocks of a transfer between memory and scratchpad
    double bytes_per_clock = 2;
    double most_bytes = 2048; ///< of one transfer
    double launch_s = 0;      ///< a kernel on all processors
    DimmTransfer to, from;    ///< the host's view: to the processors, from them
    std::vector<DimmArithmetic> arithmetic;

    const DimmArithmetic* find(NumberType type) const;
};

/// Schema of hwlib/dimm/*.json.
const ObjectSchema& dimmSchema();

/// Errors: those of validate(), with the pointer below `pointer`.
Result<Dimm> readDimm(const Json& document, std::string_view pointer);

} // namespace strata::hardware
