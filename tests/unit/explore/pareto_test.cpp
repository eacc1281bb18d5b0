// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/random.h"
#include "core/explore/search/pareto.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <limits>

using namespace strata;
using namespace strata::explore;

namespace {

/// Values on a coarse lattice, so that ties and equal rows occur.
std::vector<double> lattice(std::size_t rows, std::size_t objectives, std::uint64_t seed, std::uint64_t steps) {
    CounterRandom random(seed);
    std::vector<double> values(rows * objectives);
    for (double& value : values)
        value = static_cast<double>(random.nextBelow(steps)) / static_cast<double>(steps);
    return values;
}

std::vector<std::uint32_t> byDefinition(const ObjectiveRows& rows) {
    std::vector<std::uint32_t> front;
    for (std::uint32_t i = 0; i < rows.rows(); ++i) {
        bool beaten = !rows.complete(i);
        for (std::uint32_t j = 0; j < rows.rows() && !beaten; ++j) {
            beaten = rows.complete(j) && dominates(rows.row(j), rows.row(i));
        }
        if (!beaten) front.push_back(i);
    }
    return front;
}

/// Share of random points of the box [0, reference] that some row dominates, times the box.
double bySampling(const ObjectiveRows& rows, const std::vector<double>& reference, std::size_t samples) {
    CounterRandom random(99);
    std::size_t hit = 0;
    std::vector<double> point(reference.size());
    for (std::size_t s = 0; s < samples; ++s) {
        for (std::size_t o = 0; o < point.size(); ++o)
            point[o] = random.nextUniform() * reference[o];
        for (std::size_t i = 0; i < rows.rows(); ++i) {
            if (!dominates(rows.row(i), point)) continue;
            ++hit;
            break;
        }
    }
    double box = 1;
    for (const double side : reference)
        box *= side;
    return box * static_cast<double>(hit) / static_cast<double>(samples);
}

} // namespace

class ParetoTest : public QObject {
    Q_OBJECT

private slots:
    void frontIsWhatNothingDominates_data();
    void frontIsWhatNothingDominates();
    void rowsWithoutAValueTakeNoPart();
    void aMillionRowsTakeLessThanASecond_data();
    void aMillionRowsTakeLessThanASecond();
    void volumesAreExact();
    void volumesAgreeWithSampling_data();
    void volumesAgreeWithSampling();
    void epsilonFrontCoversTheFront();
    void kneeIsTheCorner();
};

void ParetoTest::frontIsWhatNothingDominates_data() {
    QTest::addColumn<int>("objectives");
    QTest::addColumn<int>("steps");
    for (const int objectives : {1, 2, 3, 4, 5}) {
        for (const int steps : {3, 10, 1000})
            QTest::addRow("%d objectives, %d steps", objectives, steps) << objectives << steps;
    }
}

void ParetoTest::frontIsWhatNothingDominates() {
    QFETCH(int, objectives);
    QFETCH(int, steps);
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const auto m = static_cast<std::size_t>(objectives);
        const auto values = lattice(150, m, seed, static_cast<std::uint64_t>(steps));
        const ObjectiveRows rows{values, m};
        QCOMPARE(paretoFront(rows), byDefinition(rows));
    }
}

void ParetoTest::rowsWithoutAValueTakeNoPart() {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const std::vector<double> values{nan, 0, 1, 1, 0, nan, 2, 0.5};
    QCOMPARE(paretoFront({values, 2}), (std::vector<std::uint32_t>{1, 3}));
    QCOMPARE(hypervolume({values, 2}, std::vector<double>{3, 2}), 2.0 + 0.5);
}

void ParetoTest::aMillionRowsTakeLessThanASecond_data() {
    QTest::addColumn<bool>("shell");
    QTest::newRow("cube") << false;
    QTest::newRow("sphere, all on the front") << true;
}

void ParetoTest::aMillionRowsTakeLessThanASecond() {
    QFETCH(bool, shell);
    CounterRandom random(5);
    std::vector<double> values(3'000'000);
    for (double& value : values)
        value = random.nextUniform();
    for (std::size_t i = 0; shell && i < values.size(); i += 3) {
        const double length =
            std::sqrt(values[i] * values[i] + values[i + 1] * values[i + 1] + values[i + 2] * values[i + 2]);
        for (std::size_t o = 0; o < 3; ++o)
            values[i + o] = 1 - values[i + o] / length;
    }
    const std::clock_t start = std::clock(); // processor time: neighbours do not count
    const auto front = paretoFront({values, 3});
    const auto milliseconds = 1000 * (std::clock() - start) / CLOCKS_PER_SEC;
    qInfo("%zu of 10^6 rows on the front, %lld ms", front.size(), static_cast<long long>(milliseconds));
    QVERIFY(front.size() > 50);
#ifdef NDEBUG // builds without optimisation are slower
    if (!shell) QVERIFY2(milliseconds < 1000, "slower than a second");
#endif
}

void ParetoTest::volumesAreExact() {
    const std::vector<double> reference{4, 4, 4};
    QCOMPARE(hypervolume({std::vector<double>{1, 1, 1}, 3}, reference), 27.0);
    QCOMPARE(hypervolume({std::vector<double>{1, 2, 3, 3, 2, 1}, 3}, reference), 3. * 2 * 1 + 1. * 2 * 3 - 1. * 2 * 1);
    QCOMPARE(hypervolume({std::vector<double>{1, 3, 2, 2, 3, 1}, 2}, std::vector<double>{4, 4}), 3 + 2 + 1.0);
    QCOMPARE(hypervolume({std::vector<double>{5, 0, 0, 4, 1, 1}, 3}, reference), 0.0);
    const std::vector<double> twice{1, 1, 1, 1, 1, 1, 1, 1};
    QCOMPARE(hypervolume({twice, 4}, std::vector<double>{2, 2, 2, 3}), 2.0);
    QCOMPARE(hypervolume({std::vector<double>{3, 1, 2}, 1}, std::vector<double>{4}), 3.0);
}

void ParetoTest::volumesAgreeWithSampling_data() {
    QTest::addColumn<int>("objectives");
    for (const int objectives : {2, 3, 4, 5})
        QTest::addRow("%d", objectives) << objectives;
}

void ParetoTest::volumesAgreeWithSampling() {
    QFETCH(int, objectives);
    const auto m = static_cast<std::size_t>(objectives);
    const auto values = lattice(40, m, 7, 20);
    const std::vector<double> reference(m, 0.9);
    const double exact = hypervolume({values, m}, reference);
    const double box = std::pow(0.9, objectives);
    QVERIFY(std::abs(exact - bySampling({values, m}, reference, 200'000)) < 0.005 * box);
    // A volume does not depend on the order of the axes, but each sweep treats its last one differently.
    std::vector<double> turned(values.size());
    for (std::size_t i = 0; i < values.size(); ++i)
        turned[i / m * m + (i % m + 1) % m] = values[i];
    QVERIFY(std::abs(hypervolume({turned, m}, reference) - exact) < 1e-12);
}

void ParetoTest::epsilonFrontCoversTheFront() {
    std::vector<double> values;
    for (int i = 0; i <= 1000; ++i) {
        const double angle = i * 1.5707963267948966 / 1000;
        values.push_back(1 - std::sin(angle));
        values.push_back(10 * (1 - std::cos(angle)));
    }
    const ObjectiveRows rows{values, 2};
    const auto front = paretoFront(rows);
    QCOMPARE(front.size(), std::size_t{1001});
    const auto few = epsilonFront(rows, front, 0.05);
    QVERIFY(few.size() > 10 && few.size() < 45);
    for (const std::uint32_t i : front) {
        const bool covered = std::any_of(few.begin(), few.end(), [&](std::uint32_t kept) {
            return rows.row(kept)[0] <= rows.row(i)[0] + 0.05 && rows.row(kept)[1] <= rows.row(i)[1] + 0.5;
        });
        QVERIFY(covered);
    }
}

void ParetoTest::kneeIsTheCorner() {
    const std::vector<double> values{0, 100, 1, 20, 2, 15, 10, 0, 5, 90};
    const ObjectiveRows rows{values, 2};
    QCOMPARE(kneeOf(rows, paretoFront(rows)), 1u);
}

QTEST_APPLESS_MAIN(ParetoTest)
#include "pareto_test.moc"
