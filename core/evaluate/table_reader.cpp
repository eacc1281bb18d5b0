// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/table_reader.h"

#include <algorithm>
#include <cmath>

namespace strata {

const Cell* TableReader::cell(std::size_t row, std::string_view column) const {
    if (!table_ || row >= table_->rows.size()) return nullptr;
    const auto found = std::ranges::find(table_->columns, column);
    const auto at = static_cast<std::size_t>(found - table_->columns.begin());
    return found == table_->columns.end() || at >= table_->rows[row].size() ? nullptr : &table_->rows[row][at];
}

std::optional<double> TableReader::number(std::size_t row, std::string_view column) const {
    const Cell* content = cell(row, column);
    if (!content) return {};
    if (const auto* count = std::get_if<std::int64_t>(content)) return static_cast<double>(*count);
    const auto* real = std::get_if<double>(content);
    return real && std::isfinite(*real) ? std::optional(*real) : std::nullopt;
}

std::string TableReader::text(std::size_t row, std::string_view column) const {
    const Cell* content = cell(row, column);
    const auto* words = content ? std::get_if<std::string>(content) : nullptr;
    return words ? *words : std::string();
}

Message TableReader::message(std::size_t row, std::string_view column) const {
    const Cell* content = cell(row, column);
    const auto* told = content ? std::get_if<std::shared_ptr<const Message>>(content) : nullptr;
    return told ? **told : verbatim(text(row, column));
}

std::optional<std::size_t> TableReader::rowOf(std::string_view key_column, std::string_view key) const {
    for (std::size_t row = 0; row < rows(); ++row)
        if (text(row, key_column) == key) return row;
    return {};
}

std::optional<double> TableReader::numberOf(std::string_view key_column, std::string_view key,
                                            std::string_view value_column) const {
    const auto row = rowOf(key_column, key);
    return row ? number(*row, value_column) : std::nullopt;
}

std::string TableReader::textOf(std::string_view key_column, std::string_view key,
                                std::string_view value_column) const {
    const auto row = rowOf(key_column, key);
    return row ? text(*row, value_column) : std::string();
}

} // namespace strata
