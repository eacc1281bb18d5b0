// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/support/text/level_titles.h"

#include <string_view>
#include <vector>

namespace strata::views {

/// Sentences of refusals, which the core still writes as whole texts: here stand their patterns for lupdate, "%1" for
/// what is filled in, in the context "Sentence". All else that the core says are messages: see told().
std::vector<const char*> errorSentences();

/// The pattern among those above that a text of the core was made from, the one with the most words of its own where
/// several fit, and what stands at its "%1", "%2", ...; nullptr where none fits.
struct SentenceMatch {
    const char* pattern = nullptr;
    std::vector<QString> arguments;
};
SentenceMatch matchSentence(const QString& text);

/// A text of the core in the reader's language: its sentence translated, its numbers as the locale writes them, levels
/// by their titles, and what is filled in translated in turn. Any other text stays as it is.
QString sentenceText(std::string_view text, const QLocale& locale, const LevelTitles& titles = {});

/// The unit as people write it: "words/cycle" has words of a language, "B/s" has none.
QString unitText(std::string_view unit);

/// What describe() says of an error, in the reader's language.
QString errorText(const Error& error, const QLocale& locale);

} // namespace strata::views
