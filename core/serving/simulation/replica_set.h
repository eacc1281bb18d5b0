// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/serving/replica/replica.h"
#include "core/serving/simulation/events.h"
#include "core/serving/simulation/simulate.h"

#include <memory>
#include <span>
#include <vector>

namespace strata::serving {

/// The replicas of a run: those that compute prompts first, then those that only decode. Counts the time in which
/// somebody holds them.
class ReplicaSet {
public:
    ReplicaSet(const SimulationOptions& options, RequestPool& requests) : options_(options), requests_(requests) {}

    /// Errors: those of makeScheduler(), "bad-value" for pools that cannot be.
    Result<void> build(const StepTime& time);

    std::size_t size() const { return replicas_.size(); }
    Replica& operator[](std::size_t number) { return replicas_[number]; }
    std::span<Replica> all() { return replicas_; }
    std::span<const Replica> prompts() const { return std::span(replicas_).first(prompts_); }
    std::span<const Replica> decodes() const { return std::span(replicas_).subspan(prompts_); }
    bool decodesOnly(std::size_t number) const { return number >= prompts_; }
    std::size_t promptCount() const { return prompts_; }

    /// A replica that failed begins a life without batches and requests.
    void restart(std::size_t number);
    /// When a replica that starts, or restarts, will be up; kNever calls its start off.
    void expect(std::size_t number, double up_s) { up_s_[number] = up_s; }
    double expected_s(std::size_t number) const { return up_s_[number]; }
    /// So many more replicas are held from now on, or fewer.
    void count(std::int32_t change, double now_s);
    std::int32_t held() const { return held_; }
    double held_s() const { return held_s_; } ///< of all together, up to the latest count()

private:
    Result<void> add(std::int32_t count, const SchedulerOptions& scheduler, const StepTime& time);
    SchedulerOptions withStore(SchedulerOptions options);

    const SimulationOptions& options_;
    RequestPool& requests_;
    std::vector<Replica> replicas_;
    std::size_t prompts_ = 0;
    std::vector<double> up_s_;
    std::shared_ptr<PrefixCache> shared_store_;
    std::int32_t held_ = 0;
    double held_s_ = 0, counted_s_ = 0;
};

} // namespace strata::serving
