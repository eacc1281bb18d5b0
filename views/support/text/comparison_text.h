// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLocale>
#include <QString>
#include <string_view>

namespace strata::views {

/// How a value differs from a baseline: in percent, shares and percentages in points ("+5.8 points").
QString comparisonText(double value, double baseline, std::string_view unit, const QLocale& locale);

/// Like shortText(), with that many significant digits.
QString digitsText(double value, std::string_view unit, const QLocale& locale, int digits);

} // namespace strata::views
