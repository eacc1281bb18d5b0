// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/estimate.h"

#include <optional>
#include <QLocale>
#include <QString>
#include <QStringList>
#include <string_view>

namespace strata::views {

struct DesignState;

/// Text of the core in the window's type.
QString toQString(std::string_view utf8);

/// Three significant digits with SI prefix, with the locale's decimal point (the C locale in figures and files).
QString shortText(double value, std::string_view unit, const QLocale& locale);
/// Every digit that matters, with the plain unit.
QString exactText(double value, std::string_view unit, const QLocale& locale);
/// "6.10 ms to 6.80 ms", empty where the interval has no width.
QString intervalText(const Metric& metric, const QLocale& locale);
/// The same without a word and with one unit where both ends have it: "6.10–6.80 ms".
QString shortIntervalText(const Metric& metric, const QLocale& locale);
/// The unit as people write it: "words/cycle" has words of a language, "B/s" has none.
QString unitText(std::string_view unit);
/// A share of a whole, in steps of 0.1 %.
QString shareText(double share, const QLocale& locale);
/// "+3.1 %" from a baseline to a value; an en dash where there is no ratio.
QString changeText(double value, double baseline, const QLocale& locale);
/// "+11.2 uJ" from a baseline to a value.
QString differenceText(double value, double baseline, std::string_view unit, const QLocale& locale);
/// Suffix of columns that hold differences to the baseline: shown with a sign.
inline constexpr std::string_view kDifferenceSuffix = "_difference";
/// Column of flags: whether a level holds a tensor.
inline constexpr std::string_view kKeptColumn = "kept";
/// A cell of a table as people read it, in the unit of its column; and the same with every digit, for copies and files.
QString cellText(const Cell& cell, std::string_view column, const QLocale& locale);
/// A number of a table whose unit is known: three digits and the unit, counts in full.
QString cellNumberText(double value, std::string_view unit, const QLocale& locale);
QString cellExactText(const Cell& cell);

/// "energy_j" -> "Energy"; a name that nobody has described is shown with blanks for underscores.
QString quantityTitle(std::string_view name);
std::string_view quantityUnit(std::string_view name);
/// Translated name of a category, sentence case.
QString categoryText(Category category);
/// Words in the cells of tables and names ("weights", "leakage", "conv1") as people read them.
QString labelText(std::string_view label);

/// What a tooltip answers: the value with its unit, its interval, how it comes about and where its numbers come from.
struct Answer {
    QString title;
    double value = 0.0;
    std::string_view unit;
    std::optional<Metric> interval;
    std::optional<double> total;    ///< the share of this is told
    std::optional<double> baseline; ///< the same value of the baseline
    char baseline_letter = 0;
    Message formula;
    Message source;
    QStringList details; ///< one line each
    const std::vector<CalibrationUse>* calibrations = nullptr;
};

/// Rich text for QToolTip.
QString answerHtml(const Answer& answer, const QLocale& locale);

/// Why a design shows no numbers: its error, or the note that makes it impossible; empty when it has numbers.
QString absenceText(const DesignState& design);

} // namespace strata::views
