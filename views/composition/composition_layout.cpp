// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/composition/composition_layout.h"

#include "views/support/text/text.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <QFontMetricsF>

namespace strata::views {
namespace {

constexpr double kGap = 8.0, kReach = 6.0, kRowLines = 1.9;

void include(double value, double& least, double& most) {
    if (!std::isfinite(value)) return;
    least = std::min(least, value);
    most = std::max(most, value);
}

void scaleRows(const CompositionPicture& picture, CompositionLayout& layout) {
    double least = 0.0, most = 0.0;
    double end = 0.0; // of the middle 80 %, which must not squeeze the marks
    for (const CompositionRow& row : picture.rows) {
        for (const CompositionMark& mark : row.marks) {
            include(mark.value, least, most);
            if (mark.high) end = std::max(end, *mark.high);
            if (mark.low) include(*mark.low, least, most);
        }
    }
    most = std::max(most, std::min(end, 2.5 * most));
    most = std::max({most, picture.right + 1.2 * picture.tolerance, 1e-3});
    layout.least_x = least < 0.0 ? 1.08 * least : 0.0;
    layout.most_x = 1.05 * most;
}

void scaleLines(const CompositionPicture& picture, CompositionLayout& layout) {
    double least_x = std::numeric_limits<double>::infinity(), most_x = 0.0, least_y = least_x, most_y = 0.0;
    for (const CompositionLine& line : picture.lines)
        for (const QPointF& point : line.points) {
            include(point.x(), least_x, most_x);
            if (point.y() > 0.0) include(point.y(), least_y, most_y);
        }
    include(picture.tolerance, least_y, most_y);
    if (picture.marked) include(*picture.marked, least_x, most_x);
    layout.logarithmic = picture.logarithmic && least_x > 0.0 && least_y > 0.0;
    layout.least_x = layout.logarithmic ? least_x : 0.0;
    layout.most_x = std::max(most_x, 1.001 * layout.least_x);
    // Errors beyond ten times the whole, or below a thousandth, say no more than that.
    layout.least_y = layout.logarithmic ? std::max(0.8 * least_y, 1e-3) : 0.0;
    layout.most_y = std::max(std::min(1.25 * most_y, 20.0), 2.0 * layout.least_y);
}

} // namespace

double CompositionLayout::x(double value) const {
    const double share = logarithmic ? std::log(std::max(value, least_x) / least_x) / std::log(most_x / least_x)
                                     : (value - least_x) / (most_x - least_x);
    return plot.left() + std::clamp(share, 0.0, 1.0) * plot.width();
}

double CompositionLayout::y(double value) const {
    const double share = logarithmic ? std::log(std::max(value, least_y) / least_y) / std::log(most_y / least_y)
                                     : (value - least_y) / (most_y - least_y);
    return plot.bottom() - std::clamp(share, 0.0, 1.0) * plot.height();
}

double CompositionLayout::toleranceAt(const QPointF& position) const {
    constexpr double kLeast = 0.001, kMost = 1.0;
    if (!lines) {
        const double share = (position.x() - plot.left()) / plot.width();
        const double value = least_x + share * (most_x - least_x);
        return std::clamp(right > 0.0 ? std::abs(value - right) : value, kLeast, kMost);
    }
    const double share = (plot.bottom() - position.y()) / plot.height();
    const double value =
        logarithmic ? least_y * std::pow(most_y / least_y, share) : least_y + share * (most_y - least_y);
    return std::clamp(value, kLeast, kMost);
}

bool CompositionLayout::onTolerance(double tolerance, const QPointF& position) const {
    const QRectF near = plot.adjusted(-kReach, -kReach, kReach, kReach);
    if (!near.contains(position)) return false;
    if (lines) return std::abs(position.y() - y(tolerance)) <= kReach;
    const double below = right > 0.0 ? right - tolerance : tolerance;
    return std::min(std::abs(position.x() - x(right + tolerance)), std::abs(position.x() - x(below))) <= kReach;
}

CompositionLayout layOutComposition(const CompositionPicture& picture, const QFont& font, const QSizeF& size,
                                    double legend_height) {
    const QFontMetricsF metrics(font);
    CompositionLayout layout;
    layout.line = metrics.height();
    layout.lines = !picture.lines.empty();
    layout.right = picture.right;
    layout.header = QRectF(kGap, 4.0, size.width() - 2 * kGap, layout.line);
    layout.judged = layout.header.translated(0.0, layout.line);
    layout.legend = QPointF(kGap, layout.judged.bottom() + 2.0);
    layout.source = QRectF(kGap, size.height() - layout.line - 3.0, size.width() - 2 * kGap, layout.line);
    const double top = layout.legend.y() + legend_height + kGap + (layout.lines ? layout.line : 0.0);
    const double bottom = layout.source.top() - 2.3 * layout.line - kGap;
    double left = kGap + metrics.horizontalAdvance(QStringLiteral("0000 %")) + 6.0;
    if (!layout.lines) {
        QFont bold = font; // names of groups beyond the tolerance
        bold.setBold(true);
        const QFontMetricsF wide(bold);
        double longest = 0.0;
        for (const CompositionRow& row : picture.rows)
            longest = std::max(longest, wide.horizontalAdvance(row.label));
        left = kGap + std::min(longest + 1.0, 0.4 * size.width()) + kGap;
    }
    layout.plot = QRectF(left, top, std::max(30.0, size.width() - left - 3 * kGap), std::max(20.0, bottom - top));
    if (layout.lines) {
        scaleLines(picture, layout);
        return layout;
    }
    scaleRows(picture, layout);
    const double count = std::max<double>(1.0, static_cast<double>(picture.rows.size()));
    layout.row = std::min(layout.plot.height() / count, 2.6 * layout.line);
    for (std::size_t i = 0; i < picture.rows.size(); ++i)
        layout.rows.emplace_back(0.0, top + static_cast<double>(i) * layout.row, size.width(), layout.row);
    layout.plot.setHeight(count * layout.row);
    return layout;
}

double heightOfComposition(const CompositionPicture& picture, const QFont& font, double width, double legend_height) {
    const double line = QFontMetricsF(font).height();
    if (!picture.lines.empty()) return 0.62 * width + legend_height + 3.0 * line;
    return (static_cast<double>(picture.rows.size()) * kRowLines + 6.6) * line + legend_height + 3.0 * kGap;
}

PictureHit compositionHit(const CompositionPicture& picture, const CompositionLayout& layout, const PictureLook& look,
                          const QPointF& position) {
    for (std::size_t i = 0; i < layout.rows.size(); ++i)
        if (layout.rows[i].contains(position))
            return {layout.rows[i].adjusted(1.5, 0.5, -1.5, -0.5),
                    hitHtml(picture.rows[i].label, picture.rows[i].details)};
    if (!layout.lines) return {};
    // The nearest point of any line.
    double least = 12.0;
    PictureHit hit;
    for (const CompositionLine& line : picture.lines) {
        for (const QPointF& point : line.points) {
            const QPointF at(layout.x(point.x()), layout.y(point.y()));
            const double away = std::hypot(at.x() - position.x(), at.y() - position.y());
            if (away >= least) continue;
            least = away;
            hit = {
                QRectF(at - QPointF(4, 4), QSizeF(8, 8)),
                hitHtml(line.label,
                        {QStringLiteral("%1: %2").arg(picture.across, look.locale.toString(point.x(), 'g', 3)),
                         QStringLiteral("%1: %2").arg(picture.axis, shareText(point.y(), look.locale)), line.detail})};
        }
    }
    return hit;
}

} // namespace strata::views
