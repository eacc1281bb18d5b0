// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/kinds/own_measurements.h"

#include "core/evaluate/kind.h"
#include "core/evaluate/kinds/hardware_query.h"
#include "core/gpu/calibration/own_factors.h"
#include "core/hardware/calibration/own_measurements.h"
#include "core/hardware/cluster/cluster_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace strata {
namespace {

bool hasOwn(const Library& library) {
    const auto& all = library.calibrations();
    return std::any_of(all.begin(), all.end(), hardware::holdsOwnMeasurements);
}

/// The runtime of the request's device: the one that serves for requests that need one, else the device's own.
std::shared_ptr<const hardware::EngineProfile> runtimeOf(const Request& request, const Library& library,
                                                         const std::string& device) {
    Json asked = *request.document;
    if (!device.empty()) asked["hardware"] = device;
    auto query = resolveGpu(asked, library);
    if (!query) return nullptr;
    if (request.kind->serves && !requireServingRuntime(asked, library, *query)) return nullptr;
    return query->gpu.runtime;
}

} // namespace

std::shared_ptr<const Library> withoutOwnMeasurements(const Library& library) {
    if (!hasOwn(library)) return nullptr;
    std::vector<Entry> entries = library.entries();
    std::erase_if(entries, [](const Entry& entry) {
        return entry.kind == EntryKind::Calibration && entry.document->contains("own");
    });
    return std::make_shared<const Library>(std::move(entries));
}

bool ignoresOwnMeasurements(const Json& request, const Library& library) {
    const auto found = request.is_object() ? request.find(kOwnMeasurements) : request.end();
    return found != request.end() && *found == "ignore" && hasOwn(library);
}

std::vector<const hardware::Calibration*> ownMeasurementsOf(const Request& request, const Method& method,
                                                            const Library& library) {
    std::vector<const hardware::Calibration*> found;
    if (!method.own_measurements || !hasOwn(library)) return found;
    const auto document = resolveHardware(*request.document, library);
    if (!document) return found;
    const std::string id = document->value("id", std::string());
    const bool cluster = document->value("kind", std::string()) == name(EntryKind::Cluster);
    const std::string device = cluster ? hardware::deviceId(*document) : id;
    const auto calibrations = std::span(library.calibrations());
    const auto runtime = runtimeOf(request, library, cluster ? device : std::string());
    const auto of_device =
        request.kind->runs_kernels ? hardware::ownOfDevice(calibrations, device, runtime.get()) : nullptr;
    const auto of_cluster = cluster ? hardware::ownOfCluster(calibrations, id) : nullptr;
    for (const hardware::Calibration& calibration : calibrations) {
        const auto own = hardware::ownMeasurementsOf(calibration);
        const auto is = [&own](const auto& used) { return used && own->enabled && own->version == used->version; };
        if (own && (is(of_device) || is(of_cluster))) found.push_back(&calibration);
    }
    return found;
}

void nameOwnMeasurements(const Request& request, const Method& method, const Library& library, Estimate& estimate) {
    const bool ignored = ignoresOwnMeasurements(*request.document, library);
    for (const hardware::Calibration* calibration : ownMeasurementsOf(request, method, library)) {
        const auto own = hardware::ownMeasurementsOf(*calibration);
        Note note;
        note.pointer = std::string("/") + kOwnMeasurements;
        if (ignored) {
            note.code = "own-measurements-ignored";
            note.text = {"note.own-measurements-ignored", {{"id", calibration->id}}};
        } else {
            note.code = "own-measurements";
            note.text = {"note.own-measurements",
                         {{"points", calibration->points},
                          {"id", calibration->id},
                          {"date", own->date},
                          {"version", own->version}}};
            estimate.calibrations.push_back({calibration->id, calibration->data + ", version " + own->version,
                                             calibration->points, calibration->residual_p50,
                                             calibration->residual_p90});
        }
        estimate.notes.push_back(std::move(note));
        const auto older = std::ranges::count_if(
            own->kernels, [](const auto& kernel) { return kernel.place.size() != gpu::kOwnPlace; });
        if (ignored || older == 0) continue;
        estimate.notes.push_back(
            {.level = Note::Level::Warning,
             .code = "own-measurements-older",
             .text = {"note.own-measurements-older", {{"count", static_cast<double>(older)}, {"id", calibration->id}}},
             .pointer = std::string("/") + kOwnMeasurements});
    }
}

} // namespace strata
