// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/text/core_sentences.h"

#include "views/support/text/text.h"

#include <algorithm>
#include <optional>
#include <QCoreApplication>
#include <QRegularExpression>

namespace strata::views {
namespace {

/// Corrections of one thing are joined to a list by this; it is cut first, so that no blank of a pattern takes it in.
const QString kAlternative = QStringLiteral("; or ");

/// Patterns with fewer characters of their own would take in half a language: their places hold words or numbers.
constexpr qsizetype kFew = 10;

/// What stands before, between and behind the places of a pattern.
struct Pattern {
    const char* source;
    QStringList literals;
    qsizetype letters = 0;
};

const QRegularExpression& placeInPattern() {
    static const QRegularExpression place(QStringLiteral("%[0-9]+"));
    return place;
}

std::vector<Pattern> readPatterns() {
    std::vector<Pattern> patterns;
    for (const auto& sentences : {noteSentences(), formulaSentences(), errorSentences()})
        for (const char* sentence : sentences) {
            Pattern pattern{sentence, QString::fromUtf8(sentence).split(placeInPattern()), 0};
            for (const QString& literal : pattern.literals)
                pattern.letters += literal.size();
            patterns.push_back(std::move(pattern));
        }
    // The first that fits is then the one that leaves the least to its places.
    std::ranges::stable_sort(patterns, std::greater(), &Pattern::letters);
    return patterns;
}

/// What the places of the pattern take, each at least a character; nothing where the text is no such sentence.
std::optional<std::vector<QString>> placesOf(const Pattern& pattern, const QString& text) {
    const QStringList& literals = pattern.literals;
    if (literals.size() == 1) return text == literals[0] ? std::optional(std::vector<QString>()) : std::nullopt;
    if (!text.startsWith(literals.first()) || !text.endsWith(literals.last())) return std::nullopt;
    std::vector<QString> places;
    qsizetype at = literals.first().size();
    for (qsizetype i = 1; i < literals.size(); ++i) {
        const bool last = i + 1 == literals.size();
        const qsizetype end = last ? text.size() - literals[i].size() : text.indexOf(literals[i], at + 1);
        if (end <= at) return std::nullopt;
        places.push_back(text.mid(at, end - at));
        at = end + literals[i].size();
    }
    return places;
}

/// "1,278,704" or "6.39 ms" as the locale writes it; nothing where the text is no number with its unit.
std::optional<QString> numberText(const QString& text, const QLocale& locale) {
    static const QRegularExpression number(
        QStringLiteral("^([-\u2212]?)([0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)(\\.[0-9]+)?( [^ ]+)?$"));
    const QRegularExpressionMatch found = number.match(text);
    if (!found.hasMatch()) return std::nullopt;
    if (locale == QLocale::c()) return text;
    QString whole = found.captured(2);
    if (whole.contains(u',')) whole.replace(u',', locale.groupSeparator());
    QString fraction = found.captured(3);
    if (!fraction.isEmpty()) fraction.replace(0, 1, locale.decimalPoint());
    return found.captured(1) + whole + fraction + found.captured(4);
}

bool isWord(const QString& text) { return !text.contains(u' ') || numberText(text, QLocale::c()); }

QString filled(const QString& pattern, const std::vector<QString>& arguments) {
    QString text;
    qsizetype at = 0;
    for (auto places = placeInPattern().globalMatch(pattern); places.hasNext();) {
        const QRegularExpressionMatch place = places.next();
        const auto argument = static_cast<std::size_t>(QStringView(place.capturedView()).mid(1).toInt() - 1);
        text += QStringView(pattern).mid(at, place.capturedStart() - at);
        if (argument < arguments.size()) text += arguments[argument];
        at = place.capturedEnd();
    }
    text += QStringView(pattern).mid(at);
    return text;
}

QString translated(const QString& text, const QLocale& locale, const LevelTitles& titles) {
    if (const auto title = titles.find(text.toStdString()); title != titles.end()) return toQString(title->second);
    SentenceMatch match = matchSentence(text);
    if (!match.pattern) {
        if (const auto number = numberText(text, locale)) return *number;
        return text.isEmpty() ? text : QCoreApplication::translate("Part", text.toUtf8().constData());
    }
    for (QString& argument : match.arguments)
        argument = translated(argument, locale, titles);
    return filled(QCoreApplication::translate("Sentence", match.pattern), match.arguments);
}

} // namespace

SentenceMatch matchSentence(const QString& text) {
    static const std::vector<Pattern> kPatterns = readPatterns();
    const bool several = text.contains(kAlternative);
    for (const Pattern& pattern : kPatterns) {
        if (several && !pattern.literals.contains(kAlternative)) continue;
        auto places = placesOf(pattern, text);
        if (places && (several || pattern.letters >= kFew || std::ranges::all_of(*places, isWord)))
            return {pattern.source, *std::move(places)};
    }
    return {};
}

QString sentenceText(std::string_view text, const QLocale& locale, const LevelTitles& titles) {
    return translated(toQString(text), locale, titles);
}

QString unitText(std::string_view unit) {
    for (const char* known :
         {QT_TRANSLATE_NOOP("strata::views", "token"), QT_TRANSLATE_NOOP("strata::views", "tokens"),
          QT_TRANSLATE_NOOP("strata::views", "words"), QT_TRANSLATE_NOOP("strata::views", "words/cycle"),
          QT_TRANSLATE_NOOP("strata::views", "FLOP/clock"), QT_TRANSLATE_NOOP("strata::views", "requests/s"),
          QT_TRANSLATE_NOOP("strata::views", "tokens/s"), QT_TRANSLATE_NOOP("strata::views", "MACs/s")})
        if (unit == known) return QCoreApplication::translate("strata::views", known);
    if (unit == "mm2") return QStringLiteral("mm\u00b2");
    if (unit == "um^2") return QStringLiteral("\u00b5m\u00b2");
    return toQString(unit);
}

QString errorText(const Error& error, const QLocale& locale) {
    Error said = error;
    said.text = sentenceText(error.text, locale).toStdString();
    said.expected.clear();
    const QString text = toQString(describe(said));
    // Commands belong to the command line.
    if (error.expected.empty() || error.expected.find("strata-cli") != std::string::npos) return text;
    // Words that stand alone are values to be typed.
    QString expected = toQString(error.expected);
    if (matchSentence(expected).pattern) expected = sentenceText(error.expected, locale);
    return QCoreApplication::translate("strata::views", "%1; accepted: %2").arg(text, expected);
}

} // namespace strata::views
