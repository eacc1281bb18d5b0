// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/cli/run.h"

#include <fstream>
#include <nlohmann/json.hpp>
#include <QTemporaryDir>
#include <QTest>

using strata::test::run;

namespace {

/// A kernel that is fastest at a = 8 and b = 4; every third configuration is not measured.
std::string table(double rate = 1.0, bool all = false) {
    std::string text = "a,b,mode,time_ms\n";
    int line = 0;
    for (int a = 1; a <= 16; ++a) {
        for (int b = 1; b <= 8; ++b) {
            for (const char* mode : {"plain", "wide"}) {
                const double time =
                    rate * (1.0 + 0.1 * std::abs(a - 8) + 0.2 * std::abs(b - 4)) * (mode[0] == 'w' ? 0.9 : 1.0);
                text += std::to_string(a) + "," + std::to_string(b) + "," + mode + ",";
                text += (all || ++line % 3 != 0) && !(a == 8 && b == 4 && !all) ? std::to_string(time) + "\n" : "\n";
            }
        }
    }
    return text;
}

} // namespace

class ScheduleTest : public QObject {
    Q_OBJECT

    QTemporaryDir folder_;
    std::string file(const char* name, const std::string& text) const {
        const std::string path = folder_.filePath(name).toStdString();
        std::ofstream(path) << text;
        return path;
    }

private slots:
    void ranksWhatWasNotMeasured() {
        const std::string input = file("k.csv", table()), model = folder_.filePath("k.json").toStdString(),
                          out = folder_.filePath("o.csv").toStdString();
        const auto fitted =
            run({"schedule", "rank", input, "--json", "--count", "1", "--write-model", model, "--out", out});
        QCOMPARE(fitted.status, 0);
        const auto best = nlohmann::json::parse(fitted.out).front();
        QCOMPARE(best.at("a").get<std::string>(), "8");
        QCOMPARE(best.at("b").get<std::string>(), "4");
        QCOMPARE(best.at("mode").get<std::string>(), "wide");
        QVERIFY(best.at("low_s") < best.at("predicted_s") && best.at("predicted_s") < best.at("high_s"));
        QVERIFY(fitted.err.find("rank correlation 0.9") != std::string::npos);
        // The model's file answers alike.
        const auto again = run({"schedule", "rank", input, "--json", "--count", "1", "--model", model});
        QCOMPARE(again.status, 0);
        const auto read = nlohmann::json::parse(again.out).front();
        QVERIFY(std::abs(read.at("predicted_s").get<double>() / best.at("predicted_s").get<double>() - 1.0) < 1e-4);
        std::ifstream rows(out);
        QCOMPARE(std::count(std::istreambuf_iterator<char>(rows), {}, '\n'), 257);
    }

    void saysWhatToMeasure() {
        const std::string input = file("t.csv", table());
        const auto next = run({"schedule", "tune", input, "--csv", "--count", "2"});
        QCOMPARE(next.status, 0);
        QVERIFY2(next.out.find("8,4,wide") != std::string::npos, next.out.c_str());
        const std::string other = file("other.csv", table(3.0, true));
        const auto begun =
            run({"schedule", "tune", file("open.csv", "a,b,mode,time_ms\n8,4,wide,\n1,1,plain,\n16,8,plain,\n"),
                 "--csv", "--prior", other});
        QCOMPARE(begun.status, 0);
        QVERIFY2(begun.out.ends_with("8,4,wide\n"), begun.out.c_str());
    }

    void refusesWhatItCannotUse() {
        const std::string few = file("few.csv", "a,time_ms\n1,2\n2,\n");
        const auto refused = run({"schedule", "rank", few});
        QCOMPARE(refused.status, 1);
        QVERIFY2(refused.err.find("few.csv: 1 configuration") != std::string::npos ||
                     refused.err.find("few.csv: 1 configurations were measured") != std::string::npos,
                 refused.err.c_str());
        const auto wrong = run({"schedule", "tune", file("w.csv", "a,time_ms\n1,x\n2,0\n")});
        QCOMPARE(wrong.status, 2);
        QVERIFY2(wrong.err.find("w.csv: /time_ms: line 3: time_ms is \"0\"") != std::string::npos, wrong.err.c_str());
        QCOMPARE(run({"schedule", "guess", few}).status, 2);
        QCOMPARE(run({"schedule", "tune", file("d.csv", "a,time_ms\n1,2\n")}).status, 1);
        const auto other =
            run({"schedule", "tune", file("p.csv", "q,time_ms\n1,\n"), "--prior", file("full.csv", table(1.0, true))});
        QCOMPARE(other.status, 1);
        QVERIFY2(other.err.find("\"a\" is missing") != std::string::npos, other.err.c_str());
    }
};

QTEST_GUILESS_MAIN(ScheduleTest)
#include "schedule_test.moc"
