// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/hardware_query.h"

#include "core/catalog/inheritance.h"
#include "core/hardware/gpu_json.h"

#include <nlohmann/json.hpp>

namespace strata {
namespace {

constexpr std::string_view kHardware = "/hardware";
constexpr std::string_view kPart = "/hardware/cluster";

bool takesPart(const Json& request) {
    const Json& hardware = request.at("hardware");
    return request.value("kind", Json()) == "training" && hardware.is_object() && hardware.contains("cluster");
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

Result<void> requireHardware(const Json& request, const Json& hardware, EntryKind kind, std::string_view called) {
    const std::string found = hardware.value("kind", std::string());
    if (found == name(kind)) return {};
    return Error{"wrong-kind",
                 std::string(hardwarePointer(request)),
                 "requests of kind " + request.value("kind", std::string()) + " run on " + std::string(called) + ", '" +
                     hardware.value("id", std::string("the hardware")) + "' is of kind " + found,
                 "an entry that `strata-cli catalog list --kind " + std::string(name(kind)) + "` shows",
                 {}};
}

Result<GpuQuery> resolveGpu(const Json& request, const Library& library) {
    auto document = resolveHardware(request, library);
    if (!document) return document.error();
    if (auto fits = requireHardware(request, *document, EntryKind::Gpu, "a GPU"); !fits) return fits.error();
    auto gpu = hardware::readGpu(*document, {});
    if (!gpu) return hardwareError(gpu.error(), request);
    return GpuQuery{*std::move(gpu), std::make_shared<const Json>(*std::move(document))};
}

Result<void> requireServingRuntime(const Json& request, GpuQuery& device) {
    const bool named = device.document->contains("engine");
    if (named && device.gpu.engine.starts_with("pytorch")) {
        return hardwareError({"bad-value",
                              "/engine",
                              "the runtime is " + device.gpu.engine + ", which runs a model but batches no requests",
                              "vllm, sglang or tensorrt-llm; vllm where none is named",
                              {}},
                             request);
    }
    device.gpu.engine = servingRuntime(device.gpu.engine);
    return {};
}

} // namespace strata
