// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/kinds/hardware_query.h"

#include "core/catalog/inheritance.h"
#include "core/catalog/near_names.h"
#include "core/evaluate/kind.h"
#include "core/hardware/gpu/gpu_json.h"

#include <nlohmann/json.hpp>

namespace strata {
namespace {

constexpr std::string_view kHardware = "/hardware";
constexpr std::string_view kPart = "/hardware/cluster";

bool takesPart(const Json& request) {
    const Json& hardware = request.at("hardware");
    if (!hardware.is_object() || !hardware.contains("cluster")) return false;
    const RequestKind* kind = kindOf(request);
    return kind != nullptr && kind->devices != nullptr;
}

} // namespace

const Json& hardwareReference(const Json& request) {
    const Json& hardware = request.at("hardware");
    return takesPart(request) ? hardware.at("cluster") : hardware;
}

std::string_view hardwarePointer(const Json& request) { return takesPart(request) ? kPart : kHardware; }

Result<Json> resolveHardware(const Json& request, const Library& library) {
    return library.resolve(hardwareReference(request), hardwarePointer(request), Role::Hardware);
}

Result<Json> catalogHardware(const Json& request, const Library& library) {
    const Json& reference = hardwareReference(request);
    if (!reference.is_object() || !reference.contains("base")) return resolveHardware(request, library);
    return library.resolve(reference["base"], std::string(hardwarePointer(request)) + "/base", Role::Hardware);
}

Result<Json> resolveDevice(const Json& request, const Json& cluster, const Library& library) {
    const std::string device = std::string(hardwarePointer(request)) + std::string(kDeviceMember);
    auto resolved = library.resolve(cluster.at("device"), device, Role::Hardware);
    if (resolved) return resolved;
    Error error = resolved.error();
    const Json& reference = hardwareReference(request);
    const auto set = reference.is_object() ? reference.find("set") : reference.end();
    if (set == reference.end() || !set->is_object()) return error;
    for (const auto& change : set->items()) { // a change below /device became one in the device's own set
        if (!changesDevice(cluster, change.key())) continue;
        const std::string inner = device + "/set/" + pointerStep(change.key().substr(kDeviceMember.size()));
        if (error.pointer.starts_with(inner))
            error.pointer.replace(0, inner.size(),
                                  std::string(hardwarePointer(request)) + "/set/" + pointerStep(change.key()));
    }
    return error;
}

Error hardwareError(Error error, const Json& request) {
    const Json& reference = hardwareReference(request);
    const std::string place(hardwarePointer(request));
    const auto set = reference.is_object() ? reference.find("set") : reference.end();
    if (reference.is_object() && set != reference.end() && set->is_object()) {
        error.pointer = pointerAsWritten(*set, place + "/set", place, error.pointer);
    } else {
        error.pointer = place + error.pointer;
    }
    return error;
}

std::vector<hardware::Component> componentsOf(const Library& library) {
    std::vector<hardware::Component> components;
    for (const Entry& entry : library.entries()) {
        if (entry.kind != EntryKind::Component) continue;
        if (auto component = hardware::readComponent(*entry.document, {})) components.push_back(*std::move(component));
    }
    return components;
}

Result<void> requireHardware(const Json& request, const Json& hardware, EntryKind kind, std::string_view called) {
    const std::string found = hardware.value("kind", std::string());
    if (found == name(kind)) return {};
    return Error{"wrong-kind",
                 std::string(hardwarePointer(request)),
                 {"error.requests-kind-run-on-kind",
                  {{"kind", request.value("kind", std::string())},
                   {"called", called},
                   {"id", hardware.value("id", std::string("the hardware"))},
                   {"found", found}}},
                 {"accepted.command-line-entry-of-kind", {{"kind", name(kind)}}},
                 {}};
}

Result<GpuQuery> resolveGpu(const Json& request, const Library& library) {
    auto document = resolveHardware(request, library);
    if (!document) return document.error();
    if (auto fits = requireHardware(request, *document, EntryKind::Gpu, "a GPU"); !fits) return fits.error();
    auto gpu = hardware::readGpu(*document, {});
    if (!gpu) return hardwareError(gpu.error(), request);
    if (gpu->market == "mobile") {
        // Desktop runtimes do not run on phones, and what was learned from their kernels says nothing there.
        return hardwareError({"not-modelled",
                              "/market",
                              {"error.gpu-of-phone", {{"name", gpu->name}}},
                              {"accepted.command-line-request-of-kind-edge"},
                              {}},
                             request);
    }
    GpuQuery found;
    found.gpu = *std::move(gpu);
    found.document = std::make_shared<const Json>(*std::move(document));
    // Devices without links of their own reach each other through the host.
    if (found.gpu.link_bytes_per_s <= 0.0)
        found.gpu.link_bytes_per_s = found.document->value("host_link_bytes_per_s", 0.0);
    chooseRuntime(found.gpu, library);
    return found;
}

void chooseRuntime(hardware::Gpu& gpu, const Library& library) {
    const hardware::Engine* engine =
        gpu.engine.empty() ? library.preferredEngine(false) : library.findEngine(gpu.engine);
    if (engine == nullptr) return;
    const std::string_view version = hardware::versionInName(gpu.engine);
    gpu.runtime = std::make_shared<const hardware::EngineProfile>(hardware::chooseEngine(*engine, version).profile);
}

std::string servingRuntime(const std::string& engine, const Library& library) {
    const hardware::Engine* found = library.findEngine(engine);
    if (found == nullptr || (!found->ranges.empty() && found->ranges.back().serves)) return engine;
    const hardware::Engine* preferred = library.preferredEngine();
    return preferred ? preferred->id : engine;
}

namespace {

/// Those that batch requests, for people.
std::string servingEngines(const Library& library) {
    std::vector<std::string> names;
    for (const hardware::Engine& engine : library.engines()) {
        if (engine.ranges.back().serves) names.push_back(engine.id);
    }
    return listNames(names);
}

const Json& plannedEngine(const Json& request) {
    static const Json kNothing = Json::object();
    const Json* stated = findPointer(request, "/plan/engine");
    return stated ? *stated : kNothing;
}

} // namespace

Result<void> requireServingRuntime(const Json& request, const Library& library, GpuQuery& device) {
    const Json& planned = plannedEngine(request);
    const auto own = device.document->find("engine");
    const bool of_device = own != device.document->end();
    const hardware::Engine* engine = of_device ? library.findEngine(own->get<std::string>()) : nullptr;
    if (planned.contains("id")) {
        const std::string id = planned.at("id").get<std::string>();
        const hardware::Engine* wanted = library.findEngine(id);
        if (wanted == nullptr) {
            return Error{"not-found",
                         "/plan/engine/id",
                         {"error.catalog-has-no-engine", {{"id", id}}},
                         verbatim(servingEngines(library)),
                         {}};
        }
        if (engine != nullptr && engine != wanted) {
            return Error{"bad-value",
                         "/plan/engine/id",
                         {"error.plan-names-hardware", {{"wanted", wanted->name}, {"engine", engine->name}}},
                         {"accepted.one-them-or-same-twice"},
                         {}};
        }
        engine = wanted;
        if (!engine->ranges.back().serves) {
            return Error{"bad-value",
                         "/plan/engine/id",
                         {"error.runtime-runs-model-but-batches-no", {{"engine", engine->name}}},
                         verbatim(servingEngines(library)),
                         {}};
        }
    }
    if (engine != nullptr && !engine->ranges.back().serves) {
        return hardwareError({"bad-value",
                              "/engine",
                              {"error.runtime-runs-model-but-batches-no", {{"engine", own->get<std::string>()}}},
                              {"accepted.engines-and-default",
                               {{"engines", servingEngines(library)}, {"engine", servingRuntime(engine->id, library)}}},
                              {}},
                             request);
    }
    device.names_engine = of_device || planned.contains("id");
    if (engine == nullptr) engine = library.preferredEngine();
    if (engine == nullptr) return {};
    device.engine_version = planned.value("version", std::string());
    auto choice = hardware::chooseEngine(*engine, device.engine_version);
    device.engine_fit = choice.fit;
    if (!device.document->value("replays_graphs", true)) choice.profile.graph_replay = false;
    device.gpu.engine = choice.profile.measured_as;
    device.gpu.runtime = std::make_shared<const hardware::EngineProfile>(std::move(choice.profile));
    return {};
}

namespace {

Message versionsOf(const hardware::EngineProfile& engine) {
    if (engine.until.empty()) return {"versions.from", {{"from", engine.from}}};
    return {"versions.between", {{"from", engine.from}, {"until", engine.until}}};
}

} // namespace

std::optional<Note> engineNote(const GpuQuery& device, const Library& library) {
    using Fit = hardware::EngineChoice::Fit;
    if (!device.gpu.runtime || device.engine_fit == Fit::Known) return std::nullopt;
    const hardware::EngineProfile& engine = *device.gpu.runtime;
    Note note{Note::Level::Info, "engine-version", {"note.engine-not-stated"}, "/plan/engine/version"};
    if (device.engine_fit == Fit::Newer) note.text.id = "note.engine-newer";
    if (device.engine_fit == Fit::Older) {
        note.text.id = "note.engine-older";
        note.level = Note::Level::Warning;
    }
    const hardware::Engine* known = library.findEngine(engine.id);
    std::vector<Message> also;
    if (const hardware::EngineProfile* other = known ? otherRange(*known, engine) : nullptr)
        also.push_back({"note.engine-interval", {{"versions", versionsOf(*other)}}});
    note.text.arguments = {{"engine", engine.name},
                           {"version", device.engine_version},
                           {"versions", versionsOf(engine)},
                           {"also", std::move(also)}};
    return note;
}

Field engineField() {
    using namespace field;
    return object(
        "engine", "Engine",
        {"planned_engine",
         "Engine",
         {
             text("id", "Id", "Id of an engine of the catalog.").byRule("the engine that the hardware names"),
             text("version", "Version", "Version of the engine, for example 0.14.").byRule("the latest known version"),
         }},
        "The serving software. Its version determines the cost of the host's work and how far ahead it schedules.");
}

} // namespace strata
