// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/system/reliability.h"

#include "core/base/normal.h"

#include <algorithm>
#include <cmath>

namespace strata::system {
namespace {

constexpr double kDay = 86400.0;

double bestInterval(double delta, double mtbf) {
    if (delta >= 2.0 * mtbf) return mtbf;
    const double x = delta / (2.0 * mtbf);
    return std::sqrt(2.0 * delta * mtbf) * (1.0 + std::sqrt(x) / 3.0 + x / 9.0) - delta;
}

} // namespace

UsefulTime usefulTime(const Reliability& r, double devices) {
    UsefulTime useful;
    useful.interval_s = r.checkpoint_interval_s;
    if (r.device_mtbf_s <= 0.0) {
        if (r.checkpoint_interval_s > 0.0)
            useful.share = r.checkpoint_interval_s / (r.checkpoint_interval_s + r.checkpoint_s);
        useful.checkpoints = 1.0 - useful.share;
        return useful;
    }
    const double mtbf = r.device_mtbf_s / devices;
    useful.failures_per_day = kDay / mtbf;
    // Checkpoints that cost nothing would be written all the time; a second apart is as good.
    if (useful.interval_s <= 0.0) useful.interval_s = std::max(1.0, bestInterval(r.checkpoint_s, mtbf));
    const double wall_s = mtbf * std::exp(r.restart_s / mtbf) * std::expm1((useful.interval_s + r.checkpoint_s) / mtbf);
    useful.share = useful.interval_s / wall_s;
    useful.checkpoints = r.checkpoint_s / wall_s;
    return useful;
}

double slowestAt(double quantile, double devices, double spread) {
    if (spread <= 0.0) return 1.0;
    // 1 - q^(1 / n) without losing what is left of 1.
    const double upper = -std::expm1(std::log(quantile) / devices);
    return 1.0 + spread * normalUpperQuantile(upper);
}

double slowestMean(double devices, double spread) {
    if (spread <= 0.0) return 1.0;
    constexpr int kQuantiles = 64; // equally likely
    double sum = 0.0;
    for (int i = 0; i < kQuantiles; ++i)
        sum += slowestAt((i + 0.5) / kQuantiles, devices, spread);
    return sum / kQuantiles;
}

} // namespace strata::system
