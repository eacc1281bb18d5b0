// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/database.h"
#include "core/base/message_text.h"
#include "core/session/session_tables.h"
#include "sample_session.h"

#include <fstream>
#include <QtTest>

using namespace strata;
namespace fs = std::filesystem;

class DamagedSessionTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        folder_.emplace();
        file_ = fs::path(folder_->path().toStdString()) / "study.strata";
        Session session = sampleSession();
        session.inputs = {{"small", R"({"id":"small"})"}};
        QVERIFY(saveSession(session, file_));
    }

    void namesTableAndRow_data() {
        QTest::addColumn<QString>("sql");
        QTest::addColumn<QString>("table");
        QTest::addColumn<QString>("row");
        const auto row = [](const char* sql, const char* table, const char* key) {
            QTest::newRow(sql) << QString(sql) << QString(table) << QString(key);
        };
        row("UPDATE design SET request = '{\"kind\": ' WHERE id = 'd2'", "design", "d2");
        row("UPDATE design SET request = '[1, 2]' WHERE id = 'd1'", "design", "d1");
        row("UPDATE design SET letter = 'A'", "design", "d2");
        row("UPDATE design SET letter = 'AB' WHERE id = 'd1'", "design", "d1");
        row("UPDATE design SET letter = '!' WHERE id = 'd1'", "design", "d1");
        row("UPDATE design SET id = '' WHERE id = 'd1'", "design", "Design d1");
        row("DELETE FROM design WHERE id = 'd2'", "meta", "selected");
        row("DELETE FROM design", "meta", "selected");
        row("UPDATE meta SET value = 'd9' WHERE key = 'baseline'", "meta", "baseline");
        row("UPDATE meta SET value = 'd2' WHERE key = 'further_baselines'", "meta", "further_baselines");
        row("UPDATE meta SET value = '[2]' WHERE key = 'further_baselines'", "meta", "further_baselines");
        row("UPDATE meta SET value = '[\"d9\"]' WHERE key = 'further_baselines'", "meta", "further_baselines");
        row("UPDATE note SET design = 'd9' WHERE design = 'd1'", "note", "d9");
        row("UPDATE view_state SET state = '{' WHERE view = 'mapping'", "view_state", "mapping");
        row("UPDATE layout SET state = 'docks'", "layout", "1");
        row("UPDATE exploration SET request = '{' WHERE id = 'e1'", "exploration", "e1");
        row("UPDATE exploration SET request = '7' WHERE id = 'e2'", "exploration", "e2");
        row("UPDATE exploration SET view_state = '{' WHERE id = 'e1'", "exploration", "e1");
        row("UPDATE exploration SET id = '../e1' WHERE id = 'e1'", "exploration", "../e1");
        row("UPDATE input SET text = '{}' WHERE id = 'small'", "input", "small");
        row("UPDATE input SET sha256 = '00'", "input", "small");
    }

    void namesTableAndRow() {
        QFETCH(QString, sql);
        QFETCH(QString, table);
        QFETCH(QString, row);
        {
            auto database = Database::open(file_, Database::Mode::ReadWrite, sessionSchema());
            QVERIFY(database && database->execute(sql.toStdString()));
        }
        const auto opened = openSession(file_);
        QVERIFY(!opened);
        QCOMPARE(opened.error().code, std::string("bad-session"));
        QCOMPARE(opened.error().file, file_.string());
        const QString expected = "table " + table + ", row '" + row + "'";
        QVERIFY2(messageText(opened.error().text).starts_with(expected.toStdString()),
                 messageText(opened.error().text).c_str());
    }

    void aMissingTableIsAnError() {
        {
            auto database = Database::open(file_, Database::Mode::ReadWrite, sessionSchema());
            QVERIFY(database && database->execute("DROP TABLE note"));
        }
        const auto opened = openSession(file_);
        QVERIFY(!opened);
        QVERIFY(messageText(opened.error().text).find("note") != std::string::npos);
    }

    void refusesTheFuture() {
        {
            auto database = Database::open(file_, Database::Mode::ReadWrite, sessionSchema());
            QVERIFY(database && database->execute("PRAGMA user_version = 3"));
        }
        const auto opened = openSession(file_);
        QVERIFY(!opened);
        QCOMPARE(opened.error().code, std::string("from-the-future"));
        QCOMPARE(messageText(opened.error().text),
                 std::string("this session was written by a newer Strata (version 3; this one knows up to 2)"));
    }

    // Whatever is flipped, the answer is a session or one error, never a crash or a half.
    void anyDamagedPageIsSurvived() {
        const std::string sound = bytesOf(file_);
        int refused = 0;
        for (std::size_t at = 0; at < sound.size(); at += 97) {
            std::string damaged = sound;
            for (std::size_t i = at; i < std::min(at + 8, damaged.size()); ++i)
                damaged[i] = static_cast<char>(~damaged[i]);
            std::ofstream(file_, std::ios::binary | std::ios::trunc) << damaged;
            const auto opened = openSession(file_);
            if (opened) continue;
            ++refused;
            QVERIFY(!opened.error().code.empty() && !opened.error().text.empty());
        }
        QVERIFY(refused > 10);
    }

    void aTruncatedFileIsRefused() {
        const std::string sound = bytesOf(file_);
        for (const std::size_t size :
             {sound.size() / 2, std::size_t{4096}, std::size_t{100}, std::size_t{1}, std::size_t{0}}) {
            std::ofstream(file_, std::ios::binary | std::ios::trunc) << sound.substr(0, size);
            const auto opened = openSession(file_);
            QVERIFY2(!opened, std::to_string(size).c_str());
            QCOMPARE(opened.error().file, file_.string());
        }
    }

    void aHostileRequestIsRefused() {
        {
            auto database = Database::open(file_, Database::Mode::ReadWrite, sessionSchema());
            QVERIFY(database);
            auto update = database->prepare("UPDATE design SET request = ? WHERE id = 'd1'");
            QVERIFY(update && update->bind(0, std::string(100'000, '[')).run());
        }
        const auto opened = openSession(file_);
        QVERIFY(!opened);
        QCOMPARE(opened.error().code, std::string("bad-session"));
    }

private:
    std::optional<QTemporaryDir> folder_;
    fs::path file_;
};

QTEST_APPLESS_MAIN(DamagedSessionTest)
#include "damaged_session_test.moc"
