// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/tuning/tuning_file.h"

#include "core/exchange/packed_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

namespace strata::exchange {
namespace {

std::optional<double> numberOf(std::string_view cell) {
    double value = 0;
    const auto [end, failure] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    if (failure != std::errc() || end != cell.data() + cell.size() || !std::isfinite(value)) return std::nullopt;
    return value;
}

} // namespace

Result<void> setValues(TuningFile& tuning, std::string_view file) {
    schedule::TuningSpace& space = tuning.space;
    const std::size_t columns = space.parameters.size();
    space.values.assign(tuning.cells.size(), 0.0);
    for (std::size_t column = 0; column < columns; ++column) {
        std::vector<std::string>& words = space.parameters[column].words;
        bool numbers = true;
        for (std::size_t i = column; i < tuning.cells.size() && numbers; i += columns)
            numbers = numberOf(tuning.cells[i]).has_value();
        for (std::size_t i = column; i < tuning.cells.size() && !numbers; i += columns)
            words.push_back(tuning.cells[i]);
        std::ranges::sort(words);
        words.erase(std::unique(words.begin(), words.end()), words.end());
        // A model has a feature for each word: names of files or times of day are no parameter.
        if (words.size() > kMostWords)
            return Error{"bad-value", "/" + space.parameters[column].name,
                         {"error.parameter-has-words", {{"field", space.parameters[column].name}, {"count", words.size()}}},
                         {"accepted.at-most-words", {{"most", kMostWords}}}, std::string(file)};
        for (std::size_t i = column; i < tuning.cells.size(); i += columns) {
            space.values[i] = numbers ? *numberOf(tuning.cells[i])
                                      : static_cast<double>(std::ranges::lower_bound(words, tuning.cells[i]) - words.begin());
        }
    }
    return {};
}

Result<TuningFile> readTuningFile(const std::filesystem::path& path) {
    auto text = readPackedText(path);
    if (!text) return text.error();
    const std::size_t begin = text->find_first_not_of(" \t\r\n");
    if (begin != std::string::npos && (*text)[begin] == '{') return parseTuningCache(*text, path.string());
    return parseTuningTable(*text, path.string());
}

} // namespace strata::exchange
