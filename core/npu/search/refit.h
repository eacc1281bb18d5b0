// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/npu/mapping.h"

namespace strata::npu {

/// The mapping for the same operator with other bounds. In each dimension the inner factors stay, the outermost
/// temporal factor takes the rest; where the bound has become smaller than the inner factors, they shrink from outside
/// in. Factors that do not divide get remainders. A dimension without a temporal factor gets one at the outermost level
/// when it needs it.
Mapping refit(const Mapping& mapping, const workload::Problem& changed);

} // namespace strata::npu
