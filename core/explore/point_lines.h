// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/point_pool.h"

#include <string>
#include <string_view>

// How points go to other processes and come back, a line each way. Numbers are the 16 hexadecimal digits of their bits,
// so that an answer from another process is the same to the last bit, infinities and missing metrics included.
namespace strata::explore {

/// Points that a worker is asked, row by row.
struct PointQuestion {
    std::uint64_t first = 0;
    std::vector<double> coordinates;
};
std::string lineOf(const PointQuestion& question);
/// `width`: coordinates of a point. Errors: those of parseJson(); "bad-value": no whole points of numbers.
Result<PointQuestion> readPointQuestion(std::string_view line, std::size_t width);

std::string lineOf(const PointBlock& block);
/// `width`: axes and metrics of a point. Errors as above; also where reasons are not as many as rows.
Result<PointBlock> readPointBlock(std::string_view line, std::size_t width);

/// What a worker says first: which request it answers, and by what. Two that say the same give the same bits.
std::string greetingOf(const ExploreRequest& request);

} // namespace strata::explore
