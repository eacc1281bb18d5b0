// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace strata::exchange {

/// A table of comma-separated values (RFC 4180) with a header line, plain or gzip. Cells stay text; empty means
/// unknown.
class CsvTable {
public:
    /// Errors: "unreadable-file", "too-large" (256 MiB unpacked), "malformed-csv" with the line.
    static Result<CsvTable> read(const std::filesystem::path& path);
    static Result<CsvTable> parse(std::string text, std::string_view file = {});

    std::size_t rows() const { return columns_.empty() ? 0 : cells_.size() / columns_.size(); }
    const std::vector<std::string>& columns() const { return columns_; }
    std::optional<std::size_t> column(std::string_view name) const;
    std::string_view cell(std::size_t row, std::size_t column) const { return cells_[row * columns_.size() + column]; }

    /// By column name; empty text where there is no such column.
    std::string_view text(std::size_t row, std::string_view column) const;
    /// Nothing where the cell is empty, absent or no finite number.
    std::optional<double> number(std::size_t row, std::string_view column) const;
    /// The same, or `otherwise`.
    double numberOr(std::size_t row, std::string_view column, double otherwise) const;

    /// All these columns exist. Errors: "missing-column" naming the first that does not.
    Result<void> require(std::initializer_list<std::string_view> names, std::string_view file) const;

private:
    std::shared_ptr<const std::string> text_;                   ///< what the cells point into
    std::shared_ptr<const std::vector<std::string>> unescaped_; ///< cells whose quotes were doubled
    std::vector<std::string> columns_;
    std::vector<std::string_view> cells_;
};

/// Whether a text stands for a file of Git LFS that was not fetched, and the refusal of one. Error: "unreadable-file".
bool isFilePointer(std::string_view text);
Error filePointerRefused(std::string_view file);

} // namespace strata::exchange
