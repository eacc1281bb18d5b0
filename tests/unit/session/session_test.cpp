// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/database.h"
#include "core/session/session.h"
#include "core/session/session_tables.h"
#include "sample_session.h"

#include <nlohmann/json.hpp>
#include <QtTest>

using namespace strata;
namespace fs = std::filesystem;

class SessionTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        folder_.emplace();
        file_ = fs::path(folder_->path().toStdString()) / "my study é雪.strata";
    }

    void everythingComesBack() {
        Session session = sampleSession();
        session.inputs = {{"small", R"({"id":"small"})"}};
        const auto saved = saveSession(session, file_);
        QVERIFY2(saved, saved ? "" : describe(saved.error()).c_str());
        const auto opened = openSession(file_);
        QVERIFY2(opened, opened ? "" : describe(opened.error()).c_str());
        QVERIFY(sameSession(*opened, session));
        // 0.1 is not a binary fraction: every bit of a number must survive.
        const Json& request = *opened->study.designs[1].request;
        QCOMPARE(request["hardware"]["set"]["/clock_hz"].get<double>(), 0.1);
    }

    void anEmptyStudyIsASession() {
        QVERIFY(saveSession({}, file_));
        const auto opened = openSession(file_);
        QVERIFY(opened && sameSession(*opened, Session{}));
    }

    void theFileIsOneSelfContainedFile() {
        QVERIFY(saveSession(sampleSession(), file_));
        QVERIFY(openSession(file_));
        int files = 0;
        for ([[maybe_unused]] const auto& entry : fs::directory_iterator(file_.parent_path()))
            ++files;
        QCOMPARE(files, 1);
        const std::string bytes = bytesOf(file_);
        QCOMPARE(bytes.substr(0, 15), std::string("SQLite format 3"));
        QCOMPARE(bytes.substr(68, 4), std::string("STRA"));
        QCOMPARE(bytes.substr(18, 2), std::string("\1\1")); // no WAL mode
        QVERIFY(bytes.find(file_.parent_path().string()) == std::string::npos);
    }

    void equalSessionsMakeEqualFiles() {
        const fs::path other = file_.parent_path() / "other.strata";
        QVERIFY(saveSession(sampleSession(), file_));
        QVERIFY(saveSession(sampleSession(), other));
        QCOMPARE(bytesOf(file_), bytesOf(other));
        QVERIFY(saveSession(sampleSession(), file_));
        QCOMPARE(bytesOf(file_), bytesOf(other));
    }

    /// Files of version 1 knew no explorations: they open as they are and stay so.
    void olderFilesOpen() {
        Session session = sampleSession();
        session.explorations.clear();
        QVERIFY(saveSession(session, file_));
        {
            auto database = Database::open(file_, Database::Mode::ReadWrite, sessionSchema());
            QVERIFY(database && database->execute("DROP TABLE exploration; PRAGMA user_version = 1"));
        }
        const std::string bytes = bytesOf(file_);
        const auto opened = openSession(file_);
        QVERIFY2(opened, opened ? "" : describe(opened.error()).c_str());
        QVERIFY(sameSession(*opened, session));
        QCOMPARE(bytesOf(file_), bytes);
    }

    void openingDoesNotChangeTheFile() {
        QVERIFY(saveSession(sampleSession(), file_));
        const std::string before = bytesOf(file_);
        QVERIFY(openSession(file_));
        QCOMPARE(bytesOf(file_), before);
    }

    void designsCompareByContent() {
        const Design a = sampleDesign("d", 'A', {{"kind", "layer"}});
        Design b = sampleDesign("d", 'A', {{"kind", "layer"}});
        QVERIFY(a == b);
        b.request = std::make_shared<const Json>(Json{{"kind", "other"}});
        QVERIFY(!(a == b));
        b.request.reset();
        QVERIFY(!(a == b));
    }

    void lettersRunOut() {
        Study study;
        for (char letter = 'A'; letter <= 'Z'; ++letter) {
            QCOMPARE(freeLetter(study), letter);
            study.designs.push_back(sampleDesign(std::string(1, letter), letter, Json::object()));
        }
        QCOMPARE(freeLetter(study), '?');
        study.designs.push_back(sampleDesign("27th", '?', Json::object()));
        study.designs.push_back(sampleDesign("28th", '?', Json::object()));
        study.selected = "M";
        Session session;
        session.study = study;
        QVERIFY(saveSession(session, file_));
        QVERIFY(openSession(file_)->study == study);
        study.designs.erase(study.designs.begin() + 2);
        QCOMPARE(freeLetter(study), 'C');
    }

private:
    std::optional<QTemporaryDir> folder_;
    fs::path file_;
};

QTEST_APPLESS_MAIN(SessionTest)
#include "session_test.moc"
