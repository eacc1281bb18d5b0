// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/assess/suite.h"
#include "core/system/stage_memory.h"
#include "core/system/step_time.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace strata {
class Library;
}

namespace strata::assess {

/// One way to fill what a row does not say.
struct TrainingCandidate {
    system::Plan plan;
    system::StepTerms terms;
    double filled = 0; ///< share of the device's memory that it needs
    bool fits = true;
};

/// A measured iteration of a training run.
struct TrainingRow {
    std::string id;
    std::string source; ///< who published it
    std::string model, gpu, architecture, precision;
    std::string configuration; ///< everything but the software release: rows that must stay in one fold
    system::TrainingJob job;
    double gpus = 1, measured_s = 0;
    std::shared_ptr<const Json> model_document, cluster_document; ///< as its request states them
    std::vector<TrainingCandidate> candidates;

    bool sparse() const { return job.model.moe.experts > 0.0; }
};

/// Measured training steps of a folder.
struct TrainingRows {
    std::vector<TrainingRow> rows;
    std::vector<Refusal> refused;
};

/// measured_training.csv (rows with scored = 1) and vtrain_single_node.csv of a folder, or of its folder
/// "training". Blank fields are unknown: every plan that they allow becomes a candidate. Devices that are no
/// GPU of the library are refused. Errors: those of reading, "missing-column".
Result<TrainingRows> readTrainingRows(const std::filesystem::path& folder, const Library& library);

/// The request that asks for the row's step under one of its plans.
Json requestOf(const TrainingRow& row, const system::Plan& plan);

/// What the row should have taken: the fastest of its plans that fit, since that is what people run; [low,
/// high] over all that fit.
struct TrainingAnswer {
    double seconds = 0, low = 0, high = 0;
    std::size_t candidate = 0;
    system::StepTime step;
};
TrainingAnswer answerOf(const TrainingRow& row, const system::StepCoefficients& coefficients);

} // namespace strata::assess
