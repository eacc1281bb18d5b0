// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace strata::system {

/// What goes wrong in long runs on many devices.
struct Reliability {
    double device_mtbf_s = 0; ///< mean time between failures of one device, its share of the node in it; 0: never
    double checkpoint_s = 0;  ///< to write one, while nothing trains
    double checkpoint_interval_s = 0; ///< of training between checkpoints; 0: the best
    double restart_s = 0;             ///< from a failure to the first step
    double spread = 0;                ///< standard deviation of one device's iteration time over its mean
};

/// A long run with failures.
struct UsefulTime {
    double interval_s = 0;       ///< between checkpoints
    double share = 1;            ///< of the time that goes to steps that are kept
    double checkpoints = 0;      ///< share of the time
    double failures_per_day = 0; ///< of all devices together
};

/// Failures that strike at random: wall time of an interval tau with its checkpoint delta is
/// M e^(R / M) (e^((tau + delta) / M) - 1) (J. Daly, A higher order estimate of the optimum checkpoint
/// interval, FGCS 22(3), 2006, equation 20), and the best tau about sqrt(2 delta M) (1 + ...) - delta
/// (equation 37).
UsefulTime usefulTime(const Reliability& reliability, double devices);

/// What the slowest of n devices takes over the mean of one, at quantile q of iterations: devices vary
/// independently and normally, so that the slowest has the distribution Phi(x)^n. Exact order statistics, no
/// averages.
double slowestAt(double quantile, double devices, double spread);

/// Mean over iterations of the same.
double slowestMean(double devices, double spread);

} // namespace strata::system
