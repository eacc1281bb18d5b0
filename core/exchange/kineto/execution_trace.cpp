// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/kineto/execution_trace.h"

#include <array>
#include <functional>
#include <queue>

namespace strata::exchange {

std::string_view name(TraceWork work) {
    constexpr std::array<std::string_view, 7> names{"metadata", "memory_load", "memory_store", "compute",
                                                    "send",     "receive",     "collective"};
    return names[static_cast<std::size_t>(work)];
}

std::string_view name(TraceCollective collective) {
    constexpr std::array<std::string_view, 10> names{
        "all_reduce", "reduce",         "all_gather",           "gather", "scatter", "broadcast",
        "all_to_all", "reduce_scatter", "reduce_scatter_block", "barrier"};
    return names[static_cast<std::size_t>(collective)];
}

std::vector<std::uint32_t> orderOf(const std::vector<TraceNode>& nodes) {
    const std::size_t count = nodes.size();
    std::vector<std::uint32_t> waiting(count, 0), begin(count + 1, 0);
    for (std::size_t i = 0; i < count; ++i) {
        waiting[i] = static_cast<std::uint32_t>(nodes[i].dependencies.size());
        for (const std::uint32_t before : nodes[i].dependencies)
            ++begin[before + 1];
    }
    for (std::size_t i = 0; i < count; ++i)
        begin[i + 1] += begin[i];
    std::vector<std::uint32_t> after(begin[count]), filled(begin.begin(), begin.end() - 1);
    for (std::uint32_t i = 0; i < count; ++i) {
        for (const std::uint32_t before : nodes[i].dependencies)
            after[filled[before]++] = i;
    }
    std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<>> ready;
    for (std::uint32_t i = 0; i < count; ++i) {
        if (waiting[i] == 0) ready.push(i);
    }
    std::vector<std::uint32_t> order;
    order.reserve(count);
    while (!ready.empty()) {
        const std::uint32_t next = ready.top();
        ready.pop();
        order.push_back(next);
        for (std::uint32_t k = begin[next]; k < begin[next + 1]; ++k) {
            if (--waiting[after[k]] == 0) ready.push(after[k]);
        }
    }
    return order;
}

std::optional<std::uint32_t> firstInCycle(const std::vector<TraceNode>& nodes) {
    std::vector<bool> placed(nodes.size(), false);
    for (const std::uint32_t place : orderOf(nodes))
        placed[place] = true;
    for (std::uint32_t i = 0; i < nodes.size(); ++i) {
        if (!placed[i]) return i;
    }
    return std::nullopt;
}

} // namespace strata::exchange
