// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

namespace strata::serving {

/// What a user asks: prompt in, tokens out.
struct Arrival {
    double time_s = 0;
    std::int32_t prompt_tokens = 1;
    std::int32_t output_tokens = 1;
    std::vector<std::uint64_t>
        prefix;                     ///< keys of the prompt's leading pieces, chained; equal keys: equal content so far
    std::int32_t prefix_tokens = 0; ///< tokens of each piece
    std::int32_t keyed_tokens = 0;  ///< that the keys cover; 0: the prompt, else the answer too
    std::int32_t tenant = 0, priority = 0;
    double ttft_promised_s = 0; ///< 0: nothing
    std::uint64_t session = 0;  ///< of closed loops and conversations: whoever asks next
};

/// A request between arrival and its last token. Token accounting follows VIDUR (Agrawal et al., MLSys 2024):
/// the iteration that completes the prefill also emits the first output token, so processed jumps by one
/// there; the request ends when processed = prefill + decode. An evicted request recomputes: prefill :=
/// processed, decode := the rest.
struct ActiveRequest {
    std::uint64_t id = 0;
    enum class Stored : std::uint8_t { No, Host, Here }; ///< Here: received, without memory of its own yet

    double arrival_s = 0;
    std::int32_t prompt_tokens = 0, output_tokens = 0; ///< as asked
    std::int32_t prefill = 0, decode = 0;              ///< of the present attempt
    std::int32_t processed = 0;
    std::int32_t blocks = 0; ///< of the KV cache, held now
    std::int32_t restarts = 0;
    std::int32_t replica = 0;
    std::int32_t cached_tokens = 0; ///< of the prompt, found in the prefix cache at first admission
    bool alive = false, in_transfer = false;
    Stored stored = Stored::No; ///< where its cache is while it waits
    bool prefill_complete = false, scheduled = false, in_batch = false;
    double scheduled_s = -1, first_token_s = -1;
    double last_end_s = 0; ///< of its latest iteration
    double paused_s = 0;   ///< between its iterations
    double paused_before_first_token_s = 0;
    double moving_s = 0; ///< its iterations waited for caches on their way to or from other memory
    double moving_before_first_token_s = 0;
    std::vector<std::int32_t> block_ids{}; ///< where blocks have an identity (prefix cache)
    std::vector<std::uint64_t> prefix{};
    std::int32_t prefix_tokens = 0, keyed_tokens = 0;
    std::int32_t full_blocks = 0; ///< whose content is complete; named where somebody may ask for it
    std::int32_t tenant = 0, priority = 0, adapter = 0;
    std::uint64_t session = 0;
    double due_s = 0;      ///< its first token; infinite where nothing is promised
    double began_s = 0;    ///< the first iteration of the present attempt
    double transfer_s = 0; ///< between replicas

    std::int32_t tokensLeft() const { return prefill + decode - processed; }
    /// Everything that was computed is lost; what was sent to the user becomes part of the prompt.
    void restart();
    bool completed() const { return processed == prefill + decode; }
};

/// Place of a request in a RequestPool, while it is in flight.
using RequestIndex = std::uint32_t;

/// Requests in flight; places are used again, so that memory is bounded by the largest number in flight.
class RequestPool {
public:
    RequestIndex add(std::uint64_t id, const Arrival& arrival);
    void release(RequestIndex index) {
        places_[index].alive = false;
        free_.push_back(index);
    }
    std::size_t places() const { return places_.size(); }
    ActiveRequest& operator[](RequestIndex index) { return places_[index]; }
    const ActiveRequest& operator[](RequestIndex index) const { return places_[index]; }
    std::size_t inFlight() const { return places_.size() - free_.size(); }

private:
    std::vector<ActiveRequest> places_;
    std::vector<RequestIndex> free_;
};

/// A finished request.
struct RequestRecord {
    std::uint64_t id = 0;
    std::int32_t replica = 0;
    std::int32_t prompt_tokens = 0, output_tokens = 0, restarts = 0, cached_tokens = 0;
    double arrival_s = 0, scheduled_s = 0, first_token_s = 0, completed_s = 0;
    double paused_s = 0; ///< between its iterations, over its whole life
    double paused_before_first_token_s = 0;
    double transfer_s = 0; ///< of its cache between replicas
    std::int32_t tenant = 0;
    std::uint64_t session = 0;
    double moving_s = 0; ///< its iterations waited for caches on their way to or from other memory
    double moving_before_first_token_s = 0;
    double way_s = 0; ///< outside of the engine: its way there, and that of its first token back

    /// As its user sees it; the times above are the engine's.
    double ttft_s() const { return first_token_s - arrival_s + way_s; }
    double e2e_s() const { return completed_s - arrival_s + way_s; }
    /// Time per output token after the first, (E2E - TTFT) / (N - 1); 0 where only one token is asked.
    double tpot_s() const { return output_tokens > 1 ? (completed_s - first_token_s) / (output_tokens - 1) : 0; }
    /// VIDUR's definition: divided by N.
    double tpotCompatible_s() const { return output_tokens > 0 ? (completed_s - first_token_s) / output_tokens : 0; }
};

} // namespace strata::serving
