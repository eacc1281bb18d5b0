// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/assess/gpu_simt.h"

namespace strata::assess {

Result<hardware::Calibration> fitGpuSimtMatmul(const std::filesystem::path&, const Library&, std::string_view) {
    return Error{"not-found", {}, "no fit yet", {}, {}};
}

}  // namespace strata::assess
