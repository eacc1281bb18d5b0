// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/result.h"
#include "core/exchange/tuning/tuning_file.h"

#include <algorithm>
#include <QTest>

using namespace strata;
using namespace strata::exchange;
using schedule::Outcome;

namespace {

QString said(const Error& error) { return QString::fromStdString(describe(error)); }

constexpr const char* kCache =
    R"({"device_name": "Board", "kernel_name": "product", "tune_params_keys": ["tile", "layout"],
    "tune_params": {"tile": [1, 2, 4], "layout": ["row", "column"]},
    "cache": {"1,row": {"tile": 1, "layout": "row", "time": 3.5, "times": [3.4, 3.6]},
              "2,row": {"tile": 2, "layout": "row", "time": "CompilationFailedConfig"},)";

} // namespace

/// Files of tuning configurations.
class TuningFileTest : public QObject {
    Q_OBJECT

private slots:
    /// A log of AutoTVM: factors of splits, other knobs, runs that failed or were repeated, and a second task.
    void logsOfAutoTvm() {
        const auto line = [](const std::string& task, const std::string& knobs, const std::string& result) {
            std::string text = "{'input': ['llvm -keys=cpu', '" + task + "', [['TENSOR', [1, 3], 'float32']], {}], " +
                               "'config': {'index': 1, 'code_hash': null, 'entity': [" + knobs +
                               "]}, 'result': " + result + ", 'version': 0.2, 'tvm_version': '0.10.0'}\n";
            std::ranges::replace(text, '\'', '"');
            return text;
        };
        const auto knobs = [](const std::string& tile, const std::string& unroll) {
            return "['tile_oc', 'sp', [-1, " + tile + ", 2]], ['unroll', 'ot', " + unroll +
                   "], ['order', 're', [0, 1]]";
        };
        const std::string text = line("conv", knobs("4", "false"), "[[0.004, 0.006], 0, 0.5, 1.6e9]") +
                                 line("dense", "['tile', 'sp', [-1, 8]]", "[[0.1], 0, 0.5, 1.6e9]") + "\n" +
                                 line("conv", knobs("8", "true"), "[[1000000000.0], 4, 0.5, 1.6e9]") +
                                 line("conv", knobs("4", "false"), "[[0.9], 0, 0.5, 1.6e9]");
        QVERIFY(looksLikeTuning(text));
        const auto tuning = parseTuning(text, "tune.log");
        QVERIFY2(tuning, tuning ? "" : qPrintable(said(tuning.error())));
        QCOMPARE(tuning->space.rows(), std::size_t(2));
        std::string names;
        for (const auto& parameter : tuning->space.parameters)
            names += parameter.name + " ";
        QCOMPARE(names, std::string("tile_oc.1 tile_oc.2 unroll order "));
        QVERIFY(qAbs(tuning->space.seconds.front() - 0.005) < 1e-12);
        QVERIFY(tuning->space.outcomes.back() == Outcome::Failed);
        QVERIFY(tuning->space.row(1).front() == 8 && tuning->space.row(1)[2] == 1);
        QVERIFY(tuning->kernel.starts_with("conv") && tuning->kernel.find("of 2 tasks") != std::string::npos);
        const std::string shorter = line("conv", "['tile_oc', 'sp', [-1, 4]]", "[[0.1], 0, 1, 1]");
        const auto other = parseTuning(text + shorter, "t.log");
        QVERIFY2(!other && said(other.error()).contains("line 6"), other ? "" : qPrintable(said(other.error())));
        std::string steps = "{'i': [['[]', 'llvm'], [[], []]], 'r': [[0.1], 0, 1, 1]}\n";
        std::ranges::replace(steps, '\'', '"');
        const auto refused = parseTuning(steps, "ansor.json");
        QVERIFY(!refused && refused.error().code == "not-supported");
    }

    void tableHasNumbersWordsAndOutcomes() {
        const auto read = parseTuningTable("tile,time_us,layout\n4,12.5,row\n2,,column\n1,failed,row\n", "t.csv");
        QVERIFY2(read, read ? "" : qPrintable(said(read.error())));
        const schedule::TuningSpace& space = read->space;
        QCOMPARE(space.parameters,
                 (std::vector<schedule::TuningParameter>{{"tile", {}}, {"layout", {"column", "row"}}}));
        QCOMPARE(space.values, (std::vector<double>{4, 1, 2, 0, 1, 1}));
        QCOMPARE(space.outcomes, (std::vector<Outcome>{Outcome::Measured, Outcome::Open, Outcome::Failed}));
        QCOMPARE(space.seconds.front(), 12.5e-6);
        QCOMPARE(read->cells[3], "column");
    }

    void cacheThatIsStillOpen() {
        const auto read = parseTuningCache(kCache, "c.json");
        QVERIFY2(read, read ? "" : qPrintable(said(read.error())));
        QCOMPARE(read->device, "Board");
        QCOMPARE(read->kernel, "product");
        QCOMPARE(read->space.rows(), 6U);
        QCOMPARE(read->listed, 4U);
        QCOMPARE(read->space.rowsWith(Outcome::Measured), (std::vector<std::size_t>{0}));
        QCOMPARE(read->space.rowsWith(Outcome::Failed), (std::vector<std::size_t>{1}));
        QCOMPARE(read->space.seconds.front(), 3.5e-3);
    }

    /// A number is one value however it is written: lists of a cache may say 16 where an entry says 16.0.
    void numbersCompareAsNumbers() {
        const auto read = parseTuningCache(
            R"({"tune_params_keys": ["tile", "way"], "tune_params": {"tile": [16, 32, 1e2], "way": ["1", "1.0"]},
            "cache": {"a": {"tile": 16.0, "way": "1", "time": 2}, "b": {"tile": 100, "way": "1", "time": 3}}})",
            "c.json");
        QVERIFY2(read, read ? "" : qPrintable(said(read.error())));
        QCOMPARE(read->listed, 1U);
        QCOMPARE(read->space.rows(), 3U);
        QCOMPARE(read->space.values, (std::vector<double>{16, 1, 100, 1, 32, 1}));
        QCOMPARE(read->cells[4], "32");
        const auto words = parseTuningTable("a,time\n16,1\n16.0,2\nx,3\n", "f"); // one word among them: all are words
        QVERIFY2(words, words ? "" : qPrintable(said(words.error())));
        const auto twice = parseTuningCache(
            R"({"tune_params_keys": ["tile"], "cache": {"a": {"tile": 16.0, "time": 2}, "b": {"tile": 16, "time": 3}}})",
            "c.json");
        QVERIFY(!twice);
        QCOMPARE(twice.error().pointer, std::string("/cache/b"));
    }

    void errorsNameFilePlaceAndValue_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("code");
        QTest::addColumn<QString>("wanted");
        QTest::newRow("time") << "a,time_ms\n1,2\n2,3x\n"
                              << "bad-value"
                              << "f: /time_ms: line 3: time_ms is \"3x\"";
        QTest::newRow("negative") << "a,time_ms\n1,-2\n"
                                  << "bad-value"
                                  << "line 2: time_ms is \"-2\"";
        QTest::newRow("no time") << "a,b\n1,2\n"
                                 << "missing-column"
                                 << "no column states a time";
        QTest::newRow("cell") << "a,b,time\n1,,2\n"
                              << "missing-value"
                              << "line 2: b is missing";
        QTest::newRow("twice") << "a,time\n1,2\n3,2\n1,4\n"
                               << "duplicate-row"
                               << "line 4: line 2 states the same configuration";
        QTest::newRow("twice by other digits") << "a,b,time\n16,x,2\n3,x,2\n16.0,x,4\n"
                                               << "duplicate-row"
                                               << "line 4: line 2 states the same configuration";
        QTest::newRow("column") << "a,a,time\n1,2,3\n"
                                << "bad-value"
                                << "the name of a column is \"a\"";
        QTest::newRow("two times") << "a,time_s,time_ms\n1,2,2000\n"
                                   << "bad-value"
                                   << "2 columns state times";
        QTest::newRow("nothing left") << "a,time_us\n1,1e-320\n"
                                      << "bad-value"
                                      << "line 2: time_us is";
        QTest::newRow("cells") << "a,time\n1,2,3\n"
                               << "malformed-csv"
                               << "line 2";
    }
    void errorsNameFilePlaceAndValue() {
        QFETCH(QString, text);
        QFETCH(QString, code);
        QFETCH(QString, wanted);
        const auto read = parseTuningTable(text.toStdString(), "f");
        QVERIFY(!read);
        QCOMPARE(QString::fromStdString(read.error().code), code);
        QVERIFY2(said(read.error()).contains(wanted), qPrintable(said(read.error())));
    }

    /// A parameter of words becomes a feature for each of them.
    void namesOfFilesAreNoParameter() {
        std::string text = "file,time_ms\n";
        for (int i = 0; i < 300; ++i)
            text += "run" + std::to_string(i) + ".txt,1\n";
        const auto read = parseTuningTable(text, "f");
        QVERIFY(!read);
        QVERIFY2(said(read.error()).contains("file has 300 different words"), qPrintable(said(read.error())));
    }

    void errorsOfACacheNameTheEntry_data() {
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("to");
        QTest::addColumn<QString>("wanted");
        QTest::newRow("time") << "\"time\": 3.5"
                              << "\"time\": -3.5"
                              << "c.json: /cache/1,row/time: time is -3.5";
        QTest::newRow("value") << "\"tile\": 1,"
                               << "\"tile\": null,"
                               << "/cache/1,row/tile: tile is null";
        QTest::newRow("keys") << "\"tune_params_keys\""
                              << "\"keys\""
                              << "/tune_params_keys: the document is not a cache";
        QTest::newRow("twice") << "\"tile\": 2,"
                               << "\"tile\": 1,"
                               << "/cache/2,row: the configuration appears twice";
    }
    void errorsOfACacheNameTheEntry() {
        QFETCH(QString, from);
        QFETCH(QString, to);
        QFETCH(QString, wanted);
        const auto read = parseTuningCache(QString(kCache).replace(from, to).toStdString(), "c.json");
        QVERIFY(!read);
        QVERIFY2(said(read.error()).contains(wanted), qPrintable(said(read.error())));
    }
};

QTEST_APPLESS_MAIN(TuningFileTest)
#include "tuning_file_test.moc"
