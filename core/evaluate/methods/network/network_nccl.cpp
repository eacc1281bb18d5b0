// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/quantity.h"
#include "core/evaluate/methods/gpu/gpu_methods.h"
#include "core/evaluate/methods/network/network_methods.h"
#include "core/evaluate/resolve.h"
#include "core/network/link_use.h"

#include <algorithm>

namespace strata::methods {
namespace {

using network::NcclTime;

Message choice(const char* id, const NcclTime& time) {
    return {id, {{"algorithm", network::name(time.algorithm)}, {"protocol", network::name(time.protocol)}}};
}

Message stepsOver(double steps, const std::string& links) {
    return {"formula.steps-over", {{"steps", steps}, {"links", links}}};
}

Part ncclParts(const CollectiveQuery& query, const network::NcclGroup& group, const NcclTime& time) {
    Part root = collectiveRoot(query, time.seconds());
    const auto add = [&root](const char* id, Category category, double value, Message formula) {
        if (value > 0.0) root.children.push_back(makePart(id, category, value, std::move(formula)));
    };
    add("start", Category::Launch, time.base_s, choice("formula.start", time));
    add("steps-within-nodes", Category::Communication, time.steps_s, stepsOver(time.steps, group.technology));
    add("steps-between-nodes", Category::Communication, time.network_steps_s,
        stepsOver(time.network_steps, group.network));
    add("bytes", Category::Communication, time.transfer_s,
        {"formula.bytes-over",
         {{"bandwidth", Amount{time.bandwidth_bytes_per_s, "B/s"}},
          {"links", time.network_bound ? group.network : group.technology}}});
    add("own-part", Category::Movement, time.copy_s, {"formula.own-part"});
    return root;
}

Table choiceTable(const std::vector<NcclTime>& choices, const NcclTime& chosen) {
    Table table{"choices", {"algorithm", "protocol", "latency_s", "chosen"}, {}};
    for (const NcclTime& time : choices) {
        const bool is_chosen = time.algorithm == chosen.algorithm && time.protocol == chosen.protocol;
        table.rows.push_back({std::string(network::name(time.algorithm)), std::string(network::name(time.protocol)),
                              time.seconds(), std::string(is_chosen ? "yes" : "")});
    }
    return table;
}

/// Rings and trees pass every rank; the switch that adds up takes each rank's buffer and sends out its part.
std::vector<LevelLoad> ncclLoads(const CollectiveQuery& query, const NcclTime& time) {
    std::vector<double> inside;
    std::vector<LevelLoad> loads;
    for (const network::Dimension& dimension : query.fabric.dimensions) {
        inside.push_back((inside.empty() ? 1.0 : inside.back()) * dimension.ranks);
        loads.push_back({dimension.name, 0.0, dimension.bandwidth_bytes_per_s, 0.0});
    }
    const double ranks = static_cast<double>(query.fabric.ranks());
    const double bytes = query.busiestBytes();
    const auto by_level = network::linkBytes(query.collective, ranks, inside, bytes);
    for (std::size_t level = 0; level < loads.size(); ++level)
        loads[level].bytes = by_level[level];
    if (time.algorithm == network::NcclAlgorithm::Nvls) loads.front().bytes = bytes * (1.0 + 1.0 / ranks);
    return loads;
}

/// The choices that the plan leaves, the fastest first chosen. Errors: "bad-value" for an algorithm that NCCL has not.
Result<NcclTime> chosenTime(const CollectiveQuery& query, const std::vector<NcclTime>& choices) {
    const auto faster = [](const NcclTime& a, const NcclTime& b) { return a.seconds() < b.seconds(); };
    if (!query.options.algorithm) return *std::min_element(choices.begin(), choices.end(), faster);
    // NCCL's trees are double binary ones.
    const bool trees = *query.options.algorithm == network::Algorithm::DoubleBinaryTree;
    const std::string_view wanted = trees ? "tree" : network::name(*query.options.algorithm);
    std::vector<NcclTime> left;
    std::string able;
    for (const NcclTime& time : choices) {
        const std::string_view algorithm = network::name(time.algorithm);
        if (algorithm == wanted) left.push_back(time);
        if (able.find(algorithm) == std::string::npos) able += (able.empty() ? "" : ", ") + std::string(algorithm);
    }
    if (!left.empty()) return *std::min_element(left.begin(), left.end(), faster);
    return Error{"bad-value",
                 "/plan/algorithm",
                 {"error.network-nccl-has-not-for",
                  {{"field", "algorithm"},
                   {"algorithm", network::name(*query.options.algorithm)},
                   {"collective", network::name(query.collective)}}},
                 {"accepted.or-another-method", {{"able", able}}},
                 {}};
}

void addCalibration(const network::NcclCalibration& calibration, const network::NcclGroup& group,
                    const Library& library, Estimate& estimate) {
    const auto calibrations = library.calibrations();
    const auto fitted = std::find_if(calibrations.begin(), calibrations.end(),
                                     [](const auto& known) { return known.id == network::kNcclCalibration; });
    if (fitted != calibrations.end()) {
        estimate.calibrations.push_back(
            {fitted->id, fitted->data, fitted->points, fitted->residual_p50, fitted->residual_p90});
    }
    if (calibration.own || calibration.family) return;
    Message text{"note.unmeasured-technology", {{"technology", group.technology}}};
    estimate.notes.push_back({Note::Level::Extrapolation, "unmeasured-technology", std::move(text), ""});
}

} // namespace

Result<Estimate> estimateCollectiveNccl(const Request& request, const Context& context) {
    const auto query = queryOf<CollectiveQuery>(request, context.library, resolveCollective);
    if (!query) return query.error();
    if (auto alone = checkAlone(*query); !alone) return alone.error();
    const auto group = network::ncclGroupOf(query->fabric, query->cluster.id);
    if (!group) {
        // The default method answers for every cluster.
        Estimate estimate = alphaBetaEstimate(*query);
        estimate.notes.push_back(collectiveNote("no-nccl", {"note.no-nccl", {{"reason", group.error().text}}}));
        return estimate;
    }
    const auto calibration = network::resolveNccl(*group, context.library.calibrations());
    const double bytes = query->busiestBytes();
    const auto choices = network::ncclChoices(*group, calibration.values, query->collective, bytes, query->nccl);
    const auto fastest = chosenTime(*query, choices);
    if (!fastest) return fastest.error();
    const NcclTime& time = *fastest;
    Estimate estimate;
    estimate.metrics = collectiveMetrics(*query, time.seconds(), calibration.log_p10, calibration.log_p90);
    estimate.parts.emplace_back("latency_s", ncclParts(*query, *group, time));
    estimate.tables = {choiceTable(choices, time), linkTable(ncclLoads(*query, time), time.seconds())};
    estimate.notes.push_back(collectiveNote("chosen", choice("note.chosen", time)));
    addCalibration(calibration, *group, context.library, estimate);
    return estimate;
}

} // namespace strata::methods
