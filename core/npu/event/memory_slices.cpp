// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/event/memory_slices.h"

#include <algorithm>

namespace strata::npu::detail {

void MemorySlices::add(double from, double cycles, double read_share, double write_share) {
    const double end = from + cycles;
    while (end > length_ * static_cast<double>(sums_.size())) {
        for (std::size_t i = 0; i < sums_.size(); ++i) {
            const std::size_t left = 2 * i, right = left + 1;
            sums_[i] = right < sums_.size()
                           ? Sum{sums_[left].reads + sums_[right].reads, sums_[left].writes + sums_[right].writes}
                           : Sum{};
        }
        length_ *= 2;
    }
    for (auto i = static_cast<std::size_t>(from / length_); from < end && i < sums_.size(); ++i) {
        const double until = std::min(end, length_ * static_cast<double>(i + 1));
        sums_[i].reads += (until - from) * read_share;
        sums_[i].writes += (until - from) * write_share;
        from = until;
    }
}

std::vector<MemoryUse> MemorySlices::list(double end) const {
    std::vector<MemoryUse> list;
    for (std::size_t i = 0; i < sums_.size(); ++i) {
        const double from = length_ * static_cast<double>(i), to = std::min(end, from + length_);
        if (from >= end) break;
        list.push_back({from, to, sums_[i].reads / (to - from), sums_[i].writes / (to - from)});
    }
    return list;
}

} // namespace strata::npu::detail
