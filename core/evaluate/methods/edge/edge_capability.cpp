// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/methods/edge/edge_methods.h"

namespace strata::methods {

double capability(const hardware::Soc& soc, hardware::SocPart part, const std::string& cores, double threads) {
    return edge::ratesOf(soc, {part, cores, threads}, {}).arithmetic_per_s;
}

} // namespace strata::methods
