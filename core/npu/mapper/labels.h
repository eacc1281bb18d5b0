// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/npu/mapper/link_model.h"

#include <map>

namespace strata::npu::detail {

/// What of the inner levels of a mapping decides the cost of everything outside. Two labels compare where their keys
/// are equal; then the one that is no worse in every number leads to nothing worse.
struct Label {
    std::vector<std::uint64_t> key;
    std::vector<double> numbers;
};

/// The label of the levels further inside than `level`.
/// @param temporal iterations inside the tile of each level; `begin`: first known loop outside it
Label labelOf(const LinkModel& model, std::size_t level,
              const std::array<PerDimension<double>, kMaxLevels + 1>& temporal,
              const std::array<std::size_t, kMaxLevels + 1>& begin, const OuterLoop* loops, std::size_t count,
              const PerDimension<double>& further);

/// The labels that were gone on with.
class Labels {
public:
    /// False where an earlier label is no worse; otherwise the label is remembered.
    bool add(Label label);

private:
    std::map<std::vector<std::uint64_t>, std::vector<std::vector<double>>> known_;
};

} // namespace strata::npu::detail
