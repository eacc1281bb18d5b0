// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/assess/gpu_vector.h"

namespace strata::assess {

Result<hardware::Calibration> fitGpuVector(const std::filesystem::path&, const Library&, std::string_view) {
    return Error{"not-found", {}, "no fit yet", {}, {}};
}

}  // namespace strata::assess
