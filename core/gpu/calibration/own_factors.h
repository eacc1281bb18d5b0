// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/gpu/calibration/own_shares.h"
#include "core/gpu/kernel_time.h"
#include "core/hardware/calibration/calibration.h"
#include "core/hardware/calibration/own_measurements.h"
#include "core/hardware/gpu/gpu.h"

#include <array>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace strata::gpu {

/// Which factors of one's own measurements hold for a kernel: those of its family and those of its kind.
struct OwnKindName {
    std::string_view family; ///< "products", "batches", "prefill", "decode", "experts", "stream", "scan", "lanes"
    std::string_view first, second; ///< what tells kernels of the family apart: types, library
    std::string text() const;       ///< "products/fp8/heuristic"
};
OwnKindName ownKindOf(const hardware::Gpu& gpu, const workload::Kernel& kernel);

/// Parts of a kernel's time that have a factor each: arithmetic with its last wave, memory, start and drain.
inline constexpr std::array<std::string_view, 3> kOwnParts{"work", "memory", "fixed"};

/// Spread of ln(measured / predicted) of a kind on devices that nobody fitted: what devices have in common, and what
/// remains on a fitted one. From the residuals of the calibrations.
struct OwnPrior {
    double device = 0; ///< what devices differ by
    double noise = 0;  ///< what remains on a fitted device: the shapes that the model misses

    double all() const; ///< both of them
};
OwnPrior ownPriorOf(const OwnKindName& kind, std::span<const hardware::Calibration> calibrations);

/// What one's own measurements say of the kernels of a device, looked up once.
class OwnKernels {
public:
    /// Null where no entry holds for the device.
    static std::shared_ptr<const OwnKernels> of(const hardware::Gpu& gpu,
                                                std::span<const hardware::Calibration> calibrations);

    /// Multiplies the parts of the time and narrows its interval: the share of the spread that the measurements left.
    void apply(const hardware::Gpu& gpu, const workload::Kernel& kernel, KernelTime& time) const;

private:
    struct Term {
        double log_mean = 0;
        double prior = 0; ///< variance
        std::size_t index = 0;
        bool known = false;
    };
    using Parts = std::array<Term, kOwnParts.size()>;
    struct Neighbour {
        std::vector<double> place;
        double weight = 0;
        std::size_t kind = 0; ///< of kinds_
    };
    struct Family {
        std::string name;
        Parts parts;
        std::vector<Neighbour> neighbours; ///< of all kinds
    };
    struct Kind {
        std::string name;
        Term whole;
        Parts parts;
        double noise = 0, shape_sigma = 0, spread = 1;
    };
    double likeness(const Family& family, const Kind* kind, std::span<const double> place, double& nearest) const;
    double variance(std::span<const std::pair<const Term*, double>> terms) const;

    std::shared_ptr<const hardware::OwnMeasurements> own_;
    std::vector<Family> families_;
    std::vector<Kind> kinds_;
    OwnReach reach_;
};

/// Where a kernel stands among others: logarithms (base 2) of its dimensions, the shares of kOwnParts in its time as
/// predicted without measurements of the user's own, and the logarithm (base 2) of its waves.
inline constexpr std::size_t kOwnSizes = 7, kOwnPlace = kOwnSizes + kOwnParts.size() + 1;
using OwnPlace = std::array<double, kOwnPlace>;
OwnPlace ownPlaceOf(const workload::Kernel& kernel, const KernelTime& time);
/// How alike two kernels of one kind are, 1 where they stand in one place: a Matern function with 5/2 (C. Rasmussen, C.
/// Williams, Gaussian Processes for Machine Learning, 2006, equation 4.17), which forgets less suddenly than a normal
/// curve does.
double ownLikeness(std::span<const double> a, std::span<const double> b, const OwnReach& reach);

} // namespace strata::gpu
