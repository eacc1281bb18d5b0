// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/gpu/kernel_time.h"
#include "core/hardware/calibration.h"
#include "core/hardware/gpu.h"
#include "core/hardware/own_measurements.h"

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
    double device = 0; ///< a factor may take this away
    double noise = 0;  ///< nothing takes this away
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
    struct Family {
        std::string name;
        Parts parts;
    };
    struct Neighbour {
        std::vector<double> place;
        double weight = 0;
    };
    struct Kind {
        std::string name;
        Term whole;
        Parts parts;
        double noise = 0, shape_sigma = 0;
        std::vector<Neighbour> neighbours;
    };
    double likeness(const Kind& kind, const workload::Kernel& kernel, double& nearest) const;
    double variance(std::span<const std::pair<const Term*, double>> terms) const;

    std::shared_ptr<const hardware::OwnMeasurements> own_;
    std::vector<Family> families_;
    std::vector<Kind> kinds_;
    double reach_ = 1.0; ///< of OwnShares
};

/// Logarithms (base 2) of a kernel's dimensions, and how alike two shapes are: 1 where they are the same. `reach`:
/// doublings over which they forget each other (OwnShares).
std::vector<double> ownPlaceOf(const workload::Kernel& kernel);
double ownLikeness(std::span<const double> a, std::span<const double> b, double reach);

} // namespace strata::gpu
