// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/support/plot/picture_canvas.h"
#include "views/tools/tools_layout.h"

#include <optional>

namespace strata::views {

/// `chosen` is a row, `weight` the dimension that the keyboard moves.
void paintTools(QPainter& painter, const ToolsPicture& picture, const ToolsLayout& layout, const PictureLook& look,
                std::optional<std::size_t> chosen, std::optional<std::size_t> weight);

} // namespace strata::views
