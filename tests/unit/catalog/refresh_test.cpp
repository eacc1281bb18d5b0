// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/message_text.h"
#include "core/base/progress.h"
#include "core/catalog/catalog.h"
#include "scratch_library.h"

#include <chrono>
#include <nlohmann/json.hpp>
#include <QtTest>

using namespace strata;

namespace {

/// Gives a file another modification time, whatever the resolution of the file system.
void touch(const std::filesystem::path& file) {
    std::filesystem::last_write_time(file, std::filesystem::last_write_time(file) + std::chrono::seconds(5));
}

class CountingProgress : public Progress {
public:
    void report(std::uint64_t, std::uint64_t total, std::string_view what) override {
        ++calls;
        total_ = total;
        last_ = what;
    }
    int calls = 0;
    std::uint64_t total_ = 0;
    std::string last_;
};

} // namespace

class RefreshTest : public QObject {
    Q_OBJECT

private slots:
    void buildsReadsOnlyWhatChangedAndForgets() {
        const ScratchLibrary scratch;
        scratch.write("hwlib/npu/a.json", smallNpu("a"));
        scratch.write("hwlib/npu/b.json", smallNpu("b"));
        scratch.write("workloads/cnn/c.json", smallCnn("c"));
        auto catalog = Catalog::open(scratch.root() / "state/the catalog.sqlite", scratch.root());
        QVERIFY(catalog);
        CountingProgress progress;
        const auto first = catalog->refresh(&progress);
        QVERIFY(first && first->rebuilt && first->problems.empty());
        QCOMPARE(first->added, std::size_t{3});
        QCOMPARE(progress.calls, 3);
        QCOMPARE(progress.total_, std::uint64_t{3});
        QCOMPARE(progress.last_, std::string("workloads/cnn/c.json"));

        const auto nothing = catalog->refresh();
        QVERIFY(nothing && !nothing->rebuilt);
        QCOMPARE(nothing->read, std::size_t{0});

        touch(scratch.root() / "hwlib/npu/a.json");
        const auto touched = catalog->refresh();
        QVERIFY(touched && !touched->rebuilt);
        QCOMPARE(touched->read, std::size_t{1});
        QCOMPARE(touched->changed, std::size_t{0});

        nlohmann::json faster = smallNpu("a");
        faster["clock_hz"] = 2e9;
        scratch.write("hwlib/npu/a.json", faster);
        touch(scratch.root() / "hwlib/npu/a.json");
        scratch.remove("hwlib/npu/b.json");
        const auto changed = catalog->refresh();
        QVERIFY(changed && changed->rebuilt);
        QCOMPARE(changed->read, std::size_t{1});
        QCOMPARE(changed->changed, std::size_t{1});
        QCOMPARE(changed->removed, std::size_t{1});
        const auto library = catalog->library();
        QVERIFY(library);
        QCOMPARE((*library)->entries().size(), std::size_t{2});
        QCOMPARE((*library)->find("a")->document->at("clock_hz"), nlohmann::json(2e9));
        QVERIFY((*library)->find("b") == nullptr);
    }

    void givesTheSameLibraryAsTheFiles() {
        const std::filesystem::path root = qEnvironmentVariable("STRATA_ROOT").toStdString();
        const QTemporaryDir state;
        auto catalog = Catalog::open(state.filePath("catalog.sqlite").toStdString(), root);
        QVERIFY(catalog);
        const auto report = catalog->refresh();
        QVERIFY(report && report->problems.empty());
        const auto from_catalog = catalog->library();
        const auto from_files = Library::load(root);
        QVERIFY(from_catalog && from_files);
        QCOMPARE((*from_catalog)->entries().size(), (*from_files)->entries().size());
        for (std::size_t i = 0; i < (*from_files)->entries().size(); ++i) {
            const Entry& stored = (*from_catalog)->entries()[i];
            const Entry& read = (*from_files)->entries()[i];
            QCOMPARE(stored.id, read.id);
            QCOMPARE(stored.file, read.file);
            QCOMPARE(stored.aliases, read.aliases);
            QCOMPARE(canonicalText(*stored.document), canonicalText(*read.document));
        }
    }

    void aBrokenFileIsRememberedAndMended() {
        const ScratchLibrary scratch;
        scratch.write("hwlib/npu/a.json", smallNpu("a"));
        scratch.write("hwlib/npu/b.json", std::string("{\"id\": \"b\","));
        auto catalog = Catalog::open(scratch.root() / "catalog.sqlite", scratch.root());
        QVERIFY(catalog);
        for (int start = 0; start < 2; ++start) {
            const auto report = catalog->refresh();
            QVERIFY(report);
            QCOMPARE(report->rebuilt, start == 0);
            QCOMPARE(report->problems.size(), std::size_t{1});
            QCOMPARE(report->problems.front().code, std::string("malformed-json"));
            QCOMPARE(report->problems.front().file, std::string("hwlib/npu/b.json"));
            QVERIFY((*catalog->library())->find("a") != nullptr);
        }
        scratch.write("hwlib/npu/b.json", smallNpu("b"));
        const auto mended = catalog->refresh();
        QVERIFY(mended && mended->rebuilt && mended->problems.empty());
        QVERIFY((*catalog->library())->find("b") != nullptr);
        scratch.write("hwlib/npu/b.json", std::string("]"));
        const auto broken_again = catalog->refresh();
        QVERIFY(broken_again);
        QCOMPARE(broken_again->problems.size(), std::size_t{1});
        QVERIFY((*catalog->library())->find("b") == nullptr);
    }

    void aMissingRootChangesNothing() {
        const ScratchLibrary scratch;
        scratch.write("hwlib/npu/a.json", smallNpu("a"));
        auto catalog = Catalog::open(scratch.root() / "catalog.sqlite", scratch.root());
        QVERIFY(catalog && catalog->refresh());
        std::filesystem::rename(scratch.root() / "hwlib", scratch.root() / "elsewhere");
        const auto report = catalog->refresh();
        QVERIFY(!report);
        QCOMPARE(report.error().code, std::string("unreadable-file"));
        QVERIFY((*catalog->library())->find("a") != nullptr);
    }

    void everyNumberHasASource() {
        const ScratchLibrary scratch;
        scratch.write("hwlib/npu/a.json", smallNpu("small-array"));
        auto catalog = Catalog::open(scratch.root() / "catalog.sqlite", scratch.root());
        QVERIFY(catalog && catalog->refresh());
        const auto source = catalog->sourceOf("small-array", "/levels/1/entries");
        QVERIFY(source);
        QCOMPARE(*source, std::string("made up for this test"));
        const auto unknown = catalog->sourceOf("smal-array", "/clock_hz");
        QVERIFY(!unknown);
        QCOMPARE(messageText(unknown.error().expected), std::string("small-array"));
        const auto nowhere = catalog->sourceOf("small-array", "/levels/9");
        QVERIFY(!nowhere);
        QCOMPARE(nowhere.error().code, std::string("bad-pointer"));
    }
};

QTEST_APPLESS_MAIN(RefreshTest)
#include "refresh_test.moc"
