// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/assess/evaluate_rows.h"
#include "core/assess/rows.h"
#include "core/assess/statistics.h"
#include "core/base/progress.h"
#include "core/catalog/library.h"
#include "core/evaluate/method.h"

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <QTemporaryDir>
#include <QTest>

using namespace strata;
using assess::RowFormat;

namespace {

const std::string kRequest = R"({"kind":"layer","hardware":"tpu-v1","workload":{"model":"resnet-50","layer":"conv1"}})";

std::string line(const std::string& more) { return R"({"id": "a", "request": )" + kRequest + more + "}"; }

/// How many requests were evaluated.
struct Told : Progress {
    void report(std::uint64_t, std::uint64_t all, std::string_view) override { total = all; }
    std::uint64_t total = 0;
};

} // namespace

/// Rows that anybody writes, read and answered.
class RowsTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        auto loaded = Library::loadWhatIsSound(qEnvironmentVariable("STRATA_ROOT").toStdString());
        QVERIFY(loaded);
        library_ = loaded->library;
    }

    void bothFormatsSayTheSame() {
        const auto lines = assess::readRows("{\"id\": \"a\",\n\"measured\": 1}", RowFormat::JsonLines, "rows.jsonl");
        QVERIFY(!lines); // a row is one line
        const auto one = assess::readRows(
            line(
                R"(, "quantity": "latency_s", "measured": 0.5, "spread": 0.02, "group": {"op": "conv", "batch": 8}, "source": "mine", "flags": ["alone"])") +
                "\r\n\n",
            RowFormat::JsonLines, "rows.jsonl");
        QVERIFY2(one, one ? "" : describe(one.error()).c_str());
        QCOMPARE(one->size(), std::size_t(1));
        const assess::MeasuredRow& row = one->front();
        QCOMPARE(row.unit, std::string("s"));
        QCOMPARE(row.group, (std::vector<std::pair<std::string, std::string>>{{"batch", "8"}, {"op", "conv"}}));
        std::string quoted = kRequest;
        for (std::size_t at = 0; (at = quoted.find('"', at)) != std::string::npos; at += 2)
            quoted.insert(at, 1, '"');
        const auto csv = assess::readRows("id,request,quantity,measured,spread,group,source,flags\na,\"" + quoted +
                                              "\",latency_s,0.5,0.02,\"{\"\"op\"\": \"\"conv\"\", \"\"batch\"\": 8}\","
                                              "mine,\"[\"\"alone\"\"]\"\n",
                                          RowFormat::Csv, "rows.csv");
        QVERIFY2(csv, csv ? "" : describe(csv.error()).c_str());
        QVERIFY(*csv == *one);
        const auto again = assess::readRows(assess::toJsonLine(row), RowFormat::JsonLines, "again.jsonl");
        QVERIFY(again);
        // Numbers of a group are words after the first reading.
        QVERIFY(again->front() == row);
    }

    void errorsNameLineAndField_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("csv");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* name, const std::string& text, bool csv, const char* says) {
            QTest::newRow(name) << QString::fromStdString(text) << csv << says;
        };
        const std::string rest = R"(, "quantity": "latency_s", "measured": 1)";
        row("unknown key", line(rest + R"(, "quantitty": 1)"), false, "/quantitty: line 1: there is no key");
        row("missing key", "\n" + line(R"(, "quantity": "latency_s")"), false,
            "/measured: line 2: measured is missing");
        row("no object", "[1]", false, "line 1: this is not a JSON object");
        row("no JSON", line(rest) + "\n{", false, "line 2: ");
        row("measured as text", line(R"(, "quantity": "latency_s", "measured": "1")"), false, "a finite number");
        row("request as text", R"({"id": "a", "request": "x", "quantity": "latency_s", "measured": 1})", false,
            "/request: line 1");
        row("empty id", R"({"id": "", "request": {}, "quantity": "latency_s", "measured": 1})", false, "id is empty");
        row("other unit", line(rest + R"(, "unit": "ms")"), false, "/unit: line 1: latency_s is stated in \"ms\"");
        row("negative spread", line(rest + R"(, "spread": -1)"), false, "/spread: line 1");
        row("nested group", line(rest + R"(, "group": {"a": []})"), false, "/group: line 1");
        row("flags of numbers", line(rest + R"(, "flags": [1])"), false, "/flags: line 1");
        row("same id", line(rest) + "\n" + line(rest), false, "two rows have the id \"a\"");
        row("unknown column", "id,request,quantity,measured,x\n", true, "/x: line 1: there is no column");
        row("missing column", "id,request,quantity\n", true, "measured");
        row("request is no JSON", "id,request,quantity,measured\na,x,latency_s,1\n", true, "/request: line 2");
        row("measured is no number", "id,request,quantity,measured\na,{},latency_s,x\n", true, "/measured: line 2");
        row("measured is empty", "id,request,quantity,measured\na,{},latency_s,\n", true, "measured is missing");
    }

    void errorsNameLineAndField() {
        QFETCH(QString, text);
        QFETCH(bool, csv);
        QFETCH(QString, says);
        const auto rows = assess::readRows(text.toStdString(), csv ? RowFormat::Csv : RowFormat::JsonLines, "the file");
        QVERIFY(!rows);
        const std::string error = describe(rows.error());
        QVERIFY2(error.starts_with("the file") && error.find(says.toStdString()) != std::string::npos, error.c_str());
    }

    void answersAreThoseOfTheEvaluation() {
        const auto estimate = evaluate(Json::parse(kRequest), Context{*library_, {}});
        QVERIFY2(estimate, estimate ? "" : describe(estimate.error()).c_str());
        const Metric* latency = estimate->findMetric("latency_s");
        QVERIFY(latency);
        std::vector<assess::MeasuredRow> rows;
        for (int i = 0; i < 300; ++i)
            rows.push_back({std::to_string(i), kRequest, "latency_s", 1.0 + i, "s"});
        rows[7].quantity = "ttft_s";
        rows[8].request = R"({"kind": "layer", "hardwear": 1})";
        rows[9].source = "mine";
        for (const unsigned jobs : {1U, 3U}) {
            Told told;
            const assess::SuiteReport report = assess::evaluateRows(rows, library_, jobs, &told);
            QCOMPARE(told.total, std::uint64_t(2)); // two requests, however many rows ask them
            QCOMPARE(report.rows.size(), std::size_t(298));
            QCOMPARE(report.refused.size(), std::size_t(2));
            QCOMPARE(report.refused[0].id, std::string("7"));
            QVERIFY(report.refused[0].reason.find("latency_s") != std::string::npos);
            QVERIFY2(report.refused[1].reason.find("hardwear") != std::string::npos, report.refused[1].reason.c_str());
            QCOMPARE(report.rows[299 - 2].id, std::string("299"));
            QVERIFY(report.rows[0].predicted == latency->value && report.rows[0].low == latency->low &&
                    report.rows[0].high == latency->high);
            QCOMPARE(report.rows[0].method, estimate->method);
            QCOMPARE(report.rows[7].group, (std::vector<std::pair<std::string, std::string>>{{"source", "mine"}}));
        }
    }

    void filesAreRowsOrPredictions() {
        QTemporaryDir folder;
        const auto write = [&](const char* name, const std::string& text) {
            const std::string file = folder.filePath(QLatin1String(name)).toStdString();
            std::ofstream(file) << text;
            return file;
        };
        const auto rows =
            assess::reportOfFile(write("rows.jsonl", line(R"(, "quantity": "latency_s", "measured": 1)")), library_, 1);
        QVERIFY2(rows, rows ? "" : describe(rows.error()).c_str());
        QCOMPARE(rows->suite, std::string("rows.jsonl"));
        QCOMPARE(rows->rows.size(), std::size_t(1));
        const auto table = assess::reportOfFile(write("table.csv", assess::toPredictionsCsv(*rows)), library_, 1);
        QVERIFY2(table, table ? "" : describe(table.error()).c_str());
        QVERIFY(table->rows.front().predicted == rows->rows.front().predicted);
        QVERIFY(!assess::reportOfFile(write("rows.txt", ""), library_, 1));
        QVERIFY(!assess::reportOfFile(folder.filePath(QStringLiteral("none.jsonl")).toStdString(), library_, 1));
        QVERIFY(!assess::reportOfFile(folder.filePath(QStringLiteral("none.csv")).toStdString(), library_, 1));
    }

    void quantilesLieBetweenNeighbours() {
        QCOMPARE(assess::quantile({3.0, 1.0, 2.0}, 0.5), 2.0);
        QCOMPARE(assess::quantile({1.0, 2.0}, 0.25), 1.25);
        QVERIFY(std::isnan(assess::quantile({}, 0.5)));
    }

private:
    std::shared_ptr<const Library> library_;
};

QTEST_APPLESS_MAIN(RowsTest)
#include "rows_test.moc"
