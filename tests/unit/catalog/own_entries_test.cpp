// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/message_text.h"
#include "core/catalog/catalog.h"
#include "scratch_library.h"

#include <nlohmann/json.hpp>
#include <QtTest>

using namespace strata;

namespace {

nlohmann::json variant(const std::string& id, const std::string& base, int entries) {
    return {{"id", id}, {"base", base}, {"source", "my own idea"}, {"set", {{"/levels/1/entries", entries}}}};
}

nlohmann::json entriesOf(Catalog& catalog, const std::string& id) {
    const auto library = catalog.library();
    const Entry* entry = library ? (*library)->find(id) : nullptr;
    return entry == nullptr ? nlohmann::json() : entry->document->at("levels").at(1).at("entries");
}

} // namespace

class OwnEntriesTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        scratch_.emplace();
        scratch_->write("hwlib/npu/small.json", smallNpu("small"));
        auto opened = Catalog::open(scratch_->root() / "catalog.sqlite", scratch_->root());
        QVERIFY(opened && opened->refresh());
        catalog_.emplace(std::move(*opened));
    }

    void survivesRefreshAndFollowsItsBase() {
        QVERIFY(catalog_->addEntry(EntryKind::Npu, variant("mine", "small", 64)));
        nlohmann::json changed = smallNpu("small");
        changed["clock_hz"] = 123456789.0;
        scratch_->write("hwlib/npu/small.json", changed);
        const auto report = catalog_->refresh();
        QVERIFY(report && report->rebuilt);
        const auto library = catalog_->library();
        const Entry* mine = (*library)->find("mine");
        QVERIFY(mine != nullptr && mine->user);
        QCOMPARE(mine->file, std::string("user"));
        QCOMPARE(mine->document->at("clock_hz"), nlohmann::json(123456789.0));
        QCOMPARE(entriesOf(*catalog_, "mine"), nlohmann::json(64));
        QCOMPARE(*catalog_->ownEntry("mine"), variant("mine", "small", 64));
    }

    void survivesReopening() {
        QVERIFY(catalog_->addEntry(EntryKind::Npu, variant("mine", "small", 64)));
        catalog_.reset();
        auto again = Catalog::open(scratch_->root() / "catalog.sqlite", scratch_->root());
        QVERIFY(again && again->refresh());
        QCOMPARE(entriesOf(*again, "mine"), nlohmann::json(64));
    }

    void updatesAndRemoves() {
        QVERIFY(catalog_->addEntry(EntryKind::Npu, variant("mine", "small", 64)));
        QVERIFY(catalog_->updateEntry("mine", variant("mine", "small", 128)));
        QCOMPARE(entriesOf(*catalog_, "mine"), nlohmann::json(128));
        QVERIFY(catalog_->removeEntry("mine"));
        QVERIFY(entriesOf(*catalog_, "mine").is_null());
        QCOMPARE(catalog_->removeEntry("mine").error().code, std::string("not-found"));
        QCOMPARE(catalog_->updateEntry("small", variant("small", "small", 1)).error().code, std::string("not-found"));
    }

    void refusesWhatIsNotSound() {
        const auto expectRefusal = [&](const Result<void>& done, const char* code, const char* pointer) {
            QVERIFY(!done);
            QCOMPARE(done.error().code, std::string(code));
            QCOMPARE(done.error().pointer, std::string(pointer));
            QCOMPARE((*catalog_->library())->entries().size(), std::size_t{1});
            QVERIFY(catalog_->problems()->empty());
        };
        expectRefusal(catalog_->addEntry(EntryKind::Npu, variant("mine", "small", -1)), "out-of-range",
                      "/set/~1levels~11~1entries");
        expectRefusal(catalog_->addEntry(EntryKind::Npu, variant("mine", "nothing", 1)), "unknown-base", "/base");
        expectRefusal(catalog_->addEntry(EntryKind::Npu, nlohmann::json::array()), "missing", "/id");
        expectRefusal(catalog_->addEntry(EntryKind::Cnn, variant("mine", "small", 1)), "bad-value", "/base");
        expectRefusal(catalog_->addEntry(EntryKind::Npu, variant("small", "small", 1)), "duplicate-id", "/id");
    }

    void refusesAnUpdateThatWouldBreakAnother() {
        QVERIFY(catalog_->addEntry(EntryKind::Npu, variant("mine", "small", 64)));
        QVERIFY(catalog_->addEntry(EntryKind::Npu, variant("heir", "mine", 32)));
        const auto removed = catalog_->removeEntry("mine");
        QVERIFY(!removed);
        QCOMPARE(removed.error().code, std::string("in-use"));
        QVERIFY(messageText(removed.error().text).find("heir") != std::string::npos);
        const auto cycle = catalog_->updateEntry("mine", variant("mine", "heir", 1));
        QVERIFY(!cycle);
        QCOMPARE(cycle.error().code, std::string("inheritance-cycle"));
        QCOMPARE(entriesOf(*catalog_, "mine"), nlohmann::json(64));
        QCOMPARE(entriesOf(*catalog_, "heir"), nlohmann::json(32));
    }

    void hidesABuiltInOnlyWhenAsked() {
        QVERIFY(catalog_->addEntry(EntryKind::Npu, variant("small", "small", 7), Shadowing::Allow));
        QCOMPARE(entriesOf(*catalog_, "small"), nlohmann::json(7));
        QVERIFY(catalog_->removeEntry("small"));
        QCOMPARE(entriesOf(*catalog_, "small"), nlohmann::json(1024));
    }

    void aBrokenOwnEntryIsAMessageAndNothingElse() {
        QVERIFY(catalog_->addEntry(EntryKind::Npu, variant("mine", "small", 64)));
        scratch_->remove("hwlib/npu/small.json");
        scratch_->write("hwlib/npu/other.json", smallNpu("other"));
        const auto report = catalog_->refresh();
        QVERIFY(report);
        QCOMPARE(report->problems.size(), std::size_t{1});
        QCOMPARE(report->problems.front().file, std::string("user:mine"));
        QVERIFY((*catalog_->library())->find("other") != nullptr);
        QVERIFY(catalog_->ownEntry("mine"));
    }

private:
    std::optional<ScratchLibrary> scratch_;
    std::optional<Catalog> catalog_;
};

QTEST_APPLESS_MAIN(OwnEntriesTest)
#include "own_entries_test.moc"
