// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lab/run/suites.h"
#include "core/compose/compose.h"

#include <filesystem>
#include <string>
#include <vector>

namespace strata::assess {

/// One measured whole model of the FP32 set: a forward pass, or forward and backward without loss and optimizer.
struct ModelCase {
    std::string id;    ///< file and line
    std::string model; ///< as the data name it
    hardware::Gpu gpu;
    workload::GraphOptions options;
    workload::ModelGraph graph;
    bool training = false;
    bool fused = false; ///< by torch.compile
    double measured_s = 0;
};

/// Measured models of a folder, and the rows that cannot be answered.
struct ModelCases {
    std::vector<ModelCase> cases;
    std::vector<Refusal> refused; ///< unknown devices and models, several devices, incomplete rows
};

/// Reads e2e_labels.csv of a folder and builds the graphs. No cases where the file is absent. Errors: those of the
/// table.
Result<ModelCases> readModelCases(const std::filesystem::path& folder, const Library& library);

/// What composition says about a case, with kernels by gpu.tile or by any predictor.
compose::ComposedTime composeCase(const ModelCase& model_case, std::span<const hardware::Calibration> calibrations);
compose::ComposedTime composeCase(const ModelCase& one, std::span<const hardware::Calibration> calibrations,
                                  const compose::KernelPredictor& predictor);

/// Answers every case of the data folder: groups model, device, mode, fused and seen. Errors: those of
/// readModelCases().
Result<void> addModelRows(const SuiteOptions& options, SuiteReport& report);

} // namespace strata::assess
