// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/lab_commands.h"
#include "core/assess/rows.h"
#include "core/base/json.h"

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <QTemporaryDir>
#include <QTest>
#include <sstream>

using namespace strata;

/// The commands of the laboratory, as its program runs them.
class LabCommandsTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        QVERIFY(home_.isValid());
        qputenv("XDG_DATA_HOME", home_.path().toLocal8Bit());
    }

    void helpNamesTheProgram() {
        QCOMPARE(run({"--help"}).status, 0);
        for (const char* command : {"validate", "calibrate", "rows"}) {
            const auto one = run({command, "--help"});
            QCOMPARE(one.status, 0);
            QVERIFY2(one.out.starts_with("usage: strata-lab " + std::string(command)), one.out.c_str());
        }
    }

    void unusableArgumentsExitWith2_data() {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* name, const QStringList& words, const char* says) {
            QTest::newRow(name) << words << says;
        };
        row("unknown suite", {"validate", "cpu", "--data", "."}, "accepted: npu, gpu");
        row("suite without data", {"validate", "npu"}, "--data is missing");
        row("empty data", {"validate", "npu", "--data", "/no/such/folder"}, "/no/such/folder");
        row("rows of an unknown suite", {"rows", "cpu", "--data", ".", "--out", "x"}, "accepted: npu, gpu");
        row("rows that go nowhere", {"rows", "gpu", "--data", "."}, "--out is missing");
        row("calibration without data", {"calibrate", "gpu"}, "--data is missing");
        row("unknown command", {"evaluate"}, "strata-lab: there is no command");
    }

    void unusableArgumentsExitWith2() {
        QFETCH(QStringList, words);
        QFETCH(QString, says);
        std::vector<std::string> plain;
        for (const QString& word : words)
            plain.push_back(word.toStdString());
        const auto result = run(plain);
        QCOMPARE(result.status, 2);
        QVERIFY2(result.err.find(says.toStdString()) != std::string::npos, result.err.c_str());
    }

    void suitesReport() {
        const std::string folder = qEnvironmentVariable("STRATA_REFERENCE").toStdString() + "/npu";
        if (!std::filesystem::exists(folder)) QSKIP("the reference data is not there");
        const std::string report = home_.filePath("report.json").toStdString();
        const std::string predictions = home_.filePath("predictions.csv").toStdString();
        const auto result =
            run({"validate", "npu", "--data", folder, "--report", report, "--predictions", predictions});
        QCOMPARE(result.status, 0);
        QVERIFY2(result.out.find("22/22 cases equal") != std::string::npos, result.out.c_str());
        const auto document = readJsonFile(report);
        QVERIFY(document && (*document)["suite"] == "npu" && (*document)["groups"].size() == 22);
        std::ifstream csv(predictions);
        std::string header;
        std::getline(csv, header);
        QCOMPARE(header, std::string("id,group,quantity,unit,measured,predicted,low,high,method"));
    }

private:
    struct Run {
        int status = 0;
        std::string out;
        std::string err;
    };
    static Run run(const std::vector<std::string>& words) {
        std::istringstream in;
        std::ostringstream out;
        std::ostringstream err;
        cli::Streams streams{in, out, err, "strata-lab"};
        const int status = cli::runProgram(lab::commands(), words, streams);
        return {status, out.str(), err.str()};
    }

    QTemporaryDir home_;
};

QTEST_APPLESS_MAIN(LabCommandsTest)
#include "lab_commands_test.moc"
