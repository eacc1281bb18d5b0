// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/replay/replay.h"

#include "core/replay/streams.h"

#include <algorithm>
#include <queue>
#include <set>

namespace strata::replay {
namespace {

using exchange::ExecutionTrace;
using exchange::TraceNode;
using exchange::TraceWork;

struct Place {
    std::uint32_t rank, node;
};

/// What several ranks wait for: a collective of a group, or a message.
struct Meeting {
    std::vector<Place> there;
    std::size_t expected = 0;
    double latest_s = 0.0;
};

/// One node on its way.
struct State {
    std::uint32_t waiting = 0; ///< dependencies that are not done
    std::uint32_t stream = 0;
    double ready_s = 0.0;
};

struct Event {
    double time_s;
    std::uint64_t order; ///< ties: as they were made
    bool done;           ///< else: may start
    Place place;

    bool operator>(const Event& other) const {
        return time_s != other.time_s ? time_s > other.time_s : order > other.order;
    }
};

class Scheduler {
public:
    Scheduler(std::span<const ExecutionTrace> ranks, const NodeTime& time) : ranks_(ranks), time_(time) {}

    Result<Replay> run();

private:
    using GroupKey = std::pair<std::string, std::size_t>; ///< of a group, how many before
    using MessageKey = std::array<std::uint64_t, 4>;      ///< from, to, tag, how many before

    const TraceNode& at(Place place) const { return ranks_[place.rank].nodes[place.node]; }
    State& state(Place place) { return states_[place.rank][place.node]; }

    void prepare();
    void makeReady(Place place, double time_s);
    Result<void> start(std::uint32_t stream, double now_s);
    Result<void> begin(Place place, double now_s);
    Result<void> meet(Place place, double now_s);
    Result<void> receive(Place place, double now_s);
    void finish(Place place, double start_s, double end_s);
    void release(Place place, double now_s);
    Error stuck() const;

    std::span<const ExecutionTrace> ranks_;
    const NodeTime& time_;
    Replay replay_;
    std::vector<std::vector<State>> states_;
    std::vector<std::vector<std::vector<std::uint32_t>>> after_;
    std::vector<std::set<std::uint32_t>> open_; ///< of each stream: nodes that may start
    std::vector<bool> busy_;                    ///< of each stream
    std::priority_queue<Event, std::vector<Event>, std::greater<>> events_;
    std::uint64_t made_ = 0;
    std::size_t left_ = 0;
    std::map<std::string, std::size_t> members_; ///< ranks that have a group
    std::vector<std::map<std::string, std::size_t>> met_;
    std::map<GroupKey, Meeting> meetings_;
    std::map<MessageKey, std::size_t> sent_count_, received_count_;
    std::map<MessageKey, std::pair<double, double>> sent_; ///< when it left and when it was there
    std::map<MessageKey, std::pair<Place, double>> awaited_;
};

void Scheduler::prepare() {
    StreamTable table(replay_.streams);
    met_.resize(ranks_.size());
    for (std::uint32_t rank = 0; rank < ranks_.size(); ++rank) {
        const auto& nodes = ranks_[rank].nodes;
        auto& states = states_.emplace_back(nodes.size());
        auto& after = after_.emplace_back(nodes.size());
        std::set<std::string> groups;
        for (std::uint32_t i = 0; i < nodes.size(); ++i) {
            states[i].waiting = static_cast<std::uint32_t>(nodes[i].dependencies.size());
            states[i].stream = table.of(nodes[i], rank);
            for (const std::uint32_t before : nodes[i].dependencies)
                after[before].push_back(i);
            if (nodes[i].work == TraceWork::Collective && !nodes[i].on_host) groups.insert(nodes[i].group);
        }
        for (const std::string& group : groups)
            ++members_[group];
        left_ += nodes.size();
    }
    open_.resize(replay_.streams.size());
    busy_.resize(replay_.streams.size());
    replay_.rows.reserve(left_);
    for (std::uint32_t rank = 0; rank < ranks_.size(); ++rank) {
        for (std::uint32_t i = 0; i < ranks_[rank].nodes.size(); ++i) {
            if (states_[rank][i].waiting == 0) makeReady({rank, i}, 0.0);
        }
    }
}

void Scheduler::makeReady(Place place, double time_s) {
    events_.push({time_s + at(place).lag_s, made_++, false, place});
}

/// The stream takes the first node of the file that may start.
Result<void> Scheduler::start(std::uint32_t stream, double now_s) {
    if (busy_[stream] || open_[stream].empty()) return {};
    const Place place{replay_.streams[stream].rank, *open_[stream].begin()};
    open_[stream].erase(open_[stream].begin());
    busy_[stream] = true;
    return begin(place, now_s);
}

Result<void> Scheduler::begin(Place place, double now_s) {
    const TraceNode& node = at(place);
    if (communicates(node) && ranks_.size() > 1) {
        if (node.work == TraceWork::Collective && members_[node.group] > 1) return meet(place, now_s);
        if (node.work == TraceWork::Receive) return receive(place, now_s);
    }
    const auto time_s = time_(node);
    if (!time_s) return time_s.error();
    finish(place, now_s, now_s + *time_s);
    if (node.work != TraceWork::Send || ranks_.size() == 1) return {};
    MessageKey key{place.rank, node.destination, node.tag, 0};
    key[3] = sent_count_[key]++;
    sent_[key] = {now_s, now_s + *time_s};
    if (const auto waits = awaited_.find(key); waits != awaited_.end())
        finish(waits->second.first, std::max(waits->second.second, now_s), now_s + *time_s);
    return {};
}

Result<void> Scheduler::meet(Place place, double now_s) {
    const TraceNode& node = at(place);
    Meeting& meeting = meetings_[{node.group, met_[place.rank][node.group]++}];
    meeting.there.push_back(place);
    meeting.latest_s = std::max(meeting.latest_s, now_s);
    if (meeting.there.size() < members_[node.group]) return {};
    const auto time_s = time_(at(meeting.there.front()));
    if (!time_s) return time_s.error();
    for (const Place waiting : meeting.there)
        finish(waiting, meeting.latest_s, meeting.latest_s + *time_s);
    return {};
}

Result<void> Scheduler::receive(Place place, double now_s) {
    const TraceNode& node = at(place);
    if (node.source >= ranks_.size()) { // of a rank whose trace is not here
        const auto time_s = time_(node);
        if (!time_s) return time_s.error();
        finish(place, now_s, now_s + *time_s);
        return {};
    }
    MessageKey key{node.source, place.rank, node.tag, 0};
    key[3] = received_count_[key]++;
    if (const auto found = sent_.find(key); found != sent_.end()) {
        // Until the message leaves, nothing is communicated.
        finish(place, std::max(now_s, found->second.first), std::max(now_s, found->second.second));
    } else {
        awaited_.emplace(key, std::pair{place, now_s});
    }
    return {};
}

void Scheduler::finish(Place place, double start_s, double end_s) {
    replay_.rows.push_back({place.rank, place.node, state(place).stream, start_s, end_s});
    events_.push({end_s, made_++, true, place});
}

void Scheduler::release(Place place, double now_s) {
    --left_;
    busy_[state(place).stream] = false;
    for (const std::uint32_t next : after_[place.rank][place.node]) {
        State& waiting = states_[place.rank][next];
        if (--waiting.waiting == 0) makeReady({place.rank, next}, now_s);
    }
}

Error Scheduler::stuck() const {
    for (std::uint32_t rank = 0; rank < ranks_.size(); ++rank) {
        std::vector<bool> ran(ranks_[rank].nodes.size(), false);
        for (const ReplayRow& row : replay_.rows) {
            if (row.rank == rank) ran[row.node] = true;
        }
        const auto first = std::find(ran.begin(), ran.end(), false) - ran.begin();
        if (first == static_cast<std::ptrdiff_t>(ran.size())) continue;
        const TraceNode& node = ranks_[rank].nodes[static_cast<std::size_t>(first)];
        return {"bad-value",
                "/nodes/" + std::to_string(first),
                {"error.node-id-waits-for-ever-ranks",
                 {{"first", first}, {"id", node.id}, {"substr", node.name.substr(0, 60)}}},
                {"accepted.traces-ranks-ran-together"},
                ranks_[rank].file};
    }
    return {"bad-value", {}, {"error.ranks-wait-for-one-another"}, {"accepted.traces-ranks-ran-together"}, {}};
}

Result<Replay> Scheduler::run() {
    prepare();
    while (!events_.empty()) {
        const double now_s = events_.top().time_s;
        std::set<std::uint32_t> touched; // all that is ready at a time is known before a stream chooses
        while (!events_.empty() && events_.top().time_s == now_s) {
            const Event event = events_.top();
            events_.pop();
            const std::uint32_t stream = state(event.place).stream;
            if (event.done) {
                release(event.place, now_s);
            } else {
                open_[stream].insert(event.place.node);
            }
            touched.insert(stream);
        }
        for (const std::uint32_t stream : touched) {
            if (auto started = start(stream, now_s); !started) return started.error();
        }
    }
    if (left_ > 0) return stuck();
    std::sort(replay_.rows.begin(), replay_.rows.end(), [](const ReplayRow& a, const ReplayRow& b) {
        return std::tie(a.rank, a.start_s, a.end_s, a.node) < std::tie(b.rank, b.start_s, b.end_s, b.node);
    });
    auto begin = replay_.rows.begin();
    for (std::uint32_t rank = 0; rank < ranks_.size(); ++rank) {
        const auto end = std::find_if(begin, replay_.rows.end(), [&](const auto& row) { return row.rank != rank; });
        replay_.ranks.push_back(timesOf({begin, end}, replay_.streams));
        begin = end;
    }
    return std::move(replay_);
}

} // namespace

const ReplayTimes& Replay::slowest() const {
    return *std::max_element(ranks.begin(), ranks.end(),
                             [](const auto& a, const auto& b) { return a.total_s < b.total_s; });
}

Result<Replay> replay(std::span<const ExecutionTrace> ranks, const NodeTime& time) {
    if (ranks.empty()) return Error{"bad-value", {}, {"error.there-no-trace"}, {"accepted.at-least-one"}, {}};
    return Scheduler(ranks, time).run();
}

} // namespace strata::replay
