// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/document/precedence.h"

#include <atomic>
#include <QElapsedTimer>
#include <QTest>
#include <thread>

using namespace strata::app;

/// Work in the background pauses while the window waits for its own answers.
class PrecedenceTest : public QObject {
    Q_OBJECT

private:
    static qint64 elapsedIn(Precedence& precedence, const std::stop_token& stop = {}) {
        QElapsedTimer timer;
        timer.start();
        precedence.giveWay(stop);
        return timer.elapsed();
    }

private slots:
    void nobodyWaits() {
        Precedence precedence;
        QVERIFY(elapsedIn(precedence) < Precedence::kGrace.count());
    }

    /// A drag is a stretch of answers with short pauses: none of them is a time to go on.
    void aDragIsOneStretch() {
        Precedence precedence;
        precedence.setAwaited(true);
        std::atomic<bool> through = false;
        std::jthread work([&](const std::stop_token& stop) {
            precedence.giveWay(stop);
            through = true;
        });
        for (int step = 0; step < 8; ++step) {
            QTest::qWait(20);
            precedence.setAwaited(false);
            precedence.setAwaited(true);
        }
        QVERIFY(!through);
        QElapsedTimer rest;
        rest.start();
        precedence.setAwaited(false);
        QTRY_VERIFY_WITH_TIMEOUT(through.load(), 2000);
        QVERIFY2(rest.elapsed() >= Precedence::kGrace.count() - 5, "the grace counts from the last answer");
    }

    void stoppedWorkDoesNotWait() {
        Precedence precedence;
        precedence.setAwaited(true);
        std::stop_source stop;
        std::atomic<bool> through = false;
        std::jthread work([&] {
            precedence.giveWay(stop.get_token());
            through = true;
        });
        QTest::qWait(20);
        QVERIFY(!through);
        stop.request_stop();
        QTRY_VERIFY_WITH_TIMEOUT(through.load(), 1000);
    }

    /// A simulation of minutes does not end all other work.
    void patienceEnds() {
        Precedence precedence;
        precedence.setAwaited(true);
        const qint64 waited = elapsedIn(precedence);
        QVERIFY2(waited >= Precedence::kPatience.count() - 5, qPrintable(QString::number(waited)));
    }
};

QTEST_MAIN(PrecedenceTest)
#include "window_precedence_test.moc"
