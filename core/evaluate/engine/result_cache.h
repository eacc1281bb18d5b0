// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/estimate.h"

#include <cstddef>
#include <list>
#include <memory>
#include <string>
#include <unordered_map>

namespace strata {

/// The estimates that were used last. Not for several threads at once.
class ResultCache {
public:
    /// @param most_bytes of the tables and parts of all estimates together; the newest stays however large it is
    explicit ResultCache(std::size_t capacity, std::size_t most_bytes = 64 << 20)
        : capacity_(capacity), most_bytes_(most_bytes) {}

    /// Nothing when it is not held; the found one becomes the newest.
    std::shared_ptr<const Estimate> find(const std::string& key);
    /// The oldest leaves when the cache is full.
    void put(const std::string& key, std::shared_ptr<const Estimate> estimate);
    void clear();

private:
    struct Item {
        std::string key;
        std::shared_ptr<const Estimate> estimate;
        std::size_t bytes = 0;
    };
    std::size_t capacity_, most_bytes_;
    std::size_t bytes_ = 0;
    std::list<Item> newest_first_;
    std::unordered_map<std::string, std::list<Item>::iterator> index_;
};

} // namespace strata
