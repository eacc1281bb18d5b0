// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json.h"
#include "core/base/message_text.h"
#include "core/base/pipes.h"

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <QTemporaryDir>
#include <QtTest>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <thread>
#include <unistd.h>

using namespace strata;
namespace fs = std::filesystem;

namespace {

std::string contentOf(const fs::path& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::size_t filesIn(const fs::path& folder) {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

} // namespace

class FileTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        folder_ = std::make_unique<QTemporaryDir>();
        QVERIFY(folder_->isValid());
        root_ = folder_->path().toStdString();
    }

    void replacesWholeFiles() {
        const fs::path file = root_ / "a.json";
        QVERIFY(writeFileWhole(file, "[1]"));
        QVERIFY(writeFileWhole(file, "[2]"));
        QCOMPARE(contentOf(file), std::string("[2]"));
        QCOMPARE(filesIn(root_), std::size_t{1});
        const auto read = readJsonFile(file);
        QVERIFY(read && (*read)[0] == 2);
    }

    /// A pipe takes what is written once somebody reads it, and is refused where nobody does.
    void pipesNeedAReader() {
        const fs::path pipe = root_ / "pipe";
        QCOMPARE(::mkfifo(pipe.c_str(), 0600), 0);
        const auto nobody = writeInPlace(pipe, "text", std::chrono::milliseconds(100));
        QVERIFY(!nobody);
        QCOMPARE(nobody.error().code, std::string("unwritable-file"));
        QVERIFY(messageText(nobody.error().text).find("no program reads from this pipe") != std::string::npos);
        QVERIFY2(describe(nobody.error()).find("within 0.1 s") != std::string::npos, describe(nobody.error()).c_str());
        std::string got;
        std::thread reader([&] {
            std::ifstream in(pipe);
            got.assign(std::istreambuf_iterator<char>(in), {});
        });
        const auto written = writeFileWhole(pipe, "text");
        reader.join();
        QVERIFY2(written, written ? "" : describe(written.error()).c_str());
        QCOMPARE(got, std::string("text"));
    }

    /// A socket refuses to be opened as a pipe without a reader does, but no reader would help.
    void socketsAreNoPipes() {
        const std::string place = (root_ / "socket").string();
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        QVERIFY(place.size() < sizeof address.sun_path);
        place.copy(address.sun_path, place.size());
        const int listener = ::socket(AF_UNIX, SOCK_STREAM, 0);
        QVERIFY(listener >= 0);
        const int bound = ::bind(listener, reinterpret_cast<const sockaddr*>(&address), sizeof address);
        const auto written = writeFileWhole(place, "text");
        ::close(listener);
        QCOMPARE(bound, 0);
        QVERIFY(!written);
        QCOMPARE(written.error().code, std::string("unwritable-file"));
        QVERIFY2(describe(written.error()).find("pipe") == std::string::npos, describe(written.error()).c_str());
    }

    void followsLinks() {
        QVERIFY(writeFileWhole(root_ / "target.json", "1"));
        fs::create_symlink("target.json", root_ / "link.json");
        QVERIFY(writeFileWhole(root_ / "link.json", "2"));
        QVERIFY(fs::is_symlink(root_ / "link.json"));
        QCOMPARE(contentOf(root_ / "target.json"), std::string("2"));
    }

    void refusesAHugeFileByItsSize() {
        const fs::path file = root_ / "huge.json";
        std::ofstream(file) << "{}";
        fs::resize_file(file, 100'000'000); // sparse: reading it would still take its time
        const auto read = readJsonFile(file);
        QVERIFY(!read);
        QCOMPARE(read.error().code, std::string("too-large"));
        QVERIFY(describe(read.error()).find("100,000,000 bytes") != std::string::npos);
        QCOMPARE(read.error().file, file.string());
    }

    void namesTheFileThatCannotBeRead() {
        for (const fs::path& path : {root_ / "none.json", root_}) {
            const auto read = readJsonFile(path);
            QVERIFY(!read);
            QCOMPARE(read.error().code, std::string("unreadable-file"));
            QCOMPARE(read.error().file, path.string());
            QVERIFY(messageText(read.error().text).size() > std::string("the file cannot be read: ").size());
        }
    }

    void refusesAFullDisk() {
        const auto written = writeFileWhole("/dev/full", "text");
        QVERIFY(!written);
        QCOMPARE(written.error().code, std::string("unwritable-file"));
        QVERIFY2(messageText(written.error().text).find("No space left") != std::string::npos,
                 messageText(written.error().text).c_str());
    }

    void keepsTheOldFileWhereItCannotWrite() {
        const auto missing = writeFileWhole(root_ / "no" / "such" / "a.json", "1");
        QVERIFY(!missing);
        QCOMPARE(missing.error().code, std::string("unwritable-file"));
        QVERIFY(!writeFileWhole(root_, "1"));
        QVERIFY(writeFileWhole(root_ / "a.json", "old"));
        fs::permissions(root_, fs::perms(0555));
        // The administrator may write everywhere: try as somebody else.
        const uid_t self = ::geteuid();
        constexpr uid_t kNobody = 65534;
        if (self == 0) QCOMPARE(::seteuid(kNobody), 0);
        const auto written = writeFileWhole(root_ / "a.json", "new");
        QCOMPARE(::seteuid(self), 0);
        fs::permissions(root_, fs::perms::owner_all);
        QVERIFY(!written);
        QVERIFY(messageText(written.error().text).find("Permission denied") != std::string::npos);
        QCOMPARE(contentOf(root_ / "a.json"), std::string("old"));
    }

private:
    std::unique_ptr<QTemporaryDir> folder_;
    fs::path root_;
};

QTEST_APPLESS_MAIN(FileTest)
#include "file_test.moc"
