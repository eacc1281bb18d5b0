// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/quantity.h"
#include "core/evaluate/methods/gpu/gpu_methods.h"
#include "core/evaluate/methods/serving/serving_run.h"

#include <algorithm>
#include <array>

namespace strata::methods {
namespace {

using serving::LifeParts;
using serving::LifePhase;
using serving::Quantiles;
using serving::Summary;

struct Latency {
    const char* stem; ///< of the metric's name, "_s" follows
    Quantiles Summary::*values;
};
constexpr std::array kLatencies{Latency{"e2e", &Summary::e2e}, Latency{"ttft", &Summary::ttft},
                                Latency{"tpot", &Summary::tpot}, Latency{"queueing", &Summary::queueing}};

Cell count(auto value) { return static_cast<std::int64_t>(value); }

Part lifeParts(const char* id, const LifeParts& life, Message of) {
    Part root = makePart(id, Category::Total, life.total_s(), std::move(of));
    Part kernels = makePart("kernels", Category::Compute, life.prefill_kernels_s + life.decode_kernels_s,
                            {"formula.kernels-of-request"});
    kernels.children = {makePart("prefill", Category::Compute, life.prefill_kernels_s, {"formula.prompt-in-chunks"}),
                        makePart("decode", Category::Memory, life.decode_kernels_s, {"formula.further-tokens"})};
    root.children = {
        kernels,
        makePart("runtime", Category::Launch, life.runtime_s, {"formula.between-kernels"}),
        makePart("communication", Category::Communication, life.communication_s, {"formula.all-reduces-and-sends"}),
        makePart("host", Category::Synchronisation, life.host_s, {"formula.sampling"}),
        makePart("batching", Category::Bubble, life.batching_s, {"formula.batching"}),
        makePart("paused", Category::Queueing, life.paused_s, {"formula.paused"}),
        makePart("queueing", Category::Queueing, life.queueing_s, {"formula.queueing"})};
    if (life.guessing_s != 0)
        root.children.push_back(makePart("guessing", Category::Other, life.guessing_s, {"formula.guessing"}));
    if (life.transfer_s > 0) {
        root.children.push_back(makePart("transfer", Category::Communication, life.transfer_s, {"formula.transfer"}));
    }
    if (life.way_s > 0) {
        root.children.push_back(makePart("way", Category::Launch, life.way_s, {"formula.way"}));
    }
    if (life.moving_s > 0) {
        root.children.push_back(makePart("offload", Category::Movement, life.moving_s, {"formula.offload"}));
    }
    return root;
}

Part firstTokenParts(const serving::FirstTokenLife& life) {
    Part root = makePart("mean-request", Category::Total, life.total_s());
    root.children = {makePart("prefill", Category::Compute, life.prefill_s, {"formula.up-to-first-token"}),
                     makePart("paused", Category::Queueing, life.paused_s, {"formula.paused-before-first-token"}),
                     makePart("queueing", Category::Queueing, life.queueing_s, {"formula.queueing"})};
    if (life.way_s > 0) {
        root.children.push_back(makePart("way", Category::Launch, life.way_s, {"formula.way"}));
    }
    if (life.moving_s > 0) {
        root.children.push_back(
            makePart("offload", Category::Movement, life.moving_s, {"formula.offload-before-first-token"}));
    }
    return root;
}

Table tenantTable(const std::vector<Tenant>& tenants, const ServingAnswer& answer) {
    Table table{"tenants",
                {"tenant", "requests", "ttft_s", "ttft_p99_s", "tpot_s", "tpot_p99_s", "e2e_s", "e2e_p99_s", "goodput"},
                {}};
    for (std::size_t i = 0; i < tenants.size(); ++i) {
        const Summary& summary = answer.tenants[i];
        const auto requests = static_cast<std::int64_t>(summary.e2e.count());
        const double kept = static_cast<double>(summary.kept.all) / std::max<double>(1, static_cast<double>(requests));
        table.rows.push_back({tenants[i].name, requests, summary.ttft.mean(), summary.ttft.at(0.99),
                              summary.tpot.mean(), summary.tpot.at(0.99), summary.e2e.mean(), summary.e2e.at(0.99),
                              kept});
    }
    return table;
}

Table percentileTable(const Summary& summary) {
    Table table{"percentiles", {"quantity", "mean_s", "p50_s", "p90_s", "p95_s", "p99_s", "maximum_s"}, {}};
    for (const Latency& latency : kLatencies) {
        const Quantiles& values = summary.*latency.values;
        table.rows.push_back({std::string(latency.stem), values.mean(), values.at(0.5), values.at(0.9), values.at(0.95),
                              values.at(0.99), values.maximum()});
    }
    return table;
}

/// Row by row the share of the requests, and the times that this share does not exceed: one row a request where these
/// are few.
Table distributionTable(const Summary& summary) {
    Table table{"distribution", {"share", "ttft_s", "tpot_s", "e2e_s", "queueing_s"}, {}};
    const std::size_t rows = std::min<std::size_t>(kDistributionRows, summary.e2e.count());
    for (std::size_t i = 1; i <= rows; ++i) {
        const double share = static_cast<double>(i) / static_cast<double>(rows);
        auto& row = table.rows.emplace_back();
        row = {share, summary.ttft.reachedBy(share), Cell(), summary.e2e.reachedBy(share),
               summary.queueing.reachedBy(share)};
        if (summary.tpot.count() > 0) row[2] = summary.tpot.reachedBy(share);
    }
    return table;
}

Table requestTable(const std::vector<serving::RequestRecord>& records) {
    Table table{"requests",
                {"request", "replica", "prompt_tokens", "output_tokens", "cached_tokens", "arrival_s", "scheduled_s",
                 "first_token_s", "completed_s", "ttft_s", "tpot_s", "e2e_s", "paused_s", "restarts"},
                {}};
    for (const auto& record : records) {
        table.rows.push_back({count(record.id), count(record.replica), count(record.prompt_tokens),
                              count(record.output_tokens), count(record.cached_tokens), record.arrival_s,
                              record.scheduled_s, record.first_token_s, record.completed_s, record.ttft_s(),
                              record.tpot_s(), record.e2e_s(), record.paused_s, count(record.restarts)});
    }
    return table;
}

Table timelineTable(const serving::TimelineLog& log) {
    Table table{"timeline",
                {"replica", "stage", "start_s", "end_s", "prefill_s", "mixed_s", "decode_s", "iterations", "running",
                 "prefill_tokens", "tokens", "blocks_used", "queued", "moving_s"},
                {}};
    for (const auto& row : log.rows()) {
        table.rows.push_back({count(row.replica), count(row.stage), row.start_s, row.end_s, row.prefill_s, row.mixed_s,
                              row.decode_s, count(row.iterations), count(row.requests), count(row.prefill_tokens),
                              count(row.tokens), count(row.blocks_used), count(row.queued), row.moving_s});
    }
    return table;
}

const char* name(LifePhase phase) {
    switch (phase) {
    case LifePhase::Queueing: return "queueing";
    case LifePhase::Prefill: return "prefill";
    case LifePhase::Decode: return "decode";
    case LifePhase::Paused: return "paused";
    case LifePhase::Evicted: return "evicted";
    case LifePhase::Recompute: return "recompute";
    case LifePhase::Transfer: return "transfer";
    }
    return "";
}

Table lifeTable(const serving::LifeLog& log) {
    Table table{"lives", {"request", "phase", "start_s", "end_s", "replica"}, {}};
    for (const auto& segment : log.segments())
        table.rows.push_back({count(segment.request), std::string(name(segment.phase)), segment.start_s, segment.end_s,
                              count(segment.replica)});
    return table;
}

/// What the timeline is drawn in: how many of each, and what they hold.
Table engineTable(const serving::SimulationOptions& options) {
    return {"engine",
            {"replicas", "stages", "blocks", "block_tokens"},
            {{count(options.replicas), count(options.scheduler.stages), count(options.scheduler.blocks),
              count(options.scheduler.block_tokens)}}};
}

} // namespace

void writeServingPartial(const ServingAnswer& answer, Estimate& estimate) {
    estimate.tables.push_back(distributionTable(answer.summary));
}

void writeServingParts(const ServingAnswer& answer, Estimate& estimate) {
    estimate.parts.emplace_back("e2e_s", lifeParts("mean-request", answer.parts.mean(), {}));
    std::uint64_t used = 0;
    const LifeParts late = answer.parts.around(0.99, answer.summary.e2e.at(0.99), used);
    estimate.parts.emplace_back("e2e_p99_s",
                                lifeParts("request-p99", late, {"formula.requests-around", {{"requests", used}}}));
    estimate.parts.emplace_back("ttft_s", firstTokenParts(answer.summary.firstTokenLife()));
}

void writeServingTables(const PreparedServing& prepared, const ServingAnswer& answer, Estimate& estimate) {
    estimate.tables.push_back(percentileTable(answer.summary));
    const std::vector<Tenant>& tenants = prepared.query.load.tenants;
    if (!tenants.empty()) estimate.tables.push_back(tenantTable(tenants, answer));
    estimate.tables.push_back(distributionTable(answer.summary));
    estimate.tables.push_back(requestTable(answer.requests));
    estimate.tables.push_back(timelineTable(answer.timeline));
    estimate.tables.push_back(lifeTable(answer.lives));
    estimate.tables.push_back(engineTable(prepared.options));
}

} // namespace strata::methods
