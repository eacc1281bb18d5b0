// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/serving/request.h"

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace strata::serving {

/// Blocks of the KV cache with an identity: full blocks stay findable by the key of their content after their
/// request has gone, and are overwritten least recently used first (vLLM's automatic prefix caching: Kwon et
/// al., SOSP 2023).
class PrefixCache {
public:
    explicit PrefixCache(std::int32_t blocks);

    /// Blocks that nobody holds, with or without a key.
    std::int32_t unheld() const { return unheld_; }
    /// Changes whenever room or content may have become more: take() alone makes neither.
    std::uint64_t gains() const { return gains_; }
    /// The block with this key, -1 where there is none.
    std::int32_t find(std::uint64_t key) const;
    bool held(std::int32_t block) const { return places_[static_cast<std::size_t>(block)].holders > 0; }
    /// One holder more of a block that find() gave.
    void hold(std::int32_t block);
    /// The unheld block that was used least recently; its key is forgotten. Needs unheld() > 0.
    std::int32_t take();
    /// Makes a held block findable; another block that has the key keeps it.
    void name(std::int32_t block, std::uint64_t key);
    /// One holder less of each; the last of them will be overwritten first.
    void giveBack(std::span<const std::int32_t> blocks);

private:
    static constexpr std::int32_t kRing = -1; ///< place of ring_
    struct Place {
        std::uint64_t key = 0;
        bool named = false;
        std::int32_t holders = 0;
        std::int32_t before = kRing, after = kRing; ///< in the ring of unheld blocks
    };
    void link(std::int32_t block);
    void unlink(std::int32_t block);
    Place& at(std::int32_t block) { return block == kRing ? ring_ : places_[static_cast<std::size_t>(block)]; }

    std::vector<Place> places_; ///< of blocks that were taken once; the others come first, in order
    Place ring_;                ///< between the newest and the oldest of those that nobody holds
    std::unordered_map<std::uint64_t, std::int32_t> by_key_;
    std::int32_t blocks_ = 0, unheld_ = 0;
    std::uint64_t gains_ = 0;
};

/// The key is in the cache, and used most recently. @return whether it was not there before
bool keep(PrefixCache& cache, std::uint64_t key);

/// Whether other requests can have the same content up to the end of this block.
bool sharedBlock(const ActiveRequest& request, std::int32_t block, std::int32_t block_tokens);

/// Key of the content of the first (block + 1) x block_tokens tokens of a request: shared where prompts share
/// a prefix, else its own.
std::uint64_t blockKey(const ActiveRequest& request, std::int32_t block, std::int32_t block_tokens);

} // namespace strata::serving
