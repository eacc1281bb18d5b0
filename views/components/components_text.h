// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/components/components_data.h"
#include "views/support/text/level_titles.h"

#include <QLocale>
#include <QString>
#include <QStringList>

namespace strata::views {

QString componentTitle(const ComponentBar& bar, const LevelTitles& titles);
/// "SRAM, 108 KiB".
QString componentKindText(const ComponentBar& bar, const QLocale& locale);
/// "x168, 16 of 64 bits, 65 nm": instances, words in entries, technology; in full "16 bits in entries of 64 bits".
QString componentSizeText(const ComponentBar& bar, const QLocale& locale, bool in_full);
/// Energies of one action.
QString componentActionText(const ComponentBar& bar, const QLocale& locale);
/// Area of one instance; empty where it is not known.
QString componentInstanceAreaText(const ComponentBar& bar, const QLocale& locale);
/// Who says a number, in a few words.
QString componentOriginText(const ComponentNumber& number);
/// "12.1 uJ, 45.0 %"; a dash where nobody knows.
QString componentValueText(const std::optional<double>& value, double sum, std::string_view unit,
                           const QLocale& locale);

/// Who states or estimates energy and area, one line each.
QStringList componentSources(const ComponentBar& bar, const QLocale& locale);
/// Everything that is known of a component, one line each. `twin`: the same component of the baseline, or nullptr.
QStringList componentLines(const ComponentBar& bar, const ComponentPicture& picture, const ComponentBar* twin,
                           char baseline_letter, const QLocale& locale);

} // namespace strata::views
