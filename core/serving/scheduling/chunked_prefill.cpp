// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/serving/scheduling/chunked_prefill.h"

#include "core/serving/scheduling/schedulers.h"

#include <algorithm>

namespace strata::serving {

ChunkedPrefill::ChunkedPrefill(const SchedulerOptions& options, RequestPool& requests) : Scheduler(options, requests) {
    if (options.prefix_cache) cache_.emplace(options.blocks);
}

void ChunkedPrefill::formBatch(std::vector<BatchEntry>& batch) {
    std::int32_t budget = options_.token_budget;
    if (runOn(batch, budget)) admit(batch, budget);
    mark(batch);
}

void ChunkedPrefill::mark(const std::vector<BatchEntry>& batch) {
    for (const BatchEntry& entry : batch)
        requests_[entry.request].in_batch = true;
}

void ChunkedPrefill::finishBatch(const std::vector<BatchEntry>& batch) {
    bool ended = false;
    for (const BatchEntry& entry : batch) {
        ActiveRequest& request = requests_[entry.request];
        request.in_batch = false;
        if (!request.completed()) continue;
        release(entry.request);
        ended = true;
    }
    if (ended) std::erase_if(running_, [this](RequestIndex index) { return requests_[index].completed(); });
}

void ChunkedPrefill::release(RequestIndex index) {
    ActiveRequest& request = requests_[index];
    if (cache_) {
        cache_->giveBack(request.block_ids);
        request.block_ids.clear();
    }
    Scheduler::release(index);
}

bool ChunkedPrefill::overtakes(const ActiveRequest&, const ActiveRequest&) const { return false; }

bool ChunkedPrefill::starts(const ActiveRequest&, std::int32_t, std::int32_t) const { return true; }

void ChunkedPrefill::started(const ActiveRequest&) {}

/// False where it had to evict.
bool ChunkedPrefill::runOn(std::vector<BatchEntry>& batch, std::int32_t& budget) {
    bool evicted = false;
    // Over a pipeline each batch takes an even share, else one that has all requests leaves the stages idle.
    const auto stages = static_cast<std::size_t>(std::max(1, options_.stages));
    const std::size_t share = (running_.size() + stages - 1) / stages;
    for (std::size_t i = 0; i < running_.size() && budget > 0 && batch.size() < share; ++i) {
        const RequestIndex index = running_[i];
        const ActiveRequest& request = requests_[index];
        if (request.in_batch) continue;
        if (request.prefill_complete && options_.decode_tokens > budget) break;
        const std::int32_t tokens = std::min(nextTokens(request), budget);
        while (!extend(index, tokens)) {
            const RequestIndex victim = running_.back();
            if (requests_[victim].in_batch) return false; // a pipeline stage still works on it
            running_.pop_back();
            preempt(victim);
            evicted = true;
            if (victim == index) return false;
        }
        batch.push_back({index, tokens});
        budget -= tokens;
    }
    return !evicted;
}

/// Its cache is lost, or goes to host memory.
void ChunkedPrefill::preempt(RequestIndex index) {
    if (!options_.swap) {
        nameOwn(index);
        evict(index);
        return;
    }
    ActiveRequest& request = requests_[index];
    request.stored = ActiveRequest::Stored::Host;
    moved_.swapped += request.processed + stateTokens();
    ++swaps_;
    release(index);
    queue_.push_front(index);
}

/// The first in order whose adapter has a place to the front; false where there is none.
bool ChunkedPrefill::chooseNext() {
    if (!ordered_ && options_.adapter_places == 0) return true;
    const auto able = [this](RequestIndex index) { return hasPlace(requests_[index].adapter); };
    auto best = std::find_if(queue_.begin(), queue_.end(), able);
    if (best == queue_.end()) return false;
    for (auto it = best + 1; ordered_ && it != queue_.end(); ++it) {
        if (overtakes(requests_[*it], requests_[*best]) && able(*it)) best = it;
    }
    std::rotate(queue_.begin(), best, best + 1);
    return true;
}

void ChunkedPrefill::gatherAdapters() {
    adapters_.clear();
    if (options_.adapter_places == 0) return;
    for (const RequestIndex index : running_) {
        const std::int32_t adapter = requests_[index].adapter;
        if (std::find(adapters_.begin(), adapters_.end(), adapter) == adapters_.end()) adapters_.push_back(adapter);
    }
}

bool ChunkedPrefill::hasPlace(std::int32_t adapter) const {
    if (adapters_.size() < static_cast<std::size_t>(options_.adapter_places) || options_.adapter_places == 0)
        return true;
    return std::find(adapters_.begin(), adapters_.end(), adapter) != adapters_.end();
}

/// Takes the front of the queue among the running.
void ChunkedPrefill::run(RequestIndex index) {
    queue_.pop_front();
    auto place = running_.end();
    while (ordered_ && place != running_.begin() && overtakes(requests_[index], requests_[*(place - 1)]))
        --place;
    running_.insert(place, index);
    const std::int32_t adapter = requests_[index].adapter;
    const bool limited = options_.adapter_places > 0;
    if (limited && std::find(adapters_.begin(), adapters_.end(), adapter) == adapters_.end())
        adapters_.push_back(adapter);
}

void ChunkedPrefill::admit(std::vector<BatchEntry>& batch, std::int32_t& budget) {
    gatherAdapters();
    while (!queue_.empty() && budget > 0 && running_.size() < static_cast<std::size_t>(options_.max_batch)) {
        if (!chooseNext()) break;
        const RequestIndex index = queue_.front();
        const bool stored = requests_[index].stored != ActiveRequest::Stored::No;
        if (!(stored ? resume(index, batch, budget) : begin(index, batch, budget))) break;
    }
}

/// The first iteration of a prompt; false where there is no room for it.
bool ChunkedPrefill::begin(RequestIndex index, std::vector<BatchEntry>& batch, std::int32_t& budget) {
    ActiveRequest& request = requests_[index];
    if (stillTooLarge(request)) return false;
    const std::int32_t held = cachedBlocks(request);
    const std::int32_t loaded = storedBlocks(request, held);
    const std::int32_t cached = (held + loaded) * options_.block_tokens;
    const std::int32_t tokens = std::min(request.prefill - cached, budget);
    if (!fits(request)) {
        if (cache_) too_large_ = {request.id, cache_->gains(), cache_->unheld()};
        return false;
    }
    if (!starts(request, request.prefill - cached, budget)) return false;
    for (const std::int32_t id : found_ids_) {
        cache_->hold(id);
        request.block_ids.push_back(id);
    }
    if (held + loaded > 0) allocate(index, held + loaded);
    for (std::int32_t block = held; block < held + loaded; ++block) {
        request.block_ids.push_back(cache_->take());
        name(request, block);
    }
    moved_.loaded += std::int64_t{loaded} * options_.block_tokens;
    request.processed = cached;
    if (request.restarts == 0) request.cached_tokens = cached;
    extend(index, tokens);
    started(request);
    run(index);
    batch.push_back({index, tokens});
    budget -= tokens;
    return true;
}

/// Goes on with a cache that was kept elsewhere; false where there is no room for it.
bool ChunkedPrefill::resume(RequestIndex index, std::vector<BatchEntry>& batch, std::int32_t& budget) {
    ActiveRequest& request = requests_[index];
    if (request.prefill_complete && options_.decode_tokens > budget) return false;
    const std::int32_t most = request.prefill_complete ? request.processed + guessed() : request.prefill;
    if (blocksFor(most) > unheld()) return false;
    if (request.stored == ActiveRequest::Stored::Host) moved_.swapped += request.processed + stateTokens();
    request.stored = ActiveRequest::Stored::No;
    const std::int32_t tokens = std::min(nextTokens(request), budget);
    extend(index, tokens);
    run(index);
    batch.push_back({index, tokens});
    budget -= tokens;
    return true;
}

std::uint64_t ChunkedPrefill::key(const ActiveRequest& request, std::int32_t block) const {
    return blockKey(request, block, options_.block_tokens);
}

/// Full leading blocks of the prompt that the cache has, found_ids_; the last token is always computed, for its logits.
std::int32_t ChunkedPrefill::cachedBlocks(const ActiveRequest& request) {
    found_ids_.clear();
    if (!cache_) return 0;
    const std::int32_t most = (request.prefill - 1) / options_.block_tokens;
    for (std::int32_t block = 0; block < most; ++block) {
        const std::int32_t id = cache_->find(key(request, block));
        if (id < 0) break;
        found_ids_.push_back(id);
    }
    return static_cast<std::int32_t>(found_ids_.size());
}

/// Those behind them that the store has, if they come from there sooner than they are computed again.
std::int32_t ChunkedPrefill::storedBlocks(const ActiveRequest& request, std::int32_t held) const {
    if (!cache_ || !options_.store) return 0;
    const std::int32_t most = (request.prefill - 1) / options_.block_tokens;
    std::int32_t end = held;
    while (end < most && cache_->find(key(request, end)) < 0 && options_.store->find(key(request, end)) >= 0)
        ++end;
    const double context = static_cast<double>(held) * options_.block_tokens;
    const double tokens = static_cast<double>(end - held) * options_.block_tokens;
    return options_.fetch.fetches(context, tokens) ? end - held : 0;
}

/// Room for the whole prompt, of which the blocks found_ids_ are cached.
bool ChunkedPrefill::fits(const ActiveRequest& request) const {
    std::int32_t needed = blocksFor(request.prefill);
    for (const std::int32_t id : found_ids_) {
        if (cache_->held(id)) --needed;
    }
    return needed <= unheld();
}

/// A request waits for many iterations while others hold its room, and looking up all of its blocks in each of them
/// would take most of the simulation. Meanwhile blocks are only taken: what it needs does not become less.
bool ChunkedPrefill::stillTooLarge(const ActiveRequest& request) const {
    return cache_ && too_large_.request == request.id && too_large_.gains == cache_->gains() &&
           cache_->unheld() <= too_large_.unheld;
}

/// Blocks for `tokens` more; false where there are too few.
bool ChunkedPrefill::extend(RequestIndex index, std::int32_t tokens) {
    ActiveRequest& request = requests_[index];
    // A decoding request has counted its newest token already, but not stored it.
    const std::int32_t stored = request.prefill_complete ? request.processed : request.processed + tokens;
    const std::int32_t ahead = request.prefill_complete ? guessed() : 0;
    // Nearly always there is room in its last block, which does not become full.
    const std::int32_t room = (request.blocks - options_.state_blocks) * options_.block_tokens;
    const std::int32_t behind = stored - request.full_blocks * options_.block_tokens;
    const bool fills = cache_ && (behind < tokens || behind >= options_.block_tokens);
    if (request.blocks > 0 && stored + ahead <= room && !fills) return true;
    const std::int32_t more = std::max(0, blocksFor(stored + ahead) - request.blocks);
    if (more > unheld()) return false;
    const bool first = request.blocks == 0;
    if (more > 0) allocate(index, more);
    if (!cache_) return true;
    for (std::int32_t i = 0; i < more; ++i)
        request.block_ids.push_back(cache_->take());
    const std::int32_t before = first ? 0 : std::max(0, stored - tokens) / options_.block_tokens;
    request.full_blocks = stored / options_.block_tokens;
    for (std::int32_t block = before; block < request.full_blocks; ++block) {
        if (options_.store || sharedBlock(request, block, options_.block_tokens)) name(request, block);
    }
    return true;
}

/// Blocks that nobody else can ask for are findable from the moment on that the request loses them: until then a table
/// of all of them would only cost time.
void ChunkedPrefill::nameOwn(RequestIndex index) {
    if (!cache_ || options_.store) return;
    const ActiveRequest& request = requests_[index];
    for (std::int32_t block = 0; block < request.full_blocks; ++block) {
        if (!sharedBlock(request, block, options_.block_tokens)) name(request, block);
    }
}

/// Makes a full block findable here, and in the store.
void ChunkedPrefill::name(const ActiveRequest& request, std::int32_t block) {
    const std::uint64_t content = key(request, block);
    cache_->name(request.block_ids[static_cast<std::size_t>(block)], content);
    if (options_.store && keep(*options_.store, content)) moved_.stored += options_.block_tokens;
}

std::unique_ptr<Scheduler> makeChunkedPrefill(const SchedulerOptions& options, RequestPool& requests) {
    return std::make_unique<ChunkedPrefill>(options, requests);
}

} // namespace strata::serving
