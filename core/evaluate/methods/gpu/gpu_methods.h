// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compose/compose.h"
#include "core/evaluate/engine/device_memo.h"
#include "core/evaluate/kinds/gpu/kernel_query.h"
#include "core/evaluate/kinds/gpu/model_query.h"
#include "core/evaluate/method.h"
#include "core/gpu/power/power.h"
#include "core/gpu/predictor.h"

namespace strata::methods {

/// What a method of GPUs needs besides its row among gpu::kernelMethods(), and what it can do.
struct GpuMethod {
    std::string_view id;      ///< of both rows
    bool by_tiles = false;    ///< work, tiles and power are those of the tile model: its calibrations take part
    bool follows = false;     ///< its coefficients follow a device whose numbers change
    bool shares = false;      ///< answers plan.sharing
    bool reads_table = false; ///< reads plan.table
    bool from_source = false; ///< predicts on plan.source as well
};
/// The method whose kernels iterations of engines and steps of training are composed of.
inline constexpr GpuMethod kTileMethod{.id = "gpu.tile", .by_tiles = true, .follows = true};

/// A kernel, or a model that is composed of them, by one method.
Result<Estimate> estimateKernel(const GpuMethod& method, const Request& request, const Context& context);
Result<Estimate> estimateModel(const GpuMethod& method, const Request& request, const Context& context);
PreparedMethod preparedKernel(const GpuMethod& method);
PreparedMethod preparedModel(const GpuMethod& method);

/// The method on the request's device, with what the plan gives it (source device, measured table). Errors:
/// "not-supported" where the device, or the source, has no units for the arithmetic of a kernel; those of
/// kernelPredictor().
Result<gpu::KernelPredictor> requestedPredictor(const GpuMethod& method, const Request& request, const GpuQuery& device,
                                                std::span<const workload::Kernel> kernels, const Context& context);

/// requestedPredictor() and what else follows from the device alone, once for each device that the context keeps.
Result<std::shared_ptr<const KnownDevice>> knownDevice(const GpuMethod& method, const Request& request,
                                                       const GpuQuery& device,
                                                       std::span<const workload::Kernel> kernels,
                                                       const Context& context);

/// The device has units for the arithmetic of all kernels, which stand at `pointer`. Errors: "not-supported".
Result<void> requireArithmetic(const hardware::Gpu& gpu, std::span<const workload::Kernel> kernels,
                               std::string_view pointer);

/// A kernel beside others on one device, as plan.sharing of its request says, by gpu::colocate(). Errors: those of the
/// neighbours' workloads, and "bad-value" for shares that the device does not have.
Result<Estimate> estimateShared(const KernelQuery& query, const Json& sharing, const Context& context);

/// The kernels of a model, in the order of its operators.
std::vector<workload::Kernel> kernelsOf(const workload::ModelGraph& graph);

/// The model on its device, or a step of the engine that its plan tells of.
compose::ComposedTime composeModel(const Json& request, const ModelQuery& query, const compose::RuntimeCosts& costs,
                                   const Library& library, const gpu::KernelPredictor& predictor);

/// The kernel's time, of a convolution whose images lie channels first with what tensor cores need to turn them:
/// before, and back unless a window of one pixel writes them as they have to lie (cuDNN's kernels nchwToNhwc and
/// nhwcToNchw); or lanes convolve them as they lie. The faster of both ways is taken.
gpu::KernelTime timeAsked(const KernelQuery& query, const gpu::KernelPredictor& predict);

/// Bytes by which the operands and the output of a kernel, each counted once, exceed the device's memory; 0 where they

/// fit or the memory is not known.
double bytesOver(const KernelQuery& query);

/// The metrics of an answer, headline first.
void addKernelMetrics(const KernelQuery& query, const gpu::KernelTime& time, const Library& library,
                      Estimate& estimate);
void addModelMetrics(const ModelQuery& query, const compose::ComposedTime& composed, double memory_bytes,
                     const Library& library, Estimate& estimate);

/// Metrics that are exact, and those that lie in an 80 % interval given by ln(measured / predicted) of the time.
Metric exactMetric(std::string name, double value);
Metric timeMetric(std::string name, double value, double log_p10, double log_p90);
/// Board power, whose interval ends where `limit_w` (0: none) lets no board go on; of so many devices.
Metric powerMetric(double watts, const gpu::ResidualBand& band, double limit_w);
Metric rateMetric(std::string name, double value, double log_p10, double log_p90);

/// Time of one kernel: compute, memory, tail and fixed, which add up.
Part kernelParts(const GpuQuery& device, const workload::Kernel& kernel, const gpu::KernelTime& time);
/// Energy of a kernel or a model, idle power apart where it is known.
Part energyParts(const GpuQuery& device, std::string id, double energy_j, double seconds, double idle_w);
/// The signed terms from the sum of kernels to the model.
Part compositionParts(const ModelQuery& query, const compose::ComposedTime& composed,
                      const compose::RuntimeCosts& costs);
Part memoryParts(const ModelQuery& query, const compose::MemoryFit& fit);

/// How the output is cut into tiles, and what limits the blocks on an SM; a row for each quantity that is known.
Table tilingTable(const hardware::Gpu& gpu, const workload::Kernel& kernel, const gpu::KernelTime& time);
/// Sustained is what the method says of a large matrix product, or of a large copy.
Table ceilingTable(const GpuQuery& device, const gpu::KernelPredictor& predictor);
Table operatorTable(const hardware::Gpu& gpu, const workload::Kernel& kernel, const gpu::KernelTime& time);
Table operatorTable(const hardware::Gpu& gpu, const workload::ModelGraph& graph, const compose::ComposedTime& composed);
Table errorTable(const compose::ErrorShare& error);

/// What limits the kernel ("compute-limited", ...), then all else that the method says of a kernel or a model.
Note limitNote(const hardware::Gpu& gpu, const workload::Kernel& kernel, const gpu::KernelTime& time);
std::vector<Note> kernelNotes(const GpuQuery& device, const workload::Kernel& kernel, const gpu::KernelTime& time);
std::vector<Note> modelNotes(const ModelQuery& query, const compose::ComposedTime& composed);
/// Why the model does not fit, by how much, and what would: a smaller batch, narrower types, a device of the library.
Note memoryNote(const ModelQuery& query, const compose::MemoryFit& fit, const Library& library);

/// The calibrations behind these kernels under that method, and those of the runtime for models.
std::vector<CalibrationUse> calibrationsUsed(const GpuMethod& method, const hardware::Gpu& gpu,
                                             std::span<const workload::Kernel> kernels, bool model,
                                             const Library& library);

} // namespace strata::methods
