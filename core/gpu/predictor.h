// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/gpu/kernel_time.h"
#include "core/hardware/calibration/calibration.h"
#include "core/hardware/gpu/gpu.h"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace strata::gpu {

class MeasuredTable;
struct TileModel;

/// Time of a kernel by one method on one device.
using KernelPredictor = std::function<KernelTime(const workload::Kernel&)>;

/// What some methods need besides the device.
struct PredictorInputs {
    std::optional<hardware::Gpu> source;        ///< gpu.wave-scaling: the device that is scaled from
    double source_seconds = 0;                  ///< measured there; 0: predicted by gpu.tile
    std::shared_ptr<const MeasuredTable> table; ///< gpu.table
};

/// One way to predict kernels; a row of kernelMethods(). `make` resolves coefficients once, for one device. Errors:
/// "missing" (an input, or its calibration).
struct KernelMethod {
    std::string_view id; ///< "gpu.tile"
    Result<KernelPredictor> (*make)(const hardware::Gpu& gpu, std::span<const hardware::Calibration> calibrations,
                                    const PredictorInputs& inputs) = nullptr;
    bool tells_spread = false; ///< its times say themselves how far off they may be
};

/// All of them, the default first.
std::span<const KernelMethod> kernelMethods();

/// The row of that id. Errors: "unknown-method".
Result<const KernelMethod*> kernelMethodNamed(std::string_view id);

/// A kernel method on one device. The times carry the spread of the method's residuals (log_p10, log_p90) where
/// calibrations know it. Errors: those of its `make`.
Result<KernelPredictor> kernelPredictor(const KernelMethod& method, const hardware::Gpu& gpu,
                                        std::span<const hardware::Calibration> calibrations,
                                        const PredictorInputs& inputs = {});

/// The same by id. Errors: "unknown-method" too.
Result<KernelPredictor> kernelPredictor(std::string_view method, const hardware::Gpu& gpu,
                                        std::span<const hardware::Calibration> calibrations,
                                        const PredictorInputs& inputs = {});

/// Method gpu.tile on one device whose numbers change from point to point. One object serves one thread.
class RenewedTiles {
public:
    explicit RenewedTiles(std::span<const hardware::Calibration> calibrations);
    RenewedTiles(const RenewedTiles&) = delete;
    RenewedTiles& operator=(const RenewedTiles&) = delete;
    ~RenewedTiles();

    /// Predicts as kernelPredictor("gpu.tile", gpu, calibrations) does, until the next call.
    const KernelPredictor& at(const hardware::Gpu& gpu);

private:
    std::span<const hardware::Calibration> calibrations_;
    std::unique_ptr<TileModel> model_;
    KernelPredictor predictor_;
};

/// The calibration whose residuals tell how far a method is off: "gpu-roofline" for "gpu.roofline".
std::string residualsOf(std::string_view method);

/// 80 % spread of ln(measured / predicted) of a kernel class on devices left out of the fit, of kernels that take less
/// than kShort_s or longer ones. A class without residuals is as uncertain as the most uncertain one.
struct LogSpread {
    double p10 = 0, p90 = 0;
};
LogSpread logSpread(const hardware::Calibration& calibration, workload::KernelClass kernel_class, bool is_short);

} // namespace strata::gpu
