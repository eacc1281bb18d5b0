// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json.h"
#include "core/session/session.h"

#include <nlohmann/json.hpp>
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace strata;

namespace {

QByteArray contents(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

/// The program strata-figure as a user starts it, without a display.
class ProgramTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        program_ = QDir(qEnvironmentVariable("STRATA_BIN")).filePath(QStringLiteral("strata-figure"));
        root_ = qEnvironmentVariable("STRATA_ROOT");
        if (!QFile::exists(program_)) QSKIP("strata-figure is not built");
        request_ = QDir(root_).filePath(QStringLiteral("resources/samples/resnet50-conv1-eyeriss.json"));
        QVERIFY(QFile::exists(request_));
    }

    void everyViewOfTheSample_data() {
        QTest::addColumn<QString>("view");
        for (const char* view : {"mapping", "energy", "estimate", "accesses"})
            QTest::newRow(view) << QString::fromLatin1(view);
    }
    void everyViewOfTheSample() {
        QFETCH(QString, view);
        for (const char* format : {"pdf", "svg", "png"}) {
            const QString out = folder_.filePath(view + QLatin1Char('.') + QLatin1String(format));
            QCOMPARE(run({request_, QStringLiteral("--view"), view, QStringLiteral("--out"), out}), 0);
            QVERIFY(contents(out).size() > 1000);
        }
        QVERIFY(contents(folder_.filePath(view + QLatin1String(".csv"))).count('\n') > 3);
        QVERIFY(parseJson(contents(folder_.filePath(view + QLatin1String(".json"))).toStdString()));
    }

    void whatStandsBesideDrawsItAgain() {
        const QString first = folder_.filePath(QStringLiteral("first.svg"));
        const QString again = folder_.filePath(QStringLiteral("again.svg"));
        QCOMPARE(run({request_, QStringLiteral("--baseline"), request_, QStringLiteral("--view"),
                      QStringLiteral("energy"), QStringLiteral("--width-mm"), QStringLiteral("177.8"),
                      QStringLiteral("--dark"), QStringLiteral("--out"), first}),
                 0);
        QCOMPARE(run({folder_.filePath(QStringLiteral("first.json")), QStringLiteral("--out"), again}), 0);
        QVERIFY(contents(first).contains("width=\"177.8mm\""));
        QVERIFY(contents(first) == contents(again));
    }

    /// The measurements that a study was made from stand in the JSON, so that their file may be gone.
    void aStudyOfSchedulesIsDrawnAgain() {
        const QString sample = QDir(root_).filePath(QStringLiteral("resources/samples/tuning-blocked-product.csv"));
        const QString first = folder_.filePath(QStringLiteral("study.svg"));
        const QString again = folder_.filePath(QStringLiteral("study-again.svg"));
        QCOMPARE(run({QStringLiteral("--plain"), QStringLiteral("--view"), QStringLiteral("schedules"),
                      QStringLiteral("--tuning"), sample, QStringLiteral("--state"),
                      QStringLiteral("{\"samples\": 50}"), QStringLiteral("--out"), first}),
                 0);
        const QString beside = folder_.filePath(QStringLiteral("study.json"));
        QVERIFY2(run({beside, QStringLiteral("--out"), again}) == 0, error_.constData());
        QVERIFY(contents(first).size() > 1000 && contents(first) == contents(again));
        QVERIFY(contents(beside) == contents(folder_.filePath(QStringLiteral("study-again.json"))));
        QCOMPARE(run({beside, QStringLiteral("--view"), QStringLiteral("energy"), QStringLiteral("--out"), again}), 2);
        QVERIFY2(error_.contains("--view schedules"), error_.constData());
    }

    /// A session becomes a folder: every figure of every design with its numbers, and a document that includes them.
    void aSessionBecomesAFolder() {
        Session session;
        const auto request = readJsonFile(request_.toStdString());
        QVERIFY(bool(request));
        Json twice = *request;
        twice["hardware"] = {{"base", (*request)["hardware"]}, {"set", {{"/levels/1/capacity_bytes", 262144}}}};
        session.study.designs = {{"d1", 'A', "conv1 on Eyeriss", std::make_shared<const Json>(*request)},
                                 {"d2", 'B', "twice the buffer", std::make_shared<const Json>(twice)}};
        session.study.selected = "d1";
        session.study.baseline = "d2";
        session.study.notes["d1"] = "as published";
        const QString file = folder_.filePath(QStringLiteral("study.strata"));
        QVERIFY(bool(saveSession(session, file.toStdString())));
        const QString out = folder_.filePath(QStringLiteral("made/figures"));
        QCOMPARE(run({file, QStringLiteral("--out-dir"), out, QStringLiteral("--format"), QStringLiteral("svg")}), 0);
        for (const char* name : {"A-energy.svg", "A-energy.csv", "A-mapping.svg", "B-energy.svg", "A-compare.csv"})
            QVERIFY2(contents(QDir(out).filePath(QLatin1String(name))).size() > 50, name);
        QVERIFY(contents(QDir(out).filePath(QStringLiteral("A-energy.svg"))).contains("twice the buffer"));
        const QByteArray latex = contents(QDir(out).filePath(QStringLiteral("figures.tex")));
        QVERIFY(latex.contains("{A-energy}") && latex.contains("A (conv1 on Eyeriss) against B (twice the buffer)"));
        QVERIFY(latex.contains("(twice the buffer). as published}"));
        QVERIFY2(!QFile::exists(QDir(out).filePath(QStringLiteral("A-serving.svg"))), "a layer is not served");
        // The note on a design goes with its figures, also where one is drawn again.
        const QString beside = QDir(out).filePath(QStringLiteral("A-energy.json"));
        QVERIFY(contents(beside).contains("\"note\": \"as published\""));
        QVERIFY(!contents(QDir(out).filePath(QStringLiteral("B-energy.json"))).contains("\"note\""));
        const QString again = folder_.filePath(QStringLiteral("noted.svg"));
        QCOMPARE(run({beside, QStringLiteral("--out"), again}), 0);
        QVERIFY(contents(folder_.filePath(QStringLiteral("noted.json"))).contains("\"note\": \"as published\""));
        // The same session as one page.
        const QString page = folder_.filePath(QStringLiteral("report.html"));
        QCOMPARE(run({file, QStringLiteral("--report"), page}), 0);
        const QByteArray html = contents(page);
        for (const char* words :
             {"twice the buffer", "data:image/svg+xml;base64,", "<h2>Comparison</h2>", "Sources", "capacity_bytes"})
            QVERIFY2(html.contains(words), words);
        QCOMPARE(html.count("<h2>"), 5); // designs, comparison, A, B, sources
    }

    void predictionsBecomeFiguresOfEveryGroup() {
        QByteArray rows("id,group,quantity,unit,measured,predicted,low,high,method\n");
        for (int i = 0; i < 200; ++i) {
            // Rows of "slow" are predicted a third too slow, so that it is the worst of the two.
            const double ratio = i % 2 == 0 ? 1.02 : 1.33;
            const double measured = 1e-5 * (i + 1);
            rows += QStringLiteral("t:%1,op=%2;device=%3,latency_s,s,%4,%5,0,1,gpu.tile\n")
                        .arg(i)
                        .arg(i % 2 == 0 ? QStringLiteral("good/one") : QStringLiteral("slow"),
                             i % 3 == 0 ? QStringLiteral("a") : QStringLiteral("b"))
                        .arg(measured)
                        .arg(measured * ratio)
                        .toUtf8();
        }
        const QString out = folder_.filePath(QStringLiteral("residuals"));
        QCOMPARE(run({QStringLiteral("--predictions"), QStringLiteral("-"), QStringLiteral("--suite"),
                      QStringLiteral("gpu"), QStringLiteral("--figures"), out},
                     rows),
                 0);
        for (const char* name : {"residuals-slow", "residuals-good_one", "errors-by-op"}) {
            const QString stem = out + QLatin1Char('/') + QLatin1String(name);
            QVERIFY2(contents(stem + QStringLiteral(".pdf")).startsWith("%PDF"), name);
            QVERIFY(contents(stem + QStringLiteral(".csv")).count('\n') > 2);
            QVERIFY(parseJson(contents(stem + QStringLiteral(".json")).toStdString()));
        }
        const qsizetype slow = output_.indexOf("residuals-slow.pdf");
        QVERIFY2(slow > 0 && slow < output_.indexOf("residuals-good_one.pdf"), output_.constData());
        QVERIFY2(output_.contains("33.0 %"), output_.constData());
        // The rows beside a figure are predictions again.
        const QString again = folder_.filePath(QStringLiteral("again.svg"));
        QCOMPARE(run({QStringLiteral("--predictions"), out + QStringLiteral("/residuals-slow.csv"),
                      QStringLiteral("--out"), again}),
                 0);
        QVERIFY(contents(again).contains("<svg"));
        QCOMPARE(run({QStringLiteral("--predictions"), QStringLiteral("-"), QStringLiteral("--out"), again}, "id\n1\n"),
                 2);
    }

    void exitStatus_data() {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<QByteArray>("input");
        QTest::addColumn<int>("status");
        const QString out = folder_.filePath(QStringLiteral("never.pdf"));
        const QStringList energy{QStringLiteral("--view"), QStringLiteral("energy"), QStringLiteral("--out"), out};
        QTest::newRow("no arguments") << QStringList{} << QByteArray() << 2;
        QTest::newRow("malformed") << QStringList{QStringLiteral("-")} + energy << QByteArray("{") << 2;
        QTest::newRow("not a request") << QStringList{QStringLiteral("-")} + energy
                                       << QByteArray("{\"kind\":\"layer\"}") << 1;
        QTest::newRow("unknown option") << QStringList{QStringLiteral("-"), QStringLiteral("--wide")} + energy
                                        << QByteArray("{}") << 2;
        QTest::newRow("unknown view") << QStringList{request_, QStringLiteral("--view"), QStringLiteral("pie"),
                                                     QStringLiteral("--out"), out}
                                      << QByteArray() << 2;
        QTest::newRow("no such width") << QStringList{request_, QStringLiteral("--width-mm"), QStringLiteral("wide")} +
                                              energy
                                       << QByteArray() << 2;
        QTest::newRow("from the future") << QStringList{QStringLiteral("-")} + energy
                                         << QByteArray("{\"strata_figure\": 9}") << 2;
    }
    void exitStatus() {
        QFETCH(QStringList, words);
        QFETCH(QByteArray, input);
        QFETCH(int, status);
        QCOMPARE(run(words, input), status);
        QVERIFY(!error_.trimmed().isEmpty());
        QVERIFY(!QFile::exists(folder_.filePath(QStringLiteral("never.pdf"))));
    }

private:
    int run(const QStringList& words, const QByteArray& input = {}) {
        QProcess process;
        process.start(program_, words + QStringList{QStringLiteral("--data-root"), root_});
        process.write(input);
        process.closeWriteChannel();
        if (!process.waitForFinished(120000)) return -1;
        error_ = process.readAllStandardError();
        output_ = process.readAllStandardOutput();
        return process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -2;
    }

    QTemporaryDir folder_;
    QString program_;
    QString root_;
    QString request_;
    QByteArray error_;
    QByteArray output_;
};

QTEST_GUILESS_MAIN(ProgramTest)
#include "program_test.moc"
