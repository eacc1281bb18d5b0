// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

namespace strata::views {

/// Titles that the core gives to quantities and to fields of documents, and what it says of quantities. The core knows
/// no translation: what is to be translated stands here for lupdate, in the contexts "Quantity" and "Field".
std::vector<const char*> quantityWords();
std::vector<const char*> quantityHelpWords();
std::vector<const char*> fieldWords();

} // namespace strata::views
