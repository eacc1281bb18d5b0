// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/kinds/system/collective_query.h"

#include "core/evaluate/kinds/hardware_query.h"
#include "core/hardware/cluster/cluster_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace strata {
namespace {

/// An algorithm that no dimension can do is refused, rather than replaced without a word.
Result<void> checkAlgorithm(const CollectiveQuery& query) {
    if (!query.options.algorithm) return {};
    const auto phases = network::phasesOf(query.fabric, query.collective, query.bytes);
    std::string able;
    for (const network::Algorithm algorithm : network::algorithms()) {
        bool somewhere = false;
        for (const network::DimensionPhase& phase : phases) {
            somewhere |= network::isAble(algorithm, phase.collective, query.fabric.dimensions[phase.dimension]);
        }
        if (somewhere && algorithm == *query.options.algorithm) return {};
        if (somewhere) able += (able.empty() ? "" : ", ") + std::string(network::name(algorithm));
    }
    return Error{"bad-value",
                 "/plan/algorithm",
                 {"error.cannot-do-on-any-level",
                  {{"field", "algorithm"},
                   {"algorithm", network::name(*query.options.algorithm)},
                   {"collective", network::name(query.collective)},
                   {"cluster", query.cluster.name}}},
                 verbatim(able),
                 {}};
}

Error badValue(std::string pointer, Message text, Message expected) {
    return {"bad-value", std::move(pointer), std::move(text), std::move(expected), {}};
}

/// One algorithm for each level that the ranks stand on.
Result<void> readLevelAlgorithms(const Json& plan, CollectiveQuery& query) {
    const auto stated = plan.find("algorithms");
    if (stated == plan.end()) return {};
    const std::size_t levels = query.fabric.dimensions.size();
    if (plan.contains("algorithm"))
        return badValue("/plan/algorithms", {"error.stated-beside-algorithm", {{"field", "algorithms"}}},
                        {"accepted.either-them"});
    if (stated->size() != levels) {
        return badValue("/plan/algorithms",
                        {"error.field-entries", {{"field", "algorithms"}, {"count", stated->size()}}},
                        {"accepted.one-for-each-level-ranks", {{"levels", levels}}});
    }
    for (const Json& algorithm : *stated)
        query.level_algorithms.push_back(*network::algorithmNamed(algorithm.get_ref<const std::string&>()));
    return {};
}

/// What each rank holds for each: the mean of a rank becomes the bytes, the busiest rank the imbalance.
Result<void> readSends(const Json& rows, CollectiveQuery& query) {
    const std::uint64_t ranks = query.fabric.ranks();
    const Message accepted{"accepted.numbers-one-for-each-rank", {{"ranks", ranks}}};
    if (query.collective != network::Collective::AllToAll) {
        return badValue("/workload/sends",
                        {"error.stated-for", {{"field", "sends"}, {"collective", network::name(query.collective)}}},
                        {"accepted.all-to-all-or-no-sends"});
    }
    if (rows.size() != ranks) {
        return badValue("/workload/sends", {"error.field-rows", {{"field", "sends"}, {"count", rows.size()}}},
                        accepted);
    }
    std::vector<double> received(ranks, 0.0);
    double busiest = 0.0, all = 0.0;
    for (std::size_t from = 0; from < ranks; ++from) {
        const Json& row = rows[from];
        if (row.size() != ranks) {
            return badValue("/workload/sends/" + std::to_string(from),
                            {"error.row-has-numbers", {{"from", from}, {"row", row.size()}}}, accepted);
        }
        double sent = 0.0;
        for (std::size_t to = 0; to < ranks; ++to) {
            const double bytes = row[to];
            query.sends.push_back(bytes);
            all += bytes;
            if (from == to) continue; // stays where it is
            sent += bytes;
            received[to] += bytes;
        }
        busiest = std::max(busiest, sent);
    }
    busiest = std::max(busiest, *std::max_element(received.begin(), received.end()));
    query.bytes = all / static_cast<double>(ranks);
    if (query.bytes < 1.0)
        return badValue("/workload/sends", {"error.no-rank-sends-byte"}, {"accepted.at-least-one-byte-rank"});
    // Of even bytes, a rank keeps one part of `ranks`.
    const double share = 1.0 - 1.0 / static_cast<double>(ranks);
    query.imbalance = busiest / (share * query.bytes);
    return {};
}

/// What the collective moves: one number for all ranks, or each pair's.
Result<void> readBytes(const Json& workload, CollectiveQuery& query) {
    const auto bytes = workload.find("bytes"), sends = workload.find("sends");
    if (sends == workload.end() && bytes == workload.end()) {
        return Error{"missing",
                     "/workload",
                     {"error.field-missing", {{"field", "bytes"}}},
                     {"accepted.bytes-or-sends-for-all-to"},
                     {}};
    }
    query.imbalance = workload.value("imbalance", 1.0);
    if (sends == workload.end()) {
        query.bytes = *bytes;
        return {};
    }
    for (const char* other : {"bytes", "imbalance"}) {
        if (workload.contains(other)) {
            return badValue(std::string("/workload/") + other, {"error.stated-beside-sends", {{"other", other}}},
                            {"accepted.either-them"});
        }
    }
    return readSends(*sends, query);
}

Result<void> readJobs(const Json& jobs, CollectiveQuery& query) {
    const std::uint64_t all = query.fabric.ranks();
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        CollectiveJob job;
        job.collective = *network::collectiveNamed(jobs[i].at("collective").get_ref<const std::string&>());
        job.bytes = jobs[i].at("bytes");
        job.first_rank = jobs[i].value("first_rank", 0u);
        job.stride = jobs[i].value("stride", 1u);
        job.ranks = jobs[i].value("ranks", static_cast<std::uint32_t>(all));
        job.starts_s = jobs[i].value("starts_s", 0.0);
        const std::uint64_t last = job.first_rank + std::uint64_t{job.ranks - 1} * job.stride;
        if (last >= all) {
            return badValue("/workload/jobs/" + std::to_string(i),
                            {"error.last-rank-ranks-counted-from-0", {{"last", last}, {"all", all}}},
                            {"accepted.first-rank-ranks-1-x-stride", {{"all", all}}});
        }
        query.jobs.push_back(job);
    }
    return {};
}

void readPlan(const Json& plan, CollectiveQuery& query) {
    if (const auto stated = plan.find("algorithm"); stated != plan.end()) {
        query.options.algorithm = network::algorithmNamed(stated->get_ref<const std::string&>());
    }
    if (const auto stated = plan.find("order"); stated != plan.end()) {
        query.options.order = *network::dimensionOrderNamed(stated->get_ref<const std::string&>());
    }
    query.options.chunks = plan.value("chunks", 1u);
    query.active_chunks = plan.value("active_chunks", 1u);
    if (plan.contains("endpoint_s")) query.endpoint_s = plan.at("endpoint_s").get<double>();
    if (plan.contains("reduction_bytes_per_s"))
        query.reduction_bytes_per_s = plan.at("reduction_bytes_per_s").get<double>();
    query.scatters = plan.value("scatters", true);
    query.shares_links = plan.value("shares_links", true);
    query.contention = plan.value("contention", true);
    query.nccl.channels = plan.value("channels", 0u);
    query.nccl.nvls = plan.value("nvls", true);
}

} // namespace

Result<CollectiveQuery> resolveCollective(const Json& request, const Library& library) {
    auto document = resolveHardware(request, library);
    if (!document) return document.error();
    if (auto fits = requireHardware(request, *document, EntryKind::Cluster, "a cluster"); !fits) return fits.error();
    auto cluster = hardware::readCluster(*document, {});
    if (!cluster) return hardwareError(cluster.error(), request);
    CollectiveQuery query;
    query.cluster = *std::move(cluster);
    query.document = std::make_shared<const Json>(*std::move(document));

    const Json& workload = request.at("workload");
    query.nccl.floats = workload.value("numbers", std::string("float")) == "float";
    query.collective = *network::collectiveNamed(workload.at("collective").get_ref<const std::string&>());
    const network::Placement placement{workload.at("ranks"), workload.value("ranks_per_domain", 0u)};
    auto fabric = network::fabricOf(query.cluster, placement);
    if (!fabric) {
        Error error = fabric.error();
        error.pointer = "/workload" + error.pointer;
        return error;
    }
    query.fabric = *std::move(fabric);
    if (auto read = readBytes(workload, query); !read) return read.error();
    if (const auto jobs = workload.find("jobs"); jobs != workload.end()) {
        if (auto read = readJobs(*jobs, query); !read) return read.error();
    }
    if (query.imbalance > 1.0 && query.collective != network::Collective::AllToAll) {
        return Error{"bad-value",
                     "/workload/imbalance",
                     {"error.above-1-and-sends-same-bytes",
                      {{"field", "imbalance"}, {"collective", network::name(query.collective)}}},
                     {"accepted.all-to-all-or-1"},
                     {}};
    }
    if (const auto plan = request.find("plan"); plan != request.end()) {
        readPlan(*plan, query);
        if (auto read = readLevelAlgorithms(*plan, query); !read) return read.error();
    }
    if (auto able = checkAlgorithm(query); !able) return able.error();
    return query;
}

} // namespace strata
