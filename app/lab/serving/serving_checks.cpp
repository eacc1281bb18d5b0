// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/tensor/gpu_modern_points.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace strata::assess {
namespace {

Error refusal(Message text) { return {"not-modelled", {}, std::move(text), {}, {}}; }

/// Time to read what every step must read of weights and caches, experts apart, at the datasheet's bandwidth.
double leastStepSeconds(const ServingCase& one) {
    double bytes = 0;
    for (const workload::Operator& op : one.decode.operators) {
        if (op.launches < 0.5 || workload::classOf(op.kernel) == workload::KernelClass::Moe) continue;
        bytes += op.count * workload::workOf(op.kernel).read_bytes;
    }
    return bytes / one.gpu.memory_bytes_per_s;
}

/// Rows that differ in nothing but their load.
std::string seriesOf(const ServingCase& one) {
    std::string key;
    for (const std::string& text :
         {one.source, one.measured_on, one.version, one.model, one.precision, one.gpu.id, one.gpu.engine})
        key += text + "|";
    for (const double size :
         {one.load.prompt_tokens, one.load.output_tokens, one.load.ranks, one.options.expert_parallel})
        key += std::to_string(std::llround(size)) + "|";
    return key;
}

/// Whether tokens come in two thirds of the time, or sooner, where more sequences share the same ranks.
bool fallsUnderLoad(const std::vector<const ServingCase*>& series) {
    constexpr double kFallen = 2.0 / 3.0;
    return std::ranges::any_of(series, [&](const ServingCase* busy) {
        return std::ranges::any_of(series, [&](const ServingCase* idle) {
            return busy->offered_batch > idle->offered_batch && busy->measured_s < kFallen * idle->measured_s;
        });
    });
}

} // namespace

void refuseDisorder(ServingCases& read) {
    std::map<std::string, std::vector<const ServingCase*>> series;
    for (const ServingCase& one : read.cases)
        series[seriesOf(one)].push_back(&one);
    std::set<std::string> disordered;
    for (const auto& [key, members] : series)
        if (fallsUnderLoad(members)) disordered.insert(key);
    ServingCases kept;
    kept.refused = std::move(read.refused);
    kept.contradict = read.contradict;
    for (std::size_t i = 0; i < read.cases.size(); ++i) {
        if (disordered.contains(seriesOf(read.cases[i]))) {
            kept.refused.push_back({read.cases[i].id, "tokens come a third sooner where more sequences share the same "
                                                      "ranks: the series contradicts itself"});
            ++kept.disorder;
            continue;
        }
        kept.cases.push_back(std::move(read.cases[i]));
        kept.measured.push_back(std::move(read.measured[i]));
    }
    read = std::move(kept);
}

Result<void> checkCase(const ServingCase& one) {
    constexpr double kLeastShare = 0.5;
    const double decoding_s = one.measured_s * std::max(one.load.output_tokens - 1, 1.0);
    const double running = one.offered_batch * decoding_s / (decoding_s + one.measured_ttft_s);
    const auto whole = [](double count) { return std::to_string(std::llround(count)); };
    if (running < kLeastShare * one.load.batch) {
        return refusal({"error.requests-engine-ran-at-once-fit",
                        {{"offered_batch", whole(one.offered_batch)},
                         {"running", whole(running)},
                         {"batch", whole(one.load.batch)}}});
    }
    if (running * one.cache_bytes > one.gpu.memory_bytes) {
        return refusal({"error.rank-cannot-hold-cache-requests-engine", {{"running", whole(running)}}});
    }
    if (one.measured_s < leastStepSeconds(one)) {
        return refusal({"error.ranks-cannot-read-weights-and-caches"});
    }
    return {};
}

} // namespace strata::assess
