// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/assess/predictions.h"

#include <cmath>
#include <limits>
#include <QTest>

using namespace strata;

/// The table of predictions is read as it was written.
class PredictionsTest : public QObject {
    Q_OBJECT

private slots:
    void rowsComeBack() {
        assess::SuiteReport report;
        for (int i = 0; i < 3; ++i) {
            assess::SuiteRow row;
            row.id = "a,\"b\":" + std::to_string(i);
            row.group = {{"op", "linear"}, {"device", "t4"}};
            row.quantity = "latency_s";
            row.unit = "s";
            row.measured = 1.0 / 3.0 + i;
            row.predicted = 0.1 + i;
            row.low = i == 2 ? std::numeric_limits<double>::quiet_NaN() : 0.05;
            row.high = 0.2 + i;
            row.method = "gpu.tile";
            report.rows.push_back(row);
        }
        report.rows[1].group.clear();
        const auto again = assess::readPredictions(assess::toPredictionsCsv(report), "table");
        QVERIFY2(again, again ? "" : describe(again.error()).c_str());
        QCOMPARE(again->rows.size(), report.rows.size());
        for (std::size_t i = 0; i < report.rows.size(); ++i) {
            const assess::SuiteRow& expected = report.rows[i];
            const assess::SuiteRow& row = again->rows[i];
            QCOMPARE(row.id, expected.id);
            QVERIFY(row.group == expected.group);
            QCOMPARE(row.quantity, expected.quantity);
            QCOMPARE(row.unit, expected.unit);
            QCOMPARE(row.measured, expected.measured);
            QCOMPARE(row.predicted, expected.predicted);
            QVERIFY(row.low == expected.low || (std::isnan(row.low) && std::isnan(expected.low)));
            QCOMPARE(row.method, expected.method);
        }
        QCOMPARE(assess::groupText(report.rows[0]), std::string("op=linear;device=t4"));
    }

    void whatIsNoTableIsRefused_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("code");
        QTest::newRow("column") << QByteArray("id,group\n1,2\n") << QByteArray("missing-column");
        QTest::newRow("number")
            << QByteArray("id,group,quantity,unit,measured,predicted,low,high,method\na,,t,s,1,fast,1,1,m\n")
            << QByteArray("bad-value");
    }
    void whatIsNoTableIsRefused() {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, code);
        const auto refused = assess::readPredictions(text.toStdString(), "table");
        QVERIFY(!refused);
        QCOMPARE(QByteArray::fromStdString(refused.error().code), code);
        QCOMPARE(refused.error().file, std::string("table"));
    }
};

QTEST_APPLESS_MAIN(PredictionsTest)
#include "predictions_test.moc"
