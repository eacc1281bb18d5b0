// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/validation/error_axis.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <qcustomplot.h>

namespace strata::views {
namespace {

constexpr std::array kAbove{1.01, 1.02, 1.05, 1.1, 1.2, 1.5, 2.0, 3.0, 5.0, 10.0, 20.0, 50.0, 100.0, 1000.0};
constexpr std::array kBelow{0.99, 0.98, 0.95, 0.9, 0.8, 0.7, 0.5, 0.3, 0.2, 0.1, 0.05, 0.02, 0.01, 0.001};
constexpr int kMostTicks = 9;

QString tickText(double ratio, const QLocale& locale) {
    const double percent = 100.0 * (ratio - 1.0);
    const double size = std::abs(percent);
    if (size < 0.005) return QStringLiteral("0 %");
    const int decimals = std::abs(size - std::round(size)) < 1e-6 || size >= 9.95 ? 0 : 1;
    return QStringLiteral("%1%2 %")
        .arg(percent > 0.0 ? QChar(u'+') : QChar(0x2212))
        .arg(locale.toString(size, 'f', decimals));
}

class ErrorTicker : public QCPAxisTicker {
public:
    explicit ErrorTicker(const QLocale& locale) : locale_(locale) { setTickCount(kMostTicks); }

protected:
    QVector<double> createTickVector(double step, const QCPRange& range) override {
        if (!(range.lower > 0.0) || !(range.upper > range.lower)) return {};
        const double apart = std::log(range.upper / range.lower) / std::min(tickCount(), kMostTicks);
        QVector<double> ticks{1.0};
        // Outwards from no error, each at least a label away from the one before.
        for (const auto& candidates : {kBelow, kAbove}) {
            double last = 1.0;
            for (const double ratio : candidates) {
                if (std::abs(std::log(ratio / last)) < apart) continue;
                ticks.append(ratio);
                last = ratio;
            }
        }
        std::ranges::sort(ticks);
        const auto inside = std::ranges::count_if(ticks, [&](double tick) { return range.contains(tick); });
        return inside >= 2 ? ticks : QCPAxisTicker::createTickVector(step, range);
    }
    QString getTickLabel(double tick, const QLocale&, QChar, int) override { return tickText(tick, locale_); }

private:
    QLocale locale_;
};

} // namespace

void setErrorTicks(QCPAxis& axis, const QLocale& locale) {
    axis.setScaleType(QCPAxis::stLogarithmic);
    axis.setTicker(QSharedPointer<QCPAxisTicker>(new ErrorTicker(locale)));
}

} // namespace strata::views
