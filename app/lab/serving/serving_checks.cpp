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
double leastStepSeconds(const ServingCase& serving_case) {
    double bytes = 0;
    for (const workload::Operator& op : serving_case.decode.operators) {
        if (op.launches < 0.5 || workload::classOf(op.kernel) == workload::KernelClass::Moe) continue;
        bytes += op.count * workload::workOf(op.kernel).read_bytes;
    }
    return bytes / serving_case.gpu.memory_bytes_per_s;
}

/// Rows that differ in nothing but their load.
std::string seriesOf(const ServingCase& serving_case) {
    std::string key;
    for (const std::string& text :
         {serving_case.source, serving_case.measured_on, serving_case.version, serving_case.model,
          serving_case.precision, serving_case.gpu.id, serving_case.gpu.engine})
        key += text + "|";
    for (const double size : {serving_case.load.prompt_tokens, serving_case.load.output_tokens, serving_case.load.ranks,
                              serving_case.options.expert_parallel})
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
    for (const ServingCase& serving_case : read.cases)
        series[seriesOf(serving_case)].push_back(&serving_case);
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

Result<void> checkCase(const ServingCase& serving_case) {
    constexpr double kLeastShare = 0.5;
    const double decoding_s = serving_case.measured_s * std::max(serving_case.load.output_tokens - 1, 1.0);
    const double running = serving_case.offered_batch * decoding_s / (decoding_s + serving_case.measured_ttft_s);
    const auto whole = [](double count) { return std::to_string(std::llround(count)); };
    if (running < kLeastShare * serving_case.load.batch) {
        return refusal({"error.requests-engine-ran-at-once-fit",
                        {{"offered_batch", whole(serving_case.offered_batch)},
                         {"running", whole(running)},
                         {"batch", whole(serving_case.load.batch)}}});
    }
    if (running * serving_case.cache_bytes > serving_case.gpu.memory_bytes) {
        return refusal({"error.rank-cannot-hold-cache-requests-engine", {{"running", whole(running)}}});
    }
    if (serving_case.measured_s < leastStepSeconds(serving_case)) {
        return refusal({"error.ranks-cannot-read-weights-and-caches"});
    }
    return {};
}

} // namespace strata::assess
