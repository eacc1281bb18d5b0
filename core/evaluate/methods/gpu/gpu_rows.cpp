// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/methods/builtin_methods.h"
#include "core/evaluate/methods/gpu/gpu_methods.h"
#include "core/evaluate/methods/lower/lower_layers.h"
#include "core/pim/time_residual.h"

namespace strata::methods {
namespace {

/// A method that predicts one kernel, without what its two rows differ in: composition makes each of them a method for
/// models as well.
struct KernelRow {
    GpuMethod method;
    Method row;
};

KernelRow tileRow() {
    return {kTileMethod,
            {.id = "gpu.tile",
             .kind = "kernel",
             .layer = "device",
             .platform = "GPU",
             .methodology = "analytical",
             .follows = "NeuSight",
             .citation = "tiles and waves after S. Lee, A. Phanishayee, D. Mahajan, \"NeuSight\", ASPLOS 2025, "
                         "doi 10.1145/3669940.3707265; causes and coefficients are Strata's own",
             .needs = "a GPU's datasheet; devices in hwlib/calibration have residual factors of their own",
             .limits = "A kernel has the device for itself. On shapes unlike those that were measured, libraries may "
                       "choose other tiles.",
             .calibrations = tileCalibrations()}};
}

KernelRow rooflineRow() {
    return {{.id = "gpu.roofline"},
            {.id = "gpu.roofline",
             .kind = "kernel",
             .layer = "device",
             .platform = "GPU",
             .methodology = "analytical",
             .follows = "roofline",
             .citation = "S. Williams, A. Waterman, D. Patterson, \"Roofline\", CACM 52(4), 2009",
             .needs = "a GPU's datasheet",
             .limits = "The answer is a lower bound of the time: a kernel reaches its full peak or full bandwidth and "
                       "moves every operand once, from L2 where it fits. Launches and waves take no time.",
             .own_measurements = false,
             .calibrations = {"gpu-roofline", "gpu-power"}}};
}

KernelRow waveScalingRow() {
    return {{.id = "gpu.wave-scaling", .by_tiles = true, .from_source = true},
            {.id = "gpu.wave-scaling",
             .kind = "kernel",
             .layer = "device",
             .platform = "GPU",
             .methodology = "analytical",
             .follows = "Habitat",
             .citation = "G. X. Yu, Y. Gao, P. Golikov, G. Pekhimenko, \"Habitat\", USENIX ATC 2021",
             .needs = "plan.source: a GPU, and the time measured on it; without a time, gpu.tile predicts it",
             .limits = "The same kernel is taken to run on both devices, which fails between generations that choose "
                       "other tiles or units.",
             .calibrations = tileCalibrations()}};
}

KernelRow hierarchyRow() {
    return {{.id = "gpu.hierarchy"},
            {.id = "gpu.hierarchy",
             .kind = "kernel",
             .layer = "device",
             .platform = "GPU",
             .methodology = "analytical",
             .follows = "AMALI",
             .citation = "Cao et al., \"AMALI: An Analytical Model for Accurately Modeling LLM Inference on Modern "
                         "GPUs\", ISCA 2025, "
                         "doi 10.1145/3695053.3731064",
             .needs = "a GPU's datasheet",
             .limits = "Averages over the whole kernel hide single SMs, waves and contention in L2. Tiles are guessed, "
                       "not traced.",
             .own_measurements = false,
             .calibrations = {"gpu-hierarchy", "gpu-power"}}};
}

KernelRow tableRow() {
    return {{.id = "gpu.table", .by_tiles = true, .reads_table = true},
            {.id = "gpu.table",
             .kind = "kernel",
             .layer = "device",
             .platform = "GPU",
             .methodology = "table",
             .follows = "AIConfigurator",
             .citation = "interpolation of measured kernels as in NVIDIA's AIConfigurator "
                         "(github.com/ai-dynamo/aiconfigurator), here of "
                         "utilization instead of time",
             .needs = "plan.table: a CSV file of kernels measured on this device",
             .limits =
                 "The table answers for its own device and runtime alone. Outside its shapes, the method "
                 "extrapolates and says so. Operators without rows are predicted by gpu.tile and marked. The file "
                 "is read at every request.",
             .reads_files = true,
             .calibrations = tileCalibrations()}};
}

KernelRow eventRow() {
    return {
        {.id = "gpu.event", .by_tiles = true, .shares = true},
        {.id = "gpu.event",
         .kind = "kernel",
         .layer = "device",
         .platform = "GPU",
         .methodology = "simulation",
         .follows = "Accel-Sim",
         .citation =
             "thread blocks as a fluid with fair shares: D. Bertsekas, R. Gallager, \"Data Networks\", 2nd ed., "
             "section 6.5.2",
         .needs = "a GPU's datasheet; work, tiles and coefficients of gpu.tile",
         .limits =
             "All blocks of a kernel are equal. Warps are not followed. Neighbours do not evict each other from L2.",
         .closed_form = false,
         .calibrations = tileCalibrations()}};
}

std::vector<KernelRow> kernelRows() {
    return {tileRow(), rooflineRow(), waveScalingRow(), hierarchyRow(), tableRow(), eventRow()};
}

Method forKernels(const KernelRow& of) {
    Method row = of.row;
    row.hardware = {EntryKind::Gpu};
    row.estimate = [method = of.method](const Request& request, const Context& context) {
        return estimateKernel(method, request, context);
    };
    row.prepared = preparedKernel(of.method);
    return row;
}

Method forModels(const KernelRow& of) {
    Method row = of.row;
    row.kind = "model";
    row.layer = "composition";
    row.hardware = {EntryKind::Gpu};
    row.calibrations = modelCalibrations(row.calibrations);
    row.calibrations.emplace_back(pim::kBankCalibration); // plan.attention_memory
    row.estimate = [method = of.method](const Request& request, const Context& context) {
        return estimateModel(method, request, context);
    };
    row.prepared = preparedModel(of.method);
    return row;
}

} // namespace

std::vector<std::string_view> tileCalibrations() {
    return {"gpu-tile", "gpu-tensor-matmul", "gpu-simt-matmul", "gpu-windows", "gpu-attention",
            "gpu-moe",  "gpu-scan",          "gpu-vector",      "gpu-power"};
}

std::vector<std::string_view> modelCalibrations(std::vector<std::string_view> of_kernels) {
    of_kernels.insert(of_kernels.end(), {"compose-models", "compose-serving"});
    return of_kernels;
}

std::optional<GpuMethod> gpuMethodNamed(std::string_view id) {
    for (const KernelRow& row : kernelRows())
        if (row.method.id == id) return row.method;
    return std::nullopt;
}

std::vector<Method> gpuMethods() {
    const std::vector<KernelRow> rows = kernelRows();
    std::vector<Method> methods;
    for (const KernelRow& row : rows)
        methods.push_back(forKernels(row));
    for (const KernelRow& row : rows)
        methods.push_back(forModels(row));
    return methods;
}

} // namespace strata::methods
