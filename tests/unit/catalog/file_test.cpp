// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/hash.h"
#include "core/base/message_text.h"
#include "core/base/progress.h"
#include "core/catalog/catalog.h"
#include "core/catalog/catalog_schema.h"
#include "scratch_library.h"

#include <csignal>
#include <fstream>
#include <nlohmann/json.hpp>
#include <QtTest>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace strata;
namespace fs = std::filesystem;

namespace {

/// Ends the process without warning in the middle of a refresh.
class Killer : public Progress {
public:
    void report(std::uint64_t done, std::uint64_t, std::string_view) override {
        if (done == 20) std::ignore = ::kill(::getpid(), SIGKILL);
    }
};

template <class Work>
int inAnotherProcess(const Work& work) {
    const pid_t child = ::fork();
    if (child == 0) ::_exit(work());
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

std::string bytesOf(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

/// A catalog as version 1 wrote it, with one entry of the user and one stale built-in entry.
void writeVersion1(const fs::path& file) {
    Database::Schema first = catalogSchema();
    first.migrations.resize(1);
    auto database = Database::open(file, Database::Mode::Create, first);
    QVERIFY(database);
    QVERIFY(database->execute(R"sql(
        INSERT INTO meta VALUES ('rules', 'of another time');
        INSERT INTO file VALUES ('hwlib/npu/gone.json', 10, 20, 'abc');
        INSERT INTO document (file, kind, text, sha256) VALUES ('hwlib/npu/gone.json', 'npu', '{"id":"gone"}', 'abc');
        INSERT INTO document (user_id, kind, text, sha256) VALUES ('mine', 'npu',
            '{"base":"small","id":"mine","set":{"/levels/1/entries":64},"source":"my own idea"}', 'def');
        INSERT INTO entry (id, kind, name, vendor, year, user, file, text, sha256)
            VALUES ('gone', 'npu', 'Gone', 'Nobody', 1999, 0, 'hwlib/npu/gone.json', '{"id":"gone"}', 'abc');)sql"));
}

} // namespace

class CatalogFileTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        scratch_.emplace();
        for (int i = 0; i < 40; ++i) {
            const std::string id = "net-" + std::to_string(i);
            scratch_->write("workloads/cnn/" + id + ".json", smallCnn(id));
        }
        scratch_->write("hwlib/npu/small.json", smallNpu("small"));
        file_ = scratch_->root() / "state" / "catalog.sqlite";
    }

    void anOlderCatalogKeepsWhatTheUserWrote() {
        fs::create_directories(file_.parent_path());
        writeVersion1(file_);
        auto catalog = Catalog::open(file_, scratch_->root());
        QVERIFY2(catalog, catalog ? "" : describe(catalog.error()).c_str());
        const auto report = catalog->refresh();
        QVERIFY(report && report->rebuilt && report->problems.empty());
        QCOMPARE(report->removed, std::size_t{1});
        const auto library = catalog->library();
        QVERIFY(library);
        QVERIFY((*library)->find("gone") == nullptr);
        const Entry* mine = (*library)->find("mine");
        QVERIFY(mine != nullptr && mine->user);
        QCOMPARE(mine->document->at("levels").at(1).at("entries"), nlohmann::json(64));
        QCOMPARE(catalog->search({.text = "min"})->rows.size(), std::size_t{1});

        // What was there before the migration is still there, beside it.
        Database::Schema first = catalogSchema();
        first.migrations.resize(1);
        fs::path kept = file_;
        kept += ".version-1";
        QVERIFY(Database::open(kept, Database::Mode::ReadOnly, first));
    }

    void aNewerCatalogIsRefused() {
        QVERIFY(Catalog::open(file_, scratch_->root()));
        {
            auto database = Database::open(file_, Database::Mode::ReadWrite, catalogSchema());
            QVERIFY(database && database->execute("PRAGMA user_version = 7"));
        }
        const std::string before = bytesOf(file_);
        const auto refused = Catalog::open(file_, scratch_->root());
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, std::string("from-the-future"));
        QCOMPARE(messageText(refused.error().text),
                 std::string("this catalog was written by a newer Strata (version 7; this one knows up to 2)"));
        QCOMPARE(bytesOf(file_), before);
    }

    void otherFilesAreRefusedAndLeftAlone() {
        fs::create_directories(file_.parent_path());
        const std::string letter(5000, 'a');
        std::ofstream(file_) << letter;
        const auto refused = Catalog::open(file_, scratch_->root());
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, std::string("not-a-database"));
        QCOMPARE(bytesOf(file_), letter);
    }

    void anUnwritableFolderLeavesTheFilesReadable() {
        const auto refused = Catalog::open("/proc/strata/catalog.sqlite", scratch_->root());
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, std::string("unwritable-file"));
        QVERIFY(messageText(refused.error().expected).find("read at every start") != std::string::npos);
        QVERIFY(Library::load(scratch_->root()));
    }

    void aKilledRefreshLeavesNothingHalf() {
        const int status = inAnotherProcess([&] {
            auto catalog = Catalog::open(file_, scratch_->root());
            Killer killer;
            return catalog && catalog->refresh(&killer) ? 0 : 1;
        });
        QCOMPARE(status, -SIGKILL);
        auto catalog = Catalog::open(file_, scratch_->root());
        QVERIFY(catalog);
        QVERIFY((*catalog->library())->entries().empty());
        const auto report = catalog->refresh();
        QVERIFY(report);
        QCOMPARE(report->added, std::size_t{41});
        QCOMPARE((*catalog->library())->entries().size(), std::size_t{41});
    }

    void aDiskThatFillsLeavesTheOldCatalog() {
        {
            auto catalog = Catalog::open(file_, scratch_->root());
            QVERIFY(catalog && catalog->refresh());
        }
        nlohmann::json huge = smallCnn("huge");
        huge["notes"] = std::string(std::size_t{4} << 20, 'n');
        scratch_->write("workloads/cnn/huge.json", huge);
        const int status = inAnotherProcess([&] {
            ::signal(SIGXFSZ, SIG_IGN);
            const rlimit limit{1 << 20, 1 << 20};
            if (::setrlimit(RLIMIT_FSIZE, &limit) != 0) return 1;
            auto catalog = Catalog::open(file_, scratch_->root());
            if (!catalog) return 2;
            const auto report = catalog->refresh();
            if (report) return 3;
            return report.error().code == "unwritable-file" || report.error().code == "disk-full" ? 0 : 4;
        });
        QCOMPARE(status, 0);
        auto catalog = Catalog::open(file_, scratch_->root());
        QVERIFY(catalog);
        QCOMPARE((*catalog->library())->entries().size(), std::size_t{41});
    }

    void twoProgramsAtTheSameTime() {
        constexpr int kPrograms = 4;
        constexpr int kEntriesEach = 5;
        std::vector<pid_t> children;
        for (int program = 0; program < kPrograms; ++program) {
            const pid_t child = ::fork();
            if (child == 0) {
                auto catalog = Catalog::open(file_, scratch_->root());
                if (!catalog || !catalog->refresh()) ::_exit(1);
                for (int i = 0; i < kEntriesEach; ++i) {
                    const std::string id = "own-" + std::to_string(program) + "-" + std::to_string(i);
                    if (!catalog->addEntry(EntryKind::Cnn, smallCnn(id))) ::_exit(2);
                    if (!catalog->library()) ::_exit(3);
                }
                ::_exit(0);
            }
            children.push_back(child);
        }
        for (const pid_t child : children) {
            int status = 0;
            ::waitpid(child, &status, 0);
            QVERIFY(WIFEXITED(status));
            QCOMPARE(WEXITSTATUS(status), 0);
        }
        auto catalog = Catalog::open(file_, scratch_->root());
        QVERIFY(catalog);
        QCOMPARE((*catalog->library())->entries().size(), std::size_t{41 + kPrograms * kEntriesEach});
        QVERIFY(!fs::exists(file_.string() + ".version-1"));
    }

    void everyTextIsCanonicalAndHasItsHash() {
        auto catalog = Catalog::open(file_, scratch_->root());
        QVERIFY(catalog && catalog->refresh());
        const auto matches = catalog->search({});
        QVERIFY(matches);
        const auto library = catalog->library();
        for (const CatalogRow& row : matches->rows) {
            QCOMPARE(row.sha256, sha256(canonicalText(*(*library)->find(row.id)->document)));
        }
        auto database = Database::open(file_, Database::Mode::ReadOnly, catalogSchema());
        QVERIFY(database);
        auto texts = database->prepare("SELECT text, sha256 FROM document UNION ALL SELECT text, sha256 FROM entry");
        QVERIFY(texts);
        int rows = 0;
        for (auto row = texts->step(); row && *row; row = texts->step(), ++rows) {
            QCOMPARE(canonicalText(*parseJson(texts->text(0))), texts->text(0));
            QCOMPARE(sha256(texts->text(0)), texts->text(1));
        }
        QCOMPARE(rows, 82);
    }

private:
    std::optional<ScratchLibrary> scratch_;
    fs::path file_;
};

QTEST_APPLESS_MAIN(CatalogFileTest)
#include "file_test.moc"
