// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/support/base/scene.h"

#include <functional>
#include <map>
#include <QLocale>
#include <QString>
#include <span>
#include <string>
#include <string_view>

namespace strata::views {

/// Titles of an accelerator's levels, in the reader's language, by the names that parts and tables have:
/// "shared_glb" -> "Global buffer".
using LevelTitles = std::map<std::string, std::string, std::less<>>;

/// Of the accelerator that a design's layer runs on. Empty for any other design and for one that does not resolve;
/// levels without a title are left out.
LevelTitles levelTitles(const DesignState& design);

/// Of several designs; where two give the same name to levels, the title of the first.
LevelTitles levelTitles(std::span<const DesignState* const> designs);

/// The title of a level in the reader's language; one that nobody translated as it is.
std::string levelTitle(const std::string& title);

/// The label of a part and the cell of a table as people read them, a level by its title.
QString labelText(std::string_view label, const LevelTitles& titles);
QString cellText(const Cell& cell, std::string_view column, const QLocale& locale, const LevelTitles& titles);

} // namespace strata::views
