// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/views/window/window_fixture.h"

#include <nlohmann/json.hpp>
#include <QProcess>
#include <QPushButton>

using namespace strata;
using tests::WindowFixture;

/// The window is killed while it is being used; the next start offers what was done, and it is the last step.
class SessionRecoveryTest : public QObject {
    Q_OBJECT

private:
    /// Starts the window in a process, lets it make edits, kills it. The last step that it said was kept.
    int editAndKill(const QString& state_folder, int steps) {
        QProcess editor;
        editor.start(qEnvironmentVariable("STRATA_SESSION_EDITOR"), {state_folder});
        int last = 0;
        while (last < steps && editor.waitForReadyRead(30000)) {
            while (editor.canReadLine())
                last = editor.readLine().trimmed().mid(5).toInt();
        }
        editor.kill(); // SIGKILL: nothing is cleaned up
        editor.waitForFinished();
        for (const QByteArray& line : editor.readAllStandardOutput().trimmed().split('\n'))
            if (line.startsWith("kept ")) last = line.mid(5).toInt();
        return last;
    }

    static int stepOf(const Study& study) {
        const std::string label = study.find(study.selected)->request->value("label", std::string());
        return label.starts_with("step ") ? std::stoi(label.substr(5)) : 0;
    }

private slots:
    void theLastStepSurvivesAKill() {
        QTemporaryDir state;
        const int last = editAndKill(state.path(), 7);
        QVERIFY(last >= 7);
        WindowFixture fixture(state.path());
        QVERIFY(fixture.start());
        QVERIFY(QTest::qWaitFor([&] { return fixture.window->recoveryOffer().isVisible(); }, 10000));
        QSignalSpy opened(fixture.window.get(), &app::MainWindow::sessionOpened);
        fixture.window->recoveryOffer().findChildren<QPushButton*>().first()->click();
        QVERIFY(opened.count() > 0 || opened.wait(10000));
        const int recovered = stepOf(fixture.window->controller().study());
        // One more step may have been kept whose message the kill cut off.
        QVERIFY2(recovered == last || recovered == last + 1,
                 qPrintable(QStringLiteral("%1, kept %2").arg(recovered).arg(last)));
        QVERIFY2(fixture.window->isWindowModified(), "what was recovered is in no file of the user's yet");
    }

    void everyKillLeavesAPointAndRestoringKeepsIt() {
        QTemporaryDir state;
        QVERIFY(editAndKill(state.path(), 2) >= 2);
        QVERIFY(editAndKill(state.path(), 3) >= 3);
        for (int start = 0; start < 2; ++start) {
            WindowFixture fixture(state.path());
            QVERIFY(fixture.start());
            QVERIFY(QTest::qWaitFor([&] { return fixture.window->recoveryOffer().isVisible(); }, 10000));
            QCOMPARE(fixture.window->recoveryOffer().findChildren<QPushButton*>().size(),
                     3); // two points, and discard
            QSignalSpy opened(fixture.window.get(), &app::MainWindow::sessionOpened);
            fixture.window->recoveryOffer().findChildren<QPushButton*>().first()->click();
            QVERIFY(opened.count() > 0 || opened.wait(10000));
        }
        WindowFixture fixture(state.path());
        QVERIFY(fixture.start());
        QVERIFY(QTest::qWaitFor([&] { return fixture.window->recoveryOffer().isVisible(); }, 10000));
        fixture.window->recoveryOffer().findChildren<QPushButton*>().last()->click();
        QVERIFY(!fixture.window->recoveryOffer().isVisible());
    }

    void aCleanEndLeavesNothing() {
        QTemporaryDir state;
        {
            WindowFixture fixture(state.path());
            QVERIFY(fixture.start());
            fixture.window->controller().duplicateSelected();
            QSignalSpy saved(fixture.window.get(), &app::MainWindow::sessionSaved);
            fixture.window->saveFile(state.filePath(QStringLiteral("kept.strata")));
            QVERIFY(saved.wait(10000));
            QVERIFY(fixture.window->close());
        }
        WindowFixture fixture(state.path());
        QVERIFY(fixture.start());
        QTest::qWait(500);
        QVERIFY(!fixture.window->recoveryOffer().isVisible());
        QVERIFY(fixture.window->windowTitle().contains(QStringLiteral("kept")));
    }
};

QTEST_MAIN(SessionRecoveryTest)
#include "recovery_test.moc"
