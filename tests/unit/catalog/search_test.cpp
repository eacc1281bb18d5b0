// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/catalog.h"
#include "scratch_library.h"

#include <nlohmann/json.hpp>
#include <QtTest>

using namespace strata;

namespace {

std::vector<std::string> idsOf(const Result<CatalogMatches>& matches) {
    std::vector<std::string> ids;
    if (!matches) return {describe(matches.error())};
    for (const CatalogRow& row : matches->rows)
        ids.push_back(row.id);
    return ids;
}

} // namespace

class SearchTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        scratch_.emplace();
        nlohmann::json eyeriss = smallNpu("eyeriss-v1");
        eyeriss["name"] = "Eyeriss";
        eyeriss["vendor"] = "MIT";
        eyeriss["year"] = 2016;
        eyeriss["aliases"] = {"row stationary 100%"};
        nlohmann::json tpu = smallNpu("tpu-v1");
        tpu["name"] = "TPU (1st generation)";
        tpu["vendor"] = "Google";
        tpu["year"] = 2015;
        nlohmann::json undated = smallNpu("undated");
        undated.erase("year");
        scratch_->write("hwlib/npu/1.json", eyeriss);
        scratch_->write("hwlib/npu/2.json", tpu);
        scratch_->write("hwlib/npu/3.json", undated);
        scratch_->write("workloads/cnn/4.json", smallCnn("v1"));
        auto opened = Catalog::open(scratch_->root() / "catalog.sqlite", scratch_->root());
        QVERIFY(opened && opened->refresh());
        catalog_.emplace(std::move(*opened));
    }

    void findsByText_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QStringList>("ids");
        QTest::newRow("everything") << "" << QStringList{"v1", "eyeriss-v1", "tpu-v1", "undated"};
        QTest::newRow("part of a word") << "YERI" << QStringList{"eyeriss-v1"};
        QTest::newRow("two letters") << "v1" << QStringList{"v1", "eyeriss-v1", "tpu-v1"};
        QTest::newRow("an exact id comes first") << "tpu-v1" << QStringList{"tpu-v1"};
        QTest::newRow("all words") << "google  1st" << QStringList{"tpu-v1"};
        QTest::newRow("an alias") << "stationary" << QStringList{"eyeriss-v1"};
        QTest::newRow("the kind") << "cnn" << QStringList{"v1"};
        QTest::newRow("wildcards are letters") << "0%" << QStringList{"eyeriss-v1"};
        QTest::newRow("no wildcard") << "_" << QStringList{};
        QTest::newRow("quotes and operators") << "\"tpu\" OR *" << QStringList{};
        QTest::newRow("nothing") << "xyzzy" << QStringList{};
    }

    void findsByText() {
        QFETCH(QString, text);
        QFETCH(QStringList, ids);
        std::vector<std::string> expected;
        for (const QString& id : ids)
            expected.push_back(id.toStdString());
        QCOMPARE(idsOf(catalog_->search({.text = text.toStdString()})), expected);
    }

    void findsByFacts() {
        using Ids = std::vector<std::string>;
        QCOMPARE(idsOf(catalog_->search({.kind = EntryKind::Cnn})), Ids{"v1"});
        QCOMPARE(idsOf(catalog_->search({.vendor = "mit"})), Ids{"eyeriss-v1"});
        QCOMPARE(idsOf(catalog_->search({.year_from = 2016})), Ids{"eyeriss-v1"});
        QCOMPARE(idsOf(catalog_->search({.kind = EntryKind::Npu, .year_to = 2015})), Ids{"tpu-v1"});
        QCOMPARE(idsOf(catalog_->search({.text = "v1", .kind = EntryKind::Npu, .limit = 1})), Ids{"eyeriss-v1"});
        QVERIFY(idsOf(catalog_->search({.only_own = true})).empty());
        QVERIFY(catalog_->addEntry(EntryKind::Cnn, smallCnn("my-net")));
        QCOMPARE(idsOf(catalog_->search({.only_own = true})), Ids{"my-net"});
        QCOMPARE(idsOf(catalog_->search({.text = "my-n"})), Ids{"my-net"});
    }

    void tenThousandEntriesStayCheap() {
        constexpr int kEntries = 10'000;
        for (int i = 0; i < kEntries; ++i) {
            const std::string id = "net-" + std::to_string(i);
            scratch_->write("workloads/cnn/" + id + ".json", smallCnn(id));
        }
        const auto report = catalog_->refresh();
        QVERIFY(report && report->problems.empty());
        QCOMPARE(report->added, std::size_t{kEntries});

        const auto rare = catalog_->search({.text = "net-9876"});
        QVERIFY(rare);
        QCOMPARE(idsOf(rare), std::vector<std::string>{"net-9876"});
        // A scan of the table takes at least some steps for each of the ten thousand rows.
        QVERIFY2(rare->work < kEntries, std::to_string(rare->work).c_str());
        const auto by_year = catalog_->search({.year_from = 2016});
        QCOMPARE(idsOf(by_year), std::vector<std::string>{"eyeriss-v1"});
        QVERIFY2(by_year->work < kEntries, std::to_string(by_year->work).c_str());
        const auto all = catalog_->search({.limit = 2 * kEntries});
        QCOMPARE(idsOf(all).size(), std::size_t{kEntries} + 4);

        const auto unchanged = catalog_->refresh();
        QVERIFY(unchanged);
        QCOMPARE(unchanged->read, std::size_t{0});
        QCOMPARE((*catalog_->library())->entries().size(), std::size_t{kEntries} + 4);
    }

private:
    std::optional<ScratchLibrary> scratch_;
    std::optional<Catalog> catalog_;
};

QTEST_APPLESS_MAIN(SearchTest)
#include "search_test.moc"
