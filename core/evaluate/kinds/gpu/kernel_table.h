// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/gpu/rivals/table_method.h"

#include <filesystem>
#include <memory>

namespace strata {

/// A table of measured kernels: columns as the members of a `kernel` request's workload (operator, m, n, k, dtype ...),
/// and latency_s. Empty cells are absent members. Errors: those of CsvTable, "missing-column", "bad-value" naming the
/// line.
Result<std::shared_ptr<const gpu::MeasuredTable>> readKernelTable(const std::filesystem::path& file,
                                                                  const hardware::Gpu& gpu);

} // namespace strata
