// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/kinds/serving/load_curve.h"
#include "tests/views/scene_fixture.h"

#include <cmath>

/// Hand-made answers to `serving` requests: 100 requests whose i-th shortest waits are i milliseconds for the first
/// token, i / 10 for each further one, 20 i in all, times a factor.
namespace strata::fixture {

std::shared_ptr<const Json> servingRequest(double rate = 8.0, double slo_s = 0.05);

inline Part servingParts(const char* id, double scale) {
    Part root = leaf(id, Category::Total, 0.0);
    Part kernels = leaf("kernels", Category::Compute, 0.7 * scale, "kernels of the request alone");
    kernels.children = {leaf("prefill", Category::Compute, 0.1 * scale), leaf("decode", Category::Memory, 0.6 * scale)};
    root.children = {kernels,
                     leaf("runtime", Category::Launch, 0.02 * scale),
                     leaf("communication", Category::Communication, 0.03 * scale),
                     leaf("host", Category::Synchronisation, 0.01 * scale),
                     leaf("batching", Category::Bubble, 0.18 * scale),
                     leaf("paused", Category::Queueing, 0.01 * scale),
                     leaf("queueing", Category::Queueing, 0.05 * scale)};
    for (const Part& part : root.children)
        root.value += part.value;
    return root;
}

/// Two replicas of one stage; a prompt alone, then decodes, mixed every tenth iteration.
inline Table servingTimeline(int iterations) {
    Table table{"timeline",
                {"replica", "stage", "start_s", "end_s", "prefill_s", "mixed_s", "decode_s", "iterations", "running",
                 "prefill_tokens", "tokens", "blocks_used", "queued"},
                {}};
    for (std::int64_t replica = 0; replica < 2; ++replica) {
        for (int i = 0; i < iterations; ++i) {
            const double start = 0.01 * i + 0.002 * static_cast<double>(replica);
            const double seconds = 0.008;
            const bool prefill = i == 0, mixed = i > 0 && i % 10 == 0;
            table.rows.push_back({replica, std::int64_t{0}, start, start + seconds, prefill ? seconds : 0.0,
                                  mixed ? seconds : 0.0, prefill || mixed ? 0.0 : seconds, std::int64_t{1},
                                  std::int64_t{4}, std::int64_t{prefill ? 512 : 0}, std::int64_t{prefill ? 512 : 4},
                                  std::int64_t{100 + i % 800}, std::int64_t{i % 7}});
        }
    }
    return table;
}

inline std::shared_ptr<const Estimate> servingEstimate(double factor = 1.0, int iterations = 100) {
    Estimate result;
    result.kind = "serving";
    result.method = "serving.simulation";
    result.request_sha256 = std::string(64, 'd');
    const auto metric = [&](const std::string& name, double value) {
        result.metrics.push_back({name, value, 0.9 * value, 1.2 * value, 0.8});
    };
    const std::pair<const char*, double> latencies[] = {{"e2e", 0.02}, {"ttft", 0.001}, {"tpot", 0.0001}};
    for (const auto& [stem, unit] : latencies) {
        metric(std::string(stem) + "_s", 50.5 * unit * factor);
        for (const int percent : {50, 90, 95, 99})
            metric(std::string(stem) + "_p" + std::to_string(percent) + "_s", percent * unit * factor);
    }
    metric("goodput_per_s", 7.0 / factor);
    result.parts = {{"e2e_s", servingParts("mean-request", 1.01 * factor)},
                    {"e2e_p99_s", servingParts("request-p99", 1.98 * factor)}};
    Table distribution{"distribution", {"share", "ttft_s", "tpot_s", "e2e_s", "queueing_s"}, {}};
    Table requests{"requests",
                   {"request", "replica", "prompt_tokens", "output_tokens", "cached_tokens", "arrival_s", "scheduled_s",
                    "first_token_s", "completed_s", "ttft_s", "tpot_s", "e2e_s", "paused_s", "restarts"},
                   {}};
    Table lives{"lives", {"request", "phase", "start_s", "end_s"}, {}};
    for (std::int64_t i = 1; i <= 100; ++i) {
        const double x = static_cast<double>(i) * factor;
        distribution.rows.push_back({static_cast<double>(i) / 100.0, 0.001 * x, 0.0001 * x, 0.02 * x, 0.0001 * x});
        if (i > 20) continue;
        const double at = 0.04 * static_cast<double>(i);
        requests.rows.push_back({i, i % 2, std::int64_t{512}, std::int64_t{20}, std::int64_t{0}, at, at + 0.02,
                                 at + 0.05, at + 0.25, 0.05, 0.01, 0.25, 0.03, std::int64_t{0}});
        const auto segment = [&](const char* phase, double from, double to) {
            lives.rows.push_back({i, std::string(phase), at + from, at + to});
        };
        segment("queueing", 0, 0.02);
        segment("prefill", 0.02, 0.05);
        segment("decode", 0.05, 0.15);
        segment("evicted", 0.15, 0.18);
        segment("recompute", 0.18, 0.2);
        segment("decode", 0.2, 0.25);
    }
    Table engine{"engine",
                 {"replicas", "stages", "blocks", "block_tokens"},
                 {{std::int64_t{2}, std::int64_t{1}, std::int64_t{1000}, std::int64_t{16}}}};
    result.tables = {std::move(distribution), std::move(requests), servingTimeline(iterations), std::move(lives),
                     std::move(engine)};
    return std::make_shared<const Estimate>(std::move(result));
}

/// An engine that keeps up to 16 requests a second; goodput falls beyond 12.
inline std::vector<LoadPoint> loadPoints(double capacity = 16.0) {
    std::vector<LoadPoint> points;
    for (const double rate : loadRates(8.0)) {
        const double done = std::min(rate, capacity);
        points.push_back({rate, done, rate > 0.75 * capacity ? 0.3 * done : done, 0.04 * rate / 8.0, 1.0});
    }
    return points;
}

inline std::shared_ptr<const views::Scene> servingScene(std::shared_ptr<const Json> request,
                                                        std::shared_ptr<const Estimate> estimate,
                                                        std::shared_ptr<const Estimate> baseline = nullptr) {
    views::Scene result;
    result.designs = {{{"design-A", 'A', "8B on the fixture", std::move(request)}, std::move(estimate), {}, false}};
    if (baseline)
        result.designs.push_back(
            {{"design-B", 'B', "slower", servingRequest(8.0, 0.08)}, std::move(baseline), {}, false});
    result.selected = 0;
    result.baseline = result.designs.size() > 1 ? 1 : -1;
    result.metric = "e2e_s";
    return std::make_shared<const views::Scene>(std::move(result));
}

} // namespace strata::fixture
