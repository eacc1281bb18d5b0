// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/output/table_output.h"

#include "app/cli/output/pretty.h"
#include "core/base/message_text.h"

#include <cmath>
#include <iomanip>
#include <nlohmann/json.hpp>
#include <sstream>

namespace strata::cli {
namespace {

constexpr int kDigits = 4;

Json jsonOf(const Cell& cell) {
    if (const auto* count = std::get_if<std::int64_t>(&cell)) return *count;
    if (const auto* number = std::get_if<double>(&cell)) return std::isfinite(*number) ? Json(*number) : Json();
    if (const auto* text = std::get_if<std::string>(&cell)) return text->empty() ? Json() : Json(*text);
    if (const auto* message = std::get_if<std::shared_ptr<const Message>>(&cell)) return messageText(**message);
    return {};
}

std::string textOf(const Cell& cell) {
    if (const auto* number = std::get_if<double>(&cell)) {
        std::ostringstream text;
        text << std::setprecision(kDigits) << *number;
        return text.str();
    }
    const Json value = jsonOf(cell);
    if (value.is_null()) return "-";
    return asciiText(value.is_string() ? value.get<std::string>() : value.dump());
}

} // namespace

Json tableJson(const Table& table) {
    Json rows = Json::array();
    for (const auto& row : table.rows) {
        Json cells = Json::object();
        for (std::size_t column = 0; column < row.size(); ++column) {
            Json value = jsonOf(row[column]);
            if (!value.is_null()) cells[table.columns[column]] = std::move(value);
        }
        rows.push_back(std::move(cells));
    }
    return rows;
}

std::string tableText(const Table& table) {
    std::vector<std::vector<std::string>> rows{table.columns};
    std::vector<bool> right(table.columns.size(), false);
    for (const auto& row : table.rows) {
        rows.emplace_back();
        for (std::size_t column = 0; column < row.size(); ++column) {
            rows.back().push_back(textOf(row[column]));
            right[column] =
                std::holds_alternative<double>(row[column]) || std::holds_alternative<std::int64_t>(row[column]);
        }
    }
    return alignedText(rows, right);
}

} // namespace strata::cli
