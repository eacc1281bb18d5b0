// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json.h"
#include "run.h"

#include <boost/asio.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

using namespace strata;
using Local = boost::asio::local::stream_protocol;

/// `strata-cli serve` as other programs meet it: a socket of their own user that answers line by line.
class ServeTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        QVERIFY(home_.isValid());
        qputenv("XDG_DATA_HOME", home_.path().toLocal8Bit());
        server_.start(program(), {"serve", path()});
        QVERIFY(server_.waitForStarted());
        QVERIFY(server_.waitForReadyRead(30'000));
        QVERIFY(server_.readAllStandardOutput().startsWith("listening on "));
    }

    void onlyTheOwnerMayConnect() {
        using std::filesystem::perms;
        const auto status = std::filesystem::status(path().toStdString());
        QCOMPARE(status.type(), std::filesystem::file_type::socket);
        QVERIFY((status.permissions() & (perms::group_all | perms::others_all)) == perms::none);
    }

    void answersEachLineAsABatchDoes() {
        Local::iostream first{Local::endpoint(path().toStdString())}, second{Local::endpoint(path().toStdString())};
        QVERIFY(first && second);
        const std::string requests[] = {request(4), "{", request(8)};
        for (const std::string& line : requests) { // the next question follows the answer to the last one
            first << line << std::endl;
            std::string answer, other;
            QVERIFY(std::getline(first, answer));
            second << line << std::endl;
            QVERIFY(std::getline(second, other));
            QVERIFY(answer == other);
            Json expected = Json::parse(test::run({"batch", "-"}, line).out), found = Json::parse(answer);
            if (expected.contains("error")) expected["error"].erase("file"), found["error"].erase("file");
            QVERIFY2(found == expected, answer.c_str());
        }
    }

    void answersWhatStandsBeforeTheEnd() {
        Local::iostream stream{Local::endpoint(path().toStdString())};
        for (int m = 1; m <= 40; ++m)
            stream << request(m) << '\n';
        stream.flush();
        stream.socket().shutdown(Local::socket::shutdown_send);
        int lines = 0;
        for (std::string line; std::getline(stream, line);)
            lines += Json::parse(line).contains("metrics") ? 1 : 0;
        QCOMPARE(lines, 40);
    }

    void aSocketInUseIsNotTakenOver() {
        QProcess other;
        other.start(program(), {"serve", path()});
        QVERIFY(other.waitForFinished(30'000));
        QCOMPARE(other.exitCode(), 2);
        QVERIFY(other.readAllStandardError().contains("exists already"));
    }

    void endsOnASignalAndLeavesNothing() {
        server_.terminate();
        QVERIFY(server_.waitForFinished(10'000));
        QCOMPARE(server_.exitStatus(), QProcess::NormalExit);
        QCOMPARE(server_.exitCode(), 0);
        QVERIFY(!std::filesystem::exists(path().toStdString()));
    }

private:
    static QString program() { return qEnvironmentVariable("STRATA_BIN") + "/strata-cli"; }
    QString path() const { return home_.filePath("strata.sock"); }
    static std::string request(int m) {
        return canonicalText(Json{{"kind", "layer"},
                                  {"hardware", "tpu-v1"},
                                  {"workload", {{"operator", "matmul"}, {"m", m}, {"n", 32}, {"k", 64}}}});
    }

    QTemporaryDir home_;
    QProcess server_;
};

QTEST_APPLESS_MAIN(ServeTest)
#include "serve_test.moc"
