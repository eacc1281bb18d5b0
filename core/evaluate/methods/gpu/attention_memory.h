// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/estimate.h"
#include "core/evaluate/kinds/gpu/model_query.h"
#include "core/gpu/predictor.h"

#include <optional>
#include <vector>

namespace strata::methods {

/// The predictor of the device, with decode attention by the memory that the plan names: its time there, and the time
/// in which queries, new keys and values, and results cross its pins, with the spread of calibration `pim-banks`. The
/// device waits meanwhile. Without such a memory the predictor itself. Errors: those of pim::bankStream() for an
/// attention of the model.
Result<gpu::KernelPredictor> withAttentionMemory(const ModelQuery& query, const gpu::KernelPredictor& device,
                                                 const Library& library);

/// Kernels of the model that its device runs itself, in the order of its operators.
std::vector<workload::Kernel> kernelsOnDevice(const ModelQuery& query);

/// The calibration behind the times of that memory; nothing where none is asked for.
std::optional<CalibrationUse> memoryCalibration(const ModelQuery& query, const Library& library);

/// The caches exceed the memory that is to hold them: by how much. Nothing where they fit or stay on the device.
std::optional<Note> cachesOverMemory(const ModelQuery& query);

Note attentionMemoryNote(const ModelQuery& query);

} // namespace strata::methods
