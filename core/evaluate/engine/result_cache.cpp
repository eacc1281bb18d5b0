// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/engine/result_cache.h"

namespace strata {
namespace {

/// A part with its texts takes the room of so many cells.
constexpr std::size_t kCellsOfPart = 8;

std::size_t partsIn(const Part& part) {
    std::size_t parts = 1;
    for (const Part& child : part.children)
        parts += partsIn(child);
    return parts;
}

std::size_t cellsOf(const Estimate& estimate) {
    std::size_t cells = 0;
    for (const auto& [metric, part] : estimate.parts)
        cells += kCellsOfPart * partsIn(part);
    for (const Table& table : estimate.tables)
        cells += table.columns.size() * table.rows.size();
    return cells;
}

} // namespace

std::shared_ptr<const Estimate> ResultCache::find(const std::string& key) {
    const auto found = index_.find(key);
    if (found == index_.end()) return nullptr;
    newest_first_.splice(newest_first_.begin(), newest_first_, found->second);
    return found->second->estimate;
}

void ResultCache::put(const std::string& key, std::shared_ptr<const Estimate> estimate) {
    if (const auto found = index_.find(key); found != index_.end()) {
        cells_ -= found->second->cells;
        found->second->cells = cellsOf(*estimate);
        cells_ += found->second->cells;
        found->second->estimate = std::move(estimate);
        newest_first_.splice(newest_first_.begin(), newest_first_, found->second);
        return;
    }
    const std::size_t cells = cellsOf(*estimate);
    newest_first_.push_front({key, std::move(estimate), cells});
    index_.emplace(key, newest_first_.begin());
    cells_ += cells;
    while (index_.size() > 1 && (index_.size() > capacity_ || cells_ > most_cells_)) {
        cells_ -= newest_first_.back().cells;
        index_.erase(newest_first_.back().key);
        newest_first_.pop_back();
    }
}

void ResultCache::clear() {
    cells_ = 0;
    index_.clear();
    newest_first_.clear();
}

} // namespace strata
