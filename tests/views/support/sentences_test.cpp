// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/message_text.h"
#include "tests/views/fixtures/sample_answers.h"
#include "views/support/text/text.h"
#include "views/support/text/told.h"

#include <QRegularExpression>
#include <QTranslator>
#include <QtTest>

using namespace strata;
using namespace strata::views;

namespace {

const QLocale kGerman(QLocale::German, QLocale::Germany);

/// All that an answer says: notes, what would mend them, titles, formulas and sources of parts.
void collect(const Part& part, std::vector<Message>& messages) {
    messages.insert(messages.end(), {part.title, part.formula, part.source});
    for (const Part& child : part.children)
        collect(child, messages);
}

std::vector<Message> messagesOf(const Estimate& estimate) {
    std::vector<Message> messages;
    for (const Note& note : estimate.notes) {
        messages.push_back(note.text);
        messages.insert(messages.end(), note.fixes.begin(), note.fixes.end());
    }
    for (const auto& [metric, part] : estimate.parts)
        collect(part, messages);
    std::erase_if(messages, [](const Message& message) { return message.empty() || message.id == "verbatim"; });
    return messages;
}

} // namespace

/// Sentences that the core makes are told in the reader's language.
class SentencesTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QVERIFY(german_.load(QStringLiteral(":/i18n/strata_de.qm"))); }

    void cleanup() { QCoreApplication::removeTranslator(&german_); }

    /// Without a translator the text is English, with titles and the locale's numbers.
    void withoutTranslation() {
        const Message message{"note.read-limited", {{"level", "shared_glb"}, {"throttle", Amount{0.0823, "1"}}}};
        QCOMPARE(told(message, QLocale::c()),
                 QStringLiteral("limited by shared_glb read bandwidth: 8.2 % of full speed"));
        QCOMPARE(told(message, kGerman, {{"shared_glb", "Global buffer"}}),
                 QStringLiteral("limited by Global buffer read bandwidth: 8,2 % of full speed"));
    }

    void germanMessages() {
        QCoreApplication::installTranslator(&german_);
        const Message limited{"note.read-limited", {{"level", "shared_glb"}, {"throttle", Amount{0.82, "1"}}}};
        QCOMPARE(told(limited, kGerman, {{"shared_glb", "Globaler Puffer"}}),
                 QStringLiteral("Globaler Puffer begrenzt mit der Lesebandbreite: 82 % der vollen Geschwindigkeit"));
        const Message cycles{"formula.cycles", {{"cycles", 1278704}, {"clock", Amount{2e8, "Hz"}}}};
        QCOMPARE(told(cycles, kGerman), QStringLiteral("1.278.704 Takte / 200,0 MHz"));
        const Message leaks{"formula.leakage", {{"instances", 1344}, {"each", Amount{0.005652, "pJ"}}, {"cycles", 40}}};
        QCOMPARE(told(leaks, kGerman), QStringLiteral("1.344 Exemplare \u00d7 0,005652 pJ \u00d7 40 Takte"));
        // Corrections in a row, each a sentence of its own.
        const auto falls = [](int words) { return Message{"fix.tile-falls", {{"words", words}}}; };
        const std::vector<Message> fixes{
            {"fix.bypass", {{"tensor", term("outputs")}, {"level", "glb"}, {"effect", falls(7137)}}},
            {"fix.move-up", {{"dimension", "p"}, {"factor", 7}, {"level", "dram"}, {"effect", falls(15617)}}}};
        QCOMPARE(told(fixes, kGerman),
                 QStringLiteral("glb: Ausgaben vorbeiführen: die Kachel sinkt auf 7.137 Wörter; oder p 7 hinauf nach "
                                "dram schieben: die Kachel sinkt auf 15.617 Wörter"));
        // A message in a message.
        const Message share{"note.largest-share",
                            {{"share", Amount{0.48, "1"}},
                             {"class", "linear"},
                             {"operator", "layers.mlp.up"},
                             {"limit", Message{"limit.memory", {{"share", Amount{0.8, "1"}}}}}}};
        QCOMPARE(told(share, kGerman),
                 QStringLiteral("48 % der Kernelzeit sind linear; der längste Operator, layers.mlp.up, ist begrenzt "
                                "durch den Gerätespeicher: 80 % seiner Bandbreite"));
        QCOMPARE(partTitle("data-parallel-exposed").isEmpty(), false);
        QCOMPARE(partTitle("idle-power"), QStringLiteral("Ruheleistung"));
    }

    void errorsAreTold() {
        QCoreApplication::installTranslator(&german_);
        const Error error{"bad-value",
                          "/plan/tp",
                          {"error.field-refused",
                           {{"field", "tp"},
                            {"value", 3},
                            {"why", Message{"error.do-not-divide-by", {{"whole", 64}, {"what", term("heads")}}}}}},
                          {"accepted.divisor", {{"whole", 64}}},
                          {}};
        QCOMPARE(errorText(error, kGerman),
                 QStringLiteral("tp ist 3, aber 64 Köpfe lassen sich dadurch nicht teilen; erlaubt: ein "
                                "Teiler von 64"));
        QCOMPARE(QString::fromStdString(describe(error)),
                 QStringLiteral("/plan/tp: tp is 3, but 64 heads do not divide by it; accepted: a divisor of 64"));
        const Error typed{"out-of-range",
                          "/a",
                          {"error.field-is", {{"field", "a"}, {"value", 0.05}}},
                          {"accepted.range", {{"least", 0.5}, {"most", 1e12}, {"unit", " s"}}},
                          {}};
        QCOMPARE(errorText(typed, kGerman), QStringLiteral("a ist 0,05; erlaubt: 0,5 bis 1e12 s"));
    }

    /// What only the command line accepts is left out.
    void commandsBelongToTheCommandLine() {
        Error error{"unknown-id", "/hardware", {"error.no-row"}, {"accepted.command-line-own-entry"}, {}};
        QVERIFY(isForCommandLine(error.expected));
        QVERIFY(!errorText(error, QLocale::c()).contains(QStringLiteral("strata-cli")));
        for (const auto& [id, text] : messageCatalog("en"))
            QCOMPARE(id.find(".command-line-") == std::string::npos && id.starts_with("accepted."),
                     id.starts_with("accepted.") && text.find("`strata-cli") == std::string::npos &&
                         text.find("`session show`") == std::string::npos);
    }

    /// All that the answers to the samples say has a text, whose places are all filled, and no English in German.
    void answersAreTold() {
        QCoreApplication::installTranslator(&german_);
        const auto answers = fixture::sampleAnswers();
        QVERIFY(answers.size() > 20);
        static const QRegularExpression english(QStringLiteral("\\b(the|of|and|are|is|which|that|words)\\b"));
        QStringList missing;
        for (const fixture::SampleAnswer& answer : answers)
            for (const Message& message : messagesOf(answer.estimate)) {
                const QString said = told(message, kGerman);
                if (!knows(message) || said.contains(english) || said.contains(u'{'))
                    missing << toQString(message.id) + QStringLiteral(" -> ") + said;
            }
        missing.removeDuplicates();
        QVERIFY2(missing.isEmpty(), qPrintable(missing.join(QLatin1Char('\n'))));
    }

private:
    QTranslator german_;
};

QTEST_MAIN(SentencesTest)
#include "sentences_test.moc"
