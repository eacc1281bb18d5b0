// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/tensor/gpu_modern_points.h"

#include <algorithm>
#include <cmath>

namespace strata::assess {
namespace {

Error refusal(std::string text) { return {"not-modelled", {}, std::move(text), {}, {}}; }

/// Time to read what every step must read of weights and caches, experts apart, at the datasheet's bandwidth.
double leastStepSeconds(const ServingCase& one) {
    double bytes = 0;
    for (const workload::Operator& op : one.decode.operators) {
        if (op.launches < 0.5 || workload::classOf(op.kernel) == workload::KernelClass::Moe) continue;
        bytes += op.count * workload::workOf(op.kernel).read_bytes;
    }
    return bytes / one.gpu.memory_bytes_per_s;
}

} // namespace

Result<void> checkCase(const ServingCase& one) {
    constexpr double kLeastShare = 0.5;
    const double decoding_s = one.measured_s * std::max(one.load.output_tokens - 1, 1.0);
    const double running = one.offered_batch * decoding_s / (decoding_s + one.measured_ttft_s);
    const auto whole = [](double count) { return std::to_string(std::llround(count)); };
    if (running < kLeastShare * one.load.batch) {
        return refusal("of " + whole(one.offered_batch) + " requests its engine ran " + whole(running) +
                       " at once, of " + whole(one.load.batch) +
                       " that fit: a limit of the engine that the row does not state");
    }
    if (running * one.cache_bytes > one.gpu.memory_bytes) {
        return refusal("a rank cannot hold the cache of the " + whole(running) +
                       " requests that its engine ran at once: the row contradicts itself");
    }
    if (one.measured_s < leastStepSeconds(one)) {
        return refusal("its ranks cannot read weights and caches in the time of a token: the row contradicts itself");
    }
    return {};
}

} // namespace strata::assess
