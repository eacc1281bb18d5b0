// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels/jobs_panel.h"
#include "tests/views/window/window_fixture.h"

#include <deque>
#include <nlohmann/json.hpp>
#include <QElapsedTimer>
#include <QProcess>
#include <QPushButton>

using namespace strata;
using app::ExplorationStatus;
using tests::WindowFixture;

/// What is left of a sweep: in a session that was saved, and when the window was killed in the middle of it.
class SessionExplorationTest : public QObject {
    Q_OBJECT

private:
    static std::shared_ptr<const Json> sweep(int steps) {
        const Json axis{{"pointer", "/hardware/levels/2/fanout_x"}, {"name", "columns"}, {"from", 1}, {"to", steps}};
        return std::make_shared<const Json>(Json{{"kind", "sweep"},
                                                 {"label", "columns"},
                                                 {"axes", Json::array({axis})},
                                                 {"objectives", {"energy_j", "latency_s"}},
                                                 {"base",
                                                  {{"kind", "layer"},
                                                   {"hardware", "eyeriss-like"},
                                                   {"workload", {{"model", "resnet-50"}, {"layer", "conv1"}}}}}});
    }

    static bool waitFor(WindowFixture& fixture, ExplorationStatus::State state) {
        return QTest::qWaitFor(
            [&] {
                const auto list = fixture.window->explorations().list();
                return !list.empty() && list.front().state == state;
            },
            30000);
    }

    struct Told {
        qint64 ms = 0;
        qulonglong points = 0;
    };

    /// Runs the editor's endless sweep for some time, kills it. What it had told until a second before.
    static qulonglong sweepAndKill(const QString& state_folder, int run_ms) {
        QProcess editor;
        editor.start(qEnvironmentVariable("STRATA_SESSION_EDITOR"), {state_folder, QStringLiteral("sweep")});
        std::deque<Told> told;
        QElapsedTimer clock;
        clock.start();
        qint64 begun = -1;
        while ((begun < 0 || clock.elapsed() - begun < run_ms) && editor.waitForReadyRead(60000)) {
            while (editor.canReadLine()) {
                const QByteArray line = editor.readLine().trimmed();
                if (!line.startsWith("points ")) continue;
                told.push_back({clock.elapsed(), line.mid(7).toULongLong()});
                if (begun < 0 && told.back().points > 0) begun = clock.elapsed();
            }
        }
        const qint64 end = clock.elapsed();
        editor.kill(); // SIGKILL: nothing is cleaned up
        editor.waitForFinished();
        qulonglong before = 0;
        for (const Told& one : told)
            if (one.ms <= end - 1000) before = one.points;
        return before;
    }

private slots:
    void aSavedSessionHoldsThePoints() {
        QTemporaryDir state, other;
        const QString file = state.filePath(QStringLiteral("kept.strata"));
        explore::ResultTable table;
        {
            WindowFixture fixture(state.path());
            QVERIFY(fixture.start());
            fixture.window->explorations().start(sweep(24));
            QVERIFY(waitFor(fixture, ExplorationStatus::State::Finished));
            QVERIFY(fixture.window->isWindowModified());
            table = fixture.window->explorations().selected()->table();
            QSignalSpy saved(fixture.window.get(), &app::MainWindow::sessionSaved);
            fixture.window->saveFile(file);
            QVERIFY(saved.wait(10000));
            QVERIFY(!fixture.window->isWindowModified());
            QVERIFY(fixture.window->close());
        }
        QVERIFY2(QDir(state.path() + QStringLiteral("/explorations")).isEmpty(), "a clean end leaves no points behind");
        WindowFixture fixture(other.path(), file); // as on another machine
        QVERIFY(fixture.start());
        QVERIFY(waitFor(fixture, ExplorationStatus::State::Finished));
        const explore::ResultTable& again = fixture.window->explorations().selected()->table();
        QCOMPARE(again.rows(), std::size_t{24});
        QVERIFY(again.columns[0] == table.columns[0]);
        QVERIFY(again.columns[1] == table.columns[1]);
        QVERIFY(again.reason == table.reason);
    }

    void aKillCostsAtMostASecond() {
        QTemporaryDir state;
        const qulonglong before = sweepAndKill(state.path(), 4000);
        QVERIFY2(before > 0, "the sweep must have been under way for more than a second");
        WindowFixture fixture(state.path());
        QVERIFY(fixture.start());
        QVERIFY(QTest::qWaitFor([&] { return fixture.window->recoveryOffer().isVisible(); }, 10000));
        QSignalSpy opened(fixture.window.get(), &app::MainWindow::sessionOpened);
        fixture.window->recoveryOffer().findChildren<QPushButton*>().first()->click();
        QVERIFY(opened.count() > 0 || opened.wait(10000));
        QVERIFY(waitFor(fixture, ExplorationStatus::State::Stopped));
        const auto list = fixture.window->explorations().list();
        qInfo("%llu points told a second before the kill, %llu recovered", before,
              static_cast<unsigned long long>(list.front().done));
        QVERIFY(list.front().done >= before);
        // It goes on behind them.
        fixture.window->explorations().resume(list.front().id);
        QVERIFY(QTest::qWaitFor([&] { return fixture.window->explorations().list().front().done > list.front().done; },
                                30000));
        fixture.window->explorations().cancel(list.front().id);
        QVERIFY(waitFor(fixture, ExplorationStatus::State::Stopped));
    }
};

QTEST_MAIN(SessionExplorationTest)
#include "exploration_test.moc"
