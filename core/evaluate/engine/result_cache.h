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
    /// @param most_cells of the tables and parts of all estimates together, some 50 bytes each; the newest stays however large it is
    explicit ResultCache(std::size_t capacity, std::size_t most_cells = 1'000'000)
        : capacity_(capacity), most_cells_(most_cells) {}

    /// Nothing when it is not held; the found one becomes the newest.
    std::shared_ptr<const Estimate> find(const std::string& key);
    /// The oldest leaves when the cache is full.
    void put(const std::string& key, std::shared_ptr<const Estimate> estimate);
    void clear();

private:
    struct Item {
        std::string key;
        std::shared_ptr<const Estimate> estimate;
        std::size_t cells = 0;
    };
    std::size_t capacity_, most_cells_;
    std::size_t cells_ = 0;
    std::list<Item> newest_first_;
    std::unordered_map<std::string, std::list<Item>::iterator> index_;
};

} // namespace strata
