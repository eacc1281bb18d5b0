// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/link_events.h"

#include <algorithm>
#include <numeric>
#include <queue>

namespace strata::network {
namespace {

constexpr std::size_t kEventsBetweenStops = 1 << 16;

/// The head of a message is at the start of one of its links.
struct Event {
    double time_s = 0.0;
    double tail_s = 0.0;      ///< when its last byte is there
    std::uint64_t number = 0; ///< first come, first served
    std::uint32_t job = 0;
    std::uint32_t transfer = 0;
    std::uint32_t link = 0; ///< place in the pool of paths; a path ends with kPathEnd

    bool operator>(const Event& other) const {
        return time_s != other.time_s ? time_s > other.time_s : number > other.number;
    }
};

constexpr std::uint32_t kPathEnd = UINT32_MAX;

/// A job's messages by sender and step, and how many a rank still waits for in each step.
struct Progress {
    std::vector<std::uint32_t> order;     ///< transfers by sender, then step
    std::vector<std::uint32_t> out_begin; ///< of each rank, in `order`; moves on as messages leave
    std::vector<std::uint32_t> out_end;
    std::vector<std::uint32_t> slot_begin; ///< of each rank: its steps with arrivals, earliest first
    std::vector<std::uint32_t> slot_end;
    std::vector<std::uint32_t> slot_step;
    std::vector<std::uint32_t> slot_left;
    std::vector<std::uint32_t> slot_of; ///< of each transfer

    Progress(const std::vector<Transfer>& transfers, std::uint32_t ranks);
};

/// Sorts by a rank, then by step: counting by rank keeps it linear, steps of a rank are few.
std::vector<std::uint32_t> sorted(const std::vector<Transfer>& transfers, std::uint32_t ranks,
                                  std::uint32_t Transfer::*rank, std::vector<std::uint32_t>& begin) {
    begin.assign(std::size_t{ranks} + 1, 0);
    for (const Transfer& transfer : transfers)
        ++begin[transfer.*rank + 1];
    for (std::size_t r = 0; r < ranks; ++r)
        begin[r + 1] += begin[r];
    std::vector<std::uint32_t> order(transfers.size());
    std::vector<std::uint32_t> next(begin.begin(), begin.end() - 1);
    for (std::uint32_t i = 0; i < transfers.size(); ++i)
        order[next[transfers[i].*rank]++] = i;
    for (std::size_t r = 0; r < ranks; ++r) {
        std::stable_sort(order.begin() + begin[r], order.begin() + begin[r + 1],
                         [&](std::uint32_t a, std::uint32_t b) { return transfers[a].step < transfers[b].step; });
    }
    return order;
}

Progress::Progress(const std::vector<Transfer>& transfers, std::uint32_t ranks) {
    order = sorted(transfers, ranks, &Transfer::from, out_begin);
    out_end.assign(out_begin.begin() + 1, out_begin.end());
    out_begin.pop_back();
    std::vector<std::uint32_t> in_begin;
    const auto in = sorted(transfers, ranks, &Transfer::to, in_begin);
    slot_of.resize(transfers.size());
    for (std::uint32_t rank = 0; rank < ranks; ++rank) {
        slot_begin.push_back(static_cast<std::uint32_t>(slot_step.size()));
        for (std::uint32_t i = in_begin[rank]; i < in_begin[rank + 1]; ++i) {
            const std::uint32_t step = transfers[in[i]].step;
            if (slot_step.size() == slot_begin.back() || slot_step.back() != step) {
                slot_step.push_back(step);
                slot_left.push_back(0);
            }
            ++slot_left.back();
            slot_of[in[i]] = static_cast<std::uint32_t>(slot_step.size() - 1);
        }
        slot_end.push_back(static_cast<std::uint32_t>(slot_step.size()));
    }
}

class Follower {
public:
    Follower(std::span<const GraphLink> links, std::uint32_t ranks, const Router& route, std::span<const LinkJob> jobs,
             const LinkOptions& options)
        : links_(links), route_(route), jobs_(jobs), options_(options), free_s_(links.size(), 0.0) {
        result_.ends_s.resize(jobs.size(), 0.0);
        result_.link_busy_s.resize(links.size(), 0.0);
        for (const LinkJob& job : jobs)
            progress_.emplace_back(job.transfers, ranks);
        for (std::uint32_t job = 0; job < jobs.size(); ++job) {
            result_.ends_s[job] = jobs[job].starts_s;
            for (std::uint32_t rank = 0; rank < ranks; ++rank)
                release(job, rank, jobs[job].starts_s);
        }
    }

    Result<LinkResult> run(const std::stop_token& stop) {
        while (!events_.empty()) {
            const Event event = events_.top();
            events_.pop();
            if (++result_.events % kEventsBetweenStops == 0 && stop.stop_requested()) {
                return Error{"cancelled", "", {"error.evaluation-cancelled"}, {}, {}};
            }
            pass(event);
        }
        if (unjoined_) return *unjoined_;
        return std::move(result_);
    }

private:
    /// Sends what a rank may send now: steps up to the first that it still waits for.
    void release(std::uint32_t job, std::uint32_t rank, double now_s) {
        Progress& progress = progress_[job];
        const std::uint32_t slot = progress.slot_begin[rank];
        const bool waits = slot < progress.slot_end[rank];
        const auto& transfers = jobs_[job].transfers;
        for (std::uint32_t& next = progress.out_begin[rank]; next < progress.out_end[rank]; ++next) {
            const std::uint32_t transfer = progress.order[next];
            if (waits && transfers[transfer].step > progress.slot_step[slot]) return;
            const auto path = static_cast<std::uint32_t>(paths_.size());
            route_(transfers[transfer].from, transfers[transfer].to, paths_);
            if (paths_.size() == path) {
                unjoined_ = Error{"not-joined",
                                  "",
                                  {"error.no-links-lead-from-rank-to",
                                   {{"from", transfers[transfer].from}, {"to", transfers[transfer].to}}},
                                  {"accepted.connected-network"},
                                  {}};
                continue;
            }
            paths_.push_back(kPathEnd);
            events_.push({now_s, now_s, number_++, job, transfer, path});
        }
    }

    void pass(const Event& event) {
        const GraphLink& link = links_[paths_[event.link]];
        const double carries_s = jobs_[event.job].transfers[event.transfer].bytes / link.bandwidth_bytes_per_s;
        double& free_s = free_s_[paths_[event.link]];
        const double starts_s = std::max(event.time_s, free_s);
        result_.queued_s += starts_s - event.time_s;
        // What comes over a slower link before cannot leave faster than it arrives.
        const double sent_s = std::max(starts_s + carries_s, event.tail_s);
        free_s = sent_s;
        result_.link_busy_s[paths_[event.link]] += carries_s;
        const double tail_s = sent_s + link.latency_s;
        const double head_s = options_.stores_and_forwards ? tail_s : starts_s + link.latency_s;
        if (paths_[event.link + 1] != kPathEnd) {
            events_.push({head_s, tail_s, number_++, event.job, event.transfer, event.link + 1});
            return;
        }
        arrive(event.job, event.transfer, tail_s);
    }

    /// Messages end in any order of events; the last byte's time is what a rank waits for.
    void arrive(std::uint32_t job, std::uint32_t transfer, double tail_s) {
        Progress& progress = progress_[job];
        result_.ends_s[job] = std::max(result_.ends_s[job], tail_s);
        const std::uint32_t rank = jobs_[job].transfers[transfer].to;
        if (ready_s_.size() <= job) ready_s_.resize(job + std::size_t{1});
        auto& ready = ready_s_[job];
        if (ready.empty()) ready.resize(progress.slot_begin.size(), jobs_[job].starts_s);
        ready[rank] = std::max(ready[rank], tail_s);
        --progress.slot_left[progress.slot_of[transfer]];
        std::uint32_t& slot = progress.slot_begin[rank];
        const std::uint32_t before = slot;
        while (slot < progress.slot_end[rank] && progress.slot_left[slot] == 0)
            ++slot;
        if (slot != before) release(job, rank, ready[rank]);
    }

    std::span<const GraphLink> links_;
    const Router& route_;
    std::span<const LinkJob> jobs_;
    LinkOptions options_;
    std::vector<double> free_s_;
    std::vector<Progress> progress_;
    std::vector<std::vector<double>> ready_s_;
    std::vector<std::uint32_t> paths_;
    std::uint64_t number_ = 0;
    std::priority_queue<Event, std::vector<Event>, std::greater<>> events_;
    std::optional<Error> unjoined_;
    LinkResult result_;
};

} // namespace

double LinkResult::end_s() const { return ends_s.empty() ? 0.0 : *std::max_element(ends_s.begin(), ends_s.end()); }

Result<LinkResult> followLinks(std::span<const GraphLink> links, std::uint32_t ranks, const Router& route,
                               std::span<const LinkJob> jobs, const LinkOptions& options, const std::stop_token& stop) {
    return Follower(links, ranks, route, jobs, options).run(stop);
}

} // namespace strata::network
