// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/serving/simulation/timeline.h"

#include <algorithm>

namespace strata::serving {
namespace {

void join(TimelineRow& into, const TimelineRow& next) {
    into.end_s = std::max(into.end_s, next.end_s);
    into.prefill_s += next.prefill_s;
    into.mixed_s += next.mixed_s;
    into.decode_s += next.decode_s;
    into.moving_s += next.moving_s;
    into.iterations += next.iterations;
    into.prefill_tokens += next.prefill_tokens;
    into.tokens += next.tokens;
    into.requests = std::max(into.requests, next.requests);
    into.blocks_used = std::max(into.blocks_used, next.blocks_used);
    into.queued = std::max(into.queued, next.queued);
}

TimelineRow rowOf(const StageRecord& record) {
    TimelineRow row;
    row.replica = record.replica;
    row.stage = record.stage;
    row.start_s = record.start_s;
    row.end_s = record.end_s;
    const double seconds = record.end_s - record.start_s - record.moving_s;
    row.moving_s = record.moving_s;
    const bool decodes = record.tokens > record.prefill_tokens;
    (record.prefill_tokens == 0 ? row.decode_s : decodes ? row.mixed_s : row.prefill_s) = seconds;
    row.iterations = 1;
    row.prefill_tokens = record.prefill_tokens;
    row.tokens = record.tokens;
    row.requests = record.requests;
    row.blocks_used = record.blocks_used;
    row.queued = static_cast<std::int64_t>(record.queued);
    return row;
}

} // namespace

void TimelineLog::add(const StageRecord& record) {
    if (most_ == 0) return;
    auto& rows = lanes_[{record.replica, record.stage}].rows;
    if (!rows.empty() && rows.back().iterations < per_row_) return join(rows.back(), rowOf(record));
    rows.push_back(rowOf(record));
    if (++held_ > std::max(most_, 2 * lanes_.size())) merge();
}

void TimelineLog::cut(std::int32_t replica, double time_s) {
    for (auto lane = lanes_.lower_bound({replica, 0}); lane != lanes_.end() && lane->first.first == replica; ++lane) {
        TimelineRow& row = lane->second.rows.back();
        if (row.end_s <= time_s) continue;
        // Which of its iterations is cut is not known where it holds several: all alike.
        const double worked_s = row.prefill_s + row.mixed_s + row.decode_s + row.moving_s;
        const double share = worked_s > 0 ? std::max(0.0, 1 - (row.end_s - time_s) / worked_s) : 0;
        for (double* part : {&row.prefill_s, &row.mixed_s, &row.decode_s, &row.moving_s})
            *part *= share;
        row.end_s = std::max(row.start_s, time_s);
    }
}

void TimelineLog::merge() {
    per_row_ *= 2;
    held_ = 0;
    for (auto& [place, lane] : lanes_) {
        auto& rows = lane.rows;
        std::size_t kept = 0;
        for (std::size_t i = 0; i < rows.size(); i += 2, ++kept) {
            rows[kept] = rows[i];
            if (i + 1 < rows.size()) join(rows[kept], rows[i + 1]);
        }
        rows.resize(kept);
        held_ += kept;
    }
}

std::vector<TimelineRow> TimelineLog::rows() const {
    std::vector<TimelineRow> all;
    all.reserve(held_);
    for (const auto& [place, lane] : lanes_)
        all.insert(all.end(), lane.rows.begin(), lane.rows.end());
    return all;
}

void LifeLog::batch(const IterationRecord& iteration, std::span<const BatchEntry> entries,
                    const RequestPool& requests) {
    if (full()) return;
    for (const BatchEntry& entry : entries) {
        const ActiveRequest& request = requests[entry.request];
        if (open_.size() <= entry.request) open_.resize(entry.request + 1);
        Open& open = open_[entry.request];
        if (open.request != request.id) {
            // A place of the pool is used again: its last request has ended.
            open = {request.id, 0, 0, {}};
            places_[request.id] = entry.request;
            if (request.scheduled_s > request.arrival_s) {
                const LifeSegment queueing{request.id, LifePhase::Queueing, request.arrival_s, request.scheduled_s,
                                           iteration.replica};
                open.segments.push_back(queueing);
            }
        } else if (iteration.start_s > open.segments.back().end_s) {
            double from_s = open.segments.back().end_s;
            if (const double sent_s = request.transfer_s - open.transfer_s; sent_s > 0) {
                const double until_s = std::min(from_s + sent_s, iteration.start_s);
                open.segments.push_back({request.id, LifePhase::Transfer, from_s, until_s, iteration.replica});
                from_s = until_s;
            }
            const LifePhase phase = request.restarts > open.restarts ? LifePhase::Evicted : LifePhase::Paused;
            if (iteration.start_s > from_s)
                open.segments.push_back({request.id, phase, from_s, iteration.start_s, iteration.replica});
        }
        open.restarts = request.restarts;
        open.transfer_s = request.transfer_s;
        // The iteration that completes a prompt counts its first token too: one more than the prompt.
        const bool prompt = request.processed <= request.prefill + 1;
        const bool again = request.first_token_s >= 0 && request.first_token_s < iteration.end_s;
        const LifePhase phase = !prompt ? LifePhase::Decode : again ? LifePhase::Recompute : LifePhase::Prefill;
        LifeSegment* last = open.segments.empty() ? nullptr : &open.segments.back();
        if (last && last->phase == phase && last->replica == iteration.replica)
            last->end_s = iteration.end_s;
        else
            open.segments.push_back({request.id, phase, iteration.start_s, iteration.end_s, iteration.replica});
    }
}

void LifeLog::finished(const RequestRecord& record) {
    const auto place = places_.find(record.id);
    if (place == places_.end()) return;
    Open& open = open_[place->second];
    if (!full()) segments_.insert(segments_.end(), open.segments.begin(), open.segments.end());
    places_.erase(place);
    open = {};
}

} // namespace strata::serving
