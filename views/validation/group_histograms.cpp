// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/validation/group_histograms.h"

#include "views/support/text/text.h"
#include "views/validation/validation_chart.h"

#include <algorithm>
#include <cmath>
#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>

namespace strata::views {
namespace {

constexpr std::size_t kBins = 60;
constexpr double kLeastHigh = 1.45; // the axis shows at least errors of -31 % to +45 %
constexpr double kMostHigh = 20.0;
constexpr double kMostNameShare = 0.3;
constexpr double kSlack = 2.0; // of a group at the edge of the plot, in pixels
constexpr float kBarAlpha = 0.45F;
constexpr float kFaintAlpha = 0.15F;

} // namespace

std::pair<double, double> GroupHistograms::range(const Validation& validation) {
    // What the widest group has between its quantiles, and half as much again beyond them.
    double reach = std::log(kLeastHigh);
    for (const ValidationGroup& group : validation.groups) {
        if (group.spread.rows == 0) continue;
        reach =
            std::max({reach, 1.5 * std::abs(std::log(group.spread.low)), 1.5 * std::abs(std::log(group.spread.high))});
    }
    reach = std::min(reach, std::log(kMostHigh));
    return {std::exp(-reach), std::exp(reach)};
}

void GroupHistograms::layOut(const Validation& validation, const ValidationOptions& options, double plot_width,
                             double low, double high) {
    const QFontMetricsF metrics(options.font);
    low_ = low;
    high_ = high;
    lines_.clear();
    name_width_ = number_width_ = 0.0;
    for (const ValidationGroup& group : validation.groups) {
        Line line;
        line.name = group.name.empty() ? QCoreApplication::translate("Validation", "All rows") : toQString(group.name);
        line.numbers = QCoreApplication::translate("Validation", "%1, n %2")
                           .arg(changeText(group.spread.median, 1.0, options.locale),
                                options.locale.toString(static_cast<qulonglong>(group.spread.rows)));
        line.letter = group.letter;
        line.faint = !options.only.empty() && options.only != group.name;
        line.spread = group.spread;
        line.counts = ratioHistogram(*validation.report, group.rows, low, high, kBins);
        name_width_ = std::max(name_width_, metrics.horizontalAdvance(line.name));
        number_width_ = std::max(number_width_, metrics.horizontalAdvance(line.numbers));
        lines_.push_back(std::move(line));
    }
    name_width_ = std::min(name_width_, kMostNameShare * plot_width);
    for (Line& line : lines_)
        line.name = metrics.elidedText(line.name, Qt::ElideRight, name_width_ + 0.5);
}

void GroupHistograms::paintLine(QPainter& painter, const Line& line, const QRectF& place,
                                const std::function<double(double)>& x, const ValidationOptions& options) const {
    QColor color = line.letter == 0 ? options.theme.text_muted : options.theme.design(line.letter);
    QColor fill = color;
    fill.setAlphaF(line.faint ? kFaintAlpha : kBarAlpha);
    const double most = static_cast<double>(std::max<std::size_t>(1, *std::ranges::max_element(line.counts)));
    const double foot = place.bottom() - 0.22 * place.height();
    const double step = std::log(high_ / low_) / static_cast<double>(kBins);
    painter.setPen(Qt::NoPen);
    painter.setBrush(fill);
    for (std::size_t bin = 0; bin < kBins; ++bin) {
        if (line.counts[bin] == 0) continue;
        const double left =
            std::clamp(x(low_ * std::exp(static_cast<double>(bin) * step)), place.left(), place.right());
        const double right =
            std::clamp(x(low_ * std::exp(static_cast<double>(bin + 1) * step)), place.left(), place.right());
        const double height = 0.7 * place.height() * static_cast<double>(line.counts[bin]) / most;
        if (right > left) painter.drawRect(QRectF(left, foot - height, right - left, height));
    }
    if (line.spread.rows == 0) return;
    if (line.faint) color.setAlphaF(3 * kFaintAlpha);
    const double low = std::clamp(x(line.spread.low), place.left(), place.right());
    const double high = std::clamp(x(line.spread.high), place.left(), place.right());
    const double thick = std::max(2.0 * options.line_width, 0.1 * place.height());
    painter.setBrush(color);
    painter.drawRect(QRectF(low, foot, std::max(high - low, options.line_width), thick));
    const double median = x(line.spread.median);
    if (median < place.left() || median > place.right()) return;
    QColor ink = options.theme.text;
    if (line.faint) ink.setAlphaF(3 * kFaintAlpha);
    painter.setPen(QPen(ink, 2.0 * options.line_width));
    painter.drawLine(QPointF(median, place.top() + 0.12 * place.height()), QPointF(median, foot + 1.6 * thick));
}

void GroupHistograms::paint(QPainter& painter, const QRectF& area, const std::function<double(double)>& x,
                            const std::function<double(std::size_t)>& top, const ValidationOptions& options) const {
    const QFontMetricsF metrics(options.font);
    painter.setFont(options.font);
    for (std::size_t i = 0; i < lines_.size(); ++i) {
        const QRectF place(area.left(), top(i), area.width(), top(i + 1) - top(i));
        if (place.bottom() > area.bottom() + kSlack || place.top() < area.top() - kSlack) continue;
        paintLine(painter, lines_[i], place, x, options);
        if (place.height() < 0.9 * metrics.height()) continue; // names would stand on each other
        const double base = place.center().y() + 0.5 * metrics.capHeight();
        painter.setPen(lines_[i].faint ? options.theme.text_muted : options.theme.text);
        painter.drawText(QPointF(area.left() - 8.0 - metrics.horizontalAdvance(lines_[i].name), base), lines_[i].name);
        painter.setPen(options.theme.text_muted);
        painter.drawText(QPointF(area.right() + 8.0, base), lines_[i].numbers);
    }
}

} // namespace strata::views
