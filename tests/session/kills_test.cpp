// SPDX-License-Identifier: GPL-3.0-or-later
// The window is killed at random moments of start, migration, work and save. STRATA_KILLS: how often (5 where it is not
// set; 200 by hand); STRATA_KILL_SEED: of the moments.
#include "core/base/database.h"
#include "core/session/session.h"
#include "core/session/session_tables.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <QElapsedTimer>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <random>

using namespace strata;

class SessionKillsTest : public QObject {
    Q_OBJECT

private:
    static constexpr int kLongest_ms = 4000, kWork_ms = 1500; ///< until a kill: from the start, from the first save

    /// A file as the first version of the program wrote it: without the table that the second added.
    static void makeFirstVersion(const std::filesystem::path& file) {
        auto database = Database::open(file, Database::Mode::ReadWrite, sessionSchema());
        QVERIFY(database && database->execute("DROP TABLE exploration") &&
                database->execute("PRAGMA user_version = 1"));
    }

    static Session sampleSession() {
        Session session;
        const Json request{{"kind", "kernel"},
                           {"hardware", "a100-sxm4-40gb"},
                           {"workload", {{"operator", "linear"}, {"m", 64}, {"n", 64}, {"k", 64}, {"dtype", "bf16"}}}};
        session.study.designs.push_back({"d1", 'A', "step 0", std::make_shared<const Json>(request)});
        session.study.selected = "d1";
        return session;
    }

    static int stepOf(const Session& session) {
        const std::string label = session.study.find(session.study.selected)->request->value("label", std::string());
        return label.starts_with("step ") ? std::stoi(label.substr(5)) : 0;
    }

private slots:
    void everyKillLeavesAReadableFile() {
        bool stated = false;
        const int kills = std::max(1, qEnvironmentVariableIntValue("STRATA_KILLS", &stated));
        const int count = stated ? kills : 5;
        std::uint64_t seed = static_cast<std::uint64_t>(qEnvironmentVariableIntValue("STRATA_KILL_SEED"));
        QTemporaryDir state;
        const std::filesystem::path file = state.filePath(QStringLiteral("work.strata")).toStdString();
        QVERIFY(saveSession(sampleSession(), file));
        int saved = 0, migrated = 0, during_start = 0, total = 0;
        std::mt19937_64 random(seed);
        for (int kill = 0; kill < count; ++kill) {
            // Every fourth start finds a file of the first version.
            if (kill % 4 == 0) {
                makeFirstVersion(file);
                ++migrated;
            }
            QProcess editor;
            editor.start(
                qEnvironmentVariable("STRATA_SESSION_EDITOR"),
                {state.path(), QStringLiteral("save"), QString::fromStdString(file.string()), QString::number(saved)});
            QVERIFY(editor.waitForStarted());
            QByteArray said;
            // Every other kill falls into work and saving, whose first save is waited for; the rest fall into the
            // start.
            while (kill % 2 == 1 && !said.contains("saved ")) {
                QVERIFY2(editor.waitForReadyRead(60000), "the window saves nothing");
                said += editor.readAllStandardOutput();
            }
            QTest::qWait(static_cast<int>(random() % (kill % 2 == 1 ? kWork_ms : kLongest_ms)));
            editor.kill();
            editor.waitForFinished();
            QCOMPARE(editor.exitStatus(), QProcess::CrashExit); // it had not ended by itself
            int last = saved;
            for (const QByteArray& line : (said + editor.readAllStandardOutput()).split('\n'))
                if (line.startsWith("saved ")) last = line.mid(6).trimmed().toInt();
            if (last == saved) ++during_start;
            const auto opened = openSession(file);
            QVERIFY2(opened, opened ? "" : describe(opened.error()).c_str());
            const int found = stepOf(*opened);
            // What was said to be saved is there; the kill may have cut off the word about one more.
            QVERIFY2(found == last || found == last + 1,
                     qPrintable(QStringLiteral("kill %1: step %2, saved %3").arg(kill).arg(found).arg(last)));
            for (const auto& entry : std::filesystem::directory_iterator(state.path().toStdString()))
                if (entry.path().extension() == WorkingCopy::kExtension && entry.path() != file)
                    QVERIFY2(openSession(entry.path()), entry.path().c_str());
            total += found - saved;
            saved = found;
        }
        qInfo("%d kills, %d of them before the first save, %d on a file of the first version; %d saved steps", count,
              during_start, migrated, total);
    }
};

QTEST_GUILESS_MAIN(SessionKillsTest)
#include "kills_test.moc"
