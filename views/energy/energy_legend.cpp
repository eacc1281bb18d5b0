// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/energy/energy_legend.h"

#include "views/support/plot/twin_mark.h"
#include "views/support/text/comparison_text.h"
#include "views/support/text/letter.h"
#include "views/support/text/text.h"
#include "views/support/text/told.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>

namespace strata::views {
namespace {

constexpr double kGap = 8.0;

/// For free functions; members name the context, since lupdate files their tr() under the class.
QString tr(const char* text) { return QCoreApplication::translate("strata::views", text); }

Category categoryOf(const std::string& key) {
    for (int i = 0; i <= static_cast<int>(Category::Other); ++i)
        if (name(static_cast<Category>(i)) == key) return static_cast<Category>(i);
    return Category::Other;
}

bool isTensor(const std::string& key) { return key == "weights" || key == "inputs" || key == "outputs"; }

QFont strong(const QFont& font) {
    QFont bold = font;
    bold.setWeight(QFont::DemiBold);
    return bold;
}

} // namespace

SegmentLook lookOf(const std::string& key, const Theme& theme) {
    if (key == kSmallKey) return {theme.category(Category::Other), Qt::Dense6Pattern};
    if (key == "leakage") return {theme.category(Category::Allocation), theme.hatch(key)};
    if (isTensor(key)) return {theme.tensor(key), theme.hatch(key)};
    SegmentLook look = categoryLook(categoryOf(key), theme);
    // Beside tensors compute is neither of them: weights have its blue here.
    if (categoryOf(key) == Category::Compute) look.color = theme.category(Category::Total);
    return look;
}

QString keyText(const std::string& key) {
    if (key == kSmallKey) return tr("Under 1 %");
    if (isTensor(key) || key == "leakage") return labelText(key);
    return categoryText(categoryOf(key));
}

QString groupText(const BreakdownGroup& group) {
    return group.title.empty() ? partTitle(group.name) : toQString(group.title);
}

void ChartHeader::layout(const Breakdown& breakdown, const BreakdownOptions& options, double width) {
    options_ = options;
    width_ = width;
    totals_.clear();
    const std::string_view unit = quantityUnit(breakdown.metric);
    const auto total = [&](double value, std::optional<double> macs) {
        const bool per_mac = options.scale == BreakdownScale::PerMac && macs;
        return shortText(per_mac ? value / *macs : value, unit, options.locale);
    };
    title_ = quantityTitle(breakdown.metric);
    if (options.scale == BreakdownScale::PerMac)
        title_ = QCoreApplication::translate("strata::views", "%1 per MAC").arg(title_);
    if (breakdown.estimate && breakdown.estimate->findParts(breakdown.metric))
        totals_.push_back({QLatin1Char(options.letter), total(breakdown.total, breakdown.macs), {}});
    if (breakdown.baseline_total) {
        totals_.push_back(
            {QLatin1Char(options.baseline_letter), total(*breakdown.baseline_total, breakdown.baseline_macs), {}});
        if (totals_.size() == 2)
            totals_.front().change = comparisonText(breakdown.total, *breakdown.baseline_total, unit, options.locale);
    }
    for (const FurtherBreakdown& further : breakdown.further)
        totals_.push_back({QLatin1Char(further.letter), total(further.total, further.macs), {}});
    const double line = QFontMetricsF(options.font).height();
    layoutLegend(breakdown, width, line + kGap);
}

void ChartHeader::dropLegend() {
    entries_.clear();
    height_ = QFontMetricsF(options_.font).height() + kGap;
}

void ChartHeader::layoutLegend(const Breakdown& breakdown, double width, double top) {
    const QFontMetricsF metrics(options_.font);
    const double line = metrics.height();
    entries_.clear();
    QPointF at(0, top);
    const auto add = [&](const std::string& key, const QString& text, char marker = 0, bool outline = false) {
        const double needed = 1.4 * line + 4 + metrics.horizontalAdvance(text);
        if (at.x() > 0 && at.x() + needed > width) at = QPointF(0, at.y() + line + 4);
        entries_.push_back({key, marker, outline, text, QRectF(at, QSizeF(qMin(needed, width), line))});
        at.rx() += needed + 1.5 * kGap;
    };
    for (const std::string& key : breakdown.keys)
        add(key, keyText(key));
    if (breakdown.baseline_total)
        add({}, QCoreApplication::translate("strata::views", "Baseline %1 hollow")
                    .arg(QLatin1Char(options_.baseline_letter)));
    for (const FurtherBreakdown& further : breakdown.further)
        add({}, QCoreApplication::translate("strata::views", "Baseline %1").arg(QLatin1Char(further.letter)),
            further.letter);
    if (breakdown.extrapolated) add({}, QCoreApplication::translate("strata::views", "Extrapolated"), 0, true);
    height_ = entries_.empty() ? top : at.y() + line + kGap;
}

void ChartHeader::paint(QPainter& painter, const QPointF& origin) const {
    const Theme& theme = options_.theme;
    const QFontMetricsF metrics(options_.font);
    const double line = metrics.height();
    double x = origin.x();
    const auto text = [&](const QString& words, const QFont& font, const QColor& color) {
        const QFontMetricsF own(font);
        const double room = origin.x() + width_ - x;
        if (room < 2 * line) return;
        const QString shown = own.elidedText(words, Qt::ElideRight, room);
        painter.setFont(font);
        painter.setPen(color);
        painter.drawText(QPointF(x, origin.y() + metrics.ascent()), shown);
        x += own.horizontalAdvance(shown) + kGap;
    };
    text(title_, options_.font, theme.text_muted);
    for (std::size_t i = 0; i < totals_.size(); ++i) {
        const double room = origin.x() + width_ - x;
        if (room < line + metrics.horizontalAdvance(totals_[i].text)) break;
        if (i > 0) text(QCoreApplication::translate("strata::views", "vs"), options_.font, theme.text_muted);
        paintLetter(painter, QRectF(x, origin.y(), line, line), totals_[i].letter, theme, options_.font, i > 0);
        x += line + 0.6 * kGap;
        text(totals_[i].text, strong(options_.font), theme.text);
        if (i == 1 && !totals_.front().change.isEmpty())
            text(totals_.front().change, strong(options_.font), theme.text);
    }

    for (const Entry& entry : entries_) {
        const QRectF r = entry.rectangle.translated(origin);
        const QRectF swatch(r.left(), r.top() + 0.15 * line, 1.4 * line, 0.7 * line);
        const bool faded = !options_.highlighted.empty() && entry.key != options_.highlighted;
        if (entry.marker != 0)
            paintTwinMark(painter, swatch.center(), swatch, entry.marker, theme, options_.line_width);
        else if (entry.outline)
            paintExtrapolated(painter, swatch, theme, options_.line_width);
        else if (entry.key.empty())
            paintPiece(painter, swatch, {theme.text_muted, Qt::SolidPattern}, theme, true, false, options_.line_width);
        else
            paintPiece(painter, swatch, lookOf(entry.key, theme), theme, false, faded, options_.line_width);
        painter.setFont(options_.font);
        painter.setPen(faded ? theme.text_muted : theme.text);
        painter.drawText(QPointF(swatch.right() + 4, r.top() + metrics.ascent()), entry.text);
    }
}

std::string ChartHeader::keyAt(const QPointF& position) const {
    for (const Entry& entry : entries_)
        if (entry.rectangle.adjusted(-2, -2, 2, 2).contains(position)) return entry.key;
    return {};
}

} // namespace strata::views
