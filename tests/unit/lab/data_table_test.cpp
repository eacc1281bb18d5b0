// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/run/data_table.h"
#include "core/base/message_text.h"

#include <filesystem>
#include <fstream>
#include <QTemporaryDir>
#include <QTest>

using namespace strata;
using namespace strata::assess;

/// Where tables of data sets are found, and what they must hold.
class DataTableTest : public QObject {
    Q_OBJECT

private slots:
    void aTableIsInTheFolderOrInItsPart() {
        const QTemporaryDir folder;
        const std::filesystem::path root = folder.path().toStdString();
        QVERIFY(findTable(root, "rows.csv", "part").empty());
        std::filesystem::create_directories(root / "part");
        write(root / "part" / "rows.csv", "a,b\n1,2\n3,4\n");
        QCOMPARE(findTable(root, "rows.csv", "part"), root / "part" / "rows.csv");
        QVERIFY(findTable(root, "rows.csv").empty());
        write(root / "rows.csv", "a,b\n5,6\n");
        QCOMPARE(findTable(root, "rows.csv", "part"), root / "rows.csv");
        const auto table = readTable(root, "rows.csv", {"a", "b"}, "part");
        QVERIFY(table);
        QCOMPARE(table->rows(), std::size_t(1));
        QCOMPARE(table->numberOr(0, "b", 0.0), 6.0);
    }

    void whatIsMissingIsNamed() {
        const QTemporaryDir folder;
        const std::filesystem::path root = folder.path().toStdString();
        const auto absent = readTable(root, "rows.csv", {"a"});
        QVERIFY(!absent);
        QCOMPARE(absent.error().code, std::string("unreadable-file"));
        write(root / "rows.csv", "a\n1\n");
        const auto incomplete = readTable(root, "rows.csv", {"a", "measured"});
        QVERIFY(!incomplete);
        QCOMPARE(incomplete.error().code, std::string("missing-column"));
        QVERIFY(messageText(incomplete.error().text).find("measured") != std::string::npos);
        std::filesystem::create_directories(root / "folder.csv");
        QVERIFY(findTable(root, "folder.csv").empty()); // no table
    }

private:
    static void write(const std::filesystem::path& file, const char* text) { std::ofstream(file) << text; }
};

QTEST_GUILESS_MAIN(DataTableTest)
#include "data_table_test.moc"
