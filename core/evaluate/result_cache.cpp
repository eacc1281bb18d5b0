// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/result_cache.h"

namespace strata {

std::shared_ptr<const Estimate> ResultCache::find(const std::string& key) {
    const auto found = index_.find(key);
    if (found == index_.end()) return nullptr;
    newest_first_.splice(newest_first_.begin(), newest_first_, found->second);
    return found->second->estimate;
}

void ResultCache::put(const std::string& key, std::shared_ptr<const Estimate> estimate) {
    if (const auto found = index_.find(key); found != index_.end()) {
        found->second->estimate = std::move(estimate);
        newest_first_.splice(newest_first_.begin(), newest_first_, found->second);
        return;
    }
    newest_first_.push_front({key, std::move(estimate)});
    index_.emplace(key, newest_first_.begin());
    if (index_.size() <= capacity_) return;
    index_.erase(newest_first_.back().key);
    newest_first_.pop_back();
}

void ResultCache::clear() {
    index_.clear();
    newest_first_.clear();
}

}  // namespace strata
