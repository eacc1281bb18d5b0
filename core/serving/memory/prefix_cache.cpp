// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/serving/memory/prefix_cache.h"

#include <algorithm>

namespace strata::serving {
namespace {

/// Finalizer of MurmurHash3 (Appleby): every bit of the input reaches every bit of the output.
std::uint64_t mixed(std::uint64_t x) {
    x ^= x >> 33U;
    x *= 0xff51afd7ed558ccdULL;
    x ^= x >> 33U;
    x *= 0xc4ceb9fe1a85ec53ULL;
    return x ^ (x >> 33U);
}

} // namespace

PrefixCache::PrefixCache(std::int32_t blocks) : blocks_(blocks), unheld_(blocks) {}

void PrefixCache::link(std::int32_t block) {
    const std::int32_t last = ring_.before;
    at(block).before = last;
    at(block).after = kRing;
    at(last).after = ring_.before = block;
    ++unheld_;
}

void PrefixCache::unlink(std::int32_t block) {
    at(at(block).before).after = at(block).after;
    at(at(block).after).before = at(block).before;
    --unheld_;
}

std::int32_t PrefixCache::find(std::uint64_t key) const {
    const auto found = by_key_.find(key);
    return found == by_key_.end() ? -1 : found->second;
}

void PrefixCache::hold(std::int32_t block) {
    ++gains_;
    if (at(block).holders++ == 0) unlink(block);
}

std::int32_t PrefixCache::take() {
    if (places_.size() < static_cast<std::size_t>(blocks_)) {
        places_.emplace_back().holders = 1;
        --unheld_;
        return static_cast<std::int32_t>(places_.size()) - 1;
    }
    const std::int32_t block = ring_.after;
    unlink(block);
    Place& place = at(block);
    if (place.named) by_key_.erase(place.key);
    place.named = false;
    place.holders = 1;
    return block;
}

void PrefixCache::name(std::int32_t block, std::uint64_t key) {
    Place& place = at(block);
    if (place.named || !by_key_.try_emplace(key, block).second) return;
    ++gains_;
    place.named = true;
    place.key = key;
}

void PrefixCache::giveBack(std::span<const std::int32_t> blocks) {
    ++gains_;
    for (auto it = blocks.rbegin(); it != blocks.rend(); ++it) {
        if (--at(*it).holders == 0) link(*it);
    }
}

bool keep(PrefixCache& cache, std::uint64_t key) {
    std::int32_t block = cache.find(key);
    const bool added = block < 0;
    if (!added) {
        cache.hold(block);
    } else {
        block = cache.take();
        cache.name(block, key);
    }
    cache.giveBack(std::span(&block, 1));
    return added;
}

bool sharedBlock(const ActiveRequest& request, std::int32_t block, std::int32_t block_tokens) {
    if (request.prefix_tokens <= 0) return false;
    const std::int64_t end = (std::int64_t{block} + 1) * block_tokens;
    return end <= request.keyed_tokens &&
           static_cast<std::size_t>((end - 1) / request.prefix_tokens) < request.prefix.size();
}

std::uint64_t blockKey(const ActiveRequest& request, std::int32_t block, std::int32_t block_tokens) {
    const std::int64_t end = (std::int64_t{block} + 1) * block_tokens;
    const auto place = static_cast<std::uint64_t>(block);
    if (sharedBlock(request, block, block_tokens)) {
        const auto piece = static_cast<std::size_t>((end - 1) / request.prefix_tokens);
        return mixed(mixed(request.prefix[piece]) + place);
    }
    return mixed(mixed(~request.id) ^ (place + 0x9e3779b97f4a7c15ULL));
}

} // namespace strata::serving
