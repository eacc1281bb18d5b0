// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/views/gpu_fixture.h"
#include "views/headline/headline.h"
#include "views/headline/metric_card.h"

#include <QLabel>
#include <QTest>

using namespace strata;
using namespace strata::views;

/// The headline shows its values whole, in wide and in narrow windows.
class HeadlineTest : public QObject {
    Q_OBJECT

private slots:
    void cardsTakeTheRoomOfNewValues_data() {
        QTest::addColumn<int>("width");
        for (const int width : {760, 1000, 1400}) QTest::addRow("%d", width) << width;
    }
    void cardsTakeTheRoomOfNewValues() {
        QFETCH(int, width);
        Headline headline;
        headline.resize(width, 200);
        headline.show();
        QVERIFY(QTest::qWaitForWindowExposed(&headline));
        headline.setScene(fixture::gpuScene(fixture::modelEstimate()));
        QTest::qWait(30);
        Estimate kernel = *fixture::kernelEstimate();
        kernel.metrics = {{"latency_s", 115e-6, 101e-6, 139e-6, 0.8},
                          {"energy_j", 18.9e-3, 16.7e-3, 22.9e-3, 0.8},
                          {"flop_per_s", 4.1e12, 3.39e12, 4.65e12, 0.8},
                          {"utilization", 0.21, 0.174, 0.239, 0.8}};
        kernel.notes = {{Note::Level::Info, "compute-limited", "limited by arithmetic: 36 % of the fp32 peak", {}, {}}};
        headline.setScene(fixture::gpuScene(std::make_shared<const Estimate>(kernel)));
        QTest::qWait(30);
        const auto cards = headline.findChildren<MetricCard*>();
        QCOMPARE(cards.size(), 4);
        for (const MetricCard* card : cards)
            QVERIFY2(card->width() >= card->sizeHint().width(),
                     qPrintable(QStringLiteral("%1: %2 of %3").arg(card->metric()).arg(card->width()).arg(card->sizeHint().width())));
    }

    void wordsStandBelowWhereBesideIsNoRoom() {
        Headline headline;
        headline.setScene(fixture::gpuScene(fixture::modelEstimate()));
        headline.show();
        const auto wordsAreBelow = [&](int width) {
            headline.resize(width, 220);
            QTest::qWait(30);
            const auto* card = headline.findChildren<MetricCard*>().front();
            for (const QLabel* label : headline.findChildren<QLabel*>())
                if (label->wordWrap()) return label->geometry().top() >= card->geometry().bottom();
            return false;
        };
        QVERIFY(wordsAreBelow(700));
        QVERIFY(!wordsAreBelow(1500));
    }
};

QTEST_MAIN(HeadlineTest)
#include "headline_test.moc"
