// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace strata {

/// Edits (insertion, deletion, substitution, swap of neighbours) between two texts, letters of either case
/// being equal: the restricted Damerau-Levenshtein distance.
std::size_t editDistance(std::string_view a, std::string_view b);

/// `name` in small letters, with '-' for blanks and underscores: what one name has in common however it is typed.
std::string plainName(std::string_view name);

/// The names nearest to `wanted`, at most `limit`: those within a third of its length in edits, then those
/// that contain it.
std::vector<std::string> nearNames(std::string_view wanted, const std::vector<std::string>& names, std::size_t limit);

/// "a, b or c"; empty for no names.
std::string listNames(const std::vector<std::string>& names);

} // namespace strata
