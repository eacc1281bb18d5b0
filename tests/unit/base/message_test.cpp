// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/message_json.h"
#include "core/base/message_text.h"
#include "core/base/result.h"

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <QRegularExpression>
#include <QSet>
#include <QTest>
#include <sstream>

using namespace strata;

namespace {

Wording german() {
    Wording wording;
    wording.language = "de";
    wording.decimal = ",";
    wording.group = ".";
    return wording;
}

/// The places of a text, each once, with the form that it asks for; plural forms only by their name.
QSet<QString> placesIn(const std::string& text) {
    static const QRegularExpression place(QStringLiteral("\\{([^}|]*)(\\|[^}]*)?\\}"));
    QSet<QString> places;
    for (auto found = place.globalMatch(QString::fromStdString(text)); found.hasNext();) {
        const auto match = found.next();
        if (match.capturedLength(2) == 0) places << match.captured(1);
    }
    return places;
}

/// All string literals of the program that need no escapes.
QSet<QString> literals() {
    static const QRegularExpression literal(QStringLiteral("\"([^\"\\\\\n]*)\""));
    QSet<QString> all;
    for (const char* folder : {"core", "app", "views"}) {
        const auto root = std::filesystem::path(qEnvironmentVariable("STRATA_ROOT").toStdString()) / folder;
        for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
            if (entry.path().extension() != ".cpp" && entry.path().extension() != ".h") continue;
            std::ifstream stream(entry.path(), std::ios::binary);
            std::ostringstream text;
            text << stream.rdbuf();
            const QString source = QString::fromStdString(text.str());
            for (auto found = literal.globalMatch(source); found.hasNext();)
                all << found.next().captured(1);
        }
    }
    return all;
}

} // namespace

/// Messages are values; their texts are made of catalogs.
class MessageTest : public QObject {
    Q_OBJECT

private slots:
    void numbersAreWrittenAsTheTextAsks() {
        const Message macs{"formula.macs", {{"macs", 118013952}, {"each", Amount{0.5612345, "pJ"}}}};
        QCOMPARE(messageText(macs), std::string("118,013,952 MACs x 0.5612345 pJ"));
        const Message cycles{"formula.cycles", {{"cycles", 1000.5}, {"clock", Amount{1.41e9, "Hz"}}}};
        QCOMPARE(messageText(cycles), std::string("1,000.5 cycles / 1.410 GHz"));
        const Message memory{"limit.memory", {{"share", Amount{0.823, "1"}}}};
        QCOMPARE(messageText(memory), std::string("device memory: 82 % of its bandwidth"));
        QCOMPARE(messageText(cycles, german()), std::string("1.000,5 Takte / 1,410 GHz"));
    }

    void countsThatPeopleTypeHaveNoSeparators() {
        const auto least = [](double value) { return Message{"accepted.at-least", {{"least", value}}}; };
        QCOMPARE(messageText(least(1'000'000)), std::string("at least 1000000"));
        QCOMPARE(messageText(least(1e12)), std::string("at least 1e12"));
        QCOMPARE(messageText(least(0.05), german()), std::string("mindestens 0,05"));
        QCOMPARE(messageText(Message{"accepted.at-least", {{"least", "low_pct"}}}), std::string("at least low_pct"));
    }

    void errorsAreMessages() {
        const Error error{"out-of-range",
                          "/plan/tp",
                          {"error.field-is", {{"field", "tp"}, {"value", 3}}},
                          {"accepted.divisor", {{"whole", 64}}},
                          "a.json"};
        QCOMPARE(describe(error), std::string("a.json: /plan/tp: tp is 3; accepted: a divisor of 64"));
        QCOMPARE(messageText(described(error), german()),
                 std::string("a.json: /plan/tp: tp ist 3; erlaubt: ein Teiler von 64"));
        QCOMPARE(describe(Error{"cancelled", {}, {"error.request-cancelled"}, {}, {}}),
                 std::string("the request was cancelled"));
    }

    void oneAndManyDiffer() {
        const auto area = [](double instances) {
            return Message{"formula.area", {{"instances", instances}, {"each", Amount{2.5, "um2"}}}};
        };
        QCOMPARE(messageText(area(1)), std::string("1 instance x 2.5 um2"));
        QCOMPARE(messageText(area(168)), std::string("168 instances x 2.5 um2"));
        QCOMPARE(messageText(area(1.5), german()), std::string("1,5 Exemplare × 2,5 um2"));
    }

    void messagesStandInMessages() {
        const Message limited{"note.limited", {{"limit", Message{"limit.tail", {{"tiles", 136}, {"sms", 132}}}}}};
        QCOMPARE(messageText(limited), std::string("limited by its last wave: 136 tiles on 132 SMs"));
        const Message none{"fix.move-up",
                           {{"dimension", "c"}, {"factor", 3}, {"level", "dram"}, {"effect", std::vector<Message>()}}};
        QCOMPARE(messageText(none), std::string("move c 3 up to dram"));
    }

    void namesHaveTitlesAndTermsTexts() {
        const Message bypass{"fix.bypass",
                             {{"tensor", term("weights")}, {"level", "glb"}, {"effect", std::vector<Message>()}}};
        Wording wording = german();
        const std::map<std::string, std::string, std::less<>> titles{{"glb", "Puffer"}};
        wording.titles = &titles;
        QCOMPARE(messageText(bypass, wording), std::string("Puffer: Gewichte vorbeiführen"));
        QCOMPARE(messageText(term("kernel_map")), std::string("kernel_map"));
        QCOMPARE(messageText(verbatim("{size} of it, 3.5")), std::string("{size} of it, 3.5"));
    }

    void nothingAndStrangersAreTold() {
        QVERIFY(Message{}.empty() && verbatim("").empty());
        QCOMPARE(messageText({}), std::string());
        QCOMPARE(messageText({"no.such"}), std::string("no.such"));
        QCOMPARE(messageText({"fix.batch"}), std::string("batch {batch}"));
        Wording wording;
        wording.language = "eo";
        QCOMPARE(messageText({"fix.larger-budget"}, wording), messageText({"fix.larger-budget"}));
    }

    void alternativesStandInARow() {
        const Message batch{"fix.batch", {{"batch", 8}}}, zero{"fix.zero", {{"stage", 1}}},
            tp{"fix.tp", {{"ranks", 2}}};
        QCOMPARE(alternativesText({}), std::string());
        QCOMPARE(alternativesText({batch}), std::string("batch 8"));
        QCOMPARE(alternativesText({batch, zero, tp}), std::string("batch 8; or zero 1; or tp 2"));
        QCOMPARE(alternativesText({batch, zero}, german()), std::string("Batch 8; oder zero 1"));
    }

    void everythingSurvivesTheDocument() {
        const Message message{"note.offload",
                              {{"blocks", 12},
                               {"waited", Amount{0.1 + 0.2, "1"}},
                               {"place", Message{"note.offload-host"}},
                               {"more", std::vector<Message>()},
                               {"name", "a \"b\""}}};
        const auto document = nlohmann::json::parse(toJson(message).dump());
        const Message again = messageFromJson(document);
        QCOMPARE(toJson(again).dump(), toJson(message).dump());
        for (const Argument& argument : message.arguments)
            QVERIFY2(again.find(argument.name) && *again.find(argument.name) == argument.value, argument.name.c_str());
        for (const char* broken : {"null", "[]", "{\"id\": 3}", "{\"id\": \"a\", \"arguments\": 3}",
                                   "{\"id\": \"a\", \"arguments\": {\"b\": {\"unit\": 3}, \"c\": [3, null]}}"})
            messageFromJson(nlohmann::json::parse(broken));
    }

    void catalogsHaveTheSameTextsAndPlaces() {
        const auto& english = messageCatalog("en");
        QVERIFY(english.size() > 1500);
        for (const std::string_view language : messageLanguages()) {
            const auto& catalog = messageCatalog(language);
            QCOMPARE(catalog.size(), english.size());
            for (const auto& [id, text] : english) {
                QVERIFY2(catalog.contains(id), id.c_str());
                QVERIFY2(!catalog.at(id).empty(), id.c_str());
                QVERIFY2(placesIn(catalog.at(id)) == placesIn(text), id.c_str());
            }
        }
    }

    /// An id that the program says has a text, and a text that nobody says is none.
    void textsAndProgramKnowEachOther() {
        const QSet<QString> program = literals();
        QVERIFY(program.size() > 3000);
        const auto& catalog = messageCatalog("en");
        static const QRegularExpression id_form(
            QStringLiteral("^(?:note|fix|formula|part|limit|delay|source|versions|error|accepted)\\.[a-z0-9-]+$"));
        QStringList missing;
        for (const QString& said : program)
            if (id_form.match(said).hasMatch() && !catalog.contains(said.toStdString())) missing << said;
        QVERIFY2(missing.isEmpty(), qPrintable(missing.join(u' ')));
        // Some ids are put together of a group and a word of the program.
        static const QRegularExpression group(QStringLiteral("^(?:part|term|goal|resource|needs|layer)\\."));
        for (const auto& [id, text] : catalog) {
            QString word = QString::fromStdString(id);
            const bool said = program.contains(word) || program.contains(word.remove(group));
            if (!said) missing << QString::fromStdString(id);
        }
        QVERIFY2(missing.isEmpty(), qPrintable(missing.join(u' ')));
    }
};

QTEST_APPLESS_MAIN(MessageTest)
#include "message_test.moc"
