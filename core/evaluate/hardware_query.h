// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/library.h"
#include "core/hardware/gpu.h"

namespace strata {

/// What names a request's hardware and where it stands: "/hardware", or "/hardware/cluster" where a training request
/// takes a part of a cluster: {"cluster", "devices"}.
const Json& hardwareReference(const Json& request);
std::string_view hardwarePointer(const Json& request);

/// The hardware document of a request, valid and with every change applied. Errors point into the request.
Result<Json> resolveHardware(const Json& request, const Library& library);

/// The same as the catalog has it, without the request's changes.
Result<Json> catalogHardware(const Json& request, const Library& library);

/// The resolved hardware is of the kind that requests of this kind run on; `called` is how people call it. Errors:
/// "wrong-kind".
Result<void> requireHardware(const Json& request, const Json& hardware, EntryKind kind, std::string_view called);

/// An error in a resolved hardware document, pointing to where its cause stands in the request.
Error hardwareError(Error error, const Json& request);

/// A GPU with the document that it was read from, for its sources.
struct GpuQuery {
    hardware::Gpu gpu;
    std::shared_ptr<const Json> document;
};

/// The request's hardware as a GPU. Errors: "wrong-kind" for any other hardware, those of resolveHardware().
Result<GpuQuery> resolveGpu(const Json& request, const Library& library);

/// The runtime that serves on hardware whose entry names none: vLLM.
inline std::string servingRuntime(const std::string& engine) { return engine.starts_with("pytorch") ? "vllm" : engine; }

/// The device's engine becomes the runtime that its entry names, vLLM where it names none. Errors: "bad-value" for one
/// that batches no requests.
Result<void> requireServingRuntime(const Json& request, GpuQuery& device);

} // namespace strata
