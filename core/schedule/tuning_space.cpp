// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/tuning_space.h"

#include <algorithm>
#include <cmath>

namespace strata::schedule {
namespace {

/// Where a feature stands in a row. Of words, `word` is the place whose presence it tells; negative: none of them.
struct Source {
    std::size_t parameter = 0;
    bool is_word = false;
    double word = -1;
};

bool sourceOf(const TuningSpace& space, std::string_view name, Source& source) {
    for (std::size_t p = 0; p < space.parameters.size(); ++p) {
        const TuningParameter& parameter = space.parameters[p];
        if (parameter.words.empty()) {
            if (parameter.name != name) continue;
            source = {p, false, 0};
            return true;
        }
        if (!name.starts_with(parameter.name + "=")) continue;
        const auto place = std::ranges::find(parameter.words, name.substr(parameter.name.size() + 1));
        source = {p, true,
                  place == parameter.words.end() ? -1.0 : static_cast<double>(place - parameter.words.begin())};
        return true;
    }
    return false;
}

} // namespace

std::vector<std::size_t> TuningSpace::rowsWith(Outcome outcome) const {
    std::vector<std::size_t> found;
    for (std::size_t row = 0; row < outcomes.size(); ++row) {
        if (outcomes[row] == outcome) found.push_back(row);
    }
    return found;
}

std::vector<double> TuningSpace::logTimes(std::span<const std::size_t> rows) const {
    std::vector<double> logs;
    for (const std::size_t row : rows)
        logs.push_back(std::log(seconds[row]));
    return logs;
}

std::vector<std::string> featureNames(const TuningSpace& space) {
    std::vector<std::string> names;
    for (const TuningParameter& parameter : space.parameters) {
        if (parameter.words.empty()) names.push_back(parameter.name);
        for (std::size_t word = parameter.words.size() == 2 ? 1 : 0; word < parameter.words.size(); ++word)
            names.push_back(parameter.name + "=" + parameter.words[word]);
    }
    return names;
}

learn::Points featurePoints(const TuningSpace& space, std::span<const std::string> names, std::string& missing) {
    std::vector<Source> sources(names.size());
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (sourceOf(space, names[i], sources[i])) continue;
        missing = names[i];
        return {};
    }
    learn::Points points(space.rows(), std::vector<double>(names.size()));
    for (std::size_t row = 0; row < space.rows(); ++row) {
        const auto values = space.row(row);
        for (std::size_t i = 0; i < sources.size(); ++i) {
            const double value = values[sources[i].parameter];
            points[row][i] = !sources[i].is_word ? value : value == sources[i].word ? 1.0 : 0.0;
        }
    }
    return points;
}

} // namespace strata::schedule
