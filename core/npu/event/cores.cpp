// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/event/cores.h"

#include "core/npu/event/memory_slices.h"
#include "core/npu/event/tile_run.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace strata::npu {

using namespace detail;

namespace {

constexpr std::size_t kNoSpan = static_cast<std::size_t>(-1);
constexpr std::size_t kOneLevel = 1; ///< programs of cores know the outermost level alone

/// One core: the job at hand, how far it is, and what has become of its time.
struct Core {
    const std::vector<CoreJob>* jobs = nullptr;
    std::size_t next = 0; ///< the job after the one at hand
    bool busy = false;
    std::uint64_t copy = 0, tile = 0, tiles = 0, steps = 0; ///< of the job at hand
    TileRun run;
    std::size_t span = kNoSpan; ///< that is being written
    std::vector<CoreSpan> spans;
    CoreTime time;

    const CoreJob& job() const { return (*jobs)[next - 1]; }
};

class CoreSimulation {
public:
    CoreSimulation(const CorePlan& plan, const CoreLimits& limits)
        : plan_(plan), limits_(limits), slices_(limits.slices), pieces_(plan.items.size(), 0) {
        result_.item_ends.assign(plan.items.size(), 0.0);
        cores_.resize(plan.cores.size());
        for (std::size_t c = 0; c < cores_.size(); ++c) {
            cores_[c].jobs = &plan.cores[c];
            for (const CoreJob& job : plan.cores[c])
                ++pieces_[job.item];
        }
        demand_.resize(cores_.size());
    }

    Result<CoresResult> run(const std::stop_token& stop) {
        constexpr std::uint64_t kLook = 4096;
        for (std::uint64_t turn = 0;; ++turn) {
            if (events_ > limits_.most_events || turn > 16 * (limits_.most_events + kLook))
                return Error{"too-many-events",
                             "/plan/network",
                             {"error.too-many-core-events", {{"events", limits_.most_events}}},
                             {"accepted.fewer-layers-or-closed-form"},
                             {}};
            if (turn % kLook == 0 && stop.stop_requested())
                return Error{"cancelled", {}, {"error.simulation-stopped"}, {}, {}};
            beginJobs();
            if (settle()) continue;
            const bool any = std::ranges::any_of(cores_, [](const Core& core) { return core.busy; });
            if (!any) break;
            const double cycles = shareAndStretch();
            if (!std::isfinite(cycles)) return Error{"internal", {}, {"error.simulation-stands-still"}, {}, {}};
            pass(cycles);
            if (spans_ > limits_.most_spans)
                return Error{"too-many-spans",
                             "/plan/network",
                             {"error.too-many-core-spans", {{"spans", limits_.most_spans}}},
                             {"accepted.fewer-layers-or-closed-form"},
                             {}};
        }
        const bool all = std::ranges::all_of(cores_, [](const Core& core) { return core.next == core.jobs->size(); });
        if (!all) return Error{"internal", {}, {"error.simulation-stands-still"}, {}, {}};
        return finished();
    }

private:
    bool isComplete(std::size_t item) const { return pieces_[item] == 0; }

    /// What the next job of a core still lacks.
    struct Missing {
        std::size_t item = 0;
        bool room = false;
    };

    /// The first of the items that it needs, then of those that must leave room; nothing where it may begin.
    std::optional<Missing> missing(const CoreJob& job) const {
        for (const std::size_t item : plan_.items[job.item].needs)
            if (!isComplete(item)) return Missing{item, false};
        for (const std::size_t item : plan_.items[job.item].room)
            if (!isComplete(item)) return Missing{item, true};
        return std::nullopt;
    }

    bool waitsFor(const Core& core, const Missing& lacks) const {
        if (core.span == kNoSpan) return false;
        const CoreSpan& span = core.spans[core.span];
        return span.item == lacks.item && span.for_room == lacks.room;
    }

    void beginJobs() {
        for (std::size_t c = 0; c < cores_.size(); ++c) {
            Core& core = cores_[c];
            if (core.busy || core.next == core.jobs->size()) continue;
            const CoreJob& job = (*core.jobs)[core.next];
            if (const auto lacks = missing(job)) {
                if (waitsFor(core, *lacks)) continue;
                open(c, lacks->item, 0);
                core.spans[core.span].for_room = lacks->room;
                continue;
            }
            core.span = kNoSpan;
            ++core.next;
            core.busy = true;
            core.copy = core.tile = 0;
            core.run.program = plan_.programs[job.program];
            core.steps = stepsOf(core.run.program);
            core.tiles = core.steps * job.copies;
            core.run.prepare(kOneLevel);
            open(c, job.item, core.tiles);
        }
    }

    /// The span that the next time of a core goes to.
    void open(std::size_t c, std::size_t item, std::uint64_t tiles) {
        Core& core = cores_[c];
        CoreSpan span;
        span.core = c;
        span.item = item;
        span.first_tile = span.last_tile = core.tile;
        span.tiles = tiles;
        span.from = span.to = time_;
        core.span = core.spans.size();
        core.spans.push_back(span);
        ++spans_;
    }

    /// What takes no time.
    bool settle() {
        bool any = false;
        for (std::size_t c = 0; c < cores_.size(); ++c) {
            if (!cores_[c].busy) continue;
            any = cores_[c].run.settle() || any;
            any = endCopy(c) || any;
        }
        return any;
    }

    bool endCopy(std::size_t c) {
        Core& core = cores_[c];
        if (!core.run.ended()) return false;
        events_ += core.run.events + 1;
        if (++core.copy < core.job().copies) {
            core.run.prepare(kOneLevel);
            return true;
        }
        core.busy = false;
        core.span = kNoSpan;
        const std::size_t item = core.job().item;
        if (--pieces_[item] == 0) result_.item_ends[item] = time_;
        core.time.end = time_;
        return true;
    }

    /// What a core would use of a port if it had it for itself.
    double askedOf(Core& core, std::size_t port) {
        return core.busy ? core.run.allowed[port] - core.run.free[port] : 0.0;
    }

    /// Max-min fair parts of the ports; returns how long they hold.
    double shareAndStretch() {
        for (Core& core : cores_) {
            if (!core.busy) continue;
            core.run.allowed = {1.0, 1.0};
            core.run.share();
        }
        bool contended = false;
        for (std::size_t port = 0; port < kOuterPorts; ++port) {
            double sum = 0;
            for (std::size_t c = 0; c < cores_.size(); ++c)
                sum += demand_[c][port] = askedOf(cores_[c], port);
            if (sum <= 1.0) continue;
            contended = true;
            fairParts(port);
        }
        double cycles = std::numeric_limits<double>::infinity();
        for (Core& core : cores_) {
            if (!core.busy) continue;
            if (contended) core.run.share();
            cycles = std::min(cycles, core.run.stretch());
        }
        return cycles;
    }

    void fairParts(std::size_t port) {
        double left = 1.0;
        std::size_t open = 0;
        for (std::size_t c = 0; c < cores_.size(); ++c)
            open += demand_[c][port] > 0 ? 1 : 0;
        std::vector<std::size_t>& order = order_;
        order.clear();
        for (std::size_t c = 0; c < cores_.size(); ++c)
            if (demand_[c][port] > 0) order.push_back(c);
        std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
            return demand_[a][port] != demand_[b][port] ? demand_[a][port] < demand_[b][port] : a < b;
        });
        for (const std::size_t c : order) {
            const double part = std::min(demand_[c][port], left / static_cast<double>(open));
            cores_[c].run.allowed[port] = part;
            left -= part;
            --open;
        }
    }

    void pass(double cycles) {
        std::array<double, kOuterPorts> used{};
        for (Core& core : cores_) {
            if (core.busy)
                for (std::size_t port = 0; port < kOuterPorts; ++port)
                    used[port] += askedOf(core, port);
            passOf(core, cycles);
        }
        slices_.add(time_, cycles, used[0], used[1]);
        result_.read_cycles += cycles * used[0];
        result_.write_cycles += cycles * used[1];
        time_ += cycles;
        for (std::size_t c = 0; c < cores_.size(); ++c) {
            Core& core = cores_[c];
            if (core.span != kNoSpan) core.spans[core.span].to = time_;
            if (!core.busy || !core.run.finishWhatEnded()) continue;
            ++core.tile;
            const std::uint64_t ranges = limits_.ranges;
            if (core.tile < core.tiles && core.tile * ranges / core.tiles != (core.tile - 1) * ranges / core.tiles)
                open(c, core.job().item, core.tiles);
            else
                core.spans[core.span].last_tile = std::min(core.tile, core.tiles - 1);
        }
    }

    /// The time of one core, by what it does in it.
    void passOf(Core& core, double cycles) {
        if (!core.busy) {
            if (core.span != kNoSpan) (core.spans[core.span].for_room ? core.time.room : core.time.results) += cycles;
            return;
        }
        TileRun& run = core.run;
        const double before = run.compute;
        const bool fills = !run.begun && !run.step_runs, drains = run.steps.ended();
        const std::size_t port = run.step_runs ? run.step_bottleneck : run.waitingFor();
        run.pass(cycles);
        const double computed = run.compute - before, waited = std::max(0.0, cycles - computed);
        CoreSpan& span = core.spans[core.span];
        const bool writes = drains || (!fills && port == kOuterPorts - 1);
        span.compute += computed;
        core.time.compute += computed;
        (writes ? span.writes : span.reads) += waited;
        (writes ? core.time.writes : core.time.reads) += waited;
    }

    CoresResult finished() {
        result_.cycles = time_;
        result_.events = events_;
        result_.memory = slices_.list(time_);
        for (Core& core : cores_) {
            result_.cores.push_back(core.time);
            for (const CoreSpan& span : core.spans)
                if (span.to > span.from) result_.spans.push_back(span);
        }
        return std::move(result_);
    }

    const CorePlan& plan_;
    const CoreLimits& limits_;
    MemorySlices slices_;
    std::vector<std::size_t> pieces_; ///< by item: jobs that are not done
    std::vector<Core> cores_;
    std::vector<std::array<double, kOuterPorts>> demand_; ///< by core
    std::vector<std::size_t> order_;
    double time_ = 0;
    std::uint64_t events_ = 0;
    std::size_t spans_ = 0;
    CoresResult result_;
};

} // namespace

CoreWait CoreSpan::waits() const {
    constexpr double kNoticed = 0.01;
    if (tiles == 0) return for_room ? CoreWait::Room : CoreWait::Results;
    if (std::max(reads, writes) <= kNoticed * length()) return CoreWait::Nothing;
    return reads >= writes ? CoreWait::Reads : CoreWait::Writes;
}

Result<CoresResult> simulateCores(const CorePlan& plan, const CoreLimits& limits, const std::stop_token& stop) {
    return CoreSimulation(plan, limits).run(stop);
}

} // namespace strata::npu
