// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace strata::views {

/// Titles that the core gives to quantities and to fields of documents, and what it says of quantities. The core knows
/// no translation: what is to be translated stands here for lupdate, in the contexts "Quantity" and "Field".
std::vector<const char*> quantityWords();
std::vector<const char*> quantityHelpWords();
std::vector<const char*> fieldWords();
/// What parameters say of themselves.
std::vector<const char*> fieldHelpWords();
std::vector<const char*>
fieldDefaultWords(); ///< rules of defaults that fields of the panel state, and the pattern around them
/// Titles of levels in the library of accelerators, which are groups of parameters: context "Field".
std::vector<const char*> levelWords();

/// Names, categories, questions and eras of the scenarios: context "Scenario".
std::vector<const char*> scenarioWords();

/// A table or a column of one that is no quantity, and its title: context "Column".
struct ColumnWord {
    std::string_view name;
    const char* title;
};
/// In the order of their names.
std::span<const ColumnWord> columnWords();
/// The title of that table or column; nullptr for any other.
const char* findColumnWord(std::string_view name);

/// A word that a parameter may hold, and how people write it: context "Choice". In the order of the words; number
/// formats, which read as they are written, are not among them.
std::span<const ColumnWord> choiceWords();

} // namespace strata::views
