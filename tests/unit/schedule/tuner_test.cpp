// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/tuner.h"
#include "tests/unit/schedule/kernel_space.h"

#include <algorithm>
#include <QTest>
#include <set>

using namespace strata;
using namespace strata::schedule;

namespace {

struct Search {
    TuningSpace space = test::kernelSpace(0.0);
    std::vector<double> logs = std::vector<double>(space.rows(), 0.0);

    void measure(std::size_t row, double rate = 1.0) {
        space.outcomes[row] = Outcome::Measured;
        logs[row] = std::log(test::trueTime(space, row, rate));
    }
    double best() const { return std::ranges::min(logs); }
};

double optimum() {
    const TuningSpace space = test::kernelSpace(1.0);
    return std::log(std::ranges::min(space.seconds));
}

/// Measurements until the fastest is within 5 %.
std::size_t needed(std::uint64_t seed, const CostModel* prior = nullptr, double rate = 1.0) {
    Search search;
    TunerOptions options;
    options.seed = seed;
    const auto tuner = Tuner::over(search.space, options, prior);
    for (std::size_t count = 1; count <= search.space.rows(); ++count) {
        const auto next = tuner->next(search.space.outcomes, search.logs, 1);
        search.measure(next.front(), rate);
        if (search.logs[next.front()] <= optimum() + std::log(rate) + 0.05) return count;
    }
    return search.space.rows();
}

std::size_t neededByChance(std::uint64_t seed) {
    CounterRandom random(seed, 7);
    const TuningSpace space = test::kernelSpace(1.0);
    std::set<std::size_t> seen;
    for (;;) {
        const std::size_t row = random.nextBelow(space.rows());
        seen.insert(row);
        if (std::log(space.seconds[row]) <= optimum() + 0.05) return seen.size();
    }
}

std::size_t middle(std::vector<std::size_t> counts) {
    std::ranges::sort(counts);
    return counts[counts.size() / 2];
}

} // namespace

class TunerTest : public QObject {
    Q_OBJECT

private slots:
    void needsFewerMeasurementsThanChance() {
        std::vector<std::size_t> model, chance;
        for (std::uint64_t seed = 1; seed <= 7; ++seed) {
            model.push_back(needed(seed));
            chance.push_back(neededByChance(seed));
        }
        QVERIFY2(2 * middle(model) < middle(chance),
                 (std::to_string(middle(model)) + " and " + std::to_string(middle(chance))).c_str());
    }

    void anotherDeviceShowsWhereToBegin() {
        const auto prior = fitCostModel(test::kernelSpace(1.0), nullptr, {.folds = 0});
        std::vector<std::size_t> with, without;
        for (std::uint64_t seed = 1; seed <= 5; ++seed) {
            with.push_back(needed(seed, &*prior, 3.0));
            without.push_back(needed(seed));
        }
        QVERIFY(middle(with) <= 4);
        QVERIFY(middle(with) < middle(without));
    }

    /// What was measured or has failed is not proposed again, and a run ends when nothing is left.
    void proposesOpenRowsOnce() {
        Search search;
        const auto tuner = Tuner::over(search.space);
        const auto failed = tuner->next(search.space.outcomes, search.logs, 3);
        for (const std::size_t row : failed)
            search.space.outcomes[row] = Outcome::Failed;
        std::set<std::size_t> proposed(failed.begin(), failed.end());
        while (proposed.size() < search.space.rows()) {
            const auto next = tuner->next(search.space.outcomes, search.logs, 40);
            QVERIFY(!next.empty());
            for (const std::size_t row : next) {
                QVERIFY(proposed.insert(row).second);
                search.measure(row);
            }
        }
        QVERIFY(tuner->next(search.space.outcomes, search.logs, 1).empty());
    }

    void sameMeasurementsSameAnswer() {
        Search search;
        const auto first = Tuner::over(search.space), second = Tuner::over(search.space);
        for (int step = 0; step < 30; ++step) {
            const auto next = first->next(search.space.outcomes, search.logs, 1);
            QCOMPARE(second->next(search.space.outcomes, search.logs, 1), next);
            search.measure(next.front());
        }
    }

    void refusesAPriorOfAnotherKernel() {
        TuningSpace other = test::kernelSpace(1.0);
        other.parameters[0].name = "elsewhere";
        const auto prior = fitCostModel(other, nullptr, {.folds = 0});
        const TuningSpace space = test::kernelSpace(0.0);
        const auto tuner = Tuner::over(space, {}, &*prior);
        QVERIFY(!tuner);
        QCOMPARE(tuner.error().code, "bad-value");
    }
};

QTEST_APPLESS_MAIN(TunerTest)
#include "tuner_test.moc"
