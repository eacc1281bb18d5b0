// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/kineto/kineto_timeline.h"

#include "core/exchange/kineto/kineto_ops.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

namespace strata::exchange {
namespace {

/// What a launch, or a wait for an event, takes at most: a longer lag has a cause of its own.
constexpr double kLaunchLag_s = 10e-6;
/// Clocks of host and device agree to this.
constexpr double kClockSlack_s = 1.5e-6;
constexpr std::uint32_t kNone = ~std::uint32_t{0};

class IterationBuilder {
public:
    IterationBuilder(const KinetoTrace& trace, HostRange range) : trace_(trace), range_(range) {}

    void build(KinetoIteration& iteration) {
        iteration_ = &iteration;
        findLaunches();
        covered_s_ = range_.start_s;
        for (const HostCall& call : trace_.calls) {
            if (call.start_s >= range_.start_s && call.start_s <= range_.end_s()) follow(call);
        }
        if (range_.end_s() > covered_s_ && !trace_.steps.empty()) advance(range_.end_s(), "host", {});
        tellPhases();
        if (carried_ > 0) {
            iteration.trace.notes.push_back(std::to_string(carried_) +
                                            " streams were still at work on the step before: here they start idle");
        }
    }

private:
    struct Done {
        double end_s;
        std::uint32_t node;
    };

    std::vector<TraceNode>& nodes() { return iteration_->trace.nodes; }
    double endOf(std::uint32_t node) const { return ends_[node]; }

    void findLaunches();
    void follow(const HostCall& call);
    void wait(const HostCall& call);
    void advance(double until_s, std::string_view name, std::vector<std::uint32_t> also);
    void addWork(std::uint32_t place);
    void tellPhases();
    void explain(const DeviceWork& work, std::vector<std::uint32_t>& dependencies, double& ready_s) const;
    std::uint32_t add(TraceNode node, double end_s);
    const Done* latestBefore(double time_s) const;
    static std::uint64_t keyOf(const DeviceWork& work) { return std::uint64_t{work.device} << 32 | work.stream; }

    const KinetoTrace& trace_;
    HostRange range_;
    KinetoIteration* iteration_ = nullptr;
    std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> launched_; ///< correlation to places in work
    std::vector<std::uint32_t> before_;                                      ///< on the same stream; kNone: first
    std::map<std::uint64_t, std::vector<Done>> streams_;                     ///< what was added, in order
    std::vector<double> ends_;                                               ///< as recorded, by node
    std::vector<std::pair<std::uint32_t, std::uint32_t>> threads_;           ///< of launches: first node, thread
    std::uint32_t host_ = kNone;                                             ///< last node of the host
    double covered_s_ = 0.0; ///< until when the host's time is accounted for
    std::size_t carried_ = 0;
};

void IterationBuilder::findLaunches() {
    std::map<std::uint64_t, std::uint32_t> last;
    before_.assign(trace_.work.size(), kNone);
    for (std::uint32_t i = 0; i < trace_.work.size(); ++i) {
        const DeviceWork& work = trace_.work[i];
        if (work.correlation != 0) launched_[work.correlation].push_back(i);
        const auto [found, first] = last.emplace(keyOf(work), i);
        if (!first) before_[i] = std::exchange(found->second, i);
    }
}

std::uint32_t IterationBuilder::add(TraceNode node, double end_s) {
    const auto place = static_cast<std::uint32_t>(nodes().size());
    node.id = place;
    nodes().push_back(std::move(node));
    ends_.push_back(end_s);
    return place;
}

/// The host works until a time, after its last node and what it waited for.
void IterationBuilder::advance(double until_s, std::string_view name, std::vector<std::uint32_t> also) {
    TraceNode node;
    node.name = name;
    node.on_host = true;
    node.start_s = covered_s_ - range_.start_s;
    node.duration_s = std::max(0.0, until_s - covered_s_);
    node.dependencies = std::move(also);
    if (host_ != kNone) node.dependencies.push_back(host_);
    covered_s_ = std::max(covered_s_, until_s);
    host_ = add(std::move(node), covered_s_);
}

const IterationBuilder::Done* IterationBuilder::latestBefore(double time_s) const {
    const Done* latest = nullptr;
    for (const auto& [key, done] : streams_) {
        const auto after = std::upper_bound(done.begin(), done.end(), time_s + kClockSlack_s,
                                            [](double time, const Done& one) { return time < one.end_s; });
        if (after != done.begin() && (latest == nullptr || std::prev(after)->end_s > latest->end_s))
            latest = &*std::prev(after);
    }
    return latest;
}

/// Adds the work of another stream that a start can only have waited for.
void IterationBuilder::explain(const DeviceWork& work, std::vector<std::uint32_t>& dependencies,
                               double& ready_s) const {
    if (work.start_s - ready_s <= kLaunchLag_s) return;
    const Done* cause = latestBefore(work.start_s);
    if (cause == nullptr || cause->end_s <= ready_s || work.start_s - cause->end_s > kLaunchLag_s) return;
    dependencies.push_back(cause->node);
    ready_s = cause->end_s;
}

void IterationBuilder::addWork(std::uint32_t place) {
    const DeviceWork& work = trace_.work[place];
    TraceNode node;
    node.name = trace_.text(work.name);
    node.start_s = work.start_s - range_.start_s;
    node.duration_s = work.duration_s;
    node.stream = static_cast<std::int32_t>(std::min<std::uint64_t>(work.stream + 1000ULL * work.device, 1 << 30));
    const HostOp& op = trace_.ops[work.op];
    if (work.kind != DeviceWork::Kind::Kernel) {
        node.work = work.kind == DeviceWork::Kind::Copy ? TraceWork::MemoryLoad : TraceWork::MemoryStore;
        node.bytes = work.bytes;
    } else if (isCommunication(node.name)) {
        node.work = TraceWork::Collective;
        node.collective = collectiveIn(op.collective != 0 ? trace_.text(op.collective) : node.name);
        node.bytes = op.elements_in * elementBytes(trace_.text(op.element));
        node.group = trace_.text(op.group);
        node.ranks = op.ranks != 0 ? op.ranks : trace_.ranks;
    } else {
        const OpCost cost = costOf(trace_.text(op.name), trace_.text(op.shapes), trace_.text(op.types));
        node.flop = cost.flop;
        node.bytes = cost.bytes;
        node.product = cost.product;
    }
    double ready_s = range_.start_s;
    if (host_ != kNone) {
        node.dependencies.push_back(host_);
        ready_s = endOf(host_);
    }
    auto& stream = streams_[keyOf(work)];
    if (!stream.empty() && stream.back().end_s <= work.start_s + kClockSlack_s) {
        node.dependencies.push_back(stream.back().node);
        ready_s = std::max(ready_s, stream.back().end_s);
    } else if (stream.empty() && before_[place] != kNone && trace_.work[before_[place]].end_s() > ready_s) {
        ready_s = trace_.work[before_[place]].end_s();
        ++carried_;
    }
    explain(work, node.dependencies, ready_s);
    node.lag_s = std::max(0.0, work.start_s - ready_s);
    const std::uint32_t added = add(std::move(node), work.end_s());
    if (stream.empty() || stream.back().end_s <= work.end_s()) stream.push_back({work.end_s(), added});
}

/// A call that returns only after the device is done.
void IterationBuilder::wait(const HostCall& call) {
    const bool whole = trace_.text(call.name).find("DeviceSynchronize") != std::string_view::npos;
    const Done* last = latestBefore(call.end_s());
    const bool waited = last != nullptr && last->end_s > call.start_s;
    if (!whole && !waited) return;
    if (call.start_s > covered_s_) advance(call.start_s, "host", {});
    std::vector<std::uint32_t> awaited;
    if (whole) {
        for (const auto& [key, done] : streams_)
            awaited.push_back(done.back().node);
    } else {
        awaited.push_back(last->node);
    }
    if (waited) covered_s_ = std::max(covered_s_, std::min(last->end_s, call.end_s()));
    advance(std::max(covered_s_, call.end_s()), trace_.text(call.name), std::move(awaited));
}

void IterationBuilder::follow(const HostCall& call) {
    const std::string_view name = trace_.text(call.name);
    if (name.find("Synchronize") != std::string_view::npos) return wait(call);
    auto found = launched_.find(call.correlation);
    if (call.correlation == 0 || found == launched_.end()) return;
    const auto places = std::move(found->second);
    launched_.erase(found); // a call of the driver within one of the runtime may tell the same correlation
    // Work may start before the call that launched it has returned.
    const double started_s = std::max(trace_.work[places.front()].start_s, call.start_s);
    advance(std::min(started_s, call.end_s()), name, {});
    threads_.emplace_back(static_cast<std::uint32_t>(nodes().size()), call.thread);
    for (const std::uint32_t place : places)
        addWork(place);
    const DeviceWork& work = trace_.work[places.back()];
    const bool blocks = name.find("Memcpy") != std::string_view::npos && call.end_s() > work.end_s();
    if (!blocks) return;
    covered_s_ = std::max(covered_s_, work.end_s());
    advance(call.end_s(), name, {static_cast<std::uint32_t>(nodes().size() - 1)});
}

/// PyTorch's autograd engine has a thread of its own for each device (torch/csrc/autograd/engine.cpp): what
/// the thread of the first launch starts before it is forward, what comes behind its last launch the update.
void IterationBuilder::tellPhases() {
    if (threads_.empty()) return;
    const std::uint32_t main = threads_.front().second;
    const auto isEngine = [&](const auto& launch) { return launch.second != main; };
    const auto last = std::find_if(threads_.rbegin(), threads_.rend(), isEngine).base();
    if (last == threads_.begin()) return;
    for (auto launch = threads_.begin(); launch != threads_.end(); ++launch) {
        const auto next = std::next(launch);
        const std::size_t end = next == threads_.end() ? nodes().size() : next->first;
        const TracePhase phase = isEngine(*launch) ? TracePhase::Backward
                                 : launch < last   ? TracePhase::Forward
                                                   : TracePhase::Update;
        for (std::size_t node = launch->first; node < end; ++node) {
            if (!nodes()[node].on_host) nodes()[node].phase = phase;
        }
    }
}

/// Sums up the kernels of a range of the device's work.
std::vector<KernelMeasurement> measurementsOf(const KinetoTrace& trace, const HostRange& range) {
    using Key = std::tuple<std::uint32_t, std::array<std::uint32_t, 3>, std::array<std::uint32_t, 3>, std::uint32_t>;
    std::map<Key, KernelMeasurement> groups;
    for (const DeviceWork& work : trace.work) {
        if (work.kind != DeviceWork::Kind::Kernel || work.start_s < range.start_s || work.start_s > range.end_s())
            continue;
        const HostOp& op = trace.ops[work.op];
        KernelMeasurement& group = groups[{work.name, work.grid, work.block, op.shapes}];
        if (group.count++ == 0) {
            group.name = trace.text(work.name);
            group.op = trace.text(op.name);
            group.shapes = trace.text(op.shapes);
            group.grid = work.grid;
            group.block = work.block;
            group.registers = work.registers;
            group.shared_bytes = work.shared_bytes;
            group.least_s = work.duration_s;
        }
        group.total_s += work.duration_s;
        group.least_s = std::min(group.least_s, work.duration_s);
    }
    std::vector<KernelMeasurement> all;
    for (auto& [key, group] : groups)
        all.push_back(std::move(group));
    std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.total_s > b.total_s; });
    return all;
}

HostRange wholeOf(const KinetoTrace& trace) {
    HostRange range;
    double end_s = 0.0;
    for (const DeviceWork& work : trace.work)
        end_s = std::max(end_s, work.end_s());
    for (const HostCall& call : trace.calls)
        end_s = std::max(end_s, call.end_s());
    range.duration_s = end_s;
    return range;
}

/// When the host's calls that launch work of the device start, in rising order.
std::vector<double> launchStarts(const KinetoTrace& trace) {
    std::unordered_set<std::uint64_t> worked;
    for (const DeviceWork& work : trace.work)
        if (work.correlation != 0) worked.insert(work.correlation);
    std::vector<double> starts;
    for (const HostCall& call : trace.calls)
        if (worked.contains(call.correlation)) starts.push_back(call.start_s);
    return starts;
}

/// The last step that launches work, counted from 0: profilers of some devices end with a step that launches none.
std::size_t lastLaunching(const KinetoTrace& trace) {
    const std::vector<double> starts = launchStarts(trace);
    for (std::size_t step = trace.steps.size(); step-- > 0;) {
        const HostRange& range = trace.steps[step];
        const auto first = std::ranges::lower_bound(starts, range.start_s);
        if (first != starts.end() && *first <= range.end_s()) return step;
    }
    return trace.steps.size() - 1;
}

} // namespace

Result<KinetoIteration> iterationOf(const KinetoTrace& trace, std::optional<std::size_t> step) {
    const std::size_t steps = trace.steps.size();
    if (step && (*step < 1 || *step > steps)) {
        return Error{"bad-value",
                     "/iteration",
                     {"error.field-is", {{"field", "iteration"}, {"value", *step}}},
                     steps == 0 ? Message{"accepted.none-profiler-marked-no-steps"}
                                : Message{"accepted.from-1", {{"most", steps}}},
                     trace.file};
    }
    const std::size_t chosen = step || steps == 0 ? step.value_or(1) - 1 : lastLaunching(trace);
    const HostRange range = steps == 0 ? wholeOf(trace) : trace.steps[chosen];
    KinetoIteration iteration;
    iteration.name = trace.text(range.name);
    iteration.measured_s = range.duration_s;
    iteration.trace.file = trace.file;
    iteration.trace.schema = "kineto";
    IterationBuilder(trace, range).build(iteration);
    if (!step && steps > 0 && chosen + 1 < steps) {
        std::string note = "the steps behind step ";
        note += std::to_string(chosen + 1);
        note += " of ";
        note += std::to_string(steps);
        note += " launch no work of the device and are passed over";
        iteration.trace.notes.push_back(std::move(note));
    }
    const bool worked = std::ranges::any_of(iteration.trace.nodes, [](const TraceNode& node) { return !node.on_host; });
    if (!worked) {
        return Error{"malformed-trace",
                     "/traceEvents",
                     {"error.no-call-host-launches-work-device"},
                     {"accepted.events-category-cuda-runtime-with-correlations"},
                     trace.file};
    }
    iteration.kernels = measurementsOf(trace, range);
    return iteration;
}

} // namespace strata::exchange
