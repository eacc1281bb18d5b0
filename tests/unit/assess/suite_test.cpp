// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/assess/distance_errors.h"
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
    void distances();
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

void SuiteTest::distances() {
    const auto at = [](const char* distance, const char* device, double measured, double predicted) {
        assess::SuiteRow suite_row = row("a", "x", measured, predicted);
        suite_row.group = {{"op", "bmm"}, {"device", device}, {"distance", distance}};
        return suite_row;
    };
    std::vector<assess::SuiteRow> rows{at("same", "a", 1.0, 1.0), at("sibling", "b", 1.0, 1.05),
                                       at("sibling", "b", 1.0, 1.0), at("sibling", "c", 1.0, 2.0), row("d", "x", 1, 9)};
    const auto found = assess::errorsByDistance(rows);
    QCOMPARE(found.size(), std::size_t{2}); // the row without a distance takes no part
    QCOMPARE(found[0].distance, std::string("same"));
    QCOMPARE(found[0].worst_coverage, 1.0);
    const assess::DistanceErrors& sibling = found[1];
    QCOMPARE(sibling.n, std::size_t{3});
    QCOMPARE(sibling.places, std::size_t{2});
    QVERIFY(std::abs(sibling.median - 0.05) < 1e-12);
    QVERIFY(std::abs(sibling.coverage80 - 2.0 / 3.0) < 1e-12);
    QVERIFY(std::abs(sibling.coverage_of_places - 0.5) < 1e-12); // places, not rows, count the same
    QCOMPARE(sibling.worst, std::string("c"));
    QCOMPARE(sibling.worst_mape, 1.0);
    QCOMPARE(sibling.worst_coverage, 0.0);
    rows.front().group.insert(rows.front().group.begin(), {"source", "paper"});
    QCOMPARE(assess::errorsByDistance(rows).front().worst, std::string("paper"));

    assess::SuiteReport report;
    QVERIFY(!assess::toJson(report).contains("distances"));
    report.rows = rows;
    QCOMPARE(assess::toJson(report).at("distances").size(), std::size_t{2});
}

QTEST_APPLESS_MAIN(SuiteTest)
#include "suite_test.moc"
