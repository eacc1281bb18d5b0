// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/collective_query.h"

#include "core/evaluate/hardware_query.h"
#include "core/evaluate/parameter_collect.h"
#include "core/hardware/cluster_json.h"

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
            somewhere |=
                network::isAble(algorithm, phase.collective, query.fabric.dimensions[phase.dimension]);
        }
        if (somewhere && algorithm == *query.options.algorithm) return {};
        if (somewhere) able += (able.empty() ? "" : ", ") + std::string(network::name(algorithm));
    }
    return Error{"bad-value",
                 "/plan/algorithm",
                 "algorithm is " + std::string(network::name(*query.options.algorithm)) +
                     ", which cannot do " + std::string(network::name(query.collective)) +
                     " on any level of " + query.cluster.name,
                 able,
                 {}};
}

void readPlan(const Json& plan, CollectiveQuery& query) {
    if (const auto found = plan.find("algorithm"); found != plan.end()) {
        query.options.algorithm = network::algorithmNamed(found->get_ref<const std::string&>());
    }
    if (const auto found = plan.find("order"); found != plan.end()) {
        query.options.order = *network::dimensionOrderNamed(found->get_ref<const std::string&>());
    }
    query.options.chunks = plan.value("chunks", 1u);
    query.active_chunks = plan.value("active_chunks", 1u);
    query.nccl.channels = plan.value("channels", 0u);
    query.nccl.nvls = plan.value("nvls", false);
}

} // namespace

Result<CollectiveQuery> resolveCollective(const Json& request, const Library& library) {
    auto document = resolveHardware(request, library);
    if (!document) return document.error();
    if (auto fits = requireHardware(request, *document, EntryKind::Cluster, "a cluster"); !fits)
        return fits.error();
    auto cluster = hardware::readCluster(*document, {});
    if (!cluster) return hardwareError(cluster.error(), request);
    CollectiveQuery query;
    query.cluster = *std::move(cluster);
    query.document = std::make_shared<const Json>(*std::move(document));

    const Json& workload = request.at("workload");
    query.collective = *network::collectiveNamed(workload.at("collective").get_ref<const std::string&>());
    query.bytes = workload.at("bytes");
    query.imbalance = workload.value("imbalance", 1.0);
    const network::Placement placement{workload.at("ranks"), workload.value("ranks_per_domain", 0u)};
    auto fabric = network::fabricOf(query.cluster, placement);
    if (!fabric) {
        Error error = fabric.error();
        error.pointer = "/workload" + error.pointer;
        return error;
    }
    query.fabric = *std::move(fabric);
    if (query.imbalance > 1.0 && query.collective != network::Collective::AllToAll) {
        return Error{"bad-value",
                     "/workload/imbalance",
                     "imbalance is above 1, and " + std::string(network::name(query.collective)) +
                         " sends the same bytes from every rank",
                     "all_to_all, or 1",
                     {}};
    }
    if (const auto plan = request.find("plan"); plan != request.end()) readPlan(*plan, query);
    if (auto able = checkAlgorithm(query); !able) return able.error();
    return query;
}

Result<void> addCollectiveParameters(const Json& request, const Library&,
                                     std::vector<Parameter>& parameters) {
    const ObjectSchema& schema = requestSchema(RequestKind::Collective);
    for (const char* key : {"workload", "plan"}) {
        const auto found = request.find(key);
        if (found == request.end()) continue;
        const std::string root = std::string("/") + key;
        collectParameters(*schema.find(key)->object, Ruled{*found, *found, root}, parameters);
    }
    return {};
}

} // namespace strata
