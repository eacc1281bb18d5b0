// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/assess/engine_case.h"
#include "core/assess/gpu_modern_points.h"
#include "core/catalog/library.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace strata::assess {
namespace {

using serving::LengthDistribution;

constexpr const char* kMethod = "serving.simulation";

/// How a source loads an engine. Both start all users at once and count the requests that wait behind that
/// burst.
struct Protocol {
    double rounds = 10;   ///< requests over concurrency
    double shortest = 1;  ///< lengths are drawn evenly from this share of what is stated up to it
};

/// The public dashboard (InferenceMAX, benchmarks/: bench_serving with --num-prompts 10 x concurrency
/// --request-rate inf --random-range-ratio 0.8); the vendor's sweep has fixed lengths.
Protocol protocolOf(const ServingCase& one) {
    return one.source == "public-dashboard-dump" ? Protocol{10, 0.8} : Protocol{10, 1};
}

LengthDistribution lengths(double tokens, double shortest) {
    if (shortest >= 1) return {.tokens = tokens};
    return {.kind = LengthDistribution::Kind::Uniform,
            .minimum = std::max(1.0, std::floor(shortest * tokens)),
            .maximum = tokens};
}

EngineCase engineOf(const ServingCase& one) {
    const Protocol protocol = protocolOf(one);
    EngineCase out;
    out.gpu = one.gpu;
    out.model = one.document;
    out.options = one.options;
    out.max_batch = static_cast<std::int32_t>(one.offered_batch);
    auto& traffic = out.traffic;
    traffic.arrivals.kind = serving::ArrivalProcess::Kind::Closed;
    traffic.arrivals.users = out.max_batch;
    traffic.requests = static_cast<std::uint64_t>(protocol.rounds * one.offered_batch);
    traffic.prompt = lengths(one.load.prompt_tokens, protocol.shortest);
    traffic.output = lengths(one.load.output_tokens, protocol.shortest);
    return out;
}

} // namespace

Result<void> addFirstTokenRows(const SuiteOptions& options, SuiteReport& report) {
    if (!options.method.empty() && options.method != kMethod) return {};
    const auto read = readServingCases(options.data, options.library, ServingModels::All);
    if (!read) return read.error();
    for (const ServingCase& one : read->cases) {
        if (!options.only_device.empty() && one.gpu.id != options.only_device) continue;
        const auto outcome = simulateEngine(engineOf(one), options.library.calibrations());
        if (!outcome) {
            report.refused.push_back({one.id, describe(outcome.error())});
            continue;
        }
        const auto add = [&](const char* quantity, double measured, double predicted) {
            if (!(measured > 0)) return;
            report.rows.push_back({one.id,
                                   {{"op", "serving"},
                                    {"quantity", quantity},
                                    {"source", one.source},
                                    {"device", one.gpu.id},
                                    {"engine", one.gpu.engine},
                                    {"model", one.model},
                                    {"experts", one.experts ? "yes" : "no"}},
                                   quantity,
                                   "s",
                                   measured,
                                   predicted,
                                   predicted * outcome->ratio_low,
                                   predicted * outcome->ratio_high,
                                   kMethod});
        };
        add("ttft_s", one.measured_ttft_s, outcome->summary.ttft.mean());
        add("tpot_s", one.measured_s, outcome->summary.tpot.mean());
    }
    return {};
}

} // namespace strata::assess
