// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/headline/metric_card.h"

#include "core/base/quantity.h"
#include "views/support/text/comparison_text.h"
#include "views/support/text/text.h"
#include "views/support/theme/hatch.h"
#include "views/support/theme/theme.h"

#include <algorithm>
#include <cmath>
#include <QCoreApplication>
#include <QLocale>
#include <QPainter>

namespace strata::views {

namespace {

constexpr int kMargin = 12;
constexpr int kRounding = 2;                   // advances are rounded, and text that lacks a pixel is shortened
constexpr double kLeastShare = 0.55;           // of the size of a value, where a narrow window has no room for more
constexpr int kMarker = 3;                     // height of the line under the chosen metric
const QString kBetween = QStringLiteral("  "); // differences to two baselines
constexpr double kSame = 0.0005;               // differences below are shown as equal: half of the last digit

} // namespace

MetricCard::MetricCard(QWidget* parent) : QAbstractButton(parent) {
    setCheckable(true);
    setAutoExclusive(true);
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::PointingHandCursor);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void MetricCard::show(const QString& metric, const std::optional<Metric>& value, const std::optional<Metric>& baseline,
                      char baseline_letter, const std::vector<std::pair<char, Metric>>& further) {
    metric_ = metric;
    const std::string name = metric.toStdString();
    const std::string_view unit = quantityUnit(name);
    const QLocale locale;
    title_ = quantityTitle(name);
    value_ = value ? shortText(value->value, unit, locale) : QStringLiteral("\u2013");
    if (value && approximate_) value_.prepend(QStringLiteral("\u2248 "));
    interval_ = value ? intervalText(*value, locale) : QString();
    short_interval_ = value ? shortIntervalText(*value, locale) : QString();
    differences_.clear();
    if (value && baseline) differences_.push_back(differenceTo(value->value, baseline->value, baseline_letter));
    for (const auto& [letter, other] : further)
        if (value) differences_.push_back(differenceTo(value->value, other.value, letter));
    setToolTip(value ? valueTip(*value, baseline, baseline_letter) : tr("%1: the design cannot exist").arg(title_));
    QString name_read = QStringLiteral("%1 %2 %3").arg(title_, value_, differenceText()).trimmed();
    if (value && !extrapolated_.isEmpty()) name_read += QStringLiteral(", ") + tr("extrapolated");
    setAccessibleName(name_read);
    if (const QSize hint = sizeHint(); hint != hint_) {
        hint_ = hint;
        updateGeometry();
    }
    update();
}

MetricCard::Difference MetricCard::differenceTo(double value, double baseline, char letter) const {
    const std::string name = metric_.toStdString();
    const Quantity* quantity = findQuantity(name);
    const bool smaller_is_better = !quantity || quantity->smaller_is_better;
    const double change = baseline == 0.0 ? 0.0 : value / baseline - 1.0;
    const int direction = std::abs(change) < kSame ? 0 : (change < 0.0) == smaller_is_better ? 1 : -1;
    return {tr("%1 vs %2")
                .arg(comparisonText(value, baseline, quantityUnit(name), QLocale()), QString(QLatin1Char(letter))),
            direction};
}

QString MetricCard::differenceText() const {
    QStringList texts;
    for (const Difference& difference : differences_)
        texts << difference.text;
    return texts.join(kBetween);
}

QString MetricCard::valueTip(const Metric& value, const std::optional<Metric>& baseline, char baseline_letter) const {
    Answer answer;
    answer.title = title_;
    answer.value = value.value;
    answer.unit = quantityUnit(value.name);
    answer.interval = value;
    if (baseline) answer.baseline = baseline->value;
    answer.baseline_letter = baseline_letter;
    if (const Quantity* quantity = findQuantity(value.name))
        answer.details << QCoreApplication::translate("Quantity", quantity->help.data());
    if (!extrapolated_.isEmpty()) answer.details << tr("Extrapolated: %1").arg(extrapolated_);
    return answerHtml(answer, QLocale());
}

void MetricCard::setStale(bool stale) {
    if (stale == stale_) return;
    stale_ = stale;
    update();
}

QFont MetricCard::valueFont() const {
    QFont large = tabularFont(font());
    large.setPointSizeF(font().pointSizeF() * 1.9);
    large.setWeight(QFont::DemiBold);
    return large;
}

QFont MetricCard::valueFontFor(int room) const {
    QFont fitting = valueFont();
    const int needed = QFontMetrics(fitting).horizontalAdvance(value_) + kRounding;
    if (needed > room) fitting.setPointSizeF(fitting.pointSizeF() * std::max(kLeastShare, 1.0 * room / needed));
    return fitting;
}

QFont MetricCard::smallFont() const {
    QFont small = tabularFont(font());
    small.setPointSizeF(font().pointSizeF() * 0.92);
    return small;
}

/// A little smaller where that is enough; what is still too wide is cut.
QFont MetricCard::smallFontFor(const QString& text, int room) const {
    constexpr double kLeastSmall = 0.85;
    QFont fitting = smallFont();
    const int needed = QFontMetrics(fitting).horizontalAdvance(text) + kRounding;
    if (needed > room) fitting.setPointSizeF(fitting.pointSizeF() * std::max(kLeastSmall, 1.0 * room / needed));
    return fitting;
}

QString MetricCard::intervalFor(int room) const {
    return QFontMetrics(smallFont()).horizontalAdvance(interval_) + kRounding <= room ? interval_ : short_interval_;
}

QSize MetricCard::sizeHint() const {
    const QFontMetrics small(smallFont());
    const QFontMetrics large(valueFont());
    // The widest usual value, so that cards do not move while a value is dragged.
    const int value = std::max(large.horizontalAdvance(QStringLiteral("888.8 mW")), large.horizontalAdvance(value_));
    const int below = std::max(small.horizontalAdvance(interval_), small.horizontalAdvance(differenceText()));
    const int above = small.horizontalAdvance(title_);
    // Room for interval and difference whether there are any or not, so that all cards stand on one line.
    return {std::max({value, below, above}) + 2 * kMargin + kRounding,
            kMargin + 3 * small.height() + large.height() + kMargin / 2 + kMarker};
}

QSize MetricCard::minimumSizeHint() const {
    const QFontMetrics large(valueFont());
    return {large.horizontalAdvance(value_) + 2 * kMargin + kRounding, sizeHint().height()};
}

void MetricCard::enterEvent(QEnterEvent* event) {
    QAbstractButton::enterEvent(event);
    update();
}

void MetricCard::leaveEvent(QEvent* event) {
    QAbstractButton::leaveEvent(event);
    update();
}

void MetricCard::paintEvent(QPaintEvent*) {
    const Theme colors = themeFor(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (isChecked() || underMouse()) {
        QColor fill = colors.accent;
        fill.setAlphaF(isChecked() ? 0.09F : 0.05F);
        painter.setPen(Qt::NoPen);
        painter.setBrush(fill);
        painter.drawRoundedRect(rect().adjusted(0, 2, 0, -2), 4, 4);
    }
    if (isChecked()) painter.fillRect(kMargin, height() - kMarker - 2, width() - 2 * kMargin, kMarker, colors.accent);
    if (hasFocus()) {
        painter.setPen(QPen(colors.accent, 1.5));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 3, -1, -3), 4, 4);
    }
    QRect line = rect().adjusted(kMargin, kMargin - 2, -kMargin, 0);
    const auto draw = [&](const QFont& text_font, const QColor& color, const QString& text) {
        const QFontMetrics metrics(text_font);
        line.setHeight(metrics.height());
        painter.setFont(text_font);
        painter.setPen(color);
        painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                         metrics.elidedText(text, Qt::ElideRight, line.width()));
        line.translate(0, metrics.height());
    };
    painter.setOpacity(stale_ ? 0.55 : 1.0);
    draw(smallFont(), colors.text_muted, title_);
    const QFont value_font = valueFontFor(line.width());
    if (!extrapolated_.isEmpty()) {
        const QFontMetrics metrics(value_font);
        const double top = line.top() + metrics.ascent() - metrics.capHeight() - 2.0;
        const QRectF ground(line.left() - 3, top, metrics.horizontalAdvance(value_) + 6, metrics.capHeight() + 5.0);
        QColor ink = colors.warning;
        ink.setAlphaF(0.45F);
        paintHatch(painter, ground, Qt::BDiagPattern, ink);
    }
    draw(value_font, colors.text, value_);
    if (const QString interval = intervalFor(line.width()); !interval.isEmpty())
        draw(smallFontFor(interval, line.width()), colors.text_muted, interval);
    // Blue is better, orange is worse, as in every difference scale; the arrow says it without colour.
    const QColor better = colors.dark ? QColor(0x56, 0xb4, 0xe9) : QColor(0x00, 0x72, 0xb2);
    const QColor worse = colors.dark ? QColor(0xf0, 0x9a, 0x50) : QColor(0xb8, 0x4e, 0x00);
    const QFont small = smallFontFor(differenceText(), line.width());
    for (const Difference& difference : differences_) {
        const int direction = difference.direction;
        const QColor color = direction > 0 ? better : direction < 0 ? worse : colors.text_muted;
        const QRect beside = line;
        draw(small, color, difference.text);
        line = beside.adjusted(QFontMetrics(small).horizontalAdvance(difference.text + kBetween), 0, 0, 0);
    }
}

} // namespace strata::views
