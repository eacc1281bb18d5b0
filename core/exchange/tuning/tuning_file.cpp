// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/tuning/tuning_file.h"

#include "core/exchange/packed_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>
#include <optional>

namespace strata::exchange {
namespace {

std::optional<double> numberOf(std::string_view cell) {
    double value = 0;
    const auto [end, failure] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    if (failure != std::errc() || end != cell.data() + cell.size() || !std::isfinite(value)) return std::nullopt;
    return value;
}

bool isCache(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(" \t\r\n");
    return begin != std::string_view::npos && text[begin] == '{';
}

/// Logs of Ansor list the steps of a schedule, whose number differs from line to line.
bool isLogOfSteps(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(" \t\r\n");
    return begin != std::string_view::npos && text.substr(begin).starts_with("{\"i\":");
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
            return Error{
                "bad-value",
                "/" + space.parameters[column].name,
                {"error.parameter-has-words", {{"field", space.parameters[column].name}, {"count", words.size()}}},
                {"accepted.at-most-words", {{"most", kMostWords}}},
                std::string(file)};
        for (std::size_t i = column; i < tuning.cells.size(); i += columns) {
            space.values[i] =
                numbers ? *numberOf(tuning.cells[i])
                        : static_cast<double>(std::ranges::lower_bound(words, tuning.cells[i]) - words.begin());
        }
    }
    return {};
}

std::vector<std::size_t> firstOfSameValues(const schedule::TuningSpace& space) {
    std::vector<std::size_t> order(space.rows()), first(space.rows());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
        return std::ranges::lexicographical_compare(space.row(a), space.row(b));
    });
    for (std::size_t i = 0; i < order.size(); ++i) {
        const bool same = i > 0 && std::ranges::equal(space.row(order[i]), space.row(order[i - 1]));
        first[order[i]] = same ? first[order[i - 1]] : order[i];
    }
    return first;
}

bool looksLikeTuning(std::string_view text) {
    constexpr std::size_t kHead = 4096; // a cache states its parameters before its entries
    if (isTuningLog(text) || isLogOfSteps(text)) return true;
    return isCache(text) ? text.substr(0, kHead).find("\"tune_params_keys\"") != std::string_view::npos
                         : isTuningHeader(text.substr(0, text.find('\n')));
}

Result<TuningFile> parseTuning(std::string_view text, std::string_view file) {
    if (isLogOfSteps(text))
        return Error{"not-supported",
                     "",
                     {"error.tuning-log-of-steps"},
                     {"accepted.tuning-configurations-with-parameters"},
                     std::string(file)};
    if (isTuningLog(text)) return parseTuningLog(text, file);
    return isCache(text) ? parseTuningCache(text, file) : parseTuningTable(text, file);
}

Result<TuningFile> readTuningFile(const std::filesystem::path& path) {
    auto text = readPackedText(path);
    if (!text) return text.error();
    return parseTuning(*text, path.string());
}

} // namespace strata::exchange
