// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/random.h"
#include "core/explore/search/search_algorithm.h"
#include "core/explore/search/selection.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>
#include <set>

using namespace strata;
using namespace strata::explore;

namespace {

using Objective = std::function<double(std::span<const double>)>;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Many local minima, a choice of three words and an axis of sixteen steps; the least value is 0.
double rugged(std::span<const double> x) {
    double sum = 0;
    for (std::size_t d = 0; d < 4; ++d) {
        const double v = 8 * x[d] - 3;
        sum += v * v + 5 * (1 - std::cos(2 * std::numbers::pi * v));
    }
    const int word = static_cast<int>(x[4] * 3);
    const double steps = std::floor(x[5] * 16);
    return sum + (word == 1 ? 0 : 7) + std::abs(steps - 11);
}

std::vector<Gene> ruggedGenes() { return {{}, {}, {}, {}, {3, false}, {16, true}}; }

struct Run {
    double best = kInfinity;
    std::vector<double> asked;
};

Run minimize(SearchAlgorithm& algorithm, std::size_t width, std::size_t budget, const Objective& objective) {
    Run run;
    while (run.asked.size() < budget * width) {
        const auto points = algorithm.ask();
        std::vector<double> values;
        for (std::size_t i = 0; i < points.size(); i += width) {
            values.push_back(objective(points.subspan(i, width)));
            run.best = std::min(run.best, values.back());
        }
        run.asked.insert(run.asked.end(), points.begin(), points.end());
        algorithm.tell({values, 1}, std::vector<double>(values.size(), 0.0));
    }
    return run;
}

double bestOfRandom(std::uint64_t seed, std::size_t budget) {
    CounterRandom random(seed);
    double best = kInfinity;
    std::vector<double> x(6);
    for (std::size_t i = 0; i < budget; ++i) {
        for (double& value : x)
            value = random.nextUniform();
        best = std::min(best, rugged(x));
    }
    return best;
}

} // namespace

class SearchAlgorithmTest : public QObject {
    Q_OBJECT

private slots:
    void findsTheBottomOfARuggedValley_data();
    void findsTheBottomOfARuggedValley();
    void sameSeedSameQuestions();
    void questionsKeepToTheSteps();
    void feasibleBeatsInfeasible();
    void survivesWhereNothingCanExist();
    void ranksAndCrowding();
};

void SearchAlgorithmTest::findsTheBottomOfARuggedValley_data() {
    QTest::addColumn<bool>("genetic");
    QTest::newRow("genetic") << true;
    QTest::newRow("annealing") << false;
}

void SearchAlgorithmTest::findsTheBottomOfARuggedValley() {
    QFETCH(bool, genetic);
    constexpr std::size_t kBudget = 6000;
    double found = 0, random = 0;
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        const auto algorithm = genetic ? evolution(ruggedGenes(), 1, seed, {.population = 60})
                                       : annealing(ruggedGenes(), seed, {.budget = kBudget});
        found += minimize(*algorithm, 6, kBudget, rugged).best / 5;
        random += bestOfRandom(seed, kBudget) / 5;
    }
    qInfo("mean of the best of 5 seeds %.4f, of random points %.4f", found, random);
    QVERIFY(random > 4);
    QVERIFY(found < 0.25 * random);
}

void SearchAlgorithmTest::sameSeedSameQuestions() {
    for (const bool genetic : {true, false}) {
        const auto make = [&](std::uint64_t seed) {
            return genetic ? evolution(ruggedGenes(), 1, seed, {.population = 20})
                           : annealing(ruggedGenes(), seed, {.budget = 400});
        };
        const auto asked = [&](std::uint64_t seed) { return minimize(*make(seed), 6, 400, rugged).asked; };
        QCOMPARE(asked(4), asked(4));
        QVERIFY(asked(4) != asked(5));
    }
}

void SearchAlgorithmTest::questionsKeepToTheSteps() {
    const auto genes = ruggedGenes();
    const auto algorithm = evolution(genes, 1, 8, {.population = 40});
    const auto run = minimize(*algorithm, 6, 800, rugged);
    std::set<double> words, steps;
    for (std::size_t i = 0; i < run.asked.size(); i += 6) {
        words.insert(run.asked[i + 4] * 3 - 0.5);
        steps.insert(run.asked[i + 5] * 16 - 0.5);
        for (std::size_t d = 0; d < 6; ++d)
            QVERIFY(run.asked[i + d] >= 0 && run.asked[i + d] < 1);
    }
    QVERIFY(words.size() <= 3 && steps.size() <= 16);
    for (const double step : steps)
        QVERIFY(std::abs(step - std::round(step)) < 1e-9);
}

void SearchAlgorithmTest::feasibleBeatsInfeasible() {
    // Both objectives pull into the forbidden corner x + y < 1; the front is the line x + y = 1.
    const auto algorithm = evolution({{}, {}}, 2, 3, {.population = 40});
    std::vector<double> values;
    for (int generation = 0; generation < 120; ++generation) {
        const auto points = algorithm->ask();
        values.assign(points.begin(), points.end());
        std::vector<double> violations;
        for (std::size_t i = 0; i < points.size(); i += 2)
            violations.push_back(std::max(0.0, 1 - points[i] - points[i + 1]));
        algorithm->tell({values, 2}, violations);
    }
    const auto last = algorithm->population();
    QCOMPARE(last.size(), std::size_t{80});
    for (std::size_t i = 0; i < last.size(); i += 2) {
        const double sum = last[i] + last[i + 1];
        QVERIFY2(sum >= 1 && sum < 1.03, qPrintable(QString::number(sum)));
    }
    const auto [low, high] = std::minmax_element(last.begin(), last.end());
    QVERIFY(*low < 0.05 && *high > 0.95);
}

void SearchAlgorithmTest::survivesWhereNothingCanExist() {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    for (const bool genetic : {true, false}) {
        const auto algorithm =
            genetic ? evolution({{}, {}}, 1, 1, {.population = 8}) : annealing({{}, {}}, 1, {.budget = 200});
        for (int round = 0; round < 20; ++round) {
            const std::size_t count = algorithm->ask().size() / 2;
            QVERIFY(count > 0);
            algorithm->tell({std::vector<double>(count, nan), 1}, std::vector<double>(count, kInfinity));
        }
    }
}

void SearchAlgorithmTest::ranksAndCrowding() {
    const std::vector<double> values{1, 4, 2, 2, 4, 1, 3, 3, 5, 5, 0, 0};
    const std::vector<double> violations{0, 0, 0, 0, 0, 1};
    QCOMPARE(nonDominatedRanks({{values, 2}, violations}), (std::vector<std::uint32_t>{0, 0, 0, 1, 2, 3}));
    const std::vector<std::uint32_t> members{0, 1, 2};
    const auto distances = crowdingDistances({values, 2}, members);
    QVERIFY(std::isinf(distances[0]) && std::isinf(distances[2]));
    QCOMPARE(distances[1], 2.0);
    // Five on a line, two of them close together: one of those leaves, never an end.
    const std::vector<double> line{0, 10, 1, 9, 1.1, 8.9, 5, 5, 10, 0};
    QCOMPARE(thinned({line, 2}, {0, 1, 2, 3, 4}, 4).size(), std::size_t{4});
    const auto three = thinned({line, 2}, {0, 1, 2, 3, 4}, 3);
    QCOMPARE(three, (std::vector<std::uint32_t>{0, 3, 4}));
}

QTEST_APPLESS_MAIN(SearchAlgorithmTest)
#include "search_algorithm_test.moc"
