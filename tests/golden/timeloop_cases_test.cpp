// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/npu/npu_suite.h"

#include <QTest>

#include <cstdlib>
#include <filesystem>

using namespace strata;

class TimeloopCasesTest : public QObject {
    Q_OBJECT
private slots:
    void everyCase();
};

void TimeloopCasesTest::everyCase() {
    const char* reference = std::getenv("STRATA_REFERENCE");
    const std::filesystem::path folder = std::filesystem::path(reference == nullptr ? "" : reference) / "npu";
    if (!std::filesystem::is_directory(folder / "timeloop")) {
        QSKIP("no reference data");
    }
    const Result<assess::SuiteReport> report = assess::runNpuSuite(folder);
    QVERIFY2(report, report ? "" : describe(report.error()).c_str());
    for (const assess::SuiteRow& row : report->rows) {
        QVERIFY2(row.equal, row.id.c_str());
    }
    QCOMPARE(report->cases_equal, std::size_t{22});
    QCOMPARE(report->cases, std::size_t{22});
}

QTEST_APPLESS_MAIN(TimeloopCasesTest)
#include "timeloop_cases_test.moc"
