// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/library.h"
#include "core/evaluate/estimate.h"
#include "core/hardware/gpu/engine_profile.h"
#include "core/hardware/gpu/gpu.h"
#include "core/hardware/npu/component.h"

#include <optional>
#include <string>

namespace strata {

/// What names a request's hardware and where it stands: "/hardware", or "/hardware/cluster" where a training request
/// takes a part of a cluster: {"cluster", "devices"}.
const Json& hardwareReference(const Json& request);
std::string_view hardwarePointer(const Json& request);

/// The hardware document of a request, valid and with every change applied. Errors point into the request.
Result<Json> resolveHardware(const Json& request, const Library& library);

/// The same as the catalog has it, without the request's changes.
Result<Json> catalogHardware(const Json& request, const Library& library);

/// The device of a resolved cluster, with the changes that the request or the cluster makes. Errors point into the
/// request.
Result<Json> resolveDevice(const Json& request, const Json& cluster, const Library& library);

/// The resolved hardware is of the kind that requests of this kind run on; `called` is how people call it. Errors:
/// "wrong-kind".
Result<void> requireHardware(const Json& request, const Json& hardware, EntryKind kind, std::string_view called);

/// An error in a resolved hardware document, pointing to where its cause stands in the request.
Error hardwareError(Error error, const Json& request);

/// The components of the library, by which NPUs estimate what they do not state.
std::vector<hardware::Component> componentsOf(const Library& library);

/// A GPU with the document that it was read from, for its sources.
struct GpuQuery {
    hardware::Gpu gpu;
    std::shared_ptr<const Json> document;
    bool names_engine = false;  ///< the request, its hardware or its plan, says which runtime serves
    std::string engine_version; ///< as stated
    hardware::EngineChoice::Fit engine_fit = hardware::EngineChoice::Fit::Known;
};

/// The request's hardware as a GPU. Errors: "wrong-kind" for any other hardware, those of resolveHardware().
Result<GpuQuery> resolveGpu(const Json& request, const Library& library);

/// Gives the device the profile of the runtime that gpu.engine names, in the version that the name ends in, else the
/// latest; of the library's preferred one where it names none.
void chooseRuntime(hardware::Gpu& gpu, const Library& library);

/// The id of the runtime that serves on a device whose own is `engine`: that one where it batches requests, else the
/// library's preferred one.
std::string servingRuntime(const std::string& engine, const Library& library);

/// Chooses the engine that serves, and its version: as plan.engine, else as the hardware names it, else the preferred
/// one; the latest range of versions where none is stated. Errors: "bad-value" for one that batches no requests or
/// where plan and hardware disagree, "not-found" for one that the library does not have.
Result<void> requireServingRuntime(const Json& request, const Library& library, GpuQuery& device);

/// Which versions of the engine an estimate holds for, where the request does not say that or nobody knows.
std::optional<Note> engineNote(const GpuQuery& device, const Library& library);

/// The member `engine` of a plan.
Field engineField();

} // namespace strata
