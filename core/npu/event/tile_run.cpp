// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/event/tile_run.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace strata::npu::detail {

void TileRun::prepare(std::size_t levels) {
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
    free.assign(2 * levels, 1.0);
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

bool TileRun::loadMayRun(const Transfer& load) const {
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

bool TileRun::storeMayRun(const Transfer& store) const {
    if (store.at.ended()) return false;
    const TileLink& link = linkOf(store);
    if (link.inside < 0) return compare(steps, store.other, program.digits) >= 0;
    const Transfer& inside = transfers[static_cast<std::size_t>(store_of[static_cast<std::size_t>(link.inside)])];
    return compare(inside.at, store.other, program.digits) >= 0;
}

bool TileRun::stepMayRun() const {
    if (steps.ended()) return false;
    return std::all_of(innermost.begin(), innermost.end(), [&](std::size_t link) {
        return compare(transfers[static_cast<std::size_t>(load_of[link])].at, steps, program.digits) > 0;
    });
}

bool TileRun::ended() const {
    return steps.ended() && std::all_of(transfers.begin(), transfers.end(), [](const Transfer& transfer) {
               return !transfer.store || transfer.at.ended();
           });
}

double TileRun::fullCycles(const Transfer& transfer) const {
    const TileLink& link = linkOf(transfer);
    return transfer.scale * (transfer.store ? link.drain.cycles : std::max(link.fill[0].cycles, link.fill[1].cycles));
}

bool TileRun::settle() {
    bool any = false;
    for (Transfer& transfer : transfers) {
        transfer.runs = transfer.store ? storeMayRun(transfer) : loadMayRun(transfer);
        if (!transfer.runs || (transfer.remaining > kDone && fullCycles(transfer) > kDone)) continue;
        finish(transfer);
        any = true;
    }
    return any;
}

void TileRun::serve(Transfer& transfer) {
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

void TileRun::share() {
    const auto portOf = [this](std::size_t port) { return port < kOuterPorts ? allowed[port] : 1.0; };
    for (std::size_t port = 0; port < free.size(); ++port)
        free[port] = portOf(port);
    step_runs = stepMayRun();
    step_speed = 0.0;
    if (step_runs) {
        step_speed = 1.0 / program.step_cycles;
        step_bottleneck = kNoPort;
        for (const PortShare& share : program.step)
            free[share.port] -= share.cycles * step_speed;
        double slow = 1.0; // several tensors may share a port
        for (const PortShare& share : program.step) {
            const double all = portOf(share.port), needed = all - free[share.port];
            if (needed * slow <= all) continue;
            slow = all / needed;
            step_bottleneck = share.port;
        }
        step_speed *= slow;
        for (const PortShare& share : program.step)
            free[share.port] = portOf(share.port);
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

std::size_t TileRun::waitingFor() const {
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

void TileRun::pass(double cycles) {
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

void TileRun::span(TileSpan::Kind kind, const TileLink* link, double from) {
    if (spans == nullptr || spans->size() >= most_spans) return;
    TileSpan& added = spans->emplace_back();
    added.kind = kind;
    if (link != nullptr) {
        added.tensor = link->tensor;
        added.outer = link->outer;
        added.inner = link->inner;
    }
    added.from = from;
    added.to = time;
}

void TileRun::finish(Transfer& transfer) {
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

void TileRun::finishStep() {
    span(TileSpan::Kind::Compute, nullptr, step_started);
    step_started = -1.0;
    step_left = 1.0;
    ++events;
    const std::size_t digit = advance(steps, program.bounds, program.digits);
    if (digit != 0 && repeat_periods) repeat(digit);
}

double TileRun::stretch() const {
    double cycles = std::numeric_limits<double>::infinity();
    if (step_runs && step_speed > 0.0) cycles = std::max(0.0, step_left) / step_speed;
    for (const Transfer& transfer : transfers)
        if (transfer.runs && transfer.speed > 0.0)
            cycles = std::min(cycles, std::max(0.0, transfer.remaining) / transfer.speed);
    return cycles;
}

bool TileRun::finishWhatEnded() {
    for (Transfer& transfer : transfers)
        if (transfer.runs && transfer.remaining <= kDone) finish(transfer);
    if (!step_runs || step_left > kDone) return false;
    finishStep();
    return true;
}

} // namespace strata::npu::detail
