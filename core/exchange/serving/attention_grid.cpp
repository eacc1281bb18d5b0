// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/serving/attention_grid.h"

#include <algorithm>

namespace strata::exchange {
namespace {

constexpr std::size_t kMaximumGrid = std::size_t{1} << 24;

} // namespace

Result<void> setAttention(const std::vector<AttentionTime>& times, const std::string& file,
                          serving::EngineTables& out) {
    std::size_t places = 1;
    for (std::size_t axis = 0; axis < 4; ++axis) {
        auto& values = out.axes[axis];
        values.assign(1, 0);
        for (const AttentionTime& time : times)
            values.push_back(time.place[axis]);
        std::sort(values.begin(), values.end());
        values.erase(std::unique(values.begin(), values.end()), values.end());
        if (values.size() > kMaximumGrid / places) {
            return Error{"bad-value",
                         "",
                         {"error.rows-attention-have-places-span-more", {{"times", times.size()}}},
                         {"accepted.same-few-places-each-axis-in"},
                         file};
        }
        places *= values.size();
    }
    out.attention_s.assign(places, -1);
    for (const AttentionTime& one : times) {
        std::size_t place = 0;
        for (std::size_t axis = 0; axis < 4; ++axis) {
            const auto& values = out.axes[axis];
            const auto found = std::lower_bound(values.begin(), values.end(), one.place[axis]);
            place = place * values.size() + static_cast<std::size_t>(found - values.begin());
        }
        out.attention_s[place] = one.seconds;
    }
    serving::fillAttentionGaps(out);
    return {};
}

} // namespace strata::exchange
