// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/exchange/tuning/tuning_file.h"
#include "core/schedule/study.h"

namespace strata::exchange {

/// A file of tuning configurations and what its measurements teach a cost model.
struct TuningStudy {
    std::string file; ///< its name without folders
    std::string text; ///< of the file, from which the study can be made again
    TuningFile tuning;
    schedule::ScheduleStudy study;

    /// The parameters of a row as people read them: "tile=16, order=mnk".
    std::string configuration(std::size_t row) const;
};

/// Errors: those of readTuningFile() and studySchedules().
Result<TuningStudy> studyTuningFile(const std::filesystem::path& path, const schedule::StudyOptions& options = {},
                                    const std::stop_token& stop = {});

/// The same of a text, of either kind. Errors name `file`.
Result<TuningStudy> studyTuningText(std::string_view text, const std::string& file,
                                    const schedule::StudyOptions& options = {}, const std::stop_token& stop = {});

} // namespace strata::exchange
