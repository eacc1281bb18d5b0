// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hardware/gpu/gpu.h"
#include "core/workload/graph.h"

#include <string>
#include <string_view>

namespace strata::assess {

/// JSON text of the `kernel` request whose answer predicts a row: device and runtime by name, so that it opens as a
/// design. Empty where a document cannot say all that the kernel is.
std::string kernelRequest(const hardware::Gpu& gpu, const workload::Kernel& kernel, std::string_view method,
                          std::string_view label);

/// JSON text of the `model` request for an entry of the library.
std::string modelRequest(const hardware::Gpu& gpu, std::string_view model, const workload::GraphOptions& options,
                         std::string_view method, std::string_view label);

} // namespace strata::assess
