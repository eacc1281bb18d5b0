// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/system/pipeline_time.h"

#include <algorithm>
#include <cmath>

namespace strata::system {
namespace {

/// Passes whose order the schedule fixes: all, or all but the gradients of weights.
enum class Passes { All, WithoutWeights };

double secondsOf(const StageGroup& group, Passes passes) {
    return passes == Passes::All ? group.seconds() : group.seconds() - group.weight_s;
}

/// Of the last `stages` stages up to the end of a group, one micro-batch each way, with the messages between
/// them.
double rowSeconds(std::span<const StageGroup> groups, double stages, double send_s, Passes passes) {
    if (stages <= 0.0) return 0.0;
    double seconds = 2.0 * (stages - 1.0) * send_s;
    for (auto group = groups.rbegin(); group != groups.rend() && stages > 0.0; ++group) {
        seconds += std::min(stages, group->count) * secondsOf(*group, passes);
        stages -= group->count;
    }
    return seconds;
}

/// The longest path whose steady state ends at the last stage of `up_to`, with these stages behind it.
double longestThrough(std::span<const StageGroup> up_to, double behind, double behind_s, double micro_batches,
                      double send_s, Passes passes) {
    const StageGroup& last = up_to.back();
    double stages = 0.0;
    for (const StageGroup& group : up_to)
        stages += group.count;
    const double once_s = rowSeconds(up_to, stages, send_s, passes);
    const double later = micro_batches - 1.0;
    const double backward_s = secondsOf(last, passes) - last.forward_s;
    if (later <= behind) {
        const double own_s = std::max(last.forward_s, backward_s);
        return once_s + std::max(behind_s + later * own_s, later * secondsOf(last, passes));
    }
    const double ends_s = std::max(behind_s, behind * last.forward_s) + std::max(behind_s, behind * backward_s);
    double steady_s = 0.0, row = 0.0;
    for (auto first = up_to.rbegin(); first != up_to.rend(); ++first) {
        row += first->count;
        const double rounds = std::floor((later - behind) / row);
        steady_s = std::max(steady_s, rounds * rowSeconds(up_to, row, send_s, passes) +
                                          rowSeconds(up_to, later - behind - rounds * row, send_s, passes));
    }
    return once_s + ends_s + steady_s;
}

double longestPath(std::span<const StageGroup> groups, double micro_batches, double send_s, Passes passes) {
    double longest_s = 0.0, behind = 0.0, behind_s = 0.0;
    for (std::size_t count = groups.size(); count > 0; --count) {
        longest_s =
            std::max(longest_s, longestThrough(groups.first(count), behind, behind_s, micro_batches, send_s, passes));
        const StageGroup& group = groups[count - 1];
        behind += group.count;
        behind_s += group.count * (secondsOf(group, passes) + 2.0 * send_s);
    }
    return longest_s;
}

} // namespace

double oneForwardOneBackward(std::span<const StageGroup> groups, double micro_batches, double send_s) {
    return longestPath(groups, micro_batches, send_s, Passes::All);
}

double zeroBubble(std::span<const StageGroup> groups, double micro_batches, double send_s) {
    const double first_weight_s = groups.front().weight_s;
    double longest_s = longestPath(groups, micro_batches, send_s, Passes::WithoutWeights) + first_weight_s;
    double stages = 0.0;
    for (const StageGroup& group : groups)
        stages += group.count;
    double before = 0.0, there_s = 0.0, back_s = 0.0; // stages before, and the way through them
    for (const StageGroup& group : groups) {
        const double here_s = group.backward_s - group.weight_s + send_s;
        // Of a group, the first or the last stage has the longest way.
        for (const double more : {0.0, group.count - 1.0}) {
            const double held_s = std::min(micro_batches, stages) * group.weight_s;
            const double last_weight_s = before + more > 0.0 ? first_weight_s : 0.0;
            const double behind_s = back_s + more * here_s + last_weight_s - held_s;
            longest_s = std::max(longest_s, there_s + more * (group.forward_s + send_s) +
                                                micro_batches * group.seconds() + std::max(0.0, behind_s));
        }
        before += group.count;
        there_s += group.count * (group.forward_s + send_s);
        back_s += group.count * here_s;
    }
    return longest_s;
}

} // namespace strata::system
