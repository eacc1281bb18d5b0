// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/serving/traffic/traffic.h"

#include <unordered_map>

namespace strata::serving {

/// Conversations and agents: the answer of a turn and what the user (or a tool) adds are the prompt of the
/// next, so that its beginning can be found in a prefix cache.
struct SessionOptions {
    std::int32_t users = 0;         ///< that are there from the start and begin a session after another; 0: sessions
                                    ///< begin as traffic arrives
    double think_s = 0;             ///< between a user's sessions; mean of an exponential distribution
    std::int32_t turns = 1;         ///< of each session
    double turn_s = 0;              ///< mean wait of the user between turns
    double tool_share = 0;          ///< of the turns that follow a tool's result instead
    double tool_s = 0;              ///< mean wait for it
    std::int32_t shared_tokens = 0; ///< that all prompts of a tenant begin with
    std::int32_t longest_tokens = 4096; ///< where a session's text is longer, its user starts afresh
    std::int32_t piece_tokens = 16;     ///< of a session's text have one key: a block of the engine's cache
    bool on() const { return users > 0 || turns > 1 || shared_tokens > 0; }
};

/// Closed loops and sessions. Lengths and waits of a turn depend on the seed, the session and the turn alone:
/// the same at any load.
class SessionTraffic final : public Traffic {
public:
    SessionTraffic(const TrafficOptions& options, const SessionOptions& sessions);
    bool next(Arrival& arrival) override;
    void completed(const RequestRecord& record, std::vector<Arrival>& next) override;
    std::uint64_t expected() const override { return options_.requests; }

private:
    struct Session {
        std::uint64_t number = 0; ///< of its lengths; `session` of a request is the user's
        std::int32_t turn = 0, context = 0;
    };
    bool mayBegin(double time_s) const;
    Arrival turnOf(std::uint64_t user, Session& session, double time_s);

    TrafficOptions options_;
    SessionOptions sessions_;
    GeneratedTraffic starts_;
    std::unordered_map<std::uint64_t, Session> open_;
    std::uint64_t begun_ = 0, made_ = 0;
};

} // namespace strata::serving
