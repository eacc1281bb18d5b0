// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/replay/degrees.h"

#include "core/network/collective.h"
#include "core/replay/passes.h"
#include "core/replay/streams.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <string>

namespace strata::replay {
namespace {

using exchange::ExecutionTrace;
using exchange::TraceCollective;
using exchange::TraceNode;
using exchange::TraceWork;

enum class GroupKind : std::uint8_t { Tensor, Data, Expert, Other };

bool contains(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

std::string lower(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

/// Bytes that a rank sends for each that it puts in.
double sentShare(const TraceNode& node, std::uint32_t ranks) {
    if (node.work != TraceWork::Collective || !node.collective) return 1.0;
    switch (*node.collective) {
    case TraceCollective::AllReduce: return network::busFactor(network::Collective::AllReduce, ranks);
    case TraceCollective::AllToAll: return network::busFactor(network::Collective::AllToAll, ranks);
    case TraceCollective::ReduceScatter:
    case TraceCollective::ReduceScatterBlock: return network::busFactor(network::Collective::ReduceScatter, ranks);
    case TraceCollective::AllGather: return ranks - 1.0; // its part to every other
    default: return ranks > 1 ? 1.0 : 0.0;
    }
}

class Changer {
public:
    explicit Changer(const Degrees& degrees) : degrees_(degrees) {}

    Result<void> change(TraceNode& node) {
        if (node.on_host || node.work == TraceWork::Metadata) return {};
        if (!communicates(node)) {
            const double rate = degrees_.tp.ratio() * (updatesWeights(node.name) ? 1.0 : degrees_.dp.ratio());
            node.duration_s /= rate, node.flop /= rate, node.bytes /= rate;
            return {};
        }
        if (node.work != TraceWork::Collective) {
            scale(node, 1.0 / degrees_.dp.ratio());
            return {};
        }
        const auto kind = kindOf(node);
        if (!kind) return kind.error();
        seen_tensor_ |= *kind == GroupKind::Tensor;
        seen_data_ |= *kind == GroupKind::Data;
        // Activations by tokens, gradients by shard; groups of all ranks by neither.
        if (*kind == GroupKind::Expert) scale(node, 1.0 / (degrees_.dp.ratio() * degrees_.tp.ratio()));
        if (*kind == GroupKind::Tensor) regroup(node, degrees_.tp, 1.0 / degrees_.dp.ratio());
        if (*kind == GroupKind::Data) regroup(node, degrees_.dp, 1.0 / degrees_.tp.ratio());
        return {};
    }

    Result<void> complete() const {
        if (degrees_.tp.changes() && !seen_tensor_) return missing("/tp", {"error.tensor"});
        if (degrees_.dp.changes() && !seen_data_) return missing("/dp", {"error.data"});
        return {};
    }

private:
    static Error missing(const char* pointer, const Message& what) {
        return {"bad-value",
                pointer,
                {"error.trace-has-no-collective-parallelism-to", {{"what", what}}},
                {"accepted.trace-at-least-two-such-ranks"},
                {}};
    }

    static void scale(TraceNode& node, double factor) {
        node.duration_s *= factor;
        node.bytes *= factor;
    }

    static void regroup(TraceNode& node, const Degree& degree, double factor) {
        scale(node, factor);
        if (!degree.changes()) return;
        const bool gathers = node.collective == TraceCollective::AllGather;
        const double before = sentShare(node, degree.recorded), after = sentShare(node, degree.wanted);
        const double part = gathers ? 1.0 / degree.ratio() : 1.0;
        node.bytes *= part;
        node.duration_s *= before > 0.0 ? part * after / before : 0.0;
        node.ranks = degree.wanted;
    }

    Result<GroupKind> kindOf(const TraceNode& node) const {
        const std::string name = lower(node.group);
        if (name.starts_with("ep") || contains(name, "expert")) return GroupKind::Expert;
        if (contains(name, "tp") || contains(name, "tensor")) return GroupKind::Tensor;
        if (contains(name, "dp") || contains(name, "data")) return GroupKind::Data;
        const std::uint32_t tp = degrees_.tp.recorded, dp = degrees_.dp.recorded;
        if (tp == 1 && (node.ranks == dp || node.ranks == 0)) return GroupKind::Data;
        if (dp == 1 && (node.ranks == tp || node.ranks == 0)) return GroupKind::Tensor;
        if (node.ranks == 0 || (tp == dp && node.ranks == tp)) {
            return Error{"bad-value",
                         degrees_.tp.changes() ? "/tp" : "/dp",
                         {"error.could-tensor-or-data-parallelism", {{"substr", node.name.substr(0, 60)}}},
                         {"accepted.trace-whose-groups-named-or-different"},
                         {}};
        }
        if (node.ranks == tp) return GroupKind::Tensor;
        if (node.ranks == dp) return GroupKind::Data;
        return GroupKind::Other;
    }

    Degrees degrees_;
    bool seen_tensor_ = false, seen_data_ = false;
};

} // namespace

Result<std::vector<ExecutionTrace>> withDegrees(std::span<const ExecutionTrace> ranks, const Degrees& degrees) {
    for (const auto& [degree, pointer] : {std::pair{degrees.tp, "/tp"}, std::pair{degrees.dp, "/dp"}}) {
        if (degree.recorded == 0 || degree.wanted == 0)
            return Error{"bad-value", pointer, {"error.degree-0"}, {"accepted.at-least-1"}, {}};
    }
    std::vector<ExecutionTrace> changed(ranks.begin(), ranks.end());
    Changer changer(degrees);
    for (ExecutionTrace& trace : changed) {
        for (TraceNode& node : trace.nodes) {
            if (auto done = changer.change(node); !done) return done.error();
        }
    }
    if (auto whole = changer.complete(); !whole) return whole.error();
    return changed;
}

} // namespace strata::replay
