// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/estimate.h"

#include "core/base/message_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace strata {
namespace {

template <class List>
auto findNamed(const List& list, std::string_view wanted) -> const typename List::value_type* {
    const auto found =
        std::find_if(list.begin(), list.end(), [wanted](const auto& item) { return item.name == wanted; });
    return found == list.end() ? nullptr : &*found;
}

double imbalanceHere(const Part& part) {
    double sum = 0.0;
    double largest = part.children.front().value;
    for (const Part& child : part.children) {
        sum += child.value;
        largest = std::max(largest, child.value);
    }
    const double scale = std::max(std::abs(part.value), std::abs(sum));
    if (scale == 0.0) return 0.0;
    switch (part.combine) {
    case Combine::Sum: return std::abs(part.value - sum) / scale;
    case Combine::Max: return std::abs(part.value - largest) / scale;
    // Overlapping children take at least as long as the longest and at most as long as one after the other.
    case Combine::Overlap: return std::max({0.0, largest - part.value, part.value - sum}) / scale;
    }
    return 0.0;
}

std::string csvText(const std::string& text) {
    if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
    std::string quoted_text = "\"";
    for (const char c : text) {
        if (c == '"') quoted_text += '"';
        quoted_text += c;
    }
    return quoted_text + '"';
}

std::string csvCell(const Cell& cell) {
    if (const auto* count = std::get_if<std::int64_t>(&cell)) return std::to_string(*count);
    if (const auto* word = std::get_if<std::string>(&cell)) return csvText(*word);
    if (const auto* text = std::get_if<std::shared_ptr<const Message>>(&cell)) return csvText(messageText(**text));
    const auto* number = std::get_if<double>(&cell);
    if (number == nullptr) return {};
    std::array<char, 32> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), *number);
    return {text.data(), end.ptr};
}

} // namespace

std::string_view name(Category category) {
    switch (category) {
    case Category::Total: return "total";
    case Category::Compute: return "compute";
    case Category::Memory: return "memory";
    case Category::Launch: return "launch";
    case Category::Movement: return "movement";
    case Category::Synchronisation: return "synchronisation";
    case Category::Allocation: return "allocation";
    case Category::Communication: return "communication";
    case Category::Bubble: return "bubble";
    case Category::Queueing: return "queueing";
    case Category::Other: return "other";
    }
    return "other";
}

std::string_view name(Combine combine) {
    switch (combine) {
    case Combine::Sum: return "sum";
    case Combine::Max: return "max";
    case Combine::Overlap: return "overlap";
    }
    return "sum";
}

std::string_view name(Note::Level level) {
    switch (level) {
    case Note::Level::Info: return "info";
    case Note::Level::Warning: return "warning";
    case Note::Level::Extrapolation: return "extrapolation";
    }
    return "info";
}

Cell textCell(Message message) { return std::make_shared<const Message>(std::move(message)); }

Part makePart(std::string id, Category category, double value, Message formula, Message source) {
    Message title{"part." + id};
    return {std::move(id), std::move(title), category, value, Combine::Sum, {}, std::move(formula), std::move(source)};
}

Part namedPart(std::string name, Category category, double value, Message formula, Message source) {
    Message title = verbatim(name);
    return {std::move(name),    std::move(title), category, value, Combine::Sum, {},
            std::move(formula), std::move(source)};
}

const Metric* Estimate::findMetric(std::string_view metric) const { return findNamed(metrics, metric); }

const Table* Estimate::findTable(std::string_view table) const { return findNamed(tables, table); }

const Part* Estimate::findParts(std::string_view metric) const {
    const auto found =
        std::find_if(parts.begin(), parts.end(), [metric](const auto& root) { return root.first == metric; });
    return found == parts.end() ? nullptr : &found->second;
}

double worstImbalance(const Part& part) {
    if (part.children.empty()) return 0.0;
    double worst = imbalanceHere(part);
    for (const Part& child : part.children)
        worst = std::max(worst, worstImbalance(child));
    return worst;
}

std::string toCsv(const Table& table) {
    std::string text;
    const auto endCell = [&text](bool last) { text += last ? '\n' : ','; };
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        text += csvText(table.columns[i]);
        endCell(i + 1 == table.columns.size());
    }
    for (const auto& row : table.rows) {
        for (std::size_t i = 0; i < row.size(); ++i) {
            text += csvCell(row[i]);
            endCell(i + 1 == row.size());
        }
    }
    return text;
}

} // namespace strata
