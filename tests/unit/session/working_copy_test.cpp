// SPDX-License-Identifier: GPL-3.0-or-later
#include "sample_session.h"

#include <csignal>
#include <fstream>
#include <QtTest>
#include <sys/wait.h>
#include <unistd.h>

using namespace strata;
namespace fs = std::filesystem;

namespace {

Session numbered(int step) {
    Session session = sampleSession();
    session.study.notes[""] = "step " + std::to_string(step);
    return session;
}

/// Runs `work` in a process of its own, which is killed without warning once it has told that its work is
/// done.
template <class Work>
void runAndKill(const Work& work) {
    int ready[2];
    QCOMPARE(::pipe(ready), 0);
    const pid_t child = ::fork();
    if (child == 0) {
        work([&ready] { std::ignore = ::write(ready[1], "x", 1); });
        ::_exit(1);
    }
    ::close(ready[1]);
    char told = 0;
    QCOMPARE(::read(ready[0], &told, 1), ssize_t{1});
    QCOMPARE(::kill(child, SIGKILL), 0);
    int status = 0;
    QCOMPARE(::waitpid(child, &status, 0), child);
    QVERIFY(WIFSIGNALED(status));
    ::close(ready[0]);
}

} // namespace

class WorkingCopyTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        temporary_.emplace();
        folder_ = fs::path(temporary_->path().toStdString()) / "state é" / "recovery";
    }

    void everyStepSurvivesAKill() {
        const fs::path file = folder_ / "one.strata";
        runAndKill([&](const auto& tell) {
            auto copy = WorkingCopy::create(file);
            if (!copy) return;
            for (int step = 1; step <= 5; ++step) {
                if (!copy->store(numbered(step), "Change " + std::to_string(step))) return;
            }
            tell();
            ::pause();
        });
        const std::vector<RecoveryPoint> points = WorkingCopy::recoveryPoints(folder_);
        QCOMPARE(points.size(), std::size_t{5});
        for (int step = 5; step >= 1; --step) {
            const RecoveryPoint& point = points[static_cast<std::size_t>(5 - step)];
            QCOMPARE(point.title, "Change " + std::to_string(step));
            QCOMPARE(point.saved_at.size(), std::string("2026-01-31T12:34:56.789Z").size());
            const auto session = WorkingCopy::restore(point);
            QVERIFY(session && sameSession(*session, numbered(step)));
        }
        const auto newest = openSession(file);
        QVERIFY(newest && sameSession(*newest, numbered(5)));
    }

    // Restoring does not use the states up: it works again after a second crash.
    void restoringWorksMoreThanOnce() {
        const fs::path file = folder_ / "one.strata";
        const auto crash = [&](int step) {
            runAndKill([&](const auto& tell) {
                auto copy = WorkingCopy::create(file);
                if (copy && copy->store(numbered(step))) tell();
                ::pause();
            });
        };
        crash(1);
        QCOMPARE(WorkingCopy::recoveryPoints(folder_).size(), std::size_t{1});
        crash(2);
        const auto points = WorkingCopy::recoveryPoints(folder_);
        QCOMPARE(points.size(), std::size_t{2});
        QVERIFY(sameSession(*WorkingCopy::restore(points[0]), numbered(2)));
        QVERIFY(sameSession(*WorkingCopy::restore(points[1]), numbered(1)));
        QVERIFY(sameSession(*WorkingCopy::restore(points[1]), numbered(1)));
    }

    void theLastStatesAreKept() {
        auto copy = WorkingCopy::create(folder_ / "one.strata");
        QVERIFY(copy);
        constexpr int kSteps = WorkingCopy::kKeptStates + 7;
        for (int step = 1; step <= kSteps; ++step)
            QVERIFY(copy->store(numbered(step)));
        { auto closed = std::move(*copy); }
        const auto points = WorkingCopy::recoveryPoints(folder_);
        QCOMPARE(points.size(), static_cast<std::size_t>(WorkingCopy::kKeptStates));
        QVERIFY(sameSession(*WorkingCopy::restore(points.front()), numbered(kSteps)));
        QVERIFY(sameSession(*WorkingCopy::restore(points.back()), numbered(8)));
    }

    void whatIsStillOpenIsNotOffered() {
        auto mine = WorkingCopy::create(folder_ / "mine.strata");
        QVERIFY(mine && mine->store(numbered(1)));
        QVERIFY(WorkingCopy::recoveryPoints(folder_).empty());
        QVERIFY(mine->store(numbered(2)));
        { auto closed = std::move(*mine); }
        QCOMPARE(WorkingCopy::recoveryPoints(folder_).size(), std::size_t{2});
    }

    void anotherProgramsOpenCopyIsNotOffered() {
        const fs::path file = folder_ / "theirs.strata";
        std::size_t offered_while_alive = 99;
        int ready[2];
        QCOMPARE(::pipe(ready), 0);
        const pid_t child = ::fork();
        if (child == 0) {
            auto copy = WorkingCopy::create(file);
            if (copy && copy->store(numbered(1))) std::ignore = ::write(ready[1], "x", 1);
            ::pause();
            ::_exit(1);
        }
        char told = 0;
        QCOMPARE(::read(ready[0], &told, 1), ssize_t{1});
        offered_while_alive = WorkingCopy::recoveryPoints(folder_).size();
        ::kill(child, SIGKILL);
        ::waitpid(child, nullptr, 0);
        QCOMPARE(offered_while_alive, std::size_t{0});
        QCOMPARE(WorkingCopy::recoveryPoints(folder_).size(), std::size_t{1});
    }

    void anOrderlyEndLeavesNothing() {
        auto copy = WorkingCopy::create(folder_ / "one.strata");
        QVERIFY(copy && copy->store(numbered(1)) && copy->discard());
        QVERIFY(fs::is_empty(folder_));
        QVERIFY(WorkingCopy::recoveryPoints(folder_).empty());
        QVERIFY(WorkingCopy::recoveryPoints(folder_ / "nowhere").empty());
    }

    void otherFilesAreLeftAlone() {
        fs::create_directories(folder_);
        std::ofstream(folder_ / "letter.strata") << "no database";
        QVERIFY(saveSession(sampleSession(), folder_ / "document.strata"));
        QVERIFY(WorkingCopy::recoveryPoints(folder_).empty());
        QCOMPARE(bytesOf(folder_ / "letter.strata"), std::string("no database"));
        QVERIFY(openSession(folder_ / "document.strata"));
    }

    void anUnsoundStateIsRefusedAndTheLastOneStays() {
        auto copy = WorkingCopy::create(folder_ / "one.strata");
        QVERIFY(copy && copy->store(numbered(1)));
        Session unsound = numbered(2);
        unsound.study.selected = "nobody";
        const auto refused = copy->store(unsound);
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, std::string("bad-session"));
        const auto newest = openSession(folder_ / "one.strata");
        QVERIFY(newest && sameSession(*newest, numbered(1)));
    }

private:
    std::optional<QTemporaryDir> temporary_;
    fs::path folder_;
};

QTEST_APPLESS_MAIN(WorkingCopyTest)
#include "working_copy_test.moc"
