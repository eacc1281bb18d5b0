// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/assess/suite.h"

#include <nlohmann/json.hpp>
#include <QTest>

#include <cmath>

using namespace strata;

namespace {

assess::SuiteRow row(const char* id, const char* group, double measured, double predicted) {
    return {id,        {{"case", group}}, "latency_s",     "s",     measured,
            predicted, predicted * 0.9,   predicted * 1.1, "model", measured == predicted};
}

} // namespace

class SuiteTest : public QObject {
    Q_OBJECT
private slots:
    void errors();
    void documents();
};

void SuiteTest::errors() {
    const auto groups = assess::groupErrors({row("a", "x", 1.0, 1.1), row("b", "x", 2.0, 1.0), row("c", "x", 4.0, 4.0),
                                             row("d", "y", 0.0, 0.0), row("e", "y", 0.0, 1.0)});
    QCOMPARE(groups.size(), std::size_t{2});
    QCOMPARE(groups[0].n, std::size_t{3});
    QVERIFY(std::abs(groups[0].mape - 0.2) < 1e-12);
    QVERIFY(std::abs(groups[0].median - 0.1) < 1e-12);
    QVERIFY(std::abs(groups[0].bias - (0.1 - 0.5) / 3.0) < 1e-12);
    QCOMPARE(groups[0].spearman, 0.5);
    QVERIFY(std::abs(groups[0].coverage80 - 2.0 / 3.0) < 1e-12);
    QCOMPARE(groups[1].mape, 0.5);
    QVERIFY(std::isnan(groups[1].spearman));
}

void SuiteTest::documents() {
    assess::SuiteReport report;
    report.suite = "npu";
    report.data = "folder";
    report.rows = {row("a,1", "x", 1.0, 1.5)};
    report.refused = {{"b", "sparse"}};
    const Json json = assess::toJson(report);
    QCOMPARE(json.at("suite").get<std::string>(), std::string("npu"));
    QVERIFY(json.contains("groups") && json.contains("refused"));
    const std::string csv = assess::toPredictionsCsv(report);
    QVERIFY(csv.rfind("id,group,quantity,unit,measured,predicted,low,high,method\n", 0) == 0);
    QVERIFY2(csv.find("\"a,1\",") != std::string::npos, csv.c_str());
}

QTEST_APPLESS_MAIN(SuiteTest)
#include "suite_test.moc"
