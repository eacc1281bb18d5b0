// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/step_schedule.h"

#include <algorithm>
#include <deque>
#include <queue>

namespace strata::network {
namespace {

struct Running {
    double ends = 0.0;
    std::size_t number = 0; ///< keeps the order of starts where several end together
    std::size_t chunk = 0;
    std::size_t phase = 0;

    bool operator>(const Running& other) const {
        return ends != other.ends ? ends > other.ends : number > other.number;
    }
};

struct Waiting {
    std::size_t chunk = 0;
    std::size_t phase = 0;
};

class Dispatcher {
public:
    Dispatcher(const std::vector<std::vector<ChunkPhase>>& chunks, std::size_t active)
        : chunks_(chunks), active_(std::max<std::size_t>(1, active)) {
        std::size_t dimensions = 0;
        for (const auto& chunk : chunks) {
            for (const ChunkPhase& phase : chunk)
                dimensions = std::max(dimensions, phase.dimension + 1);
        }
        waiting_.resize(dimensions);
        busy_.resize(dimensions, 0);
    }

    double run() {
        double now = 0.0;
        admit();
        startAll(now);
        while (!running_.empty()) {
            const Running done = running_.top();
            running_.pop();
            now = done.ends;
            const auto& phases = chunks_[done.chunk];
            --busy_[phases[done.phase].dimension];
            if (done.phase == 0) --first_phases_;
            if (done.phase + 1 < phases.size()) enqueue(done.chunk, done.phase + 1);
            admit();
            startAll(now);
        }
        return now;
    }

private:
    void enqueue(std::size_t chunk, std::size_t phase) {
        auto& queue = waiting_[chunks_[chunk][phase].dimension];
        if (phase == 0) {
            queue.push_front({chunk, phase});
        } else {
            queue.push_back({chunk, phase});
        }
    }

    void admit() {
        for (; next_ < chunks_.size() && first_phases_ < active_; ++next_) {
            if (chunks_[next_].empty()) continue;
            enqueue(next_, 0);
            ++first_phases_;
        }
    }

    void startAll(double now) {
        for (std::size_t d = 0; d < waiting_.size(); ++d) {
            for (; !waiting_[d].empty() && busy_[d] < active_; waiting_[d].pop_front()) {
                const Waiting next = waiting_[d].front();
                ++busy_[d];
                running_.push({now + chunks_[next.chunk][next.phase].duration, number_++, next.chunk, next.phase});
            }
        }
    }

    const std::vector<std::vector<ChunkPhase>>& chunks_;
    std::size_t active_;
    std::size_t next_ = 0;
    std::size_t number_ = 0;
    std::size_t first_phases_ = 0;
    std::vector<std::deque<Waiting>> waiting_;
    std::vector<std::size_t> busy_;
    std::priority_queue<Running, std::vector<Running>, std::greater<>> running_;
};

} // namespace

double runChunks(const std::vector<std::vector<ChunkPhase>>& chunks, std::size_t active) {
    return Dispatcher(chunks, active).run();
}

} // namespace strata::network
