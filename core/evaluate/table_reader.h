// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/estimate.h"

#include <optional>
#include <string>
#include <string_view>

namespace strata {

/// Reads a table of an estimate by the names of its columns. Columns that a method does not fill are empty, never zero.
class TableReader {
public:
    /// nullptr: a table without rows.
    explicit TableReader(const Table* table) : table_(table) {}

    std::size_t rows() const { return table_ ? table_->rows.size() : 0; }
    std::optional<double> number(std::size_t row, std::string_view column) const;
    std::string text(std::size_t row, std::string_view column) const;
    /// A text to be told; a word as it stands.
    Message message(std::size_t row, std::string_view column) const;

    /// The number or word in `value_column` of the first row whose `key_column` holds `key`.
    std::optional<double> numberOf(std::string_view key_column, std::string_view key,
                                   std::string_view value_column) const;
    std::string textOf(std::string_view key_column, std::string_view key, std::string_view value_column) const;

private:
    const Cell* cell(std::size_t row, std::string_view column) const;
    std::optional<std::size_t> rowOf(std::string_view key_column, std::string_view key) const;

    const Table* table_;
};

} // namespace strata
