// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/plot/axis_ticks.h"

#include "views/support/text/comparison_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <qcustomplot.h>
#include <QRegularExpression>
#include <span>
#include <string>

namespace strata::views {
namespace {

constexpr int kMostDecades = 9;

class LinearTicker : public QCPAxisTicker {
public:
    LinearTicker(std::string_view unit, const QLocale& locale) : unit_(unit), locale_(locale) {}

protected:
    /// Bytes are labelled by powers of 1024: steps are round numbers of those.
    double getTickStep(const QCPRange& range) override {
        const double most = std::max(std::abs(range.lower), std::abs(range.upper));
        if (unit_ != "B" || !(most >= 1024.0)) return QCPAxisTicker::getTickStep(range);
        const double prefix = std::pow(1024.0, std::floor(std::log2(most) / 10.0));
        return prefix * QCPAxisTicker::getTickStep(QCPRange(range.lower / prefix, range.upper / prefix));
    }
    QString getTickLabel(double tick, const QLocale&, QChar, int) override { return tickText(tick, unit_, locale_); }
    QVector<QString> createLabelVector(const QVector<double>& ticks, const QLocale&, QChar, int) override {
        return tickTexts(ticks, unit_, locale_);
    }

private:
    std::string unit_;
    QLocale locale_;
};

class LogarithmicTicker : public LinearTicker {
public:
    LogarithmicTicker(std::string_view unit, const QLocale& locale) : LinearTicker(unit, locale) {
        setTickCount(kMostDecades);
    }

protected:
    QVector<double> createTickVector(double step, const QCPRange& range) override {
        if (!(range.lower > 0.0) || !(range.upper > range.lower)) return {};
        const double decades = std::log10(range.upper / range.lower);
        if (decades < 0.9) return LinearTicker::createTickVector(step, range);
        const int most = std::min(tickCount(), kMostDecades);
        // Between decades as many as there is room for, so that a range of little more than one has two ticks at least.
        for (const Mantissas mantissas : {Mantissas(kEach), Mantissas(kSome)}) {
            const QVector<double> ticks = ticksAt(mantissas, 1, range);
            const auto inside = std::ranges::count_if(ticks, [&](double tick) { return range.contains(tick); });
            if (decades < 2.5 && inside <= std::max(most, 2)) return ticks;
        }
        // Far apart decades would touch each other.
        const int stride = std::max(1, static_cast<int>(std::ceil(decades / most)));
        return ticksAt(kOne, stride, range);
    }

private:
    using Mantissas = std::span<const double>;
    static constexpr std::array kEach{1.0, 2.0, 5.0};
    static constexpr std::array kSome{1.0, 3.0};
    static constexpr std::array kOne{1.0};

    static QVector<double> ticksAt(Mantissas mantissas, int stride, const QCPRange& range) {
        QVector<double> ticks;
        const int first = static_cast<int>(std::floor(std::log10(range.lower)));
        const int last = static_cast<int>(std::ceil(std::log10(range.upper)));
        for (int exponent = first; exponent <= last; ++exponent) {
            if (exponent % stride != 0) continue;
            for (const double mantissa : mantissas)
                ticks.append(mantissa * std::pow(10.0, exponent));
        }
        return ticks;
    }
};

} // namespace

void fitTickCount(QCPAxis& axis, double length, const QFont& font, int most) {
    const QFontMetricsF metrics(font);
    const double gap = metrics.horizontalAdvance(QLatin1Char('0'));
    const QCPRange range = axis.range();
    const bool logarithmic = axis.scaleType() == QCPAxis::stLogarithmic;
    const auto place = [&](double value) {
        return length * (logarithmic ? std::log(value / range.lower) / std::log(range.upper / range.lower)
                                     : (value - range.lower) / range.size());
    };
    for (int count = most; count > 1; --count) {
        axis.ticker()->setTickCount(count);
        QVector<double> ticks;
        QVector<QString> labels;
        axis.ticker()->generate(range, axis.parentPlot()->locale(), QLatin1Char('g'), 6, ticks, nullptr, &labels);
        double end = -std::numeric_limits<double>::infinity();
        bool apart = true;
        for (qsizetype i = 0; apart && i < ticks.size(); ++i) {
            if (!range.contains(ticks[i])) continue;
            const double half = metrics.horizontalAdvance(labels[i]) / 2, at = place(ticks[i]);
            apart = at - half > end;
            end = at + half + gap;
        }
        if (apart) return;
    }
    axis.ticker()->setTickCount(1);
}

QVector<QString> tickTexts(const QVector<double>& ticks, std::string_view unit, const QLocale& locale) {
    constexpr int kMostDigits = 9;
    QVector<QString> texts;
    for (int digits = 3; digits <= kMostDigits; ++digits) {
        texts.clear();
        for (const double tick : ticks)
            texts.append(tickText(tick, unit, locale, digits));
        bool differ = true;
        for (qsizetype i = 1; i < ticks.size(); ++i)
            differ = differ && (texts[i] != texts[i - 1] || ticks[i] == ticks[i - 1]);
        if (differ) break;
    }
    return texts;
}

double roundStep(double length, double most) {
    const double rough = length / std::max(1.0, most);
    const double decade = std::pow(10.0, std::floor(std::log10(rough)));
    for (const double factor : {1.0, 2.0, 5.0})
        if (factor * decade >= rough) return factor * decade;
    return 10.0 * decade;
}

/// Ticks are round numbers: three digits would only add zeros.
QString tickText(double tick, std::string_view unit, const QLocale& locale, int digits) {
    if (std::abs(tick) < 1e-300) return QStringLiteral("0");
    if (unit.empty() && std::abs(tick) >= 1e-3 && std::abs(tick) < 1e3)
        return locale.toString(tick, 'g', std::max(6, digits));
    QString text = digitsText(tick, unit, locale, digits);
    static const QRegularExpression zeros(QStringLiteral("([.,]\\d*?)0+(?=\\D|$)"));
    text.replace(zeros, QStringLiteral("\\1"));
    static const QRegularExpression bare(QStringLiteral("[.,](?=\\D|$)"));
    return text.remove(bare);
}

void setQuantityTicks(QCPAxis& axis, std::string_view unit, const QLocale& locale, bool logarithmic) {
    axis.setScaleType(logarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    axis.setTicker(QSharedPointer<QCPAxisTicker>(logarithmic ? new LogarithmicTicker(unit, locale)
                                                             : new LinearTicker(unit, locale)));
}

} // namespace strata::views
