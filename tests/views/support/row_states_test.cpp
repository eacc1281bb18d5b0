// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/random.h"
#include "core/explore/search/pareto.h"
#include "tests/views/fixtures/exploration_fixture.h"
#include "views/explore/cloud_image.h"
#include "views/explore/explore_text.h"
#include "views/explore/front.h"
#include "views/explore/scaled_column.h"
#include "views/support/theme/theme.h"

#include <QGuiApplication>
#include <QPalette>
#include <QTest>

using namespace strata;
using namespace strata::views;

namespace {

/// A filter of up to three ranges and sometimes a lasso, near the one before or far from it.
Filter randomFilter(const Exploration& run, const Filter& before, CounterRandom& random) {
    Filter filter = random.nextUniform() < 0.7 ? before : Filter{};
    const auto column = static_cast<std::size_t>(random.nextBelow(run.columns().size()));
    const ColumnExtent& extent = run.extent(column);
    const auto end = [&] { return extent.least + random.nextUniform() * (extent.most - extent.least); };
    const double a = end(), b = end();
    constexpr double kOpen = std::numeric_limits<double>::infinity();
    filter.setRange({column, random.nextUniform() < 0.3 ? -kOpen : std::min(a, b),
                     random.nextUniform() < 0.3 ? kOpen : std::max(a, b)});
    if (random.nextUniform() < 0.15)
        filter.lassos = {{3, 4, false, false, {{1e-3, 1e-5}, {1.5e-2, 1e-5}, {4e-3, 1e-3}}}};
    if (random.nextUniform() < 0.15) filter.lassos.clear();
    return filter;
}

std::vector<unsigned char> bruteForce(const Exploration& run) {
    std::vector<unsigned char> states(run.rows(), 1);
    applyFilter(run.filter(), run.table().columns, 0, states);
    for (std::size_t i = 0; i < states.size(); ++i)
        states[i] = states[i] == 0 ? kHidden : run.table().reason[i] == 0 ? kShown : kInfeasible;
    return states;
}

std::vector<std::uint32_t> bruteFront(const Exploration& run, const std::vector<Aim>& aims) {
    std::vector<std::uint32_t> rows;
    for (std::uint32_t i = 0; i < run.rows(); ++i)
        if (run.rowStates()[i] == kShown) rows.push_back(i);
    const auto values = aimValues(run, aims, rows);
    auto front = explore::paretoFront({values, aims.size()});
    for (std::uint32_t& i : front)
        i = rows[i];
    return front;
}

} // namespace

/// What follows the rows that a change of the filter changed is what looking at all of them gives.
class RowStatesTest : public QObject {
    Q_OBJECT

private slots:
    void followsAnyFilters() {
        const auto run = fixture::exploration(6000);
        CounterRandom random(11);
        const std::vector<std::vector<Aim>> aims{
            {{3, false}, {4, false}}, {{4, false}, {3, true}}, {{3, false}, {4, false}, {0, true}}};
        ScaledColumn x, y, color;
        Density density;
        const QSize cells(90, 70);
        const Theme theme = themeFor(QPalette());
        for (int step = 0; step < 160; ++step) {
            if (step % 23 == 22) run->append(fixture::points(run->request(), run->rows(), 700));
            run->setFilter(randomFilter(*run, run->filter(), random));
            const auto states = bruteForce(*run);
            QCOMPARE(run->rowStates(), states);
            const ExploreCounts counts = run->counts();
            QCOMPARE(counts.shown, static_cast<std::size_t>(std::ranges::count(states, kShown)));
            QCOMPARE(counts.shown + counts.hidden + counts.infeasible, counts.points);
            for (const auto& some : aims)
                QCOMPARE(run->frontRows(some), bruteFront(*run, some));
            x.update(*run, 3, true);
            y.update(*run, 4, true);
            color.update(*run, 0, false);
            const Cloud cloud{x.places(),
                              y.places(),
                              color.places(),
                              run->rowStates(),
                              x.low(),
                              x.high(),
                              y.low(),
                              y.high(),
                              color.low(),
                              color.high(),
                              {x.version(), y.version(), color.version()}};
            density.count(cloud, cells, run->filtered());
            Density fresh;
            fresh.count(cloud, cells, run->filtered());
            QVERIFY(density.image(theme, true) == fresh.image(theme, true));
        }
    }

    void aDragListsWhatFlips() {
        const auto run = fixture::exploration(5000);
        Filter filter;
        filter.setRange({3, 0.0, 9e-3});
        run->setFilter(filter);
        const unsigned before = run->filtered().revision();
        const std::vector<unsigned char> states = run->rowStates();
        filter.setRange({3, 0.0, 8.9e-3});
        run->setFilter(filter);
        const RowStates& now = run->filtered();
        QCOMPARE(now.revision(), before + 1);
        QVERIFY(now.flipsKnown() && !now.flips().empty());
        for (const StateFlip& flip : now.flips()) {
            QCOMPARE(states[flip.row], static_cast<unsigned char>(flip.before));
            QCOMPARE(now.states()[flip.row], static_cast<unsigned char>(flip.after));
        }
        run->setFilter({});
        QVERIFY(run->filtered().revision() != before + 1);
        QCOMPARE(run->counts().hidden, std::size_t{0});
    }

    void reasonsAreWords() {
        QCOMPARE(reasonText(QStringLiteral("over-fanout: array along X")),
                 QStringLiteral("array too small: array along X"));
        QCOMPARE(reasonText(QStringLiteral("does-not-fit")), QStringLiteral("no mapping fits"));
        QCOMPARE(reasonText(QStringLiteral("bad-value: /plan/mapping")),
                 QStringLiteral("value not accepted: /plan/mapping"));
        QCOMPARE(reasonText(QStringLiteral("some-new-code: place")), QStringLiteral("some new code: place"));
        const QString bound = reasonText(QStringLiteral("constraint: latency_s above 0.018"));
        QVERIFY2(bound.endsWith(QStringLiteral(" above 0.018")), qPrintable(bound));
        QVERIFY2(!bound.contains(QStringLiteral("latency_s")), qPrintable(bound));
    }
};

QTEST_MAIN(RowStatesTest)
#include "row_states_test.moc"
