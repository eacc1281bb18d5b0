// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/power/power_timeline.h"

#include <QTest>

#include <cmath>

using namespace strata::assess;

namespace {

constexpr double kIdle_w = 100;

/// Readings of all problems.
std::vector<double> readings(const std::vector<Spell>& spells, std::size_t boards) {
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < spells.size(); ++i)
        places.push_back(i);
    return sweepReadings(spells, places, boards, kIdle_w);
}

const Spell kLong{0.0, 0.0, 5.0, 600.0}, kShort{0.0, 0.0, 1e-4, 600.0};

} // namespace

class PowerTimelineTest : public QObject {
    Q_OBJECT

private slots:
    void aSecondOfCallsReadsHalfOfWhatWasBefore() {
        // Values 0.05 s old at 0, 0.1, ... 0.9 s: their means hold 0, 0.05, 0.15, ... 0.85 s of the calls.
        const double one = readings({{0.0, 0.0, 0.99, 600.0}}, 1).front();
        QVERIFY(std::abs(one - (kIdle_w + 500 * (9 * 0.45) / 10)) < 1e-9);
    }

    void longCallsReadWhatTheyDraw() {
        QVERIFY(std::abs(readings({{0.0, 0.0, 1000.0, 600.0}}, 1).front() - 600) < 1.0);
    }

    void shortCallsReadTheProblemBefore() {
        const auto after = readings({kLong, kShort}, 1);
        QVERIFY(std::abs(after[1] - 600) < 1e-9);
        const auto alone = readings({kShort, kShort}, 1);
        QVERIFY(std::abs(alone[0] - kIdle_w) < 1e-9);
    }

    void preparationIsPartOfTheSecondBefore() {
        const Spell prepared{0.5, 200.0, 1e-4, 600.0};
        // The value is 0.05 s old.
        QVERIFY(std::abs(readings({kLong, prepared, kShort}, 1)[1] - (0.55 * 600 + 0.45 * 200)) < 1.0);
        // With several boards preparations take 80 % more or less.
        const auto shared = readings({kLong, kLong, prepared, kShort}, 2);
        QVERIFY(shared[2] > 600 - 400 * 0.7 && shared[2] < 600 - 400 * 0.25);
    }

    void boardsWaitWhileKernelsAreCompiled() {
        Spell compiled = kShort;
        compiled.waits_s = 5.0;
        compiled.waits_w = 140.0;
        QVERIFY(std::abs(readings({kLong, compiled}, 1)[1] - 140.0) < 1e-9);
        compiled.waits_s = 0.5; // the value is 0.05 s old
        QVERIFY(std::abs(readings({kLong, compiled}, 1)[1] - (0.55 * 600 + 0.45 * 140)) < 1e-9);
    }

    void boardsRememberOnlyTheirOwnProblems() {
        // Eight problems start on boards that rested, the ninth after one of them.
        const auto all = readings(std::vector<Spell>(9, kLong), 8);
        for (int i = 1; i < 8; ++i)
            QCOMPARE(all[static_cast<std::size_t>(i)], all[0]);
        QVERIFY(all[8] > all[0] + 20);
    }

    void onlyWhatIsAskedForIsAnswered() {
        const std::vector<Spell> spells(20, kShort);
        const std::vector<std::size_t> places{3, 17};
        QCOMPARE(sweepReadings(spells, places, 2, kIdle_w).size(), std::size_t{2});
        QVERIFY(sweepReadings(spells, {}, 2, kIdle_w).empty());
    }
};

QTEST_GUILESS_MAIN(PowerTimelineTest)
#include "power_timeline_test.moc"
