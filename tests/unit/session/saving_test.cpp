// SPDX-License-Identifier: GPL-3.0-or-later
#include "sample_session.h"

#include <csignal>
#include <QtTest>
#include <sched.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace strata;
namespace fs = std::filesystem;

namespace {

constexpr int kCannotTry = 77;
constexpr uid_t kNobody = 65534;

/// The exit status of `work` in a process of its own, whose rights and limits it may change.
template <class Work>
int inAnotherProcess(const Work& work) {
    const pid_t child = ::fork();
    if (child == 0) ::_exit(work());
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/// 0 when saving fails with that code, names the file and leaves no part of itself behind.
int expectRefusal(const Session& session, const fs::path& file, const std::vector<std::string>& codes) {
    const auto saved = saveSession(session, file);
    if (saved) return 1;
    if (std::find(codes.begin(), codes.end(), saved.error().code) == codes.end()) return 2;
    if (saved.error().file != file.string()) return 3;
    for (const auto& entry : fs::directory_iterator(file.parent_path())) {
        if (entry.path().extension() == ".tmp") return 4;
    }
    return 0;
}

Session large() {
    Session session = sampleSession();
    session.study.notes[""] = std::string(std::size_t{1} << 20, 'n');
    return session;
}

} // namespace

/// Saving is whole or not at all: what stood there before stays when anything fails.
class SavingTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        temporary_.emplace();
        folder_ = fs::path(temporary_->path().toStdString()) / "documents";
        fs::create_directories(folder_);
        file_ = folder_ / "study.strata";
        QVERIFY(saveSession(sampleSession(), file_));
        before_ = bytesOf(file_);
    }

    void cleanup() {
        fs::permissions(temporary_->path().toStdString(), fs::perms::owner_all);
        fs::permissions(folder_, fs::perms::owner_all);
    }

    void aReadOnlyFolder() {
        fs::permissions(temporary_->path().toStdString(), fs::perms::all);
        fs::permissions(file_, fs::perms::all);
        fs::permissions(folder_, fs::perms(0555));
        const int status = inAnotherProcess([&] {
            // The administrator may write everywhere.
            if (::geteuid() == 0 && ::setuid(kNobody) != 0) return kCannotTry;
            return expectRefusal(large(), file_, {"unwritable-file"});
        });
        if (status == kCannotTry) QSKIP("This user cannot give up the right to write everywhere.");
        QCOMPARE(status, 0);
        QCOMPARE(bytesOf(file_), before_);
    }

    void aReadOnlyFile() {
        fs::permissions(temporary_->path().toStdString(), fs::perms::all);
        fs::permissions(folder_, fs::perms::all);
        fs::permissions(file_, fs::perms(0444));
        const int status = inAnotherProcess([&] {
            if (::geteuid() == 0 && ::setuid(kNobody) != 0) return kCannotTry;
            return expectRefusal(large(), file_, {"unwritable-file"});
        });
        if (status == kCannotTry) QSKIP("This user cannot give up the right to write everywhere.");
        QCOMPARE(status, 0);
        QCOMPARE(bytesOf(file_), before_);
    }

    void aFullDisk() {
        const int status = inAnotherProcess([&] {
            // A disk of 256 KiB that only this process sees.
            if (::unshare(CLONE_NEWNS) != 0 || ::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0 ||
                ::mount("tmpfs", folder_.c_str(), "tmpfs", 0, "size=256k") != 0) {
                return kCannotTry;
            }
            if (!saveSession(sampleSession(), file_)) return 10;
            const std::string small = bytesOf(file_);
            const int refused = expectRefusal(large(), file_, {"disk-full"});
            return refused != 0 ? refused : (bytesOf(file_) == small ? 0 : 11);
        });
        if (status == kCannotTry) QSKIP("Making a small disk needs the rights of the administrator.");
        QCOMPARE(status, 0);
    }

    // Works for every user: the system stops the file from growing in the middle of the write.
    void aWriteThatFailsHalfway() {
        const int status = inAnotherProcess([&] {
            ::signal(SIGXFSZ, SIG_IGN);
            const rlimit limit{100 * 1024, 100 * 1024};
            if (::setrlimit(RLIMIT_FSIZE, &limit) != 0) return kCannotTry;
            return expectRefusal(large(), file_, {"unwritable-file", "disk-full"});
        });
        QCOMPARE(status, 0);
        QCOMPARE(bytesOf(file_), before_);
        QVERIFY(openSession(file_));
    }

    void anUnsoundSession() {
        Session unsound = sampleSession();
        unsound.study.designs[1].letter = 'A';
        const auto refused = saveSession(unsound, file_);
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, std::string("bad-session"));
        QCOMPARE(bytesOf(file_), before_);
    }

    void aFolderThatDoesNotExist() {
        const auto refused = saveSession(sampleSession(), folder_ / "nowhere" / "study.strata");
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, std::string("unwritable-file"));
        QVERIFY(!fs::exists(folder_ / "nowhere"));
    }

    void rightsOfTheFileStay() {
        fs::permissions(file_, fs::perms(0640));
        QVERIFY(saveSession(large(), file_));
        QCOMPARE(static_cast<int>(fs::status(file_).permissions()), 0640);
    }

private:
    std::optional<QTemporaryDir> temporary_;
    fs::path folder_;
    fs::path file_;
    std::string before_;
};

QTEST_APPLESS_MAIN(SavingTest)
#include "saving_test.moc"
