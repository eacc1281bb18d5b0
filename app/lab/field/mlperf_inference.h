// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lab/field/static_batches.h"

namespace strata::assess {

/// mlperf_inference_closed_to_v4.1.csv.gz: results of MLPerf Inference under TensorRT as `model` requests: ResNet-50 in
/// the scenarios of offline work, of one stream and of several, BERT in that of offline work. Errors: those of the
/// table.
Result<FieldRows> readMlperfInference(const std::filesystem::path& folder, const Library& library);

/// Suite "mlperf-inference": the time of a batch. Groups: op (model and scenario), device, board ("module" of a Jetson,
/// or "card"), submitter. Errors: those of the table.
Result<SuiteReport> runMlperfInference(const SuiteOptions& options);

} // namespace strata::assess
