// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <optional>
#include <QCoreApplication>
#include <QString>
#include <span>
#include <string_view>

namespace strata::views {

/// What a view calls a word of the core; texts are marked with QT_TRANSLATE_NOOP("strata::views", ...).
struct WordTitle {
    std::string_view word;
    const char* title;
};

/// The title of a word in the window's language; nothing where the table has none.
inline std::optional<QString> titleIn(std::span<const WordTitle> table, std::string_view word) {
    const auto row = std::ranges::find(table, word, &WordTitle::word);
    if (row == table.end()) return std::nullopt;
    return QCoreApplication::translate("strata::views", row->title);
}

/// What a view makes of a word: a colour's category, a kind of block.
template <class Value>
struct WordValue {
    std::string_view word;
    Value value;
};

/// The value of a word, or the one that all others have.
template <class Value, std::size_t count>
constexpr Value valueIn(const WordValue<Value> (&table)[count], std::string_view word, Value otherwise) {
    const auto row = std::ranges::find(table, word, &WordValue<Value>::word);
    return row == std::ranges::end(table) ? otherwise : row->value;
}

} // namespace strata::views
