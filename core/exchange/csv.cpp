// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/csv.h"

#include "core/exchange/packed_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace strata::exchange {
namespace {

Error malformed(std::string_view file, std::size_t line, Message text, Message expected) {
    return {"malformed-csv",
            "",
            {"error.on-line", {{"line", line}, {"error", std::move(text)}}},
            std::move(expected),
            std::string(file)};
}

/// Splits a text into cells; a line may go on inside quotes.
class Reader {
public:
    Reader(std::string_view text, std::string_view file, std::vector<std::string>& unescaped)
        : text_(text), file_(file), unescaped_(unescaped) {}

    bool atEnd() const { return at_ >= text_.size(); }
    std::size_t line() const { return line_; }

    Result<void> record(std::vector<std::string_view>& cells) {
        for (;;) {
            auto cell = text_.substr(at_).starts_with('"') ? quoted() : Result<std::string_view>(plain());
            if (!cell) return cell.error();
            cells.push_back(*cell);
            if (atEnd()) return {};
            if (text_[at_] == ',') {
                ++at_;
                continue;
            }
            if (text_[at_] == '\r') ++at_;
            if (!atEnd() && text_[at_] != '\n')
                return malformed(file_, line_, {"error.text-behind-closing-quote"}, {"accepted.comma-or-end-line"});
            ++at_;
            ++line_;
            return {};
        }
    }

private:
    std::string_view plain() {
        const std::size_t end = std::min(text_.find_first_of(",\r\n", at_), text_.size());
        const std::string_view cell = text_.substr(at_, end - at_);
        at_ = end;
        return cell;
    }

    Result<std::string_view> quoted() {
        const std::size_t opened = line_;
        const std::size_t begin = ++at_;
        bool doubled = false;
        for (; at_ < text_.size(); ++at_) {
            if (text_[at_] == '\n') ++line_;
            if (text_[at_] != '"') continue;
            if (at_ + 1 >= text_.size() || text_[at_ + 1] != '"') {
                const std::string_view cell = text_.substr(begin, at_ - begin);
                ++at_;
                return doubled ? keepUnescaped(cell) : cell;
            }
            doubled = true;
            ++at_;
        }
        return malformed(file_, opened, {"error.quote-not-closed"}, {"accepted.closing-quote"});
    }

    std::string_view keepUnescaped(std::string_view cell) {
        std::string plain_text;
        for (std::size_t i = 0; i < cell.size(); ++i) {
            plain_text.push_back(cell[i]);
            if (cell[i] == '"') ++i;
        }
        // A capacity beyond the small-string buffer keeps the characters in place when the vector grows.
        plain_text.reserve(std::max<std::size_t>(plain_text.size(), 64));
        unescaped_.push_back(std::move(plain_text));
        return unescaped_.back();
    }

    std::string_view text_;
    std::string_view file_;
    std::vector<std::string>& unescaped_;
    std::size_t at_ = 0;
    std::size_t line_ = 1;
};

} // namespace

Result<CsvTable> CsvTable::read(const std::filesystem::path& path) {
    auto text = readPackedText(path);
    if (!text) return text.error();
    return parse(*std::move(text), path.string());
}

bool isFilePointer(std::string_view text) { return text.starts_with("version https://git-lfs.github.com/spec/"); }

Error filePointerRefused(std::string_view file) {
    return {"unreadable-file", {}, {"error.pointer-of-git-lfs"}, {"accepted.file-of-git-lfs"}, std::string(file)};
}

Result<CsvTable> CsvTable::parse(std::string text, std::string_view file) {
    if (isFilePointer(text)) return filePointerRefused(file);
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF"; // as spreadsheets write it
    CsvTable table;
    if (text.starts_with(kByteOrderMark)) text.erase(0, kByteOrderMark.size());
    const auto kept = std::make_shared<const std::string>(std::move(text));
    const auto unescaped = std::make_shared<std::vector<std::string>>();
    Reader reader(*kept, file, *unescaped);
    std::vector<std::string_view> header;
    if (auto read = reader.record(header); !read) return read.error();
    table.columns_.assign(header.begin(), header.end());
    while (!reader.atEnd()) {
        const std::size_t line = reader.line();
        const std::size_t before = table.cells_.size();
        if (auto read = reader.record(table.cells_); !read) return read.error();
        const std::size_t found = table.cells_.size() - before;
        if (found == 1 && table.cells_.back().empty() && header.size() > 1) {
            table.cells_.pop_back(); // an empty line
        } else if (found != header.size()) {
            return malformed(file, line, {"error.cells", {{"found", found}}},
                             {"accepted.cells", {{"header", header.size()}}});
        }
    }
    table.text_ = kept;
    table.unescaped_ = unescaped;
    return table;
}

std::optional<std::size_t> CsvTable::column(std::string_view name) const {
    const auto found = std::find(columns_.begin(), columns_.end(), name);
    if (found == columns_.end()) return std::nullopt;
    return static_cast<std::size_t>(found - columns_.begin());
}

std::string_view CsvTable::text(std::size_t row, std::string_view name) const {
    const auto found = column(name);
    return found ? cell(row, *found) : std::string_view();
}

std::optional<double> CsvTable::number(std::size_t row, std::string_view name) const {
    const std::string_view digits = text(row, name);
    double value = 0.0;
    const auto [end, failure] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (failure != std::errc() || end != digits.data() + digits.size() || !std::isfinite(value)) return std::nullopt;
    return value;
}

double CsvTable::numberOr(std::size_t row, std::string_view name, double otherwise) const {
    return number(row, name).value_or(otherwise);
}

Result<void> CsvTable::require(std::initializer_list<std::string_view> names, std::string_view file) const {
    for (const std::string_view name : names) {
        if (column(name)) continue;
        return Error{"missing-column",
                     "",
                     {"error.column-missing", {{"name", name}}},
                     {"accepted.table-with-column"},
                     std::string(file)};
    }
    return {};
}

} // namespace strata::exchange
