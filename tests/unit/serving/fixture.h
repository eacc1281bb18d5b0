// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/serving/simulation/simulate.h"

#include <map>

namespace strata::serving {

/// An iteration takes a second for each prompt token and ten for a decode iteration, whatever is in it.
class PlainTime final : public StepTime {
public:
    double seconds(const BatchShape& batch, int) const override {
        double prompt = 0;
        for (const PrefillChunk& part : batch.prefills)
            prompt += part.tokens;
        return prompt + (batch.decodes > 0 ? 10 : 0);
    }
};

class Records final : public Observer {
public:
    void finished(const RequestRecord& record) override { by_id[record.id] = record; }
    void iteration(const IterationRecord& record) override { iterations.push_back(record); }
    void stage(const StageRecord& record) override { stages.push_back(record); }
    std::map<std::uint64_t, RequestRecord> by_id;
    std::vector<IterationRecord> iterations;
    std::vector<StageRecord> stages;
};

inline Arrival request(double time_s, std::int32_t prompt, std::int32_t output) {
    return {time_s, prompt, output, {}, 0};
}

inline SimulationOptions plainOptions(std::string_view policy, std::int32_t blocks = 1000) {
    SimulationOptions options;
    options.scheduler.policy = policy;
    options.scheduler.blocks = blocks;
    options.scheduler.watermark = 0;
    options.scheduler.max_tokens = 64;
    return options;
}

} // namespace strata::serving
