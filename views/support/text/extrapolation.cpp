// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/text/extrapolation.h"

#include "views/support/text/sentence_case.h"
#include "views/support/text/told.h"

#include <QStringList>

namespace strata::views {

QString extrapolationText(const DesignState* design, const QLocale& locale) {
    if (design == nullptr || !design->estimate || !design->estimate->valid) return {};
    QStringList sentences;
    for (const Note& note : design->estimate->notes)
        if (note.level == Note::Level::Extrapolation)
            sentences << noteSentence(told(note.text, locale, levelTitles(*design)));
    return sentences.join(QLatin1Char(' '));
}

} // namespace strata::views
