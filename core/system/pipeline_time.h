// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

namespace strata::system {

/// Neighbouring stages that take equally long for one micro-batch.
struct StageGroup {
    double count = 1.0;
    double forward_s = 0.0, backward_s = 0.0;
    double weight_s = 0.0; ///< of backward_s, gradients of weights, which zero-bubble runs apart

    double seconds() const { return forward_s + backward_s; }
};

/// Seconds of 1F1B over stages that need not be even, from the first forward to the last backward pass.
/// Passes and messages form a graph whose longest path is the time. In a steady state the path goes round a
/// row of stages s to q: forward to q, back to s, and on with the micro-batch q - s + 1 later, which takes
/// the stages' times and 2 (q - s) messages. To q it comes through the stages before, once each way; at
/// either end it passes the stages behind q once, or follows q's own passes while that fills or empties,
/// whichever is longer. The time is the longest over all s and q. Even stages without messages give (m + p -
/// 1) (F + B) (D. Narayanan et al., SC 2021, section 2.2). Exact for even stages and a slower last one; paths
/// that change their row on the way are left out, which is less than 2 %.
double oneForwardOneBackward(std::span<const StageGroup> groups, double micro_batches, double send_s);

/// Seconds of zero-bubble (ZB-H1; P. Qi et al., ICLR 2024, section 2.3): the longest of 1F1B without
/// gradients of weights, with those of one micro-batch behind it, and of each stage s that is always at work,
/// from when the first micro-batch reaches it until the last one is back at stage 0, but for the gradients of
/// weights that s may still hold, of p micro-batches. Even stages with passes of equal length and no
/// messages: m (F + B + W) + (p - 1)(F + B - W) (table 1), for m < p micro-batches (p - m) W more.
double zeroBubble(std::span<const StageGroup> groups, double micro_batches, double send_s);

} // namespace strata::system
