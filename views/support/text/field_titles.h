// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/support/text/level_titles.h"

namespace strata::views {

/// What sentences of the core call things in the window, by the names that its requests have: members by the titles of
/// their fields, catalog entries by their names, levels as levelTitles() does. The field that an error points at comes
/// first where two have the same name.
LevelTitles fieldTitles(const DesignState& design, const Scene& scene);
/// The same where nobody knows the catalog: entries keep their ids.
LevelTitles fieldTitles(const DesignState& design, const Registry& registry = builtinRegistry(),
                        const Library* library = nullptr);

/// "Tensor parallel is 3, but 64 heads do not divide by 3": an error of a design in the window's words, without a
/// pointer. The field's title stands in front where the sentence does not name it.
QString designErrorText(const DesignState& design, const Scene& scene, const QLocale& locale);

} // namespace strata::views
