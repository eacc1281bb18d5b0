// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json.h"

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

}  // namespace

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
        for (const char* view : {"mapping", "energy", "estimate", "accesses"}) QTest::newRow(view) << QString::fromLatin1(view);
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
        QCOMPARE(run({request_, QStringLiteral("--baseline"), request_, QStringLiteral("--view"), QStringLiteral("energy"),
                      QStringLiteral("--width-mm"), QStringLiteral("177.8"), QStringLiteral("--dark"),
                      QStringLiteral("--out"), first}), 0);
        QCOMPARE(run({folder_.filePath(QStringLiteral("first.json")), QStringLiteral("--out"), again}), 0);
        QVERIFY(contents(first).contains("width=\"177.8mm\""));
        QVERIFY(contents(first) == contents(again));
    }

    void exitStatus_data() {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<QByteArray>("input");
        QTest::addColumn<int>("status");
        const QString out = folder_.filePath(QStringLiteral("never.pdf"));
        const QStringList energy{QStringLiteral("--view"), QStringLiteral("energy"), QStringLiteral("--out"), out};
        QTest::newRow("no arguments") << QStringList{} << QByteArray() << 2;
        QTest::newRow("malformed") << QStringList{QStringLiteral("-")} + energy << QByteArray("{") << 2;
        QTest::newRow("not a request") << QStringList{QStringLiteral("-")} + energy << QByteArray("{\"kind\":\"layer\"}") << 1;
        QTest::newRow("unknown option") << QStringList{QStringLiteral("-"), QStringLiteral("--wide")} + energy << QByteArray("{}") << 2;
        QTest::newRow("unknown view")
            << QStringList{request_, QStringLiteral("--view"), QStringLiteral("pie"), QStringLiteral("--out"), out} << QByteArray() << 2;
        QTest::newRow("no such width")
            << QStringList{request_, QStringLiteral("--width-mm"), QStringLiteral("wide")} + energy << QByteArray() << 2;
        QTest::newRow("from the future")
            << QStringList{QStringLiteral("-")} + energy << QByteArray("{\"strata_figure\": 9}") << 2;
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
        return process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -2;
    }

    QTemporaryDir folder_;
    QString program_;
    QString root_;
    QString request_;
    QByteArray error_;
};

QTEST_GUILESS_MAIN(ProgramTest)
#include "program_test.moc"
