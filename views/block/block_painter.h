// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/block/block_layout.h"

namespace strata::views {

/// `chosen`: place of the instruction that stands out.
void paintBlock(QPainter& painter, const BlockPicture& picture, const BlockPicture* baseline, const BlockLayout& layout,
                const PictureLook& look, std::optional<std::size_t> chosen);

} // namespace strata::views
