// SPDX-License-Identifier: GPL-3.0-or-later
// Searches in a space whose every point was measured: cycles and power of 500 BOOM cores over 19 parameters
// (baichen318/boom-explorer-public @0f3d6cbcd). Reference: reference/field/dse_cpu/boom_explorer_demo.csv. After 60
// evaluations, agents are compared with random points by their share of the hypervolume of the whole space; means of
// five seeds. Nothing was tuned on this table.
#include "core/base/random.h"
#include "core/explore/search/search_algorithm.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <QTest>
#include <set>
#include <sstream>

using namespace strata;
using namespace strata::explore;

namespace {

constexpr std::size_t kEvaluations = 60;
constexpr std::uint64_t kSeeds = 5;

struct Cores {
    std::vector<Gene> genes;
    std::vector<double> points; ///< row by row, in the unit cube
    std::vector<double> goals;  ///< cycles and power, each from 0 to 1
    std::size_t rows() const { return goals.size() / 2; }
    double volume(const std::vector<std::size_t>& chosen) const {
        std::vector<double> values;
        for (const std::size_t row : chosen)
            values.insert(values.end(), {goals[2 * row], goals[2 * row + 1]});
        return hypervolume({values, 2}, std::vector<double>{1.0, 1.0});
    }
};

Cores readCores() {
    std::ifstream file(qEnvironmentVariable("STRATA_REFERENCE").toStdString() +
                       "/field/dse_cpu/boom_explorer_demo.csv");
    std::vector<std::vector<double>> parameters;
    std::vector<std::pair<double, double>> measured;
    std::string line;
    std::getline(file, line); // names
    while (std::getline(file, line)) {
        std::istringstream cells(line);
        std::string list, cycles, power;
        if (!std::getline(cells, list, ',') || !std::getline(cells, cycles, ',') || !std::getline(cells, power, ','))
            continue;
        std::istringstream numbers(list);
        parameters.emplace_back(std::istream_iterator<double>(numbers), std::istream_iterator<double>());
        measured.emplace_back(std::stod(cycles), std::stod(power));
    }
    Cores cores;
    if (parameters.empty()) return cores;
    std::vector<std::vector<double>> levels;
    for (std::size_t d = 0; d < parameters.front().size(); ++d) {
        std::set<double> values;
        for (const auto& row : parameters)
            values.insert(row[d]);
        levels.emplace_back(values.begin(), values.end());
        cores.genes.push_back({levels.back().size(), true});
    }
    const auto [fewest, most] = std::ranges::minmax(measured, {}, &std::pair<double, double>::first);
    const auto [least, highest] = std::ranges::minmax(measured, {}, &std::pair<double, double>::second);
    for (std::size_t i = 0; i < measured.size(); ++i) {
        for (std::size_t d = 0; d < levels.size(); ++d) {
            const auto place = std::ranges::lower_bound(levels[d], parameters[i][d]) - levels[d].begin();
            cores.points.push_back((static_cast<double>(place) + 0.5) / static_cast<double>(levels[d].size()));
        }
        cores.goals.push_back((measured[i].first - fewest.first) / (most.first - fewest.first));
        cores.goals.push_back((measured[i].second - least.second) / (highest.second - least.second));
    }
    return cores;
}

/// Rows that a search with a surrogate asks for.
std::vector<std::size_t> searched(const Cores& cores, SurrogateSettings::Model model, std::uint64_t seed) {
    const auto algorithm = surrogateSearch(cores.genes, 2, seed, {.model = model, .first = 16, .pool = cores.points});
    const std::size_t width = cores.genes.size();
    std::vector<std::size_t> chosen;
    while (chosen.size() < kEvaluations) {
        const auto asked = algorithm->ask();
        std::vector<double> values;
        for (std::size_t i = 0; i < asked.size(); i += width) {
            std::size_t row = 0;
            while (row + 1 < cores.rows() &&
                   !std::ranges::equal(asked.subspan(i, width), std::span(cores.points).subspan(row * width, width)))
                ++row;
            chosen.push_back(row);
            values.insert(values.end(), {cores.goals[2 * row], cores.goals[2 * row + 1]});
        }
        algorithm->tell({values, 2}, std::vector<double>(values.size() / 2, 0.0));
    }
    chosen.resize(kEvaluations);
    return chosen;
}

std::vector<std::size_t> drawn(const Cores& cores, std::uint64_t seed) {
    CounterRandom random(seed, 77);
    std::set<std::size_t> rows;
    while (rows.size() < kEvaluations)
        rows.insert(random.nextBelow(cores.rows()));
    return {rows.begin(), rows.end()};
}

} // namespace

class SearchMeasuredTest : public QObject {
    Q_OBJECT

private slots:
    void agentsFindMoreThanRandomPoints() {
        const Cores cores = readCores();
        if (cores.rows() == 0) QSKIP("the reference data is absent");
        std::vector<std::size_t> all(cores.rows());
        for (std::size_t i = 0; i < all.size(); ++i)
            all[i] = i;
        const double whole = cores.volume(all);
        double bayesian = 0, forest = 0, random = 0;
        for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
            bayesian += cores.volume(searched(cores, SurrogateSettings::Model::GaussianProcess, seed)) / whole / kSeeds;
            forest += cores.volume(searched(cores, SurrogateSettings::Model::Forest, seed)) / whole / kSeeds;
            random += cores.volume(drawn(cores, seed)) / whole / kSeeds;
        }
        qInfo("share of the hypervolume: bayesian %.4f, forest %.4f, random %.4f", bayesian, forest, random);
        // At least half of what random points miss is found.
        QVERIFY(1 - bayesian < 0.5 * (1 - random));
        QVERIFY(1 - forest < 0.7 * (1 - random));
    }
};

QTEST_GUILESS_MAIN(SearchMeasuredTest)
#include "search_measured_test.moc"
