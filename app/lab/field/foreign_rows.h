// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lab/field/static_batches.h"

namespace strata::assess {

/// neuron_benchmarks.csv: networks on one Inferentia2 as `model` requests, a batch on each of its two cores at the same
/// time. Errors: those of the table.
Result<FieldRows> readNeuronBenchmarks(const std::filesystem::path& folder, const Library& library);

/// gavel_physical_cluster_throughputs.csv.gz: steps of training jobs on P100, alone and beside another, as `model`
/// requests where one job has the device to itself. Errors: those of the table.
Result<FieldRows> readColocatedJobs(const std::filesystem::path& folder, const Library& library);

/// tpu_training_steps.csv: steps of training on TPU v5p. Its rows state neither devices nor batches. Errors: those of
/// the table.
Result<FieldRows> readTpuSteps(const std::filesystem::path& folder, const Library& library);

/// Suites "neuron", "colocation" and "tpu-training". Groups: op, device. Errors: those of the tables.
Result<SuiteReport> runNeuronBenchmarks(const SuiteOptions& options);
Result<SuiteReport> runColocatedJobs(const SuiteOptions& options);
Result<SuiteReport> runTpuSteps(const SuiteOptions& options);

} // namespace strata::assess
