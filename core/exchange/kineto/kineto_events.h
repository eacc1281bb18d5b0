// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <array>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <string>
#include <string_view>

namespace strata::exchange {

/// One event of a trace; members that it does not have are empty or 0.
struct KinetoEvent {
    std::string phase, category, name, thread;
    double start_us = 0.0, duration_us = 0.0;
    bool has_start = false;
    std::uint64_t correlation = 0, external_id = 0;
    double device = 0.0, stream = 0.0, registers = 0.0, shared_bytes = 0.0, bytes = 0.0;
    std::array<double, 3> grid{}, block{};
    std::string shapes, types;
    std::string collective, group, element;
    double elements_in = 0.0, elements_out = 0.0, ranks = 0.0;
};

/// What stands beside the events.
struct KinetoHeader {
    std::string device;
    double rank = 0.0, ranks = 0.0;
};

/// Calls `visit` for each event with its number, until it returns an error.
Result<KinetoHeader> visitKinetoEvents(std::istream& stream, std::string_view file,
                                       const std::function<Result<void>(const KinetoEvent&, std::size_t)>& visit);

} // namespace strata::exchange
