// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace strata::views {

class View;
struct FigureSpec;

/// What a figure was made from, as JSON text: requests, methods with their versions, hashes of the catalog entries,
/// size and view settings. strata-figure draws the same figure from it again.
std::string provenance(const View& view, std::string_view view_id, const FigureSpec& spec, double height_mm,
                       std::string_view figure_bytes, std::string_view csv);

} // namespace strata::views
