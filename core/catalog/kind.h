// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace strata {

struct ObjectSchema;

/// What kinds of entry the catalog holds; the folder under hwlib/ or workloads/ says which.
enum class EntryKind {
    Npu,
    Gpu,
    Cnn,
    Transformer,
    Diffusion,
    Calibration,
    Cluster,
    Scenario,
    Kernels,
    Engine,
    Tool,
    Graph,
    Soc,
    Backend,
    Predictor,
    Pim,
    Cpu,
    Component,
    Macro,
    Dimm
};

/// All kinds, in the order in which the catalog lists them.
std::span<const EntryKind> entryKinds();

std::string_view name(EntryKind kind);   ///< "npu", "gpu", ...
std::string_view folder(EntryKind kind); ///< below a library's root: "hwlib/npu", "workloads/cnn", ...
bool isHardware(EntryKind kind);
bool isWorkload(EntryKind kind); ///< what is neither hardware nor workload: calibrations, engines, predictors and so on
const ObjectSchema& schemaOf(EntryKind kind);

/// The kind of that name, nothing when there is none.
std::optional<EntryKind> entryKindNamed(std::string_view name);

} // namespace strata
