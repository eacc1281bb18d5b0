// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/edge/boosted.h"

#include <cmath>

namespace strata::edge {

std::vector<double> boostedPoint(const AdditiveVector& counts, double ops_per_s, double threads) {
    std::vector<double> point;
    double macs = 1;
    const auto names = additiveFeatureNames();
    for (std::size_t j = 0; j < counts.size(); ++j) {
        point.push_back(std::log1p(counts[j]));
        if (names[j].ends_with("macs")) macs += counts[j];
    }
    point.push_back(std::log(ops_per_s));
    point.push_back(std::log(threads));
    point.push_back(std::log(2.0 * macs / ops_per_s));
    return point;
}

std::vector<std::string> boostedFeatureNames() {
    const auto counts = additiveFeatureNames();
    std::vector<std::string> names(counts.begin(), counts.end());
    names.insert(names.end(), {"rate", "threads", "time at the rate"});
    return names;
}

} // namespace strata::edge
