// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/serving/tables/engine_tables.h"

#include <algorithm>
#include <cmath>

namespace strata::serving {
namespace {

using Bracket = TableBracket;

/// The two measured places around x. An axis whose first place is 0 has "none" there, which is no neighbour
/// of the smallest measured amount.
Bracket bracket(const std::vector<double>& axis, double x) {
    if (axis.size() == 1) return {};
    const std::size_t first = axis.front() == 0 && x > 0 ? 1 : 0;
    if (x <= axis[first] || axis.size() == first + 1) return {first, first, 0};
    auto high = static_cast<std::size_t>(std::lower_bound(axis.begin(), axis.end(), x) - axis.begin());
    high = std::clamp(high, first + 1, axis.size() - 1);
    return {high - 1, high, (x - axis[high - 1]) / (axis[high] - axis[high - 1])};
}

struct Grid {
    EngineTables& tables;
    std::array<std::size_t, 4> size{};

    double& at(const std::array<std::size_t, 4>& place) const {
        std::size_t index = 0;
        for (std::size_t axis = 0; axis < 4; ++axis)
            index = index * size[axis] + place[axis];
        return tables.attention_s[index];
    }
};

/// Along one axis, from the known place below in proportion to what was added last; before the first known
/// place its time.
void extendAlone(const Grid& grid, std::array<std::size_t, 4> place, std::size_t axis) {
    const auto& values = grid.tables.axes[axis];
    for (std::size_t first = 0; first < grid.size[axis]; ++first) {
        place[axis] = first;
        const double known = grid.at(place);
        if (known < 0) continue;
        while (place[axis]-- > 0)
            grid.at(place) = known;
        break;
    }
    for (std::size_t i = 1; i < grid.size[axis]; ++i) {
        place[axis] = i;
        double& here = grid.at(place);
        if (here >= 0) continue;
        place[axis] = i - 1;
        const double below = grid.at(place);
        double slope = 0;
        if (below >= 0 && i >= 2) {
            place[axis] = i - 2;
            const double before = grid.at(place);
            if (before >= 0) slope = (below - before) / (values[i - 1] - values[i - 2]);
        }
        here = below < 0 ? -1 : below + std::max(0.0, slope) * (values[i] - values[i - 1]);
    }
}

} // namespace

void fillAttentionGaps(EngineTables& tables) {
    Grid grid{tables};
    for (std::size_t axis = 0; axis < 4; ++axis)
        grid.size[axis] = tables.axes[axis].size();
    for (std::size_t chunk = 0; chunk < grid.size[0]; ++chunk)
        extendAlone(grid, {chunk, 0, 0, 0}, 1);
    for (std::size_t decodes = 0; decodes < grid.size[2]; ++decodes)
        extendAlone(grid, {0, 0, decodes, 0}, 3);
    for (std::size_t c = 0; c < grid.size[0]; ++c) {
        for (std::size_t k = 0; k < grid.size[1]; ++k) {
            for (std::size_t n = 0; n < grid.size[2]; ++n) {
                for (std::size_t d = 0; d < grid.size[3]; ++d) {
                    double& here = grid.at({c, k, n, d});
                    if (here >= 0) continue;
                    const double prompt = c > 0 ? grid.at({c, k, 0, 0}) : 0;
                    const double decode = n > 0 ? grid.at({0, 0, n, d}) : 0;
                    here = std::max(0.0, prompt) + std::max(0.0, decode);
                }
            }
        }
    }
}

double MeasuredLine::value(double x) const {
    if (at.empty()) return 0;
    const Bracket here = bracket(at, x);
    const double seconds_there = seconds[here.low] + here.share * (seconds[here.high] - seconds[here.low]);
    return here.share > 1 ? std::max(seconds_there, seconds[here.high]) : seconds_there;
}

EngineTableTime::EngineTableTime(EngineTables tables, const EngineTableOptions& options)
    : tables_(std::move(tables)), options_(options) {
    for (const double seconds : tables_.attention_s) {
        if (seconds > 0 && (launch_s_ == 0 || seconds < launch_s_)) launch_s_ = seconds;
    }
}

double EngineTableTime::between(const std::array<Bracket, 4>& around) const {
    double sum = 0;
    for (unsigned corner = 0; corner < 16; ++corner) {
        double weight = 1;
        std::size_t index = 0;
        for (std::size_t axis = 0; axis < 4; ++axis) {
            const bool high = (corner >> axis & 1U) != 0;
            weight *= high ? around[axis].share : 1 - around[axis].share;
            index = index * tables_.axes[axis].size() + (high ? around[axis].high : around[axis].low);
        }
        if (weight != 0) sum += weight * tables_.attention_s[index];
    }
    return sum;
}

/// What lies beyond the last measured place takes no less time than that.
double EngineTableTime::attention(double chunk, double context, double decodes, double mean_context) const {
    const std::array<double, 4> place{chunk, context, decodes, mean_context};
    std::array<Bracket, 4> around;
    for (std::size_t axis = 0; axis < 4; ++axis)
        around[axis] = bracket(tables_.axes[axis], place[axis]);
    const double seconds = between(around);
    if (std::none_of(around.begin(), around.end(), [](const Bracket& ends) { return ends.share > 1; })) return seconds;
    for (Bracket& ends : around)
        ends.share = std::min(ends.share, 1.0);
    return std::max(seconds, between(around));
}

double EngineTableTime::seconds(const BatchShape& batch, int stage) const {
    double longest = 0, context = 0;
    for (const PrefillChunk& part : batch.prefills) {
        if (part.tokens > longest) {
            longest = part.tokens;
            context = part.context;
        }
    }
    const double mean = batch.decodes > 0 ? static_cast<double>(batch.decode_context_sum) / batch.decodes : 0;
    double scores = attention(longest, context, batch.decodes, mean);
    bool main = true;
    for (const PrefillChunk& part : batch.prefills) {
        if (main && part.tokens == longest && part.context == context) {
            main = false;
            continue;
        }
        scores += std::max(0.0, attention(part.tokens, part.context, 0, 0) - launch_s_);
    }
    const double bytes = batch.tokens * options_.hidden * options_.element_bytes;
    double layer = tables_.layer.value(batch.tokens) + scores;
    if (options_.tp > 1 && options_.all_reduce_bytes_per_s > 0) {
        layer += 2 * (options_.all_reduce_s + bytes / options_.all_reduce_bytes_per_s);
    }
    double seconds = options_.layers / options_.stages * layer + options_.step_s;
    if (stage == 0) seconds += tables_.once.value(batch.tokens);
    if (stage + 1 == options_.stages)
        seconds += tables_.per_sequence.value(batch.sampled());
    else if (options_.send_bytes_per_s > 0)
        seconds += bytes / options_.send_bytes_per_s;
    const double hidden_s = tables_.hidden_step_s + tables_.hidden_per_sequence_s * batch.sampled();
    seconds = std::max(seconds, hidden_s / options_.stages);
    if (!batch.prefills.empty()) seconds = std::max(seconds, tables_.started_s / options_.stages);
    return seconds;
}

bool EngineTableTime::outside(const BatchShape& batch) const {
    if (!tables_.layer.at.empty() && batch.tokens > tables_.layer.at.back()) return true;
    const double mean = batch.decodes > 0 ? static_cast<double>(batch.decode_context_sum) / batch.decodes : 0;
    if (batch.decodes > tables_.axes[2].back() || mean > tables_.axes[3].back()) return true;
    return std::any_of(batch.prefills.begin(), batch.prefills.end(), [this](const PrefillChunk& part) {
        return part.tokens > tables_.axes[0].back() || part.context > tables_.axes[1].back();
    });
}

} // namespace strata::serving
