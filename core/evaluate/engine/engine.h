// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/method.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>

namespace strata {

/// What a submission ends with: an estimate that others may share, or the error of its request.
using Outcome = Result<std::shared_ptr<const Estimate>>;
using Ticket = std::uint64_t; ///< grows with every submission

/// Runs requests on its own threads, in two lanes, and remembers the last few thousand results by request (without its
/// label), catalog snapshot, method and its version. `threads` serve both lanes, one more only the interactive one.
/// deliver() is called on a worker thread; after the destructor has returned nothing is delivered any more.
class Engine {
public:
    /// The registry outlives the engine.
    Engine(std::shared_ptr<const Library> library, unsigned threads, const Registry& registry = builtinRegistry());
    ~Engine();
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;

    /// At most one running and one pending request per design: the newest pending one wins, the running one is left to
    /// finish (stopping it at every slider event would show one update a second). Replaced requests are not delivered.
    /// `progress` lives as long as `deliver`.
    Ticket submitInteractive(std::string_view design, std::shared_ptr<const Json> request,
                             std::function<void(Ticket, Outcome)> deliver, Progress* progress = nullptr);
    /// The same for a request that is resolved already, with the engine's registry and its library.
    Ticket submitInteractive(std::string_view design, std::shared_ptr<const Request> request,
                             std::function<void(Ticket, Outcome)> deliver, Progress* progress = nullptr);

    /// Runs when no interactive request waits. A cancelled one is delivered with the error "cancelled" within 100 ms.
    Ticket submitBatch(std::shared_ptr<const Json> request, std::function<void(Ticket, Outcome)> deliver,
                       Progress* progress = nullptr);
    /// The same for something that follows a design, as a simulation that refines closed forms: at most one running and
    /// one pending request per design, the newest pending one wins. Replaced requests are not delivered.
    Ticket submitBatch(std::string_view design, std::shared_ptr<const Json> request,
                       std::function<void(Ticket, Outcome)> deliver, Progress* progress = nullptr);
    Ticket submitBatch(std::string_view design, std::shared_ptr<const Request> request,
                       std::function<void(Ticket, Outcome)> deliver, Progress* progress = nullptr);
    void cancel(Ticket ticket);
    /// Of what follows a design in the batch lane: all, or what runs while a newer request waits. What runs is
    /// delivered as cancelled, what waits is not delivered.
    enum class Which { All, Outdated };
    void cancelBatch(std::string_view design, Which which);

    /// Replaces the catalog snapshot for later submissions, after hwlib/ or the user's entries changed.
    void setLibrary(std::shared_ptr<const Library> library);

    struct Counters {
        std::uint64_t evaluated = 0;
        std::uint64_t from_cache = 0;
        std::uint64_t replaced = 0; ///< pending interactive requests that a newer one displaced
    };
    Counters counters() const;

private:
    struct Shared;
    std::unique_ptr<Shared> shared_;
};

} // namespace strata
