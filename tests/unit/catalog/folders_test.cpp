// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/folders.h"

#include <fstream>
#include <nlohmann/json.hpp>
#include <QTemporaryDir>
#include <QTest>

using namespace strata;

/// JSON files in folders of the user's are entries of the catalog.
class FoldersTest : public QObject {
    Q_OBJECT

private:
    std::shared_ptr<const Library> library_;
    std::unique_ptr<QTemporaryDir> folder_;

    std::filesystem::path path() const { return folder_->path().toStdString(); }
    void write(const char* name, const std::string& text) const { std::ofstream(path() / name) << text; }

private slots:
    void initTestCase() {
        const auto library = Library::load(qEnvironmentVariable("STRATA_ROOT").toStdString());
        QVERIFY2(library, library ? "" : describe(library.error()).c_str());
        library_ = *library;
    }
    void init() { folder_ = std::make_unique<QTemporaryDir>(); }

    void filesBecomeEntries() {
        write("wide.json", R"({"id": "my-wide", "kind": "npu", "name": "My wide one", "source": "mine",
                               "base": "eyeriss-v1", "set": {"/levels/2/fanout_x": 28}})");
        const auto partial = withFolders(library_, std::vector{path()});
        QVERIFY2(partial.errors.empty(), partial.errors.empty() ? "" : describe(partial.errors.front()).c_str());
        const Entry* entry = partial.library->find("my-wide");
        QVERIFY(entry && entry->user);
        QCOMPARE(findPointer(*entry->document, "/levels/2/fanout_x")->get<int>(), 28);
        QCOMPARE(entry->file, (path() / "wide.json").string());
        QCOMPARE(partial.library->entries().size(), library_->entries().size() + 1);
        QVERIFY(!library_->find("my-wide"));
        for (const Entry& known : library_->entries()) {
            const Entry* still = partial.library->find(known.id);
            QVERIFY2(still && still->document == known.document && still->user == known.user, known.id.c_str());
        }
    }

    void whatIsNotSoundIsToldWithItsFile() {
        write("broken.json", "{");
        write("nameless.json", R"({"kind": "npu", "name": "nobody"})");
        write("kindless.json", R"({"id": "what"})");
        write("twin.json", R"({"id": "eyeriss-v1", "kind": "npu", "name": "Twin", "base": "eyeriss-like"})");
        write("notes.txt", "no entry");
        const auto partial = withFolders(library_, std::vector{path()});
        QCOMPARE(partial.errors.size(), std::size_t{4});
        for (const Error& error : partial.errors)
            QVERIFY2(error.file.starts_with(path().string()), describe(error).c_str());
        QCOMPARE(partial.library->entries().size(), library_->entries().size());
        QVERIFY(partial.library->find("eyeriss-v1")->document == library_->find("eyeriss-v1")->document);
    }

    void aMissingFolderIsOneError() {
        const auto partial = withFolders(library_, std::vector{path() / "not there"});
        QCOMPARE(partial.errors.size(), std::size_t{1});
        QCOMPARE(partial.library, library_);
    }
};

QTEST_APPLESS_MAIN(FoldersTest)
#include "folders_test.moc"
