// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/near_names.h"

#include <algorithm>
#include <tuple>

namespace strata {

namespace {

// Longer texts are never typing errors of an id; the bound keeps a hostile document from costing time.
constexpr std::size_t kLongestName = 128;

std::string lowered(std::string_view text) {
    std::string lower(text.substr(0, kLongestName));
    for (char& c : lower) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return lower;
}

std::size_t distance(const std::string& a, const std::string& b) {
    std::vector<std::size_t> before(b.size() + 1);
    std::vector<std::size_t> above(b.size() + 1);
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j)
        row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        before.swap(above);
        above.swap(row);
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t cost = a[i - 1] == b[j - 1] ? 0 : 1;
            row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + cost});
            const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
        }
    }
    return row.back();
}

} // namespace

std::size_t editDistance(std::string_view a, std::string_view b) { return distance(lowered(a), lowered(b)); }

std::string plainName(std::string_view name) {
    std::string plain = lowered(name);
    for (char& c : plain) {
        if (c == ' ' || c == '_') c = '-';
    }
    return plain;
}

std::vector<std::string> nearNames(std::string_view wanted, const std::vector<std::string>& names, std::size_t limit) {
    const std::string typed = lowered(wanted);
    if (typed.empty()) return {};
    const std::size_t tolerated = std::max<std::size_t>(1, typed.size() / 3);
    using Candidate = std::tuple<std::size_t, std::string>;
    std::vector<Candidate> candidates;
    for (const std::string& name : names) {
        const std::string lower = lowered(name);
        const std::size_t edits = distance(typed, lower);
        if (edits <= tolerated) {
            candidates.emplace_back(edits, name);
        } else if (typed.size() >= 3 && lower.find(typed) != std::string::npos) {
            candidates.emplace_back(kLongestName + lower.size(), name);
        }
    }
    std::sort(candidates.begin(), candidates.end());
    std::vector<std::string> nearest;
    for (const Candidate& candidate : candidates) {
        const std::string& name = std::get<1>(candidate);
        if (nearest.size() == limit) break;
        if (std::find(nearest.begin(), nearest.end(), name) == nearest.end()) nearest.push_back(name);
    }
    return nearest;
}

std::string listNames(const std::vector<std::string>& names) {
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (i > 0) text += i + 1 == names.size() ? " or " : ", ";
        text += names[i];
    }
    return text;
}

} // namespace strata
