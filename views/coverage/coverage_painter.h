// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/coverage/coverage_layout.h"
#include "views/support/plot/picture_canvas.h"

#include <optional>

namespace strata::views {

void paintCoverage(QPainter& painter, const CoveragePicture& picture, const CoverageLayout& layout,
                   const PictureLook& look, const std::optional<std::pair<std::size_t, std::size_t>>& chosen);

} // namespace strata::views
