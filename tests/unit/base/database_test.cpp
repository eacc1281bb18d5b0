// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/database.h"
#include "core/base/message_text.h"

#include <fstream>
#include <QtTest>
#include <sqlite3.h>
#include <thread>

using namespace strata;
namespace fs = std::filesystem;

namespace {

constexpr std::string_view kStep1 = "CREATE TABLE thing (name TEXT PRIMARY KEY, size REAL NOT NULL) STRICT;";
constexpr std::string_view kStep2 = "CREATE TABLE part (thing TEXT NOT NULL REFERENCES thing (name)) STRICT; "
                                    "INSERT INTO thing VALUES ('new', 2)";

Database::Schema schema(std::size_t version) {
    Database::Schema all{0x54455354, "test file", {kStep1, kStep2}};
    all.migrations.resize(version);
    return all;
}

std::int64_t count(Database& database, const std::string& table) {
    auto statement = database.prepare("SELECT count(*) FROM " + table);
    return statement && statement->step() ? statement->integer(0) : -1;
}

std::string bytesOf(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

} // namespace

class DatabaseTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        folder_.emplace();
        file_ = fs::path(folder_->path().toStdString()) / "file:a b?é雪#.sqlite";
    }

    void createsMigratesAndReopens() {
        {
            auto first = Database::open(file_, Database::Mode::Create, schema(1));
            QVERIFY2(first, first ? "" : describe(first.error()).c_str());
            QVERIFY(first->execute("INSERT INTO thing VALUES ('old', 1.5)"));
        }
        QVERIFY(fs::exists(file_));
        auto second = Database::open(file_, Database::Mode::ReadWrite, schema(2));
        QVERIFY(second);
        QCOMPARE(count(*second, "thing"), std::int64_t{2});
        fs::path kept = file_;
        kept += ".version-1";
        auto copy = Database::open(kept, Database::Mode::ReadOnly, schema(1));
        QVERIFY(copy);
        QCOMPARE(count(*copy, "thing"), std::int64_t{1});
    }

    void readsAnOlderFileWithoutChangingIt() {
        QVERIFY(Database::open(file_, Database::Mode::Create, schema(1)));
        const std::string before = bytesOf(file_);
        auto newer = Database::open(file_, Database::Mode::ReadOnly, schema(2));
        QVERIFY(newer);
        QCOMPARE(count(*newer, "thing"), std::int64_t{1});
        QCOMPARE(bytesOf(file_), before);
    }

    void refusesANewerFileAndNamesBothVersions() {
        {
            auto file = Database::open(file_, Database::Mode::Create, schema(2));
            QVERIFY(file && file->execute("PRAGMA user_version = 7"));
        }
        for (const auto mode : {Database::Mode::ReadOnly, Database::Mode::ReadWrite, Database::Mode::Create}) {
            const auto refused = Database::open(file_, mode, schema(2));
            QVERIFY(!refused);
            QCOMPARE(refused.error().code, std::string("from-the-future"));
            QVERIFY(messageText(refused.error().text).find("version 7; this one knows up to 2") != std::string::npos);
            QCOMPARE(refused.error().file, file_.string());
        }
    }

    void refusesForeignFiles_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("code");
        QTest::newRow("text") << QByteArray("this is no database at all, it is a letter to a friend. ").repeated(40)
                              << "not-a-database";
        QTest::newRow("short") << QByteArray("{}") << "not-a-database";
        QTest::newRow("one byte") << QByteArray("x") << "not-a-database";
        QTest::newRow("zeros") << QByteArray(8192, '\0') << "not-a-database";
        QTest::newRow("header only") << QByteArray("SQLite format 3\0", 16) << "not-a-database";
    }

    void refusesForeignFiles() {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, code);
        std::ofstream(file_, std::ios::binary).write(bytes.data(), bytes.size());
        for (const auto mode : {Database::Mode::ReadOnly, Database::Mode::Create}) {
            const auto refused = Database::open(file_, mode, schema(2));
            QVERIFY(!refused);
            QCOMPARE(refused.error().code, code.toStdString());
            QCOMPARE(bytesOf(file_), bytes.toStdString());
        }
    }

    void refusesOtherPrograms() {
        {
            auto other = Database::open(file_, Database::Mode::Create, {0x1234, "diary", {kStep1}});
            QVERIFY(other);
        }
        for (const auto mode : {Database::Mode::ReadOnly, Database::Mode::Create}) {
            const auto refused = Database::open(file_, mode, schema(2));
            QVERIFY(!refused);
            QCOMPARE(refused.error().code, std::string("wrong-application"));
        }
    }

    void refusesWhatIsNotThere() {
        const auto absent = Database::open(file_, Database::Mode::ReadOnly, schema(1));
        QVERIFY(!absent);
        QCOMPARE(absent.error().code, std::string("unreadable-file"));
        const auto folder = Database::open(folder_->path().toStdString(), Database::Mode::ReadWrite, schema(1));
        QVERIFY(!folder);
        QCOMPARE(folder.error().code, std::string("unreadable-file"));
        const auto no_folder = Database::open(file_ / "deeper", Database::Mode::Create, schema(1));
        QVERIFY(!no_folder);
        QCOMPARE(no_folder.error().code, std::string("unwritable-file"));
        QVERIFY(!fs::exists(file_));
    }

    void aFailedMigrationLeavesTheOldVersion() {
        QVERIFY(Database::open(file_, Database::Mode::Create, schema(1)));
        Database::Schema broken = schema(1);
        broken.migrations.push_back("CREATE TABLE half (x TEXT) STRICT; INSERT INTO nowhere VALUES (1);");
        const auto failed = Database::open(file_, Database::Mode::ReadWrite, broken);
        QVERIFY(!failed);
        QCOMPARE(failed.error().code, std::string("database"));
        auto still = Database::open(file_, Database::Mode::ReadOnly, schema(1));
        QVERIFY(still);
        QCOMPARE(count(*still, "sqlite_schema WHERE name = 'half'"), std::int64_t{0});
    }

    void transactionsRollBack() {
        auto database = Database::inMemory(schema(1));
        QVERIFY(database);
        const auto failed = database->transaction([&]() -> Result<void> {
            if (auto done = database->execute("INSERT INTO thing VALUES ('x', 1)"); !done) return done;
            return Error{"bad-value", {}, verbatim("changed my mind"), {}, {}};
        });
        QCOMPARE(failed.error().code, std::string("bad-value"));
        QCOMPARE(count(*database, "thing"), std::int64_t{0});
    }

    void tablesAreStrictAndKeysHold() {
        auto database = Database::inMemory(schema(2));
        QVERIFY(database);
        QVERIFY(!database->execute("INSERT INTO thing VALUES ('x', 'not a number')"));
        QVERIFY(!database->execute("INSERT INTO part VALUES ('nobody')"));
    }

    void bindsAndReadsEveryType() {
        auto database = Database::inMemory(schema(1));
        auto statement = database->prepare("SELECT ?1, ?2, ?3, ?4, ?5");
        QVERIFY(statement);
        const std::string with_nul("a\0b", 3);
        statement->bind(0, with_nul).bind(1, std::int64_t{1} << 62).bind(2, 0.1).bindNull(3).bindBytes(4, with_nul);
        const auto row = statement->step();
        QVERIFY(row && *row);
        QCOMPARE(statement->text(0), with_nul);
        QCOMPARE(statement->integer(1), std::int64_t{1} << 62);
        QCOMPARE(statement->real(2), 0.1);
        QVERIFY(statement->isNull(3));
        QCOMPARE(statement->text(4), with_nul);
        QVERIFY(!statement->bind(9, "there is no tenth parameter").step());
    }

    void writesCopiesWhole() {
        auto database = Database::open(file_, Database::Mode::Create, schema(1));
        QVERIFY(database && database->execute("PRAGMA journal_mode = WAL; INSERT INTO thing VALUES ('x', 1)"));
        const fs::path target = file_.parent_path() / "the copy ü.sqlite";
        std::ofstream(target) << "what was there before";
        const fs::path link = file_.parent_path() / "link";
        fs::create_symlink(target, link);
        QVERIFY(database->copyTo(link));
        QVERIFY(fs::is_symlink(link));
        auto copy = Database::open(target, Database::Mode::ReadOnly, schema(1));
        QVERIFY(copy);
        QCOMPARE(count(*copy, "thing"), std::int64_t{1});
        // Bytes 18 and 19 of the header are 2 in WAL mode (SQLite file format, section 1.3).
        QCOMPARE(bytesOf(target).substr(18, 2), std::string("\1\1"));
        for (const auto& entry : fs::directory_iterator(file_.parent_path())) {
            QVERIFY2(entry.path().extension() != ".tmp", entry.path().c_str());
        }
    }

    void aCopyThatCannotBeWrittenSaysSo() {
        auto database = Database::inMemory(schema(1));
        const auto no_folder = database->copyTo("/nowhere/at/all.sqlite");
        QVERIFY(!no_folder);
        QCOMPARE(no_folder.error().code, std::string("unwritable-file"));
        const auto folder = database->copyTo(folder_->path().toStdString());
        QVERIFY(!folder);
        QCOMPARE(folder.error().code, std::string("unwritable-file"));
    }

    void bytesRoundTripAndAreChecked() {
        auto database = Database::inMemory(schema(1));
        QVERIFY(database->execute("INSERT INTO thing VALUES ('x', 1)"));
        auto bytes = database->toBytes();
        QVERIFY(bytes);
        auto again = Database::fromBytes(*bytes, schema(2));
        QVERIFY(again);
        QCOMPARE(count(*again, "thing"), std::int64_t{2});
        QVERIFY(!Database::fromBytes("rubbish", schema(1)));
        QVERIFY(!Database::fromBytes("", schema(1)));
        std::string damaged = *bytes;
        std::fill(damaged.begin() + 200, damaged.begin() + 4000, '\x55');
        auto opened = Database::fromBytes(damaged, schema(1));
        QVERIFY(!opened || !opened->checkIntegrity());
    }

    void aBusyFileIsWaitedFor() {
        auto writer = Database::open(file_, Database::Mode::Create, schema(1));
        QVERIFY(writer && writer->execute("BEGIN IMMEDIATE"));
        // Another connection of SQLite itself, without our patience.
        sqlite3* impatient = nullptr;
        QCOMPARE(sqlite3_open(file_.c_str(), &impatient), SQLITE_OK);
        QCOMPARE(sqlite3_exec(impatient, "BEGIN IMMEDIATE", nullptr, nullptr, nullptr), SQLITE_BUSY);
        sqlite3_close(impatient);
        std::jthread release([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(200));
            std::ignore = writer->execute("COMMIT");
        });
        auto reader = Database::open(file_, Database::Mode::ReadWrite, schema(1));
        QVERIFY(reader && reader->execute("INSERT INTO thing VALUES ('patient', 1)"));
    }

private:
    std::optional<QTemporaryDir> folder_;
    fs::path file_;
};

QTEST_APPLESS_MAIN(DatabaseTest)
#include "database_test.moc"
