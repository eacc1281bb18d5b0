// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/views/core_literals.h"
#include "tests/views/sample_answers.h"
#include "views/support/text/core_sentences.h"
#include "views/support/text/text.h"

#include <QRegularExpression>
#include <QTranslator>
#include <QtTest>

using namespace strata;
using namespace strata::views;

namespace {

const QLocale kGerman(QLocale::German, QLocale::Germany);

std::vector<const char*> allSentences() {
    std::vector<const char*> all;
    for (const auto& some : {noteSentences(), formulaSentences(), errorSentences()})
        all.insert(all.end(), some.begin(), some.end());
    return all;
}

QStringList placesIn(const QString& text) {
    static const QRegularExpression place(QStringLiteral("%[0-9]+"));
    QStringList places;
    for (auto found = place.globalMatch(text); found.hasNext();)
        places << found.next().captured();
    places.sort();
    return places;
}

/// Notes, what would mend them, and formulas of an answer.
void collect(const Part& part, QStringList& texts) {
    if (!part.formula.empty()) texts << toQString(part.formula);
    for (const Part& child : part.children)
        collect(child, texts);
}

QStringList textsOf(const Estimate& estimate) {
    QStringList texts;
    for (const Note& note : estimate.notes) {
        texts << toQString(note.text);
        if (!note.fix.empty()) texts << toQString(note.fix);
    }
    for (const auto& [metric, part] : estimate.parts)
        collect(part, texts);
    return texts;
}

} // namespace

/// Sentences that the core makes are told in the reader's language.
class SentencesTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QVERIFY(german_.load(QStringLiteral(":/i18n/strata_de.qm"))); }

    void cleanup() { QCoreApplication::removeTranslator(&german_); }

    void placesAreFound() {
        const SentenceMatch match = matchSentence(QStringLiteral("moved 3 of 4 levels"));
        QVERIFY(!match.pattern);
        const SentenceMatch note =
            matchSentence(QStringLiteral("glb holds 1,024 words, the tiles need 2,048: 1,024 words over"));
        QCOMPARE(QString::fromUtf8(note.pattern),
                 QStringLiteral("%1 holds %2 words, the tiles need %3: %4 words over"));
        QCOMPARE(note.arguments.size(), std::size_t{4});
        QCOMPARE(note.arguments[2], QStringLiteral("2,048"));
    }

    /// Without a translator a text stays as the core wrote it, but for titles and the locale's numbers.
    void withoutTranslation() {
        const std::string text = "limited by shared_glb read bandwidth: 8.25 % of full speed";
        QCOMPARE(sentenceText(text, QLocale::c()), toQString(text));
        QCOMPARE(sentenceText(text, kGerman, {{"shared_glb", "Global buffer"}}),
                 QStringLiteral("limited by Global buffer read bandwidth: 8,25 % of full speed"));
    }

    void germanSentences() {
        QCoreApplication::installTranslator(&german_);
        QCOMPARE(sentenceText("limited by shared_glb read bandwidth: 82 % of full speed", kGerman,
                              {{"shared_glb", "Globaler Puffer"}}),
                 QStringLiteral("Globaler Puffer begrenzt mit der Lesebandbreite: 82 % der vollen Geschwindigkeit"));
        QCOMPARE(sentenceText("1,278,704 cycles / 200 MHz", kGerman), QStringLiteral("1.278.704 Takte / 200 MHz"));
        QCOMPARE(sentenceText("1,344 instances x 0.005652 pJ x 40 cycles", kGerman),
                 QStringLiteral("1.344 Exemplare \u00d7 0,005652 pJ \u00d7 40 Takte"));
        // Corrections in a row, each a sentence of its own.
        QCOMPARE(sentenceText("bypass outputs at glb: tile falls to 7,137 words; or move p 7 up to dram: tile falls "
                              "to 15,617 words",
                              kGerman),
                 QStringLiteral("glb: Ausgaben vorbeiführen, die Kachel sinkt auf 7.137 Wörter; oder p 7 hinauf nach "
                                "dram schieben: die Kachel sinkt auf 15.617 Wörter"));
        QCOMPARE(sentenceText("34.7 µs of the host for each kernel, 7.00 µs on the way back; 3.91 µs between kernels; "
                              "the device waits where kernels are shorter",
                              kGerman),
                 QStringLiteral("34,7 µs des Hosts für jeden Kernel, 7,00 µs auf dem Rückweg; 3,91 µs zwischen "
                                "Kerneln; das Gerät wartet, wo Kernel kürzer sind"));
        // A sentence in a sentence.
        QCOMPARE(sentenceText("48 % of the kernels' time is linear; the longest operator, layers.mlp.up, is limited by "
                              "device memory: 80 % of its bandwidth",
                              kGerman),
                 QStringLiteral("48 % der Kernelzeit sind linear; der längste Operator, layers.mlp.up, ist begrenzt "
                                "durch den Gerätespeicher: 80 % seiner Bandbreite"));
    }

    /// A pattern of few words takes no sentence that nobody knows.
    void unknownSentencesStay() {
        QCoreApplication::installTranslator(&german_);
        for (const char* text : {"the weather is fine today", "at noon over the hills", ""})
            QCOMPARE(sentenceText(text, kGerman), QString::fromUtf8(text));
    }

    void errorsAreTold() {
        QCoreApplication::installTranslator(&german_);
        const Error error{"bad-value", "/plan/tp", "tp is 3, but 64 heads do not divide by it", "a divisor of 64", {}};
        QCOMPARE(errorText(error, kGerman),
                 QStringLiteral("/plan/tp: tp ist 3, aber 64 Köpfe lassen sich nicht dadurch teilen; erlaubt: ein "
                                "Teiler von 64"));
        const Error other{"wrong-kind", "/kind", "a request of kind model has no mapping", "layer", {}};
        QVERIFY2(errorText(other, kGerman).endsWith(QStringLiteral("erlaubt: layer")), "a value that is typed");
    }

    void allAreInGerman() {
        for (const char* sentence : allSentences()) {
            const QString german = german_.translate("Sentence", sentence);
            QVERIFY2(!german.isEmpty(), sentence);
            QCOMPARE(placesIn(german), placesIn(QString::fromUtf8(sentence)));
        }
    }

    /// The words of a pattern are the core's: a text that the core changes is to be changed here as well.
    void allAreTextsOfTheCore() {
        const QSet<QString> literals = fixture::coreLiterals();
        QVERIFY(literals.size() > 1000);
        static const QRegularExpression place(QStringLiteral("%[0-9]+"));
        QStringList strangers;
        for (const char* sentence : allSentences())
            for (const QString& words : QString::fromUtf8(sentence).split(place, Qt::SkipEmptyParts))
                if (!fixture::isMadeOf(words, literals)) strangers << QString::fromUtf8(sentence);
        QVERIFY2(strangers.isEmpty(), qPrintable(strangers.join(QLatin1Char('\n'))));
    }

    void literalsAreRead() {
        const QSet<QString> literals = fixture::literalsOf(QStringLiteral("f(\"a \" // it's \"no\" literal\n"
                                                                          "  \"b\", '\"', \"c \\\"d\\\"\");"));
        QCOMPARE(literals, (QSet<QString>{QStringLiteral("a b"), QStringLiteral("c \"d\"")}));
        QVERIFY(fixture::isMadeOf(QStringLiteral("a bc \"d\""), literals));
        QVERIFY(!fixture::isMadeOf(QStringLiteral("a bc"), literals));
    }

    /// All that the answers to the samples say is known, and what is filled in is no English sentence.
    void answersAreTold() {
        QCoreApplication::installTranslator(&german_);
        const auto answers = fixture::sampleAnswers();
        QVERIFY(answers.size() > 20);
        static const QRegularExpression english(QStringLiteral("\\b(the|of|and|are|is|which|that|words)\\b"));
        QStringList missing;
        for (const fixture::SampleAnswer& answer : answers)
            for (const QString& text : textsOf(answer.estimate)) {
                const QString told = sentenceText(text.toStdString(), kGerman);
                if (!matchSentence(text).pattern || told.contains(english))
                    missing << text + QStringLiteral(" -> ") + told;
            }
        missing.removeDuplicates();
        QVERIFY2(missing.isEmpty(), qPrintable(missing.join(QLatin1Char('\n'))));
    }

private:
    QTranslator german_;
};

QTEST_MAIN(SentencesTest)
#include "sentences_test.moc"
