// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/event/event.h"

#include "core/npu/event/tile_links.h"
#include "core/npu/fit.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace strata::npu {

using namespace detail;

namespace {

constexpr double kDone = 1e-11;     ///< of a transfer: less is rounding
constexpr double kSame = 1e-9;      ///< relative: two iterations are alike
constexpr std::size_t kNoPort = static_cast<std::size_t>(-1);

/// The loads, or the stores, of one link: one tile after the other.
struct Transfer {
    bool store = false;
    std::size_t link = 0;
    Odometer at;         ///< first use of the tile on its way
    Odometer other;      ///< load: first use of the tile before; store: of the tile after
    bool first = true;   ///< load: nothing has crossed yet
    double remaining = 1.0;
    double scale = 0.0;      ///< share of all words of the link that this tile has
    double next_scale = 0.0; ///< store: that of the tile after
    // Of the present stretch:
    bool runs = false;
    double speed = 0.0; ///< tiles per cycle
    std::size_t bottleneck = kNoPort;
    double started = -1.0;
};

/// What returns in each iteration of a loop, if it does.
struct Snapshot {
    bool taken = false;
    Odometer steps;
    double time = 0.0;
    double compute = 0.0;
    std::vector<double> waits;
    std::vector<Transfer> transfers;
};

} // namespace

struct EventSimulator::State {
    hardware::NpuArchitecture architecture;
    workload::Problem problem;
    std::vector<Projection> projections;
    TileProgram program;

    std::vector<Transfer> transfers;
    std::vector<std::size_t> order; ///< transfers, the one whose tile is needed first in front
    std::vector<int> load_of, store_of; ///< by link
    std::vector<std::size_t> innermost; ///< links into the levels that the units read
    std::vector<double> free;           ///< by port: share that is not in use
    std::vector<double> waits;          ///< by port
    std::vector<Snapshot> snapshots;    ///< by digit

    Odometer steps; ///< of the units
    double step_left = 1.0, step_speed = 0.0, step_started = -1.0;
    bool step_runs = false;
    std::size_t step_bottleneck = kNoPort;
    double time = 0.0, fill = 0.0, compute = 0.0, drain = 0.0;
    bool begun = false;
    std::uint64_t events = 0;

    const EventLimits* limits = nullptr;
    EventResult* result = nullptr;

    void prepare();
    bool loadMayRun(const Transfer& load) const;
    bool storeMayRun(const Transfer& store) const;
    bool stepMayRun() const;
    bool ended() const;
    bool settle();
    void share();
    void serve(Transfer& transfer);
    std::size_t waitingFor() const;
    void pass(double cycles);
    void finish(Transfer& transfer);
    void finishStep();
    void repeat(std::size_t digit);
    bool repeats(std::size_t digit, const Snapshot& before, std::uint64_t& times) const;
    void skip(std::size_t digit, const Snapshot& before, std::uint64_t times);
    void take(std::size_t digit);
    double fullCycles(const Transfer& transfer) const;
    void span(TileSpan::Kind kind, const TileLink* link, double from);
    const TileLink& linkOf(const Transfer& transfer) const { return program.links[transfer.link]; }
};

EventSimulator::EventSimulator(const hardware::NpuArchitecture& architecture, const workload::Problem& problem)
    : state_(std::make_unique<State>()) {
    state_->architecture = architecture;
    state_->problem = problem;
    for (const workload::Tensor& tensor : problem.tensors)
        state_->projections.push_back(makeProjection(tensor));
}

EventSimulator::~EventSimulator() = default;
EventSimulator::EventSimulator(EventSimulator&&) noexcept = default;
EventSimulator& EventSimulator::operator=(EventSimulator&&) noexcept = default;

void EventSimulator::State::prepare() {
    transfers.clear();
    innermost.clear();
    load_of.assign(program.links.size(), -1);
    store_of.assign(program.links.size(), -1);
    for (std::size_t i = 0; i < program.links.size(); ++i) {
        const TileLink& link = program.links[i];
        if (link.inside < 0) innermost.push_back(i);
        load_of[i] = static_cast<int>(transfers.size());
        Transfer load;
        load.link = i;
        load.scale = link.first_load;
        transfers.push_back(load);
        if (!link.output) continue;
        store_of[i] = static_cast<int>(transfers.size());
        Transfer store;
        store.store = true;
        store.link = i;
        store.scale = link.first;
        const std::size_t advanced = nextTile(link, program, store.other);
        store.next_scale = link.loads[advanced];
        transfers.push_back(store);
    }
    order.resize(transfers.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = i;
    free.assign(2 * architecture.levels.size(), 1.0);
    waits.assign(free.size(), 0.0);
    snapshots.resize(std::max(snapshots.size(), program.digits));
    for (Snapshot& snapshot : snapshots) {
        snapshot.taken = false;
        snapshot.waits = waits;
        snapshot.transfers = transfers;
    }
    steps = {};
    step_left = 1.0;
    step_started = -1.0;
    time = fill = compute = drain = 0.0;
    begun = false;
    events = 0;
}

bool EventSimulator::State::loadMayRun(const Transfer& load) const {
    if (load.at.ended()) return false;
    const TileLink& link = linkOf(load);
    if (link.outside >= 0) {
        const Transfer& outside = transfers[static_cast<std::size_t>(load_of[static_cast<std::size_t>(link.outside)])];
        if (compare(outside.at, load.at, program.digits) <= 0) return false;
    }
    if (load.first) return true;
    // The half of the buffer that the tile before the last one took must be free again.
    if (link.output)
        return compare(transfers[static_cast<std::size_t>(store_of[load.link])].at, load.other, program.digits) >= 0;
    if (link.inside < 0) return compare(steps, load.other, program.digits) >= 0;
    const Transfer& inside = transfers[static_cast<std::size_t>(load_of[static_cast<std::size_t>(link.inside)])];
    return compare(inside.at, load.other, program.digits) >= 0;
}

bool EventSimulator::State::storeMayRun(const Transfer& store) const {
    if (store.at.ended()) return false;
    const TileLink& link = linkOf(store);
    if (link.inside < 0) return compare(steps, store.other, program.digits) >= 0;
    const Transfer& inside = transfers[static_cast<std::size_t>(store_of[static_cast<std::size_t>(link.inside)])];
    return compare(inside.at, store.other, program.digits) >= 0;
}

bool EventSimulator::State::stepMayRun() const {
    if (steps.ended()) return false;
    return std::all_of(innermost.begin(), innermost.end(), [&](std::size_t link) {
        return compare(transfers[static_cast<std::size_t>(load_of[link])].at, steps, program.digits) > 0;
    });
}

bool EventSimulator::State::ended() const {
    return steps.ended() && std::all_of(transfers.begin(), transfers.end(), [](const Transfer& transfer) {
               return !transfer.store || transfer.at.ended();
           });
}

double EventSimulator::State::fullCycles(const Transfer& transfer) const {
    const TileLink& link = linkOf(transfer);
    return transfer.scale * (transfer.store ? link.drain.cycles : std::max(link.fill[0].cycles, link.fill[1].cycles));
}

/// Finishes what takes no time; true where something did.
bool EventSimulator::State::settle() {
    bool any = false;
    for (Transfer& transfer : transfers) {
        transfer.runs = transfer.store ? storeMayRun(transfer) : loadMayRun(transfer);
        if (!transfer.runs || (transfer.remaining > kDone && fullCycles(transfer) > kDone)) continue;
        finish(transfer);
        any = true;
    }
    return any;
}

void EventSimulator::State::serve(Transfer& transfer) {
    const TileLink& link = linkOf(transfer);
    double speed = std::numeric_limits<double>::infinity();
    transfer.bottleneck = kNoPort;
    const auto ask = [&](const PortShare& share) {
        const double cycles = share.cycles * transfer.scale;
        if (cycles <= 0.0 || free[share.port] / cycles >= speed) return;
        speed = free[share.port] / cycles;
        transfer.bottleneck = share.port;
    };
    const auto use = [&](const PortShare& share) {
        free[share.port] = std::max(0.0, free[share.port] - speed * share.cycles * transfer.scale);
    };
    if (transfer.store) {
        ask(link.drain);
        use(link.drain);
    } else {
        for (const PortShare& share : link.fill)
            ask(share);
        for (const PortShare& share : link.fill)
            use(share);
    }
    transfer.speed = speed;
    if (transfer.started < 0.0 && speed > 0.0) transfer.started = time;
}

/// Divides the ports among all that may run: first the units, then by when a tile is needed.
void EventSimulator::State::share() {
    std::fill(free.begin(), free.end(), 1.0);
    step_runs = stepMayRun();
    step_speed = 0.0;
    if (step_runs) {
        step_speed = 1.0 / program.step_cycles;
        step_bottleneck = kNoPort;
        for (const PortShare& share : program.step) free[share.port] -= share.cycles * step_speed;
        double slow = 1.0; // several tensors may share a port
        for (const PortShare& share : program.step) {
            const double needed = 1.0 - free[share.port];
            if (needed * slow <= 1.0) continue;
            slow = 1.0 / needed;
            step_bottleneck = share.port;
        }
        step_speed *= slow;
        for (const PortShare& share : program.step) free[share.port] = 1.0;
        for (const PortShare& share : program.step)
            free[share.port] = std::max(0.0, free[share.port] - share.cycles * step_speed);
        if (step_started < 0.0) step_started = time;
    }
    const auto key = [&](std::size_t i) -> const Odometer& {
        return transfers[i].store ? transfers[i].other : transfers[i].at;
    };
    for (std::size_t i = 1; i < order.size(); ++i) { // nearly in order already
        for (std::size_t k = i; k > 0; --k) {
            const int first = compare(key(order[k]), key(order[k - 1]), program.digits);
            if (first > 0 || (first == 0 && order[k] > order[k - 1])) break;
            std::swap(order[k], order[k - 1]);
        }
    }
    for (const std::size_t i : order) {
        transfers[i].speed = 0.0;
        if (transfers[i].runs) serve(transfers[i]);
    }
}

/// The port that the units wait for: behind the tile that they lack.
std::size_t EventSimulator::State::waitingFor() const {
    const Transfer* transfer = nullptr;
    for (const std::size_t link : innermost) {
        const Transfer& load = transfers[static_cast<std::size_t>(load_of[link])];
        if (compare(load.at, steps, program.digits) > 0) continue;
        transfer = &load;
        break;
    }
    for (std::size_t guard = 0; transfer != nullptr && !transfer->runs && guard <= transfers.size(); ++guard) {
        const TileLink& link = linkOf(*transfer);
        if (transfer->store) {
            transfer = link.inside < 0
                           ? nullptr
                           : &transfers[static_cast<std::size_t>(store_of[static_cast<std::size_t>(link.inside)])];
            continue;
        }
        const Transfer* const outside =
            link.outside < 0 ? nullptr
                             : &transfers[static_cast<std::size_t>(load_of[static_cast<std::size_t>(link.outside)])];
        if (outside != nullptr && compare(outside->at, transfer->at, program.digits) <= 0)
            transfer = outside;
        else
            transfer = link.output ? &transfers[static_cast<std::size_t>(store_of[transfer->link])] : nullptr;
    }
    return transfer == nullptr ? kNoPort : transfer->bottleneck;
}

void EventSimulator::State::pass(double cycles) {
    if (!begun && step_runs) begun = true;
    if (!begun) {
        fill += cycles;
    } else if (steps.ended()) {
        drain += cycles;
    } else {
        const double work = cycles * step_speed * program.step_cycles;
        compute += work;
        const double waited = cycles - work;
        const std::size_t port = step_runs ? step_bottleneck : waitingFor();
        if (waited > kSame * cycles) waits[port == kNoPort ? 0 : port] += waited;
    }
    time += cycles;
    step_left -= cycles * step_speed;
    for (Transfer& transfer : transfers)
        if (transfer.runs) transfer.remaining -= cycles * transfer.speed;
}

void EventSimulator::State::span(TileSpan::Kind kind, const TileLink* link, double from) {
    if (result->spans.size() >= limits->most_spans) return;
    TileSpan& added = result->spans.emplace_back();
    added.kind = kind;
    if (link != nullptr) {
        added.tensor = link->tensor;
        added.outer = link->outer;
        added.inner = link->inner;
    }
    added.from = from;
    added.to = time;
}

void EventSimulator::State::finish(Transfer& transfer) {
    const TileLink& link = linkOf(transfer);
    if (transfer.started >= 0.0)
        span(transfer.store ? TileSpan::Kind::Store : TileSpan::Kind::Load, &link, transfer.started);
    transfer.started = -1.0;
    transfer.remaining = 1.0;
    ++events;
    if (transfer.store) {
        transfer.at = transfer.other;
        transfer.scale = transfer.next_scale;
        if (!transfer.other.ended()) transfer.next_scale = link.loads[nextTile(link, program, transfer.other)];
        return;
    }
    transfer.other = transfer.at;
    transfer.first = false;
    const std::size_t advanced = nextTile(link, program, transfer.at);
    transfer.scale = link.loads[advanced];
}

void EventSimulator::State::finishStep() {
    span(TileSpan::Kind::Compute, nullptr, step_started);
    step_started = -1.0;
    step_left = 1.0;
    ++events;
    const std::size_t digit = advance(steps, program.bounds, program.digits);
    if (digit != 0 && limits->repeat_periods) repeat(digit);
}

/// After an iteration of the loop of a digit: whether it was like the one before, and what that spares.
void EventSimulator::State::repeat(std::size_t digit) {
    std::uint64_t times = 0;
    const Snapshot& before = snapshots[digit];
    if (before.taken && repeats(digit, before, times)) skip(digit, before, times);
    take(digit);
}

void EventSimulator::State::take(std::size_t digit) {
    Snapshot& snapshot = snapshots[digit];
    snapshot.taken = true;
    snapshot.steps = steps;
    snapshot.time = time;
    snapshot.compute = compute;
    std::copy(waits.begin(), waits.end(), snapshot.waits.begin());
    std::copy(transfers.begin(), transfers.end(), snapshot.transfers.begin());
}

namespace {

enum class Shift { None, Stays, Moves };

/// How a place has changed over one iteration of the loop of a digit, during which nothing outside advanced.
Shift shiftOf(const Odometer& before, const Odometer& now, const Odometer& steps_before, const Odometer& steps_now,
              std::size_t digit, std::size_t digits) {
    if (compare(before, now, digits) == 0 &&
        (compare(now, steps_before, digits) <= 0 || compare(now, steps_now, digit) > 0))
        return Shift::Stays;
    if (compare(before, steps_before, digit) != 0 || compare(now, steps_now, digit) != 0) return Shift::None;
    if (before.digit[digit] + 1 != now.digit[digit]) return Shift::None;
    for (std::size_t i = digit + 1; i < digits; ++i)
        if (before.digit[i] != now.digit[i]) return Shift::None;
    return Shift::Moves;
}

} // namespace

bool EventSimulator::State::repeats(std::size_t digit, const Snapshot& before, std::uint64_t& times) const {
    if (compare(before.steps, steps, digit) != 0 || before.steps.digit[digit] + 1 != steps.digit[digit]) return false;
    std::uint64_t lead = 0;
    const Odometer* latest_still = nullptr; // of what stays behind the units, and the first of what moves
    const Odometer* earliest_moved = nullptr;
    const auto place = [&](Shift shift, const Odometer& then, const Odometer& now) {
        if (shift == Shift::Moves) {
            if (now.digit[digit] > steps.digit[digit]) lead = std::max(lead, now.digit[digit] - steps.digit[digit]);
            if (earliest_moved == nullptr || compare(then, *earliest_moved, program.digits) < 0) earliest_moved = &then;
        } else if (compare(now, steps, program.digits) <= 0) {
            if (latest_still == nullptr || compare(now, *latest_still, program.digits) > 0) latest_still = &now;
        }
    };
    double most = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < transfers.size(); ++i) {
        const Transfer& then = before.transfers[i];
        const Transfer& now = transfers[i];
        if (then.first != now.first || then.scale != now.scale || then.next_scale != now.next_scale) return false;
        const Shift at = shiftOf(then.at, now.at, before.steps, steps, digit, program.digits);
        const Shift other = shiftOf(then.other, now.other, before.steps, steps, digit, program.digits);
        if (at == Shift::None || other == Shift::None) return false;
        const double spent = then.remaining - now.remaining;
        if (at == Shift::Stays) {
            if (spent < -kSame) return false;
            if (spent > kDone) most = std::min(most, std::ceil(now.remaining / spent) - 1.0);
        } else if (std::abs(spent) > kSame) {
            return false;
        }
        place(at, then.at, now.at);
        place(other, then.other, now.other);
    }
    // What moves must not overtake what stays: that would change who may run.
    if (latest_still != nullptr && earliest_moved != nullptr &&
        compare(*earliest_moved, *latest_still, program.digits) < 0)
        return false;
    const std::uint64_t last = program.bounds[digit] - 1;
    if (steps.digit[digit] + lead >= last) return false;
    times = last - lead - steps.digit[digit];
    if (most < static_cast<double>(times)) times = most < 1.0 ? 0 : static_cast<std::uint64_t>(most);
    return times > 0;
}

void EventSimulator::State::skip(std::size_t digit, const Snapshot& before, std::uint64_t times) {
    const auto repeated = static_cast<double>(times);
    for (std::size_t i = 0; i < transfers.size(); ++i) {
        const Transfer& then = before.transfers[i];
        Transfer& now = transfers[i];
        const bool at = shiftOf(then.at, now.at, before.steps, steps, digit, program.digits) == Shift::Moves;
        const bool other = shiftOf(then.other, now.other, before.steps, steps, digit, program.digits) == Shift::Moves;
        if (at)
            now.at.digit[digit] += times;
        else
            now.remaining -= std::max(0.0, then.remaining - now.remaining) * repeated;
        if (other) now.other.digit[digit] += times;
    }
    for (std::size_t i = 0; i < waits.size(); ++i)
        waits[i] += (waits[i] - before.waits[i]) * repeated;
    const double period = time - before.time;
    for (Transfer& transfer : transfers)
        if (transfer.started >= 0.0 && transfer.runs) transfer.started += period * repeated;
    compute += (compute - before.compute) * repeated;
    time += period * repeated;
    steps.digit[digit] += times;
}

Result<void> EventSimulator::simulate(const Mapping& mapping, const LoopNestResult& counted, const EventLimits& limits,
                                      const std::stop_token& stop, EventResult& result) {
    State& s = *state_;
    if (!makeTileProgram(s.architecture, s.problem, s.projections, mapping, counted, s.program))
        return Error{"bad-value", "/plan/mapping", {"error.mapping-does-not-belong-to-hardware"},
                     {"accepted.levels-hardware-dimensions-layer-at-most"}, {}};
    result.spans.clear();
    result.spans.reserve(limits.most_spans);
    s.limits = &limits;
    s.result = &result;
    s.prepare();
    constexpr std::uint64_t kLook = 4096;
    for (std::uint64_t turn = 0; !s.ended(); ++turn) {
        // Each event takes a few turns; more are a stretch that rounding does not let end.
        if (s.events > limits.most_events || turn > 16 * (limits.most_events + kLook))
            return Error{"too-many-events", "/plan/mapping", {"error.too-many-events", {{"events", limits.most_events}}},
                         {"accepted.fewer-tiles-or-closed-form"}, {}};
        if (turn % kLook == 0 && stop.stop_requested())
            return Error{"cancelled", {}, {"error.simulation-stopped"}, {}, {}};
        if (s.settle()) continue;
        s.share();
        double stretch = std::numeric_limits<double>::infinity();
        if (s.step_runs && s.step_speed > 0.0) stretch = std::max(0.0, s.step_left) / s.step_speed;
        for (const Transfer& transfer : s.transfers)
            if (transfer.runs && transfer.speed > 0.0)
                stretch = std::min(stretch, std::max(0.0, transfer.remaining) / transfer.speed);
        if (!std::isfinite(stretch))
            return Error{"internal", {}, {"error.simulation-stands-still"}, {}, {}};
        s.pass(stretch);
        for (Transfer& transfer : s.transfers)
            if (transfer.runs && transfer.remaining <= kDone) s.finish(transfer);
        if (s.step_runs && s.step_left <= kDone) s.finishStep();
    }
    result.cycles = s.time;
    result.fill_cycles = s.fill;
    result.compute_cycles = s.compute;
    result.drain_cycles = s.drain;
    result.events = s.events;
    result.steps = counted.compute_cycles / s.program.step_cycles;
    result.waits.clear();
    for (std::size_t port = 0; port < s.waits.size(); ++port)
        if (s.waits[port] > 0.0) result.waits.push_back({port / 2, port % 2 == 0, s.waits[port]});
    result.ports.resize(counted.levels.size());
    for (std::size_t l = 0; l < counted.levels.size(); ++l) {
        const hardware::NpuLevel& level = s.architecture.levels[l];
        const LevelResult& here = counted.levels[l];
        result.ports[l].read_cycles = here.read_words_per_cycle * counted.compute_cycles / level.read_words_per_cycle;
        result.ports[l].write_cycles =
            here.write_words_per_cycle * counted.compute_cycles / level.write_words_per_cycle;
        const bool doubled = level.buffering > 1 || here.capacity_words == 0; // its capacity already counts them
        result.ports[l].room_for_two = doubled || 2 * here.used_words <= here.capacity_words;
    }
    return {};
}

} // namespace strata::npu
