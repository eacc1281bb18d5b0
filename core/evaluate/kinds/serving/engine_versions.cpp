// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/kinds/serving/engine_versions.h"

#include "core/catalog/library.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace strata {

std::optional<Json> withOtherVersion(const Json& request, const GpuQuery& device, const Library& library) {
    if (!device.gpu.runtime || device.engine_fit == hardware::EngineChoice::Fit::Known) return std::nullopt;
    const hardware::Engine* engine = library.findEngine(device.gpu.runtime->id);
    const hardware::EngineProfile* other = engine ? otherRange(*engine, *device.gpu.runtime) : nullptr;
    if (other == nullptr) return std::nullopt;
    Json changed = request;
    changed["plan"]["engine"] = Json{{"id", engine->id}, {"version", other->from}};
    return changed;
}

void holdToo(const Estimate& other, Estimate& estimate) {
    if (!other.valid) return;
    for (Metric& metric : estimate.metrics) {
        const auto same = std::ranges::find(other.metrics, metric.name, &Metric::name);
        if (same == other.metrics.end()) continue;
        metric.low = std::min(metric.low, same->value);
        metric.high = std::max(metric.high, same->value);
    }
}

} // namespace strata
