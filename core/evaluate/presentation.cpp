// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/presentation.h"

#include "core/evaluate/registry.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace strata {

std::vector<std::string> headlineMetrics(const Estimate& estimate, std::size_t most, const Registry& registry) {
    std::vector<std::string> wanted;
    if (const RequestKind* kind = registry.kind(estimate.kind))
        wanted.assign(kind->headline.begin(), kind->headline.end());
    std::erase_if(wanted, [&](const std::string& name) { return estimate.findMetric(name) == nullptr; });
    if (wanted.size() > most) wanted.resize(most);
    for (const Metric& metric : estimate.metrics) {
        if (wanted.size() >= most) break;
        if (std::ranges::find(wanted, metric.name) == wanted.end()) wanted.push_back(metric.name);
    }
    return wanted;
}

std::string plottedMetric(const Estimate& estimate, const Registry& registry) {
    constexpr const char* kWithoutMetrics = "energy_j"; // of an estimate that cannot exist
    const RequestKind* kind = registry.kind(estimate.kind);
    const bool states = kind != nullptr && !kind->plotted.empty();
    if (states && (estimate.metrics.empty() || estimate.findMetric(kind->plotted))) return std::string(kind->plotted);
    return estimate.metrics.empty() ? kWithoutMetrics : estimate.metrics.front().name;
}

const Method* askedMethod(const Json& request, const Registry& registry) {
    const RequestKind* kind = kindOf(request, registry);
    if (kind == nullptr) return nullptr;
    const Json* named = findPointer(request, "/method");
    if (named != nullptr && named->is_string()) return registry.method(kind->id, named->get_ref<const std::string&>());
    const auto methods = registry.methodsOf(kind->id);
    return methods.empty() ? nullptr : methods.front();
}

std::vector<const Method*> otherMethods(const Json& request, const Estimate* estimate, const Registry& registry) {
    const RequestKind* kind = kindOf(request, registry);
    if (kind == nullptr) return {};
    std::vector<const Method*> others = registry.methodsOf(kind->id);
    if (estimate == nullptr) return others;
    const Method* own = registry.method(kind->id, estimate->method);
    std::erase_if(others, [&](const Method* method) {
        return method == own || (own != nullptr && method->hardware != own->hardware);
    });
    return others;
}

std::string otherSimulations(const Json& request, const Estimate* estimate, const Registry& registry) {
    std::string ids;
    for (const Method* method : otherMethods(request, estimate, registry))
        if (!method->closed_form) ids += (ids.empty() ? "" : ", ") + std::string(method->id);
    return ids;
}

} // namespace strata
