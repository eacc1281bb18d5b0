// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/calibration/own_shares.h"

#include "core/gpu/calibration/coefficient_groups.h"

#include <array>
#include <utility>

namespace strata::gpu {

OwnShares ownShares(std::span<const hardware::Calibration> calibrations) {
    OwnShares shares;
    shares.host = kUnknownSigma;
    const hardware::Calibration* calibration = calibrationOf(calibrations, kOwnCalibration);
    if (calibration == nullptr) return shares;
    const std::array<std::pair<const char*, double*>, 9> members{{{"part_share", &shares.part},
                                                                  {"whole_share", &shares.whole},
                                                                  {"shape_share", &shares.shape},
                                                                  {"left_share", &shares.left},
                                                                  {"reach_doublings", &shares.reach.sizes},
                                                                  {"reach_parts", &shares.reach.parts},
                                                                  {"reach_waves", &shares.reach.waves},
                                                                  {"kinds_correlation", &shares.reach.kinds},
                                                                  {"host_sigma", &shares.host}}};
    for (const auto& [name, member] : members) {
        const auto found = calibration->values.find(name);
        if (found != calibration->values.end()) *member = found->second;
    }
    return shares;
}

} // namespace strata::gpu
