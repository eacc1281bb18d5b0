// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/assess/imported.h"

#include <QTest>

using namespace strata;
using namespace strata::assess;

namespace {

const std::vector<MeasuredRow> kRows{{"a", "{}", "latency_s", 1e-3}, {"b", "{}", "latency_s", 2e-3}};

Result<std::vector<ImportedPrediction>> csv(const std::string& lines) {
    return readImported("row,tool,quantity,value,unit\n" + lines, false, "tool.csv");
}

} // namespace

class ImportedTest : public QObject {
    Q_OBJECT

private slots:
    void predictionsStandBesideTheirRows() {
        const auto read = csv("b,Sheet,latency_s,1.5,ms\na,Sheet,latency_s,0.002,s\na,Other,latency_s,900,us\n");
        QVERIFY2(read, read ? "" : describe(read.error()).c_str());
        const SuiteReport report = besideRows(kRows, *read);
        QCOMPARE(report.rows.size(), std::size_t{3});
        QVERIFY(report.refused.empty());
        QCOMPARE(report.rows[0].id, std::string("a")); // in the order of the rows
        QCOMPARE(report.rows[0].predicted, 2e-3);
        QVERIFY(std::abs(report.rows[1].predicted - 9e-4) < 1e-15);
        QVERIFY(std::abs(report.rows[2].predicted - 1.5e-3) < 1e-15);
        QCOMPARE(report.rows[2].measured, 2e-3);
        QCOMPARE(report.rows[2].group.front().second, std::string("Sheet"));
        QCOMPARE(groupErrors(report.rows).size(), std::size_t{2});
    }

    void bothFormatsSayTheSame() {
        const auto table = csv("a,Sheet,latency_s,0.9,ms\n");
        const auto document = readImported(
            R"({"predictions": [{"row": "a", "tool": "Sheet", "quantity": "latency_s", "value": 0.9, "unit": "ms"}]})",
            true, "tool.json");
        QVERIFY(table && document && *table == *document);
    }

    void strangersAreRefusedWithAReason() {
        const auto read = csv("z,Sheet,latency_s,1,s\na,Sheet,energy_j,1,J\nb,Sheet,latency_s,1,J\n");
        QVERIFY(read);
        const SuiteReport report = besideRows(kRows, *read);
        QVERIFY(report.rows.empty());
        QCOMPARE(report.refused.size(), std::size_t{3});
    }

    void errorsNameTheLine_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("code");
        QTest::newRow("no number") << "row,tool,quantity,value,unit\na,Sheet,latency_s,fast,s\n"
                                   << "bad-value";
        QTest::newRow("empty tool") << "row,tool,quantity,value,unit\na,,latency_s,1,s\n"
                                    << "bad-value";
        QTest::newRow("no unit") << "row,tool,quantity,value\na,Sheet,latency_s,1\n"
                                 << "missing-column";
        QTest::newRow("extra column") << "row,tool,quantity,value,unit,hope\na,Sheet,latency_s,1,s,0\n"
                                      << "unknown-column";
        QTest::newRow("twice") << "row,tool,quantity,value,unit\na,S,latency_s,1,s\na,S,latency_s,2,s\n"
                               << "duplicate-id";
    }
    void errorsNameTheLine() {
        QFETCH(QString, text);
        QFETCH(QString, code);
        const auto read = readImported(text.toStdString(), false, "tool.csv");
        QVERIFY(!read);
        QCOMPARE(QString::fromStdString(read.error().code), code);
        QVERIFY(read.error().file.starts_with("tool.csv") && !read.error().text.empty());
    }
};

QTEST_GUILESS_MAIN(ImportedTest)
#include "imported_test.moc"
