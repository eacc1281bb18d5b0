// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/npu/gemmini_rows.h"
#include "core/base/message_text.h"

#include <fstream>
#include <nlohmann/json.hpp>
#include <QTemporaryDir>
#include <QTest>

using namespace strata;

class CommandRowsTest : public QObject {
    Q_OBJECT

private slots:
    void aRowBecomesARequest() {
        write("L3[WIO] P7 Q14 - L2[WI] N1 K16X - L1[O] K4 S7 R7 Q2 P4 C3X - L0[W] Q4 P4,3,64,112,112,7,7,2");
        const auto rows = assess::commandRows(folder_.path().toStdString());
        QVERIFY2(rows, rows ? "" : describe(rows.error()).c_str());
        QCOMPARE(rows->size(), std::size_t{1});
        const assess::CommandRow& row = rows->front();
        QCOMPARE(row.cycles, 1000.0);
        QCOMPARE(row.layer, std::string("3x64x112x112x7x7x2"));
        QVERIFY(!row.fitted);
        const Json& levels = (*row.request)["plan"]["mapping"]["levels"];
        QCOMPARE(levels.size(), std::size_t{5});
        QVERIFY(levels[0]["temporal"] == Json::parse(R"([["p", 7], ["q", 14]])"));
        QVERIFY(levels[3]["spatial_x"] == Json::parse(R"([["m", 16]])"));
        QVERIFY(levels[3]["spatial_y"] == Json::parse(R"([["c", 3]])"));
        QVERIFY(levels[4]["temporal"] == Json::parse(R"([["q", 4], ["p", 4]])"));
    }

    void layersOfTheFitAreTold() {
        write("L3[WIO] K8 - L2[WI] N1 K16X - L1[O] C4 P8 C16X - L0[W] P16,64,128,128,1,1,1,1");
        const auto rows = assess::commandRows(folder_.path().toStdString());
        QVERIFY(rows && rows->front().fitted);
    }

    void aMappingThatIsNoneIsNamed() {
        write("L3[WIO] K8 - L2[WI] Z3,64,128,128,1,1,1,1");
        const auto rows = assess::commandRows(folder_.path().toStdString());
        QVERIFY(!rows);
        QCOMPARE(rows.error().code, std::string("malformed-csv"));
        QVERIFY(messageText(rows.error().text).find("Z3") != std::string::npos);
    }

private:
    void write(const char* row) {
        std::ofstream file(folder_.filePath(QStringLiteral("firesim_test.csv")).toStdString());
        file << "target.gemmini_cycle,mapping.mapping,prob.C,prob.K,prob.P,prob.Q,prob.R,prob.S,prob.Hstride\n1000,"
             << row << '\n';
    }

    QTemporaryDir folder_;
};

QTEST_APPLESS_MAIN(CommandRowsTest)
#include "command_rows_test.moc"
