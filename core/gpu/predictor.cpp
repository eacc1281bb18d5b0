// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/predictor.h"

#include "core/gpu/calibration/ceilings.h"
#include "core/gpu/calibration/coefficient_groups.h"
#include "core/gpu/event.h"
#include "core/gpu/hierarchy.h"
#include "core/gpu/products/tile_model.h"
#include "core/gpu/products/tiling.h"
#include "core/gpu/rivals/roofline.h"
#include "core/gpu/rivals/table_method.h"
#include "core/gpu/rivals/wave_scaling.h"

#include <algorithm>
#include <array>

namespace strata::gpu {
namespace {

using Calibrations = std::span<const hardware::Calibration>;

KernelPredictor byTiles(const hardware::Gpu& gpu, Calibrations calibrations) {
    return [model = std::make_shared<const TileModel>(makeTileModel(gpu, calibrations))](
               const workload::Kernel& kernel) { return predict(*model, kernel); };
}

/// The closed form's work, cut into its tiles and run block by block.
Result<KernelPredictor> byEvents(const hardware::Gpu& gpu, Calibrations calibrations, const PredictorInputs&) {
    auto model = std::make_shared<const TileModel>(makeTileModel(gpu, calibrations));
    const EventDevice device = wholeDevice(gpu, streamingBandwidth(gpu, calibrations), l2BytesPerSecond(gpu));
    return KernelPredictor([model, device](const workload::Kernel& kernel) {
        KernelTime time = predict(*model, kernel);
        const BlockKernel blocks = blocksOf(time, model->gpu.sms);
        if (const auto simulated = simulateBlocks(device, std::span(&blocks, 1))) endAt(time, simulated->seconds);
        return time;
    });
}

/// The spread of a method's residuals by kernel class, in place of what the prediction says of itself.
KernelPredictor withSpread(KernelPredictor predictor, std::string_view method, Calibrations calibrations) {
    const hardware::Calibration* found = calibrationOf(calibrations, residualsOf(method));
    if (found == nullptr) return predictor;
    std::array<SizedSpread, workload::kKernelClasses> spreads{};
    for (std::size_t i = 0; i < spreads.size(); ++i) {
        const auto kernel_class = static_cast<workload::KernelClass>(i);
        const LogSpread short_ones = logSpread(*found, kernel_class, true);
        const LogSpread long_ones = logSpread(*found, kernel_class, false);
        spreads[i] = {static_cast<float>(short_ones.p10), static_cast<float>(short_ones.p90),
                      static_cast<float>(long_ones.p10), static_cast<float>(long_ones.p90)};
    }
    return [predictor = std::move(predictor), spreads](const workload::Kernel& kernel) {
        KernelTime time = predictor(kernel);
        const ResidualBand band = spreads[static_cast<std::size_t>(workload::classOf(kernel))].at(time.alone_s);
        time.log_p10 = band.p10;
        time.log_p90 = band.p90;
        return time;
    };
}

Error missing(Message what, const char* pointer, Message expected) { return {"missing", pointer, what, expected, {}}; }

Result<KernelPredictor> byWaves(const hardware::Gpu& gpu, Calibrations calibrations, const PredictorInputs& inputs) {
    if (!inputs.source) {
        return missing({"error.gpu-wave-scaling-needs-source-device"}, "/plan/source",
                       {"accepted.device-gpu-latency-s-measured-there"});
    }
    KernelPredictor at_source = byTiles(*inputs.source, calibrations);
    if (inputs.source_seconds > 0) {
        at_source = [seconds = inputs.source_seconds](const workload::Kernel&) {
            KernelTime time;
            time.seconds = seconds;
            return time;
        };
    }
    return KernelPredictor([gpu, source = *inputs.source, at_source](const workload::Kernel& kernel) {
        return scaleByWaves(source, gpu, kernel, at_source(kernel).seconds);
    });
}

Result<KernelPredictor> byTable(const hardware::Gpu& gpu, Calibrations calibrations, const PredictorInputs& inputs) {
    if (!inputs.table)
        return missing({"error.gpu-table-needs-table-measured-kernels"}, "/plan/table", {"accepted.csv-file"});
    // Operators that nobody measured are the tile model's, and marked.
    return KernelPredictor([table = inputs.table, tiles = byTiles(gpu, calibrations)](const workload::Kernel& kernel) {
        if (const auto measured = table->predict(kernel)) return *measured;
        KernelTime time = tiles(kernel);
        time.extrapolated = true;
        return time;
    });
}

Result<KernelPredictor> byRoofline(const hardware::Gpu& gpu, Calibrations, const PredictorInputs&) {
    return KernelPredictor([gpu](const workload::Kernel& kernel) { return predictRoofline(gpu, kernel); });
}

Result<KernelPredictor> byHierarchy(const hardware::Gpu& gpu, Calibrations, const PredictorInputs&) {
    return KernelPredictor([gpu](const workload::Kernel& kernel) { return predictHierarchy(gpu, kernel); });
}

constexpr std::array kMethods{
    KernelMethod{"gpu.tile",
                 [](const hardware::Gpu& gpu, Calibrations calibrations, const PredictorInputs&) {
                     return Result<KernelPredictor>(byTiles(gpu, calibrations));
                 },
                 true},
    KernelMethod{"gpu.roofline", byRoofline},
    KernelMethod{"gpu.wave-scaling", byWaves},
    KernelMethod{"gpu.hierarchy", byHierarchy},
    KernelMethod{"gpu.table", byTable},
    KernelMethod{"gpu.event", byEvents, true},
};

} // namespace

std::span<const KernelMethod> kernelMethods() { return kMethods; }

Result<const KernelMethod*> kernelMethodNamed(std::string_view id) {
    std::string known;
    for (const KernelMethod& method : kMethods) {
        if (method.id == id) return &method;
        known += (known.empty() ? "" : ", ") + std::string(method.id);
    }
    return Error{"unknown-method", "/method", {"error.no-kernel-method-called", {{"id", id}}}, verbatim(known), {}};
}

Result<KernelPredictor> kernelPredictor(const KernelMethod& method, const hardware::Gpu& gpu, Calibrations calibrations,
                                        const PredictorInputs& inputs) {
    auto predictor = method.make(gpu, calibrations, inputs);
    if (!predictor || method.tells_spread) return predictor;
    return withSpread(*std::move(predictor), method.id, calibrations);
}

Result<KernelPredictor> kernelPredictor(std::string_view method, const hardware::Gpu& gpu, Calibrations calibrations,
                                        const PredictorInputs& inputs) {
    const auto row = kernelMethodNamed(method);
    return row ? kernelPredictor(**row, gpu, calibrations, inputs) : Result<KernelPredictor>(row.error());
}

RenewedTiles::RenewedTiles(Calibrations calibrations) : calibrations_(calibrations) {}
RenewedTiles::~RenewedTiles() = default;

const KernelPredictor& RenewedTiles::at(const hardware::Gpu& gpu) {
    if (model_) {
        renewTileModel(*model_, gpu, calibrations_);
        return predictor_;
    }
    model_ = std::make_unique<TileModel>(makeTileModel(gpu, calibrations_));
    predictor_ = [model = model_.get()](const workload::Kernel& kernel) { return predict(*model, kernel); };
    return predictor_;
}

std::string residualsOf(std::string_view method) {
    std::string id(method);
    std::replace(id.begin(), id.end(), '.', '-');
    return id;
}

LogSpread logSpread(const hardware::Calibration& calibration, workload::KernelClass kernel_class, bool is_short) {
    LogSpread widest;
    for (const hardware::Residual& residual : calibration.residuals) {
        const auto is = [&residual](std::string_view key, std::string_view value) {
            const auto found = residual.key.find(key);
            return found == residual.key.end() || found->second == value;
        };
        if (!is("seen", "no")) continue;
        if (is("class", workload::name(kernel_class)) && is("size", is_short ? "short" : "long")) {
            return {residual.p10, residual.p90};
        }
        widest = {std::min(widest.p10, residual.p10), std::max(widest.p90, residual.p90)};
    }
    return widest;
}

} // namespace strata::gpu
