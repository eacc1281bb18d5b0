// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json.h"
#include "core/base/message_text.h"

#include <nlohmann/json.hpp>
#include <QtTest>

using namespace strata;

class JsonTest : public QObject {
    Q_OBJECT

private slots:
    void refuses_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("code");
        QTest::addColumn<QString>("pointer");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* name, const QByteArray& text, const char* code, const char* pointer,
                            const char* says) {
            QTest::newRow(name) << text << QString(code) << QString(pointer) << QString(says);
        };
        row("empty", "", "malformed-json", "", "line 1, column 1");
        row("cut", "{\"a\": [1,\n 2", "malformed-json", "", "line 2");
        row("trailing comma", "{\"a\": 1,}", "malformed-json", "", "line 1, column 9");
        row("comment", "{} // no", "malformed-json", "", "line 1, column 4");
        row("two documents", "{} {}", "malformed-json", "", "line 1");
        row("NaN", "{\"a\": NaN}", "malformed-json", "", "line 1, column 7");
        row("infinity", "[Infinity]", "malformed-json", "", "line 1");
        row("too large a number", "{\"a\": [0, 1e999]}", "bad-value", "/a/1", "1e999");
        row("duplicate key", "{\"a\": [{\"x\": 1, \"x\": 2}]}", "duplicate-key", "/a/0/x", "\"x\" appears twice");
        row("broken UTF-8", "{\"a\": \"\xC3\x28\"}", "malformed-json", "", "UTF-8");
        row("deep", QByteArray(100000, '['), "too-deep", "", "64");
        row("deep objects", QByteArray("{\"a\":").repeated(5000), "too-deep", "", "64");
        row("control character", "[\"a\nb\"]", "malformed-json", "", "line 2");
    }

    void refuses() {
        QFETCH(QByteArray, text);
        QFETCH(QString, code);
        QFETCH(QString, pointer);
        QFETCH(QString, says);
        const auto parsed =
            parseJson(std::string_view(text.constData(), static_cast<std::size_t>(text.size())), "x.json");
        QVERIFY(!parsed);
        const Error& error = parsed.error();
        QCOMPARE(QString::fromStdString(error.code), code);
        QCOMPARE(QString::fromStdString(error.pointer), pointer);
        QVERIFY2(QString::fromStdString(messageText(error.text)).contains(says), messageText(error.text).c_str());
        QCOMPARE(error.file, std::string("x.json"));
        QVERIFY2(messageText(error.text).size() < 300, messageText(error.text).c_str());
    }

    void refusesSixteenMegabytes() {
        const std::string text = "[" + std::string(kMaximumJsonBytes, ' ') + "]";
        const auto parsed = parseJson(text);
        QVERIFY(!parsed);
        QCOMPARE(parsed.error().code, std::string("too-large"));
    }

    void nothingHidesBehindAZeroByte() {
        using namespace std::string_literals;
        const auto parsed = parseJson("{\"a\": 1}\0{}"s, "x.json");
        QVERIFY(!parsed);
        QCOMPARE(parsed.error().code, std::string("malformed-json"));
        QVERIFY(!parsed.error().expected.empty());
    }

    void keepsSixtyFourLevels() {
        QVERIFY(parseJson(std::string(64, '[') + std::string(64, ']')));
        QVERIFY(!parseJson(std::string(65, '[') + std::string(65, ']')));
    }

    void canonicalTextIsSortedAndExact() {
        const auto parsed =
            parseJson(R"( {"b": 0.1, "a": [1, 18446744073709551615, -5e-324, 1e22, 0.30000000000000004]} )");
        QVERIFY(parsed);
        const std::string text = canonicalText(*parsed);
        QVERIFY(text.find("\"a\"") < text.find("\"b\""));
        QVERIFY(text.find(' ') == std::string::npos);
        const auto again = parseJson(text);
        QVERIFY(again && *again == *parsed);
        QCOMPARE(canonicalText(*again), text);
        // A text that is no UTF-8 can come from a program, never from a file; writing it must not throw.
        QVERIFY(!canonicalText(Json("\xFF")).empty());
    }

    void pointersFollowRfc6901() {
        Json document = *parseJson(R"({"a/b": {"~": [10, 20]}, "": 7})");
        QCOMPARE(findPointer(document, "/a~1b/~0/1")->get<int>(), 20);
        QCOMPARE(findPointer(document, "/")->get<int>(), 7);
        QVERIFY(findPointer(document, "") == &document);
        for (const char* none : {"a", "/a~1b/~0/2", "/a~1b/~0/01", "/a~1b/~0/-", "/a~1b/~", "/x", "/a~1b/~0/1/0"}) {
            QVERIFY2(findPointer(document, none) == nullptr, none);
        }
        QVERIFY(setPointer(document, "/new/deep", 5));
        QCOMPARE(findPointer(document, "/new/deep")->get<int>(), 5);
        const Json before = document;
        for (const char* bad : {"/a~1b/~0/2", "/new/deep/er", "x", "/a~1b/~0/x/y"}) {
            const auto set = setPointer(document, bad, 1);
            QVERIFY2(!set && set.error().code == "bad-pointer", bad);
        }
        QVERIFY(document == before);
        removePointer(document, "/a~1b/~0/0");
        QCOMPARE(findPointer(document, "/a~1b/~0/0")->get<int>(), 20);
        removePointer(document, "/nowhere/at/all");
        removePointer(document, "/new");
        QVERIFY(findPointer(document, "/new") == nullptr);
        QCOMPARE(pointerStep("a/b~"), std::string("a~1b~0"));
    }
};

QTEST_APPLESS_MAIN(JsonTest)
#include "json_test.moc"
