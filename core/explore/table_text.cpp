// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/table_text.h"

#include <array>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

namespace strata::explore {
namespace {

void addNumber(std::string& text, double value) {
    std::array<char, 32> digits;
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value);
    text.append(digits.data(), end.ptr);
}

std::string csvCell(std::string_view cell) {
    if (cell.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(cell);
    std::string text = "\"";
    for (const char c : cell)
        text += c == '"' ? "\"\"" : std::string(1, c);
    return text + "\"";
}

} // namespace

TableText::TableText(const ExploreRequest& request, Format format)
    : format_(format), axes_(request.space.axes.size()), columns_(request.space.names()) {
    columns_.insert(columns_.end(), request.metrics.begin(), request.metrics.end());
    for (const std::string& column : columns_)
        keys_.push_back(canonicalText(Json(column)) + ":");
    for (const Axis& axis : request.space.axes) {
        words_.emplace_back();
        if (axis.words == nullptr) continue;
        for (const Json& word : *axis.words) {
            const bool plain = format == Format::Csv && word.is_string();
            const std::string cell = plain ? word.get<std::string>() : canonicalText(word);
            words_.back().push_back(format == Format::Csv ? csvCell(cell) : cell);
        }
    }
}

std::string TableText::header() const {
    if (format_ == Format::JsonLines) return {};
    std::string text = "point";
    for (const std::string& column : columns_)
        text += "," + column;
    return text + ",feasible,reason\n";
}

void TableText::addCsv(std::string& text, std::uint64_t number, std::span<const double> row,
                       std::string_view reason) const {
    text += std::to_string(number);
    for (std::size_t c = 0; c < row.size(); ++c) {
        text += ',';
        if (c < axes_ && !words_[c].empty()) {
            text += words_[c][static_cast<std::size_t>(row[c])];
        } else if (!std::isnan(row[c])) {
            addNumber(text, row[c]);
        }
    }
    text += reason.empty() ? ",1," : ",0,";
    text += csvCell(reason);
    text += '\n';
}

void TableText::addJson(std::string& text, std::uint64_t number, std::span<const double> row,
                        std::string_view reason) const {
    text += "{\"point\":" + std::to_string(number);
    for (std::size_t c = 0; c < row.size(); ++c) {
        text += ',';
        text += keys_[c];
        if (c < axes_ && !words_[c].empty()) {
            text += words_[c][static_cast<std::size_t>(row[c])];
        } else if (std::isfinite(row[c])) {
            addNumber(text, row[c]);
        } else {
            text += "null";
        }
    }
    text += reason.empty() ? ",\"feasible\":true}\n"
                           : ",\"feasible\":false,\"reason\":" + canonicalText(Json(reason)) + "}\n";
}

void TableText::add(std::string& text, std::uint64_t number, std::span<const double> row,
                    std::string_view reason) const {
    format_ == Format::Csv ? addCsv(text, number, row, reason) : addJson(text, number, row, reason);
}

void TableText::add(std::string& text, const PointBlock& block) const {
    const std::size_t width = columns_.size();
    for (std::size_t i = 0; i < block.count; ++i) {
        add(text, block.first + i, std::span(block.rows).subspan(i * width, width), block.reasons[i]);
    }
}

} // namespace strata::explore
