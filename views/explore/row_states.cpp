// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/explore/row_states.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <span>

namespace strata::views {
namespace {

constexpr std::size_t kRest = 31;     // the bit of all tests that have none of their own
constexpr std::size_t kChunk = 4096;  // rows
constexpr std::size_t kFlipShare = 4; // beyond this share of the rows to count again costs less than to follow

/// What has no bit of its own: lassos, and ranges of late columns.
Filter restOf(const Filter& filter) {
    Filter rest;
    rest.lassos = filter.lassos;
    for (const ColumnRange& range : filter.ranges)
        if (range.column >= kRest) rest.ranges.push_back(range);
    return rest;
}

bool equal(const ColumnRange* a, const ColumnRange* b) { return a && b ? *a == *b : a == b; }

} // namespace

void RowStates::clear() {
    fails_.clear();
    states_.clear();
    flips_.clear();
    flips_known_ = false;
    shown_ = 0;
    ++revision_;
}

/// Tests the rows from `first` on; without a range all pass.
void RowStates::testColumn(const ColumnRange* range, std::size_t column, const explore::ResultTable& table,
                           std::size_t first) {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    const std::uint32_t keep = ~(1U << column);
    const bool open = range == nullptr;
    const double low = range ? range->low : -kInfinity, high = range ? range->high : kInfinity;
    const double* values = table.columns[column].data();
    for (std::size_t i = first; i < fails_.size(); ++i) {
        // Not `or`: without branches the compiler compares several rows at a time. NaN fails.
        const bool inside = (values[i] >= low) & (values[i] <= high);
        const bool passes = open | inside;
        fails_[i] = (fails_[i] & keep) | (static_cast<std::uint32_t>(!passes) << column);
    }
}

void RowStates::testRest(const Filter& rest, const explore::ResultTable& table, std::size_t first) {
    passes_.assign(fails_.size() - first, 1);
    applyFilter(rest, table.columns, first, passes_);
    for (std::size_t i = 0; i < passes_.size(); ++i) {
        std::uint32_t& fails = fails_[first + i];
        fails = (fails & ~(1U << kRest)) | (static_cast<std::uint32_t>(passes_[i] == 0) << kRest);
    }
}

/// Tests again what is another test than before.
bool RowStates::testChanged(const Filter& filter, const explore::ResultTable& table) {
    bool changed = false;
    for (std::size_t column = 0; column < std::min(kRest, table.columns.size()); ++column) {
        const ColumnRange* range = filter.rangeOf(column);
        if (equal(range, filter_.rangeOf(column))) continue;
        testColumn(range, column, table, 0);
        changed = true;
    }
    const Filter rest = restOf(filter);
    if (rest == restOf(filter_)) return changed;
    testRest(rest, table, 0);
    return true;
}

void RowStates::findFlips(const explore::ResultTable& table) {
    flips_.clear();
    std::array<unsigned char, kChunk> now{};
    for (std::size_t first = 0; first < states_.size(); first += kChunk) {
        const std::size_t count = std::min(kChunk, states_.size() - first);
        const std::uint32_t* fails = fails_.data() + first;
        const std::uint16_t* reasons = table.reason.data() + first;
        for (std::size_t i = 0; i < count; ++i) {
            const unsigned char feasible = reasons[i] == 0 ? kShown : kInfeasible;
            now[i] = fails[i] == 0 ? feasible : static_cast<unsigned char>(kHidden);
        }
        unsigned char* before = states_.data() + first;
        if (std::memcmp(before, now.data(), count) == 0) continue;
        for (std::size_t i = 0; i < count; ++i) {
            if (before[i] == now[i]) continue;
            flips_.push_back({static_cast<std::uint32_t>(first + i), static_cast<RowState>(before[i]),
                              static_cast<RowState>(now[i])});
            shown_ += now[i] == kShown ? 1 : 0;
            shown_ -= before[i] == kShown ? 1 : 0;
            before[i] = now[i];
        }
    }
    flips_known_ = flips_.size() <= states_.size() / kFlipShare;
    if (!flips_.empty()) ++revision_;
}

void RowStates::update(const Filter& filter, const explore::ResultTable& table) {
    if (testChanged(filter, table)) findFlips(table);
    filter_ = filter;
    const std::size_t known = states_.size();
    if (known == table.rows()) return;
    fails_.resize(table.rows(), 0);
    for (const ColumnRange& range : filter.ranges)
        if (range.column < kRest) testColumn(&range, range.column, table, known);
    if (const Filter rest = restOf(filter); !rest.empty()) testRest(rest, table, known);
    states_.resize(table.rows());
    for (std::size_t i = known; i < states_.size(); ++i) {
        const RowState feasible = table.reason[i] == 0 ? kShown : kInfeasible;
        states_[i] = fails_[i] == 0 ? feasible : kHidden;
        shown_ += states_[i] == kShown ? 1 : 0;
    }
}

} // namespace strata::views
