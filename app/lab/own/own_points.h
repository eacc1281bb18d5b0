// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lab/own/own_families.h"

#include <span>
#include <string_view>

namespace strata::assess {

/// Served points, each with its time per output token and to the first one, by the engine with its version that served
/// them. Points that lack one of both times are left out.
std::map<std::string, FamilyRows> pointsByEngine(std::span<const MeasuredRow> rows, std::string_view device);

/// Draws whole points: both times of a drawn point are
/// used, of the others at most `most_scored` points are scored. The same seed draws the same points.
Drawn drawPoints(const FamilyRows& engine, std::size_t points, std::size_t most_scored, std::uint64_t seed);

} // namespace strata::assess
