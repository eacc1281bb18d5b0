// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/serving/traffic/session_traffic.h"

#include <algorithm>
#include <cmath>

namespace strata::serving {
namespace {

constexpr std::uint64_t kTurns = 0x7475726eULL, kShared = 0x73797374ULL; ///< streams of their own

std::uint64_t keyOf(std::uint64_t owner, std::uint64_t piece) {
    const auto bits = CounterRandom(owner, kShared).block(piece);
    return std::uint64_t{bits[0]} << 32U | bits[1];
}

double exponential(CounterRandom& random, double mean) { return -std::log(1 - random.nextUniform()) * mean; }

TrafficOptions startsOf(TrafficOptions options) {
    if (options.requests == 0) return options;
    options.duration_s = 0;
    return options;
}

} // namespace

SessionTraffic::SessionTraffic(const TrafficOptions& options, const SessionOptions& sessions)
    : options_(options), sessions_(sessions), starts_(startsOf(options)) {}

bool SessionTraffic::mayBegin(double time_s) const {
    return options_.requests > 0 ? made_ < options_.requests : time_s <= options_.duration_s;
}

Arrival SessionTraffic::turnOf(std::uint64_t user, Session& session, double time_s) {
    CounterRandom random(options_.seed ^ kTurns, session.number * 4096 + static_cast<std::uint64_t>(session.turn));
    Arrival arrival = drawnRequest(options_, session.number, random);
    const std::int32_t shared = sessions_.shared_tokens;
    std::int32_t before = session.turn == 0 ? shared : session.context;
    if (before + arrival.prompt_tokens + arrival.output_tokens > sessions_.longest_tokens) before = shared;
    arrival.time_s = time_s;
    arrival.session = user;
    arrival.prompt_tokens += before;
    session.context = arrival.prompt_tokens + arrival.output_tokens;
    arrival.keyed_tokens = session.context;
    const std::int32_t tokens = std::max(1, sessions_.piece_tokens);
    arrival.prefix_tokens = tokens;
    const std::int32_t common = shared / tokens;
    const bool afresh = before == shared && session.turn > 0;
    const std::uint64_t text = session.number * 4096 + (afresh ? static_cast<std::uint64_t>(session.turn) : 0);
    for (std::int32_t piece = 0; piece * tokens < session.context; ++piece) {
        const auto owner = piece < common ? static_cast<std::uint64_t>(arrival.tenant) : ~text;
        arrival.prefix.push_back(keyOf(owner, static_cast<std::uint64_t>(piece)));
    }
    ++session.turn;
    ++made_;
    return arrival;
}

bool SessionTraffic::next(Arrival& arrival) {
    double time_s = 0;
    if (sessions_.users > 0) {
        if (begun_ >= static_cast<std::uint64_t>(sessions_.users)) return false;
    } else {
        if (!starts_.next(arrival)) return false;
        time_s = arrival.time_s;
    }
    if (!mayBegin(time_s)) return false;
    const std::uint64_t user = begun_++;
    Session& session = open_[user];
    session.number = user;
    arrival = turnOf(user, session, time_s);
    return true;
}

void SessionTraffic::completed(const RequestRecord& record, std::vector<Arrival>& next) {
    const auto open = open_.find(record.session);
    if (open == open_.end()) return;
    Session& session = open->second;
    CounterRandom waits(options_.seed ^ ~kTurns, session.number * 4096 + static_cast<std::uint64_t>(session.turn));
    double time_s = record.completed_s + record.way_s;
    if (session.turn < sessions_.turns) {
        const bool tool = waits.nextUniform() < sessions_.tool_share;
        time_s += exponential(waits, tool ? sessions_.tool_s : sessions_.turn_s);
    } else if (sessions_.users > 0) {
        time_s += exponential(waits, sessions_.think_s);
        session = {session.number + static_cast<std::uint64_t>(sessions_.users), 0, 0};
    } else {
        open_.erase(open);
        return;
    }
    if (!mayBegin(time_s)) {
        open_.erase(open);
        return;
    }
    next.push_back(turnOf(record.session, session, time_s));
}

} // namespace strata::serving
