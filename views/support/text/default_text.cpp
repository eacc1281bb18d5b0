// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/text/default_text.h"

#include "core/base/schema.h"
#include "views/support/text/choice_text.h"
#include "views/support/text/text.h"

#include <QCoreApplication>
#include <QLocale>
#include <QRegularExpression>

namespace strata::views {
namespace {

QString numberText(double value, std::string_view unit, const QLocale& locale) {
    const bool counts = unit.empty() || unit == "token" || unit == "bit" || unit == "px";
    // A default is exact: zeros behind its decimal point say nothing.
    static const QRegularExpression zeros(QStringLiteral("([.,][0-9]*?)0+(?![0-9])")),
        point(QStringLiteral("[.,](?![0-9])"));
    if (!counts) return shortText(value, unit, locale).replace(zeros, QStringLiteral("\\1")).remove(point);
    const QString count = locale.toString(value, 'g', 12);
    return unit.empty() ? count : count + QLatin1Char(' ') + toQString(unit);
}

QString valueText(const Default& fallback, std::string_view unit, const QLocale& locale) {
    if (const auto* flag = std::get_if<bool>(&fallback.value)) return choiceText(*flag ? "yes" : "no");
    if (const auto* word = std::get_if<std::string>(&fallback.value)) return choiceText(*word);
    if (const auto* number = std::get_if<double>(&fallback.value)) return numberText(*number, unit, locale);
    return QCoreApplication::translate("Field", fallback.rule.c_str());
}

} // namespace

QString defaultLine(const Default& fallback, std::string_view unit, const QLocale& locale) {
    if (!fallback.isStated()) return {};
    return QCoreApplication::translate("Field", "Default: %1").arg(valueText(fallback, unit, locale));
}

} // namespace strata::views
