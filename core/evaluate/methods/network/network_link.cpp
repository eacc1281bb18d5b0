// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/methods/gpu/gpu_methods.h"
#include "core/evaluate/methods/network/network_methods.h"
#include "core/evaluate/resolve.h"
#include "core/network/link_events.h"

#include <algorithm>

namespace strata::methods {
namespace {

using network::DimensionPhase;
using network::LinkJob;
using network::Transfer;

/// Messages of a collective among evenly spaced ranks, by the algorithm that is fastest on their slowest level.
LinkJob jobOf(const CollectiveJob& job, const network::Fabric& fabric) {
    network::Dimension group =
        *std::min_element(fabric.dimensions.begin(), fabric.dimensions.end(), [](const auto& a, const auto& b) {
            return a.bandwidth_bytes_per_s < b.bandwidth_bytes_per_s;
        });
    group.ranks = job.ranks;
    const auto algorithm = network::fastestAlgorithm(job.collective, group, job.bytes);
    LinkJob result{network::phaseTransfers(algorithm, job.collective, group, job.bytes), job.starts_s};
    for (Transfer& transfer : result.transfers) {
        transfer.from = job.first_rank + transfer.from * job.stride;
        transfer.to = job.first_rank + transfer.to * job.stride;
    }
    return result;
}

/// When each collective ends beside the others, and how long it takes alone.
Table jobTable(const CollectiveQuery& query, const network::LinkResult& together, const std::vector<double>& alone_s) {
    Table table{"jobs", {"collective", "ranks", "bytes", "starts_s", "ends_s", "alone_s", "slowdown"}, {}};
    for (std::size_t i = 0; i < alone_s.size(); ++i) {
        const bool first = i == 0;
        const CollectiveJob job =
            first ? CollectiveJob{query.collective, query.bytes, static_cast<std::uint32_t>(query.fabric.ranks())}
                  : query.jobs[i - 1];
        table.rows.push_back({std::string(network::name(job.collective)), static_cast<std::int64_t>(job.ranks),
                              job.bytes, job.starts_s, together.ends_s[i], alone_s[i],
                              (together.ends_s[i] - job.starts_s) / alone_s[i]});
    }
    return table;
}

/// Follows every message: of all-to-all-v, and of several collectives on the same links.
Result<Estimate> followAll(const CollectiveQuery& query, const std::vector<DimensionPhase>& phases,
                           const std::stop_token& stop) {
    std::vector<LinkJob> jobs;
    const auto ranks = static_cast<std::uint32_t>(query.fabric.ranks());
    const bool by_pair = !query.sends.empty();
    jobs.push_back(
        {by_pair ? network::exchangeTransfers(ranks, query.sends) : network::fabricTransfers(query.fabric, phases),
         0.0});
    for (const CollectiveJob& job : query.jobs)
        jobs.push_back(jobOf(job, query.fabric));
    const auto together = network::followTogether(query.fabric, jobs, stop);
    if (!together) return together.error();
    std::vector<double> alone_s;
    for (LinkJob& job : jobs) {
        job.starts_s = 0.0;
        const auto alone = network::followTogether(query.fabric, std::span(&job, 1), stop);
        if (!alone) return alone.error();
        alone_s.push_back(alone->end_s());
    }
    Estimate estimate;
    const double seconds = together->ends_s.front();
    estimate.metrics = collectiveMetrics(query, seconds);
    Part root = makePart(std::string(network::name(query.collective)), Category::Total, seconds);
    root.children = {
        makePart("alone", Category::Communication, alone_s.front(), "the same without the other collectives"),
        makePart("beside others", Category::Queueing, seconds - alone_s.front(),
                 "waiting for links that carry others")};
    estimate.parts.emplace_back("latency_s", std::move(root));
    estimate.tables = {jobTable(query, *together, alone_s)};
    estimate.notes.push_back(
        collectiveNote("whole-messages", "a link carries one message at a time and whole, first come first served"));
    return estimate;
}

} // namespace

Result<Estimate> estimateCollectiveLink(const Request& request, const Context& context) {
    const auto query = queryOf<CollectiveQuery>(request, context.library, resolveCollective);
    if (!query) return query.error();
    const auto planned =
        network::alphaBetaTime(query->fabric, query->collective, query->busiestBytes(), query->options);
    if (!query->sends.empty() || !query->jobs.empty()) return followAll(*query, planned.phases, context.stop);
    const auto time = network::linkTime(query->fabric, planned.phases, context.stop);
    if (!time) return time.error();
    double empty_s = 0.0;
    for (const DimensionPhase& phase : planned.phases)
        empty_s += phase.time.latency_s;
    empty_s = std::min(empty_s, time->seconds);
    Estimate estimate;
    estimate.metrics = collectiveMetrics(*query, time->seconds);
    estimate.parts.emplace_back("latency_s",
                                twoCollectiveParts(*query, time->seconds, empty_s,
                                                   "bytes on the links, and waiting for links that carry others"));
    estimate.tables = {levelTable(*query, planned.phases),
                       linkTable(phaseLoads(*query, planned.phases), time->seconds)};
    if (time->symmetric) {
        estimate.notes.push_back(collectiveNote("symmetric", "groups and steps that are alike were followed once"));
    }
    if (query->options.chunks > 1) {
        estimate.notes.push_back(collectiveNote(
            "one-chunk", "chunks are not followed one by one: all bytes pass a level at once", "/plan/chunks"));
    }
    return estimate;
}

} // namespace strata::methods
