// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/schedule/tuning_space.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace strata::exchange {

/// The most configurations that are listed from lists of parameter values.
inline constexpr std::size_t kMostConfigurations = 1'000'000;
inline constexpr std::size_t kMostWords = 256; ///< of one parameter

/// A file of tuning configurations.
struct TuningFile {
    schedule::TuningSpace space;
    std::string device, kernel;     ///< as the file names them; empty where it does not
    std::vector<std::string> cells; ///< of the parameters as the file wrote them, row by row
    std::size_t listed =
        0; ///< rows that stand in no line: all combinations of values that were not run, restrictions unknown
};

/// A table with one column for each parameter and one of `time_s`, `time_ms`, `time_us` or `time` (ms). A cell of time
/// is a positive number, empty for a configuration to predict, or a word for one that failed. Errors: "malformed-csv",
/// "missing-column", "missing-value" and "bad-value" with the line, "duplicate-row".
Result<TuningFile> parseTuningTable(std::string_view text, std::string_view file);

/// A cache of Kernel Tuner (B. van Werkhoven, "Kernel Tuner", FGCS 2019): `tune_params_keys`, `tune_params` and
/// `cache`, whose times are milliseconds, or words for configurations that failed. A cache that a run has not closed is
/// read as far as it goes. Combinations of `tune_params` that are not in the cache are open configurations. Errors:
/// those of parseJson(), "bad-value".
Result<TuningFile> parseTuningCache(std::string_view text, std::string_view file);

/// A log of AutoTVM (T. Chen et al., "Learning to Optimize Tensor Programs", NeurIPS 2018): one JSON object a line with
/// `input`, `config` and `result`. Each factor of a split is a parameter, and each other knob one; times are the means of
/// the repeated runs. Of several tasks the one with most lines is taken, which the name of the kernel tells, and of a
/// configuration that was run again the first run. Errors: those of parseJson() with the line, "bad-value", "missing".
Result<TuningFile> parseTuningLog(std::string_view text, std::string_view file);
/// Whether the first line is one of such a log.
bool isTuningLog(std::string_view text);

/// Whether the text begins as one of the three does: a header with one column of times and others, the members of a
/// cache, or a line of a log.
bool looksLikeTuning(std::string_view text);

/// Any of them, by how the text begins. Errors: theirs, and "not-supported" for logs that state steps of a schedule.
Result<TuningFile> parseTuning(std::string_view text, std::string_view file);

/// The same of a file, plain or packed with gzip. Errors: "unreadable-file", "too-large", those above.
Result<TuningFile> readTuningFile(const std::filesystem::path& path);

/// Whether a line is the header of a table: one column of times, and others.
bool isTuningHeader(std::string_view line);

/// Puts values together to a space: cells are numbers where all of a parameter are, else words.
Result<void> setValues(TuningFile& tuning, std::string_view file);

/// For each row the first row whose parameters have the same values: itself, where no earlier row has them. "16" and
/// "16.0" are one number, so that cells tell less than values do.
std::vector<std::size_t> firstOfSameValues(const schedule::TuningSpace& space);

} // namespace strata::exchange
