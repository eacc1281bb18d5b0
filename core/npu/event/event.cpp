// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/event/event.h"

#include "core/npu/event/tile_run.h"

#include <cmath>

namespace strata::npu {

struct EventSimulator::State {
    hardware::NpuArchitecture architecture;
    workload::Problem problem;
    std::vector<detail::Projection> projections;
    detail::TileRun run;
};

EventSimulator::EventSimulator(const hardware::NpuArchitecture& architecture, const workload::Problem& problem)
    : state_(std::make_unique<State>()) {
    state_->architecture = architecture;
    state_->problem = problem;
    for (const workload::Tensor& tensor : problem.tensors)
        state_->projections.push_back(detail::makeProjection(tensor));
}

EventSimulator::~EventSimulator() = default;
EventSimulator::EventSimulator(EventSimulator&&) noexcept = default;
EventSimulator& EventSimulator::operator=(EventSimulator&&) noexcept = default;

Result<void> EventSimulator::simulate(const Mapping& mapping, const LoopNestResult& counted, const EventLimits& limits,
                                      const std::stop_token& stop, EventResult& result) {
    State& s = *state_;
    detail::TileRun& run = s.run;
    if (!detail::makeTileProgram(s.architecture, s.problem, s.projections, mapping, counted, run.program))
        return Error{"bad-value",
                     "/plan/mapping",
                     {"error.mapping-does-not-belong-to-hardware"},
                     {"accepted.levels-hardware-dimensions-layer-at-most"},
                     {}};
    result.spans.clear();
    result.spans.reserve(limits.most_spans);
    run.repeat_periods = limits.repeat_periods;
    run.most_spans = limits.most_spans;
    run.spans = &result.spans;
    run.prepare(s.architecture.levels.size());
    constexpr std::uint64_t kLook = 4096;
    for (std::uint64_t turn = 0; !run.ended(); ++turn) {
        // Each event takes a few turns; more are a stretch that rounding does not let end.
        if (run.events > limits.most_events || turn > 16 * (limits.most_events + kLook))
            return Error{"too-many-events",
                         "/plan/mapping",
                         {"error.too-many-events", {{"events", limits.most_events}}},
                         {"accepted.fewer-tiles-or-closed-form"},
                         {}};
        if (turn % kLook == 0 && stop.stop_requested())
            return Error{"cancelled", {}, {"error.simulation-stopped"}, {}, {}};
        if (run.settle()) continue;
        run.share();
        const double stretch = run.stretch();
        if (!std::isfinite(stretch)) return Error{"internal", {}, {"error.simulation-stands-still"}, {}, {}};
        run.pass(stretch);
        run.finishWhatEnded();
    }
    result.cycles = run.time;
    result.fill_cycles = run.fill;
    result.compute_cycles = run.compute;
    result.drain_cycles = run.drain;
    result.events = run.events;
    result.steps = counted.compute_cycles / run.program.step_cycles;
    result.waits.clear();
    for (std::size_t port = 0; port < run.waits.size(); ++port)
        if (run.waits[port] > 0.0) result.waits.push_back({port / 2, port % 2 == 0, run.waits[port]});
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
