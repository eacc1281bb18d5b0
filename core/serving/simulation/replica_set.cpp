// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/serving/simulation/replica_set.h"

#include <string>

namespace strata::serving {
namespace {

Error outOfRange(const char* field, Message text, Message expected) {
    return {"bad-value", "/" + std::string(field), text, std::move(expected), ""};
}

} // namespace

/// With places for adapters, and the store of one replica: its own, or everybody's.
SchedulerOptions ReplicaSet::withStore(SchedulerOptions options) {
    if (options_.adapters.count > 0) options.adapter_places = options_.adapters.resident;
    if (options_.store_blocks < 1) return options;
    if (!options_.store_shared) {
        options.store = std::make_shared<PrefixCache>(options_.store_blocks);
        return options;
    }
    if (!shared_store_) shared_store_ = std::make_shared<PrefixCache>(options_.store_blocks);
    options.store = shared_store_;
    return options;
}

Result<void> ReplicaSet::add(std::int32_t count, const SchedulerOptions& options, const StepTime& time) {
    for (std::int32_t i = 0; i < count; ++i) {
        auto scheduler = makeScheduler(withStore(options), requests_);
        if (!scheduler) return scheduler.error();
        replicas_.emplace_back(static_cast<std::int32_t>(replicas_.size()), std::move(*scheduler), time, requests_,
                               options.stages, options_.speculation.on() ? &options_.speculation : nullptr,
                               options_.seed);
        if (options_.adapters.count > 0) replicas_.back().use(options_.adapters);
    }
    return {};
}

Result<void> ReplicaSet::build(const StepTime& time) {
    if (options_.replicas < 1)
        return outOfRange("replicas", {"error.field-below-1", {{"field", "replicas"}}}, {"accepted.at-least-1"});
    const DecodePool& pool = options_.decode_pool;
    replicas_.reserve(static_cast<std::size_t>(options_.replicas + pool.replicas));
    if (auto added = add(options_.replicas, options_.scheduler, time); !added) return added;
    prompts_ = replicas_.size();
    if (pool.replicas > 0) {
        if (!keepsCaches(pool.scheduler.policy))
            return outOfRange("policy", {"error.decoding-pool-s-policy-cannot-take"},
                              verbatim(policiesThat(&PolicyTraits::keeps_caches)));
        if (auto added = add(pool.replicas, pool.scheduler, *pool.time); !added) return added;
    }
    up_s_.assign(replicas_.size(), kNever);
    held_ = static_cast<std::int32_t>(replicas_.size());
    return {};
}

void ReplicaSet::restart(std::size_t number) {
    const SchedulerOptions& options = decodesOnly(number) ? options_.decode_pool.scheduler : options_.scheduler;
    replicas_[number].reset(
        std::move(*makeScheduler(withStore(options), requests_))); // its limits were accepted before
}

void ReplicaSet::count(std::int32_t change, double now_s) {
    held_s_ += held_ * (now_s - counted_s_);
    counted_s_ = now_s;
    held_ += change;
}

} // namespace strata::serving
