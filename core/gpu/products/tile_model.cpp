// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/products/tile_model.h"

#include "core/gpu/power/running_clock.h"
#include "core/gpu/products/tiling.h"
#include "core/hardware/gpu/engine_profile.h"

namespace strata::gpu {
namespace {

/// A call that is timed alone waits for the host where nothing replays graphs.
bool startsByKernel(const hardware::Gpu& gpu) { return gpu.runtime && !gpu.runtime->graph_replay; }

struct Dispatch {
    const TileModel& model;
    const workload::Kernel& kernel;

    KernelTime matrixProduct() const {
        if (!onTensorCores(model.gpu, kernel.math)) return predictSimtMatmul(model.gpu, model.simt, kernel);
        KernelTime time = predictTensorMatmul(model.gpu, model.tensor, kernel);
        if (startsByKernel(model.gpu)) {
            const auto op = static_cast<std::size_t>(SimtOperator::Bmm);
            time.alone_s = aloneSeconds(time.alone_s, model.simt.floor_s[op], model.simt.shared.lead_share);
        }
        return time;
    }
    KernelTime stream() const { return predictVector(model.gpu, model.vector, kernel); }

    /// Few channels a group fill no tile: libraries then sum the taps directly (depthwise kernels of cuDNN and PyTorch,
    /// aten/src/ATen/native/cuda/DepthwiseConv2d.cu); of both ways the faster one is taken, as cuDNN's search does. In
    /// 32 bits the framework's own kernel takes depthwise ones without a search.
    KernelTime convolution(double groups) const {
        if (givesResultsThreads(kernel)) return stream();
        const KernelTime product = matrixProduct();
        if (groups <= 1.0) return product;
        KernelTime direct = stream();
        if (direct.seconds >= product.seconds) return product;
        direct.extrapolated = true; // no depthwise convolution is among the measured kernels
        direct.log_p10 = product.log_p10;
        direct.log_p90 = product.log_p90;
        return direct;
    }

    KernelTime operator()(const workload::Matmul&) const { return matrixProduct(); }
    KernelTime operator()(const workload::Conv2d& s) const { return convolution(s.groups); }
    KernelTime operator()(const workload::Attention&) const {
        return predictAttention(model.gpu, model.attention, kernel);
    }
    KernelTime operator()(const workload::Moe&) const { return predictMoe(model.gpu, model.moe, kernel); }
    KernelTime operator()(const workload::VectorOp&) const { return stream(); }
    KernelTime operator()(const workload::Quantize&) const { return predictQuantize(model.gpu, model.tensor, kernel); }
    KernelTime operator()(const workload::Scan&) const { return predictScan(model.gpu, model.scan, kernel); }
};

} // namespace

std::string_view name(Limit limit) {
    switch (limit) {
    case Limit::Compute: return "compute";
    case Limit::Memory: return "memory";
    case Limit::L2: return "l2";
    case Limit::Latency: return "latency";
    case Limit::Tail: return "tail";
    case Limit::Host: return "host";
    case Limit::Power: return "power";
    }
    return "";
}

bool onTensorCores(const hardware::Gpu& gpu, NumberType math) {
    return math != NumberType::Fp32 && math != NumberType::Fp64 && gpu.matrixPeak(math) > 0.0;
}

TileModel makeTileModel(const hardware::Gpu& printed, std::span<const hardware::Calibration> calibrations) {
    const hardware::Gpu gpu = atRunningClock(printed);
    return {gpu,
            resolveSimtMatmul(gpu, calibrations),
            resolveTensorMatmul(gpu, calibrations),
            resolveAttention(gpu, calibrations),
            resolveMoe(gpu, calibrations),
            resolveVector(gpu, calibrations),
            resolveScan(gpu, calibrations),
            OwnKernels::of(gpu, calibrations)};
}

void renewTileModel(TileModel& model, const hardware::Gpu& printed,
                    std::span<const hardware::Calibration> calibrations) {
    const hardware::Gpu gpu = atRunningClock(printed);
    if (sameTensorMeasurements(model.gpu, gpu))
        renewTensorMatmul(model.tensor, gpu, calibrations);
    else
        model.tensor = resolveTensorMatmul(gpu, calibrations);
    if (sameAttention(model.gpu, gpu))
        model.attention.power = model.tensor.power;
    else
        model.attention = resolveAttention(gpu, calibrations);
    if (sameSimtMeasurements(model.gpu, gpu))
        renewSimtMatmul(model.simt, gpu);
    else
        model.simt = resolveSimtMatmul(gpu, calibrations);
    if (sameNames(model.gpu, gpu)) { // no number of the device decides about experts and scans
        renewVector(model.vector, gpu);
    } else {
        model.moe = resolveMoe(gpu, calibrations);
        model.vector = resolveVector(gpu, calibrations);
        model.scan = resolveScan(gpu, calibrations);
    }
    if (model.gpu.id != gpu.id || model.gpu.runtime != gpu.runtime) model.own = OwnKernels::of(gpu, calibrations);
    model.gpu = gpu;
}

KernelTime predict(const TileModel& model, const workload::Kernel& kernel) {
    KernelTime time = std::visit(Dispatch{model, kernel}, kernel.shape);
    // What lanes draw is fitted to the clocks that boards sustain; a meter's fit has seen tensor cores alone.
    const double lanes_w = time.power_w;
    applyPower(model.tensor.power, kernel.math, time);
    if (lanes_w > time.power_w) {
        time.power_w = lanes_w;
        time.energy_j = lanes_w * time.seconds;
    }
    if (model.own) model.own->apply(model.gpu, kernel, time);
    return time;
}

} // namespace strata::gpu
