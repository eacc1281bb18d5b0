// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/parameters/quantity_text.h"

#include "views/support/text/text.h"

#include <array>
#include <cmath>

namespace strata::views {

namespace {

constexpr std::string_view kRatio = "1";
constexpr std::string_view kToken = "token";
constexpr std::string_view kTokens = "tokens";
constexpr int kShortDigits = 4;

struct Prefix {
    const char* symbol;
    double factor;
};
constexpr std::array kBinary{Prefix{"Ti", 0x1p40}, Prefix{"Gi", 0x1p30}, Prefix{"Mi", 0x1p20}, Prefix{"Ki", 0x1p10}};
struct Power {
    QStringView symbol;
    int exponent;
};
constexpr std::array kDecimal{Power{u"T", 12}, Power{u"G", 9},       Power{u"M", 6},  Power{u"k", 3},
                              Power{u"m", -3}, Power{u"\u00b5", -6}, Power{u"n", -9}, Power{u"p", -12}};
constexpr double kLargestGrouped = 1e15; // integers below are exact in a double

/// A decimal number times a power of ten, rounded once: 33.333333 times 10^6 is 33333333, which a product would miss.
double timesPowerOfTen(double value, int exponent) {
    const QString digits = QString::number(value, 'g', QLocale::FloatingPointShortest);
    const qsizetype e = digits.indexOf(u'e');
    const int own = e < 0 ? 0 : digits.mid(e + 1).toInt();
    return QStringLiteral("%1e%2").arg(e < 0 ? digits : digits.left(e)).arg(own + exponent).toDouble();
}

/// Units that people write with prefixes; "pJ" has one already, and words per cycle read best plain.
bool takesPrefix(std::string_view unit) {
    for (const std::string_view known : {"Hz", "s", "J", "W", "B/s", "flop/s"})
        if (unit == known) return true;
    return false;
}

QString number(double value, const QLocale& locale) {
    if (value == std::floor(value) && std::abs(value) < kLargestGrouped)
        return QLocale(locale).toString(static_cast<qlonglong>(value));
    QLocale plain(locale);
    plain.setNumberOptions(QLocale::OmitGroupSeparator);
    return plain.toString(value, 'g', QLocale::FloatingPointShortest);
}

/// Shares and factors have the unit 1, which nobody writes; rates of events have it above their stroke only.
QString written(std::string_view unit) {
    if (unit == kRatio) return {};
    if (unit.starts_with("1/")) unit.remove_prefix(1);
    return unitText(unit);
}

QString joined(const QString& digits, const QString& prefix, std::string_view unit, bool single = false) {
    const QString symbol = prefix + written(unit == kToken && !single ? kTokens : unit);
    return symbol.isEmpty() ? digits : digits + QLatin1Char(' ') + symbol;
}

/// Digits before and after the point, without zeros in front.
qsizetype significantDigits(double value) {
    const QString digits = QString::number(std::abs(value), 'e', QLocale::FloatingPointShortest);
    return digits.left(digits.indexOf(u'e')).remove(u'.').size();
}

double rounded(double value) { return QString::number(value, 'g', kShortDigits).toDouble(); }

} // namespace

QString editText(double value, std::string_view unit, const QLocale& locale) {
    if (unit == "B") {
        for (const Prefix& prefix : kBinary) {
            // Whole quarters only: 110,592 B is 108 KiB, 1000 B stays as it is.
            const double scaled = value / prefix.factor;
            if (scaled >= 1.0 && scaled * 4 == std::floor(scaled * 4))
                return joined(number(scaled, locale), QLatin1String(prefix.symbol), unit);
        }
    }
    if (takesPrefix(unit)) {
        for (const Power& prefix : kDecimal) {
            if (value >= 1.0 && prefix.exponent < 0) break;
            const double scaled = timesPowerOfTen(value, -prefix.exponent);
            // Only where the prefix loses no bit.
            if (scaled >= 1.0 && timesPowerOfTen(scaled, prefix.exponent) == value)
                return joined(number(scaled, locale), prefix.symbol.toString(), unit);
        }
    }
    return joined(number(value, locale), {}, unit, value == 1.0);
}

QString briefText(double value, std::string_view unit, const QLocale& locale) {
    const bool count = value == std::floor(value) && !takesPrefix(unit);
    return editText(count || significantDigits(value) <= kShortDigits ? value : rounded(value), unit, locale);
}

std::optional<double> parseQuantity(const QString& text, std::string_view unit, const QLocale& locale) {
    QString rest = text.trimmed();
    qsizetype digits = 0;
    const auto partOfNumber = [&](qsizetype i) {
        const QChar c = rest.at(i);
        if (c.isDigit() || c == u'.' || c == u',' || c == u'-' || c == u'+' || c == QChar(0x2212)) return true;
        if (locale.groupSeparator().contains(c) && !c.isSpace()) return true;
        const bool exponent = (c == u'e' || c == u'E') && i > 0 && i + 1 < rest.size();
        return exponent && (rest.at(i + 1).isDigit() || rest.at(i + 1) == u'-' || rest.at(i + 1) == u'+');
    };
    while (digits < rest.size() && partOfNumber(digits))
        ++digits;
    bool good = false;
    double value = locale.toDouble(rest.left(digits), &good);
    if (!good) value = QLocale::c().toDouble(rest.left(digits), &good);
    if (!good || !std::isfinite(value)) return std::nullopt;

    QString symbol = rest.mid(digits).trimmed();
    const QString plain_unit = written(unit);
    if (unit == kRatio && symbol == u'%') return value / 100.0;
    if (symbol == plain_unit || symbol == toQString(unit) || symbol.isEmpty()) return value;
    if (unit == kToken && symbol == written(kTokens)) return value;
    if (!plain_unit.isEmpty() && symbol.endsWith(plain_unit)) symbol.chop(plain_unit.size());
    if (symbol == u'u' || symbol == QChar(0x3bc)) symbol = QChar(0xb5); // typed, or the Greek letter itself
    if (symbol == QLatin1String("K")) symbol = QStringLiteral("k");
    for (const Prefix& prefix : kBinary)
        if (symbol == QLatin1String(prefix.symbol)) return value * prefix.factor;
    for (const Power& prefix : kDecimal)
        if (symbol == prefix.symbol) return timesPowerOfTen(value, prefix.exponent);
    return std::nullopt;
}

} // namespace strata::views
