// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/waterfall/variance_strip.h"

#include "views/support/plot/bar_piece.h"
#include "views/support/plot/plot_parts.h"
#include "views/support/text/text.h"
#include "views/support/text/word_table.h"
#include "views/waterfall/waterfall_chart.h"

#include <algorithm>
#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>

namespace strata::views {
namespace {

constexpr double kGap = 8.0;

QString tr(const char* text) { return QCoreApplication::translate("strata::views", text); }

// Free functions, because lupdate files the texts of members under their class.
QString stripTitle() { return tr("Variance"); }
QString limitsTitle() { return tr("Relative error of the sum:"); }

SegmentLook lookOf(const std::string& source, const Theme& theme) {
    if (source == "runtime") return categoryLook(Category::Launch, theme);
    if (source == "correlated") return {theme.category(Category::Bubble), Qt::BDiagPattern};
    return {theme.category(Category::Other), Qt::SolidPattern};
}

} // namespace

QString varianceText(const std::string& source) {
    static constexpr WordTitle kTitles[]{
        {"independent", QT_TRANSLATE_NOOP("strata::views", "independent")},
        {"correlated", QT_TRANSLATE_NOOP("strata::views", "correlated")},
        {"runtime", QT_TRANSLATE_NOOP("strata::views", "runtime")},
    };
    if (const auto title = titleIn(kTitles, source)) return *title;
    return labelText(source);
}

QStringList limitTexts(const ErrorBudget& budget, const QLocale& locale) {
    QStringList texts;
    const auto percent = [&](double value) { return shareText(value, locale); };
    if (budget.sigma_independent)
        texts << tr("%1 if kernels err independently (\u03c3/\u221aN)").arg(percent(*budget.sigma_independent));
    if (budget.sigma) texts << tr("%1 with their measured correlation").arg(percent(*budget.sigma));
    if (budget.sigma_correlated) texts << tr("%1 if all err alike (\u03c3)").arg(percent(*budget.sigma_correlated));
    if (budget.bias) texts << tr("bias %1").arg(changeText(1.0 + *budget.bias, 1.0, locale));
    return texts;
}

void VarianceStrip::layOut(const ErrorBudget& budget, const QFont& font, const QLocale& locale, double width) {
    const QFontMetricsF metrics(font);
    pieces_.clear();
    sentences_.clear();
    height_ = bar_bottom_ = 0.0;
    double sum = 0.0;
    for (const auto& [source, share] : budget.shares)
        sum += std::max(0.0, share);
    double y = kGap;
    if (sum > 0.0) {
        title_ = stripTitle();
        title_width_ = metrics.horizontalAdvance(title_) + kGap;
        const double room = width - title_width_;
        double x = title_width_;
        for (const auto& [source, share] : budget.shares) {
            if (!(share > 0.0)) continue;
            const double length = room * share / sum;
            QString text = QStringLiteral("%1 %2").arg(varianceText(source), shareText(share, locale));
            if (metrics.horizontalAdvance(text) > length - 6) text = shareText(share, locale);
            if (metrics.horizontalAdvance(text) > length - 6) text.clear();
            pieces_.push_back({source, text, QRectF(x, y, length, 1.3 * metrics.height())});
            x += length;
        }
        y += 1.3 * metrics.height() + 4.0;
        bar_bottom_ = y;
    }
    const QStringList limits = limitTexts(budget, locale);
    if (!limits.isEmpty()) {
        QString line = limitsTitle();
        for (qsizetype i = 0; i < limits.size(); ++i) {
            const QString next = limits[i] + (i + 1 < limits.size() ? QStringLiteral(",") : QString());
            const QString longer = line + QLatin1Char(' ') + next;
            if (metrics.horizontalAdvance(longer) <= width) {
                line = longer;
                continue;
            }
            sentences_ << line;
            line = metrics.elidedText(next, Qt::ElideRight, width);
        }
        sentences_ << line;
        y += static_cast<double>(sentences_.size()) * metrics.height();
    }
    height_ = pieces_.empty() && sentences_.isEmpty() ? 0.0 : y;
}

void VarianceStrip::paint(QPainter& painter, const QRectF& row, const WaterfallOptions& options) const {
    if (height_ <= 0.0) return;
    const QFontMetricsF metrics(options.font);
    painter.setFont(options.font);
    for (const Piece& piece : pieces_) {
        const QRectF place = piece.place.translated(row.topLeft());
        paintPiece(painter, place.adjusted(0, 0, -options.line_width, 0), lookOf(piece.source, options.theme),
                   options.theme, false, false, options.line_width);
        if (piece.text.isEmpty()) continue;
        const QPointF centre = place.center();
        const double half = 0.5 * metrics.horizontalAdvance(piece.text);
        paintWords(painter, centre + QPointF(-half, 0.5 * (metrics.ascent() - metrics.descent())), piece.text,
                   options.theme, options.theme.text);
    }
    painter.setPen(options.theme.text_muted);
    if (!pieces_.empty())
        painter.drawText(
            QPointF(row.left(), row.top() + pieces_.front().place.center().y() + 0.5 * metrics.capHeight()), title_);
    double y = row.top() + (pieces_.empty() ? kGap : bar_bottom_) + metrics.ascent();
    for (const QString& sentence : sentences_) {
        painter.drawText(QPointF(row.left(), y), sentence);
        y += metrics.height();
    }
}

std::string VarianceStrip::sourceAt(const QPointF& position, const QRectF& row) const {
    if (!row.contains(position)) return {};
    for (const Piece& piece : pieces_)
        if (piece.place.translated(row.topLeft()).contains(position)) return piece.source;
    return !sentences_.isEmpty() && position.y() > row.top() + bar_bottom_ ? "limits" : "";
}

} // namespace strata::views
