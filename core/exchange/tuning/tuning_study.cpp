// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/tuning/tuning_study.h"

#include "core/exchange/packed_text.h"

namespace strata::exchange {

std::string TuningStudy::configuration(std::size_t row) const {
    std::string words;
    const std::size_t columns = tuning.space.parameters.size();
    for (std::size_t column = 0; column < columns; ++column)
        words += (words.empty() ? "" : ", ") + tuning.space.parameters[column].name + "=" +
                 tuning.cells[row * columns + column];
    return words;
}

namespace {

Result<TuningStudy> studyOf(std::string text, const std::filesystem::path& path, const schedule::StudyOptions& options,
                            const std::stop_token& stop) {
    auto tuning = parseTuning(text, path.string());
    if (!tuning) return tuning.error();
    auto study = schedule::studySchedules(tuning->space, options, stop);
    if (!study) {
        Error error = study.error();
        if (error.file.empty()) error.file = path.string();
        return error;
    }
    return TuningStudy{path.filename().string(), std::move(text), *std::move(tuning), *std::move(study)};
}

} // namespace

Result<TuningStudy> studyTuningFile(const std::filesystem::path& path, const schedule::StudyOptions& options,
                                    const std::stop_token& stop) {
    auto text = readPackedText(path);
    if (!text) return text.error();
    return studyOf(*std::move(text), path, options, stop);
}

Result<TuningStudy> studyTuningText(std::string_view text, const std::string& file,
                                    const schedule::StudyOptions& options, const std::stop_token& stop) {
    return studyOf(std::string(text), file, options, stop);
}

} // namespace strata::exchange
