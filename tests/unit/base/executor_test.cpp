// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/executor.h"

#include <array>
#include <atomic>
#include <QTest>
#include <stdexcept>

using namespace strata;

class ExecutorTest : public QObject {
    Q_OBJECT

private slots:
    void everyPartRunsOnce() {
        ThreadExecutor executor(4);
        for (Executor* with : {static_cast<Executor*>(nullptr), static_cast<Executor*>(&executor)}) {
            std::array<std::atomic<int>, 100> times{};
            runParts(with, times.size(), [&](std::size_t i) { ++times[i]; });
            for (const std::atomic<int>& time : times)
                QCOMPARE(time.load(), 1);
        }
        executor.run(0, [](std::size_t) { throw std::logic_error("there is no part"); });
    }

    /// Parts that have parts of their own never have more threads at work than the executor allows.
    void nestedCallsShareTheThreads() {
        ThreadExecutor executor(3);
        std::atomic<int> now = 0, most = 0, done = 0;
        executor.run(4, [&](std::size_t) {
            executor.run(4, [&](std::size_t) {
                const int here = ++now;
                for (int known = most; here > known && !most.compare_exchange_weak(known, here);) {
                }
                QTest::qSleep(5);
                --now;
                ++done;
            });
        });
        QCOMPARE(done.load(), 16);
        QVERIFY2(most.load() >= 2 && most.load() <= 3, std::to_string(most.load()).c_str());
    }

    void whatAPartThrowsIsThrownOnceTheOthersHaveEnded() {
        ThreadExecutor executor(2);
        std::atomic<int> done = 0;
        bool thrown = false;
        try {
            executor.run(5, [&](std::size_t i) {
                if (i == 1) throw std::runtime_error("one part fails");
                ++done;
            });
        } catch (const std::runtime_error&) {
            thrown = true;
        }
        QVERIFY(thrown);
        QCOMPARE(done.load(), 4);
    }
};

QTEST_APPLESS_MAIN(ExecutorTest)
#include "executor_test.moc"
