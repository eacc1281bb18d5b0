// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json.h"
#include "run.h"

#include <fstream>
#include <nlohmann/json.hpp>
#include <QTemporaryDir>
#include <QtTest>

using namespace strata;
using test::run;

class CoverageCommandTest : public QObject {
    Q_OBJECT

private slots:
    void toolsAreCountedWithoutRunning() {
        const auto answer = run({"coverage", "--kept", "--by", "era", "--json"});
        QCOMPARE(answer.status, 0);
        const auto document = parseJson(answer.out);
        QVERIFY(document && document->contains("coverage_by_era"));
        std::size_t questions = 0;
        for (const Json& row : document->at("coverage_by_era"))
            if (row.at("column") == "union") questions += row.at("questions").get<std::size_t>();
        QVERIFY(questions >= 40);
        const auto stated = run({"coverage", "--kept", "--stated", "--csv"});
        QVERIFY(stated.out.find("T1.1,ASTRA-sim,supported,stated,partial,no") != std::string::npos);
    }

    void valuesWeighTheShares() {
        const auto union_line = [](const std::string& text) {
            const auto at = text.find("Tools together");
            return text.substr(at, text.find('\n', at) - at);
        };
        const auto plain = run({"coverage", "--kept"}), weighed = run({"coverage", "--kept", "--value", "I2=50"});
        QCOMPARE(weighed.status, 0);
        QVERIFY(union_line(plain.out) != union_line(weighed.out));
    }

    void tablesFitTheTerminal() {
        for (const char* by : {"category", "scenario", "era", "methodology"}) {
            const auto answer = run({"coverage", "--kept", "--by", by});
            QCOMPARE(answer.status, 0);
            for (const QByteArray& line : QByteArray::fromStdString(answer.out).split('\n'))
                QVERIFY2(line.size() <= 100, line.constData());
            QVERIFY(answer.out.find("VIDUR") != std::string::npos || by == std::string("methodology"));
            QVERIFY(answer.out.find("union") != std::string::npos);
        }
    }

    void badArgumentsAreNamed() {
        const std::vector<std::vector<std::string>> wrong{{"coverage", "--by", "colour"},
                                                          {"coverage", "--kept", "--value", "I2=many"},
                                                          {"coverage", "--kept", "--value", "Z9=2"},
                                                          {"tools", "--weight", "D9=1"},
                                                          {"tools", "--table", "x"},
                                                          {"tools", "--scheme", "mine"},
                                                          {"import", "predictions", "x.csv"}};
        for (const auto& words : wrong) {
            const auto answer = run(words);
            QCOMPARE(answer.status, 2);
            QVERIFY2(answer.err.find("accepted: ") != std::string::npos, answer.err.c_str());
        }
    }

    void weightsRankTheTools() {
        const auto first = [](const std::vector<std::string>& words) {
            return parseJson(run(words).out)->at(0).at("tool").get<std::string>();
        };
        QCOMPARE(first({"tools", "--table", "ranking", "--json"}), std::string("ASTRA-sim"));
        QCOMPARE(first({"tools", "--table", "ranking", "--weight", "D2=5", "--json"}), std::string("VIDUR"));
    }

    void otherToolsStandOnTheSameRows() {
        const auto path = [&](const char* name) { return folder_.filePath(QLatin1String(name)).toStdString(); };
        std::ofstream(path("rows.jsonl"))
            << R"({"id": "copy", "request": {"kind": "kernel", "hardware": "a100-sxm4-80gb", "workload": )"
            << R"({"operator": "copy", "bytes": 1e9, "dtype": "fp32"}}, "quantity": "latency_s", "measured": 0.00115})"
            << '\n';
        std::ofstream(path("tool.csv")) << "row,tool,quantity,value,unit\ncopy,Sheet,latency_s,1.0,ms\n";
        const auto answer = run({"import", "predictions", path("tool.csv"), "--rows", path("rows.jsonl"), "--by",
                                 "tool", "--predictions", path("out.csv")});
        QVERIFY2(answer.status == 0, answer.err.c_str());
        QVERIFY(answer.out.find("Sheet") != std::string::npos && answer.out.find("gpu.tile") != std::string::npos);
        // The table is what the validation view and the coverage read.
        const auto kept = run({"coverage", "--kept", "--results", path("out.csv"), "--cells", "--csv"});
        QVERIFY2(kept.status == 0, kept.err.c_str());
        const auto validated = [&] {
            return run({"validate", path("rows.jsonl"), "--keep", path("history.jsonl"), "--commit", "abc"});
        };
        QCOMPARE(validated().status, 0);
        const auto again = validated();
        QVERIFY2(again.out.find("gpu.tile, latency_s: mean error") != std::string::npos, again.out.c_str());
        QCOMPARE(run({"validate", path("rows.jsonl"), "--keep", path("history.jsonl")}).status, 2);
    }

private:
    QTemporaryDir folder_;
};

QTEST_GUILESS_MAIN(CoverageCommandTest)
#include "coverage_test.moc"
