// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/gpu/gpu.h"

#include <algorithm>

namespace strata::hardware {

double Gpu::vectorPeak(NumberType type) const {
    return sms * clock_hz * vector_clock_ratio * vector_flop_per_clock[index(type)];
}

double Gpu::matrixPeak(NumberType type) const { return sms * clock_hz * matrix_flop_per_clock[index(type)]; }

double Gpu::peak(NumberType type) const { return std::max(vectorPeak(type), matrixPeak(type)); }

MemoryBuild memoryBuild(std::string_view memory_kind) {
    if (memory_kind.starts_with("HBM")) return MemoryBuild::Stacked;
    return memory_kind.starts_with("GDDR") ? MemoryBuild::Graphics : MemoryBuild::Other;
}

} // namespace strata::hardware
