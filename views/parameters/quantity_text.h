// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <QLocale>
#include <QString>
#include <string_view>

namespace strata::views {

/// A number as it stands in a field to be edited: every digit, with the SI or binary prefix that keeps it short.
/// parseQuantity reads it back to the same number.
QString editText(double value, std::string_view unit, const QLocale& locale);

/// The same for reading at a glance: four digits, counts whole.
QString briefText(double value, std::string_view unit, const QLocale& locale);

/// Reads "108 KiB", "110592", "0.2 GHz", "200M", "1,5 k" (where the comma is the decimal point). Nothing where it is no
/// number or names another unit.
std::optional<double> parseQuantity(const QString& text, std::string_view unit, const QLocale& locale);

} // namespace strata::views
