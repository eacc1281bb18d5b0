// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/kind.h"

#include "core/base/schema.h"
#include "core/catalog/inheritance.h"
#include "core/catalog/tool.h"
#include "core/hardware/calibration/calibration.h"
#include "core/hardware/calibration/predictor.h"
#include "core/hardware/cluster/cluster_json.h"
#include "core/hardware/edge/backend.h"
#include "core/hardware/edge/cpu_core.h"
#include "core/hardware/edge/soc.h"
#include "core/hardware/gpu/engine_profile.h"
#include "core/hardware/gpu/gpu_json.h"
#include "core/hardware/gpu/kernel_table.h"
#include "core/hardware/npu/component.h"
#include "core/hardware/npu/npu_json.h"
#include "core/hardware/pim/dimm.h"
#include "core/hardware/pim/macro.h"
#include "core/hardware/pim/pim.h"
#include "core/workload/image/diffusion_shape.h"
#include "core/workload/kernel/operators.h"
#include "core/workload/listed/listed_graph.h"
#include "core/workload/scenario.h"

#include <array>
#include <nlohmann/json.hpp>

namespace strata {

namespace {

enum class Part { Hardware, Workload, Neither };

struct KindRow {
    EntryKind kind;
    std::string_view name;
    std::string_view folder;
    Part part;
    const ObjectSchema& (*schema)();
    Result<void> (*check)(const Json& document); ///< what the schema cannot say
};

template <class Value>
Result<void> checked(const Result<Value>& read) {
    if (!read) return read.error();
    return {};
}

constexpr std::array kKindRows = {
    KindRow{EntryKind::Npu, "npu", "hwlib/npu", Part::Hardware, hardware::npuSchema,
            [](const Json& document) { return checked(hardware::readNpu(document, {})); }},
    KindRow{EntryKind::Gpu, "gpu", "hwlib/gpu", Part::Hardware, hardware::gpuSchema,
            [](const Json& document) { return checked(hardware::readGpu(document, {})); }},
    KindRow{EntryKind::Cnn, "cnn", "workloads/cnn", Part::Workload, workload::cnnSchema,
            [](const Json& document) { return checked(workload::listLayers(document, {})); }},
    KindRow{EntryKind::Transformer, "transformer", "workloads/transformer", Part::Workload, workload::transformerSchema,
            [](const Json& document) { return checked(workload::listLayers(document, {})); }},
    KindRow{EntryKind::Diffusion, "diffusion", "workloads/diffusion", Part::Workload, workload::diffusionSchema,
            [](const Json& document) { return checked(workload::readDiffusion(document, {}, {})); }},
    KindRow{EntryKind::Calibration, "calibration", "hwlib/calibration", Part::Neither, hardware::calibrationSchema,
            [](const Json& document) { return checked(hardware::readCalibration(document, {})); }},
    KindRow{EntryKind::Cluster, "cluster", "hwlib/cluster", Part::Hardware, hardware::clusterSchema,
            [](const Json& document) { return checked(hardware::readCluster(document, {})); }},
    KindRow{EntryKind::Scenario, "scenario", "workloads/scenario", Part::Neither, workload::scenarioSchema,
            [](const Json& document) { return checked(workload::readScenario(document, {})); }},
    KindRow{EntryKind::Kernels, "kernels", "hwlib/kernels", Part::Neither, hardware::kernelTableSchema,
            [](const Json& document) { return checked(hardware::readKernelTable(document, {})); }},
    KindRow{EntryKind::Engine, "engine", "hwlib/engine", Part::Neither, hardware::engineSchema,
            [](const Json& document) { return checked(hardware::readEngine(document, {})); }},
    KindRow{EntryKind::Tool, "tool", "hwlib/tool", Part::Neither, toolSchema,
            [](const Json& document) { return checked(readTool(document, {})); }},
    KindRow{EntryKind::Graph, "graph", "workloads/graph", Part::Workload, workload::graphSchema,
            [](const Json& document) { return checked(workload::listLayers(document, {})); }},
    KindRow{EntryKind::Soc, "soc", "hwlib/edge", Part::Hardware, hardware::socSchema,
            [](const Json& document) { return checked(hardware::readSoc(document, {})); }},
    KindRow{EntryKind::Backend, "backend", "hwlib/backend", Part::Neither, hardware::backendSchema,
            [](const Json& document) { return checked(hardware::readBackend(document, {})); }},
    KindRow{EntryKind::Predictor, "predictor", "hwlib/predictor", Part::Neither, hardware::predictorSchema,
            [](const Json& document) { return checked(hardware::readPredictor(document, {})); }},
    KindRow{EntryKind::Pim, "pim", "hwlib/pim", Part::Hardware, hardware::pimSchema,
            [](const Json& document) { return checked(hardware::readPim(document, {})); }},
    KindRow{EntryKind::Cpu, "cpu", "hwlib/cpu", Part::Hardware, hardware::cpuCoreSchema,
            [](const Json& document) { return checked(hardware::readCpuCore(document, {})); }},
    KindRow{EntryKind::Component, "component", "hwlib/component", Part::Neither, hardware::componentSchema,
            [](const Json& document) { return checked(hardware::readComponent(document, {})); }},
    KindRow{EntryKind::Macro, "macro", "hwlib/macro", Part::Hardware, hardware::macroSchema,
            [](const Json& document) { return checked(hardware::readMacro(document, {})); }},
    KindRow{EntryKind::Dimm, "dimm", "hwlib/dimm", Part::Hardware, hardware::dimmSchema,
            [](const Json& document) { return checked(hardware::readDimm(document, {})); }},
};

constexpr std::array kKinds = {EntryKind::Npu,         EntryKind::Gpu,         EntryKind::Soc,       EntryKind::Pim,
                               EntryKind::Macro,       EntryKind::Dimm,        EntryKind::Cpu,       EntryKind::Cluster,
                               EntryKind::Cnn,         EntryKind::Transformer, EntryKind::Diffusion, EntryKind::Graph,
                               EntryKind::Calibration, EntryKind::Scenario,    EntryKind::Kernels,   EntryKind::Engine,
                               EntryKind::Backend,     EntryKind::Predictor,   EntryKind::Component, EntryKind::Tool};

// The rows stand in the order of the enumeration.
const KindRow& row(EntryKind kind) { return kKindRows[static_cast<std::size_t>(kind)]; }

} // namespace

std::span<const EntryKind> entryKinds() { return kKinds; }

std::string_view name(EntryKind kind) { return row(kind).name; }

std::string_view folder(EntryKind kind) { return row(kind).folder; }

bool isHardware(EntryKind kind) { return row(kind).part == Part::Hardware; }

bool isWorkload(EntryKind kind) { return row(kind).part == Part::Workload; }

const ObjectSchema& schemaOf(EntryKind kind) { return row(kind).schema(); }

std::optional<EntryKind> entryKindNamed(std::string_view wanted) {
    for (const KindRow& candidate : kKindRows) {
        if (candidate.name == wanted) return candidate.kind;
    }
    return std::nullopt;
}

Result<void> checkEntry(const Json& document, EntryKind kind) {
    if (Result<void> valid = validate(document, schemaOf(kind)); !valid) return valid;
    return row(kind).check(document);
}

} // namespace strata
