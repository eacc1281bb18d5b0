// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/result_store.h"

#include <filesystem>
#include <span>

namespace strata::explore {

/// Joins the parts of one sweep into a new file that holds what a run on one machine would have written: the same
/// points in the same order with the same bits. One part at a time is in memory. Errors: "not-the-same-run" where a
/// part is of another request or was answered by another program, calibration or entry; "incomplete" where points are
/// missing or a part has not ended; "duplicate-points" where parts overlap; those of ResultStore.
Result<StoredRun> mergeResults(std::span<const std::filesystem::path> parts, const std::filesystem::path& target);

} // namespace strata::explore
