// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <string_view>

namespace strata::views {

/// A word that a parameter holds ("fat_tree", "no") as people read it; number formats and unknown words as they are.
QString choiceText(std::string_view word);

} // namespace strata::views
