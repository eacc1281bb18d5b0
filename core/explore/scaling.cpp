// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/scaling.h"

#include "core/catalog/library.h"
#include "core/evaluate/kinds/system/training_query.h"
#include "core/evaluate/method.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace strata::explore {
namespace {

constexpr std::uint64_t kMostCopies = 1U << 20;

/// Thins a list evenly, but keeps its ends and one value.
std::vector<std::uint64_t> thinned(const std::vector<std::uint64_t>& all, std::size_t most, std::uint64_t kept) {
    if (all.size() <= most || most < 2) return all;
    std::vector<std::uint64_t> few;
    for (std::size_t i = 0; i < most; ++i)
        few.push_back(all[i * (all.size() - 1) / (most - 1)]);
    few.push_back(kept);
    std::ranges::sort(few);
    few.erase(std::unique(few.begin(), few.end()), few.end());
    return few;
}

void addCommunication(const Estimate& estimate, ScalingPoint& point) {
    const Part* root = estimate.findParts("iteration_s");
    if (root == nullptr || !(root->value > 0.0)) return;
    for (const Part& part : root->children)
        if (part.category == Category::Communication)
            point.communication.emplace_back(part.id, part.value / root->value);
}

ScalingPoint pointOf(const Json& request, const Library& library, std::uint64_t devices, const std::stop_token& stop) {
    ScalingPoint point;
    point.devices = devices;
    point.global_batch = request.at("workload").at("global_batch").get<double>();
    auto estimate = evaluate(request, Context{library, stop, nullptr});
    if (!estimate) {
        point.reason = estimate.error().text;
        return point;
    }
    point.valid = estimate->valid;
    for (const Note& note : estimate->notes)
        if (!estimate->valid && note.level == Note::Level::Warning) point.reason = note.text;
    addCommunication(*estimate, point);
    point.metrics = std::move(estimate->metrics);
    return point;
}

} // namespace

std::string_view name(Scaling scaling) { return scaling == Scaling::Strong ? "strong" : "weak"; }

const Metric* ScalingPoint::find(std::string_view metric) const {
    const auto found = std::ranges::find(metrics, metric, &Metric::name);
    return found == metrics.end() ? nullptr : &*found;
}

std::vector<std::uint64_t> scalingDevices(const TrainingQuery& query, Scaling scaling, std::size_t most) {
    const system::Plan& plan = query.plan;
    const std::uint64_t copy = std::uint64_t{plan.tp} * plan.pp * plan.cp;
    const std::uint64_t copies = std::min(kMostCopies, query.cluster.devices() / copy);
    const double batches = query.job.global_batch / plan.micro_batch;
    std::vector<std::uint64_t> all;
    for (std::uint64_t dp = 1; dp <= copies; ++dp) {
        const bool divides = std::fmod(batches, static_cast<double>(dp)) == 0.0;
        const bool power = (dp & (dp - 1)) == 0;
        if (scaling == Scaling::Strong ? divides : power || dp == plan.dp) all.push_back(dp * copy);
    }
    return thinned(all, most, static_cast<std::uint64_t>(query.devices));
}

Json onDevices(const Json& request, const TrainingQuery& query, Scaling scaling, std::uint64_t devices) {
    Json changed = request;
    Json& hardware = changed["hardware"];
    if (!hardware.is_object() || !hardware.contains("cluster")) hardware = Json{{"cluster", hardware}};
    hardware["devices"] = devices;
    const system::Plan& plan = query.plan;
    const std::uint64_t copy = std::uint64_t{plan.tp} * plan.pp * plan.cp;
    if (changed.contains("plan") && changed["plan"].contains("dp")) changed["plan"]["dp"] = devices / copy;
    if (scaling == Scaling::Weak) {
        const double grown = query.job.global_batch * static_cast<double>(devices) / query.devices;
        changed["workload"]["global_batch"] = static_cast<std::uint64_t>(std::llround(std::max(1.0, grown)));
    }
    return changed;
}

ScalingRun runScaling(std::shared_ptr<const Json> request, const Library& library, Scaling scaling, std::size_t most,
                      const std::stop_token& stop) {
    ScalingRun run;
    run.scaling = scaling;
    run.request = std::move(request);
    const auto query = resolveTraining(*run.request, library);
    if (!query) return run;
    run.devices = static_cast<std::uint64_t>(query->devices);
    for (const std::uint64_t devices : scalingDevices(*query, scaling, most)) {
        if (stop.stop_requested()) break;
        run.points.push_back(pointOf(onDevices(*run.request, *query, scaling, devices), library, devices, stop));
    }
    return run;
}

} // namespace strata::explore
