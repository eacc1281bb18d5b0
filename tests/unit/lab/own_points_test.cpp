// SPDX-License-Identifier: GPL-3.0-or-later
// Served points are drawn whole, none is both used and scored, and scores name the kind that errs most.
#include "app/lab/own/own_points.h"
#include "app/lab/own/own_score.h"

#include <QTest>
#include <set>

using namespace strata::assess;

namespace {

MeasuredRow rowOf(const std::string& id, const char* quantity, const char* device, const char* version) {
    MeasuredRow row{id, std::string(R"({"plan": {"engine": {"id": "vllm", "version": ")") + version + "\"}}}", quantity,
                    1.0};
    row.group = {{"device", device}};
    return row;
}

SuiteRow answered(const char* id, double predicted, double high) {
    SuiteRow row;
    row.id = id;
    row.quantity = "latency_s";
    row.measured = 1.0;
    row.predicted = predicted;
    row.low = 0.0;
    row.high = high;
    return row;
}

} // namespace

class OwnPointsTest : public QObject {
    Q_OBJECT

private slots:
    void pointsAreDrawnWhole() {
        std::vector<MeasuredRow> rows;
        for (int i = 0; i < 9; ++i) {
            for (const char* quantity : {"tpot_s", "ttft_s"})
                rows.push_back(rowOf("p" + std::to_string(i), quantity, "a", "1"));
        }
        rows.push_back(rowOf("half", "tpot_s", "a", "1"));
        rows.push_back(rowOf("p0", "tpot_s", "b", "1"));
        const auto engines = pointsByEngine(rows, "a");
        QCOMPARE(engines.size(), std::size_t{1});
        QCOMPARE(engines.begin()->first, std::string("vllm 1"));
        QCOMPARE(engines.begin()->second.kinds.size(), std::size_t{9});
        const Drawn drawn = drawPoints(engines.begin()->second, 3, 4, 1);
        QCOMPARE(drawn.used.size(), std::size_t{6});
        QCOMPARE(drawn.scored.size(), std::size_t{8});
        std::set<std::string> ids;
        for (const auto* part : {&drawn.used, &drawn.scored}) {
            for (const MeasuredRow& row : *part)
                ids.insert(row.id);
        }
        QCOMPARE(ids.size(), std::size_t{14});
        QVERIFY(drawn.used == drawPoints(engines.begin()->second, 3, 4, 1).used);
    }

    void scoresNameTheWorstKind() {
        SuiteReport report;
        report.rows = {answered("a", 1.1, 2.0), answered("b", 1.5, 2.0), answered("c", 1.5, 1.0)};
        report.rows.back().high = 0.9;
        OwnScore score;
        score.add(report, {{"a", "even"}, {"b", "odd"}, {"c", "odd"}});
        QCOMPARE(score.count(), std::size_t{3});
        QVERIFY(std::abs(score.mean() - 1.1 / 3.0) < 1e-12 && std::abs(score.median() - 0.5) < 1e-12);
        QVERIFY(std::abs(score.coverage() - 2.0 / 3.0) < 1e-12);
        QCOMPARE(score.worst().first, std::string("odd"));
    }
};

QTEST_GUILESS_MAIN(OwnPointsTest)
#include "own_points_test.moc"
