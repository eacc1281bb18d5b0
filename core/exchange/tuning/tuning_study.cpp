// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/tuning/tuning_study.h"

namespace strata::exchange {

std::string TuningStudy::configuration(std::size_t row) const {
    std::string text;
    const std::size_t columns = tuning.space.parameters.size();
    for (std::size_t column = 0; column < columns; ++column)
        text += (text.empty() ? "" : ", ") + tuning.space.parameters[column].name + "=" +
                tuning.cells[row * columns + column];
    return text;
}

namespace {

Result<TuningStudy> studyOf(Result<TuningFile> tuning, const std::filesystem::path& path,
                            const schedule::StudyOptions& options, const std::stop_token& stop) {
    if (!tuning) return tuning.error();
    auto study = schedule::studySchedules(tuning->space, options, stop);
    if (!study) {
        Error error = study.error();
        if (error.file.empty()) error.file = path.string();
        return error;
    }
    return TuningStudy{path.filename().string(), *std::move(tuning), *std::move(study)};
}

} // namespace

Result<TuningStudy> studyTuningFile(const std::filesystem::path& path, const schedule::StudyOptions& options,
                                    const std::stop_token& stop) {
    return studyOf(readTuningFile(path), path, options, stop);
}

Result<TuningStudy> studyTuningText(std::string_view text, const std::string& file,
                                    const schedule::StudyOptions& options, const std::stop_token& stop) {
    return studyOf(parseTuning(text, file), file, options, stop);
}

} // namespace strata::exchange
