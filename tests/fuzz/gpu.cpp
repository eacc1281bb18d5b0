// SPDX-License-Identifier: GPL-3.0-or-later
// Any text is either a GPU with finite peaks or refused with an error.
#include "core/hardware/gpu/gpu_json.h"

#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>

using namespace strata;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    const auto document = parseJson({reinterpret_cast<const char*>(data), size});
    if (!document) return 0;
    const auto gpu = hardware::readGpu(*document, "/hardware");
    if (!gpu) {
        if (gpu.error().text.empty() || gpu.error().code.empty()) std::abort();
        return 0;
    }
    if (!(gpu->peak(NumberType::Fp32) > 0) || gpu->memory_bytes_per_s <= 0) std::abort();
    for (std::size_t i = 0; i < kNumberTypes; ++i) {
        if (!std::isfinite(gpu->peak(static_cast<NumberType>(i)))) std::abort();
    }
    return 0;
}
