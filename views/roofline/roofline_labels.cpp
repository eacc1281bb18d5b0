// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/roofline/roofline_labels.h"

#include "views/roofline/roofline_chart.h"
#include "views/roofline/roofline_data.h"
#include "views/support/plot/plot_parts.h"
#include "views/support/text/text.h"
#include "views/support/theme/marker.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <QFontMetricsF>
#include <QPainter>

namespace strata::views {
namespace {

/// Small squares along a slanted text stand for what it covers.
std::vector<QRectF> coverOf(const QLineF& along, double height) {
    std::vector<QRectF> squares;
    for (double at = 0.0; at <= along.length(); at += 0.5 * height) {
        QRectF square(0, 0, height, height);
        square.moveCenter(along.pointAt(along.length() > 0.0 ? at / along.length() : 0.0));
        squares.push_back(square);
    }
    return squares;
}

/// Types of one rate share a label, at the first of them; empty for the others: "fp16, bf16 matrix".
QString sharedName(const std::vector<const Ceiling*>& roofs, const Ceiling& roof) {
    QStringList names;
    for (const Ceiling* other : roofs) {
        if (other->nominal != roof.nominal || other->sustained != roof.sustained) continue;
        if (names.isEmpty() && other != &roof) return {};
        names << labelText(other->name);
    }
    // What all of them end with is said once.
    const QString ending = QLatin1Char(' ') + names.last().section(QLatin1Char(' '), -1);
    const auto same = [&](const QString& name) { return name.endsWith(ending); };
    if (std::ranges::all_of(names, same))
        for (qsizetype i = 0; i + 1 < names.size(); ++i)
            names[i].chop(ending.size());
    return names.join(QStringLiteral(", "));
}

/// Roofs that stand next above an operator limited by arithmetic; the highest one where no operator is.
std::vector<const Ceiling*> boundingRoofs(const std::vector<const Ceiling*>& roofs, const RooflineSide& side) {
    const auto rate = [](const Ceiling* roof) { return roof->sustained > 0.0 ? roof->sustained : roof->nominal; };
    std::vector<const Ceiling*> sorted = roofs;
    std::ranges::stable_sort(sorted, std::less(), rate);
    std::vector<double> met;
    for (const RooflinePoint& point : side.points) {
        if (point.limit != "compute") continue;
        const auto above = std::ranges::lower_bound(sorted, point.flop_per_s, std::less(), rate);
        if (above != sorted.end()) met.push_back(rate(*above));
    }
    if (met.empty() && !sorted.empty()) met.push_back(rate(sorted.back()));
    std::erase_if(sorted, [&](const Ceiling* roof) { return std::ranges::find(met, rate(roof)) == met.end(); });
    return sorted;
}

bool touchesAny(const std::vector<QRectF>& squares, const std::vector<QRectF>& taken) {
    for (const QRectF& square : squares)
        if (std::ranges::any_of(taken, [&](const QRectF& other) { return other.intersects(square); })) return true;
    return false;
}

} // namespace

QString operatorLabel(const std::string& name, const QFontMetricsF& metrics, double room, bool must) {
    const QString whole = labelText(name);
    if (metrics.horizontalAdvance(whole) <= room) return whole;
    const QString last = labelText(std::string_view(name).substr(name.rfind('.') + 1));
    if (metrics.horizontalAdvance(last) <= 1.5 * room) return last;
    return must ? metrics.elidedText(last, Qt::ElideLeft, 1.5 * room) : QString();
}

QString ceilingRate(const Ceiling& ceiling, double rate, const QLocale& locale) {
    if (ceiling.compute()) return shortText(rate, "FLOP/s", locale);
    const QString number = shortText(rate, "", locale);
    const bool prefixed = !number.isEmpty() && number.back().isLetter();
    return number + (prefixed ? QStringLiteral("B/s") : QStringLiteral(" B/s"));
}

QLineF clipped(const QLineF& line, const QRectF& area) {
    double from = 0.0;
    double to = 1.0;
    const auto cut = [&](double start, double change, double low, double high) {
        if (std::abs(change) < 1e-9) {
            if (start < low || start > high) to = -1.0;
            return;
        }
        const double a = (low - start) / change;
        const double b = (high - start) / change;
        from = std::max(from, std::min(a, b));
        to = std::min(to, std::max(a, b));
    };
    cut(line.x1(), line.dx(), area.left(), area.right());
    cut(line.y1(), line.dy(), area.top(), area.bottom());
    return to > from ? QLineF(line.pointAt(from), line.pointAt(to)) : QLineF();
}

void paintBandwidthLabel(QPainter& painter, const Ceiling& ceiling, const QLineF& line, const QRectF& area,
                         std::vector<QRectF>& taken, const RooflineOptions& options) {
    const QFontMetricsF metrics(options.font);
    const double rate = ceiling.sustained > 0.0 ? ceiling.sustained : ceiling.nominal;
    const QString text =
        QStringLiteral("%1 %2").arg(labelText(ceiling.name), ceilingRate(ceiling, rate, options.locale));
    const double width = metrics.horizontalAdvance(text);
    const double reach = line.length() - width - 12.0;
    if (reach < 0.0) return;
    const QPointF along(line.dx() / line.length(), line.dy() / line.length());
    const QPointF up(along.y(), -along.x());
    for (const double share : {0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0}) {
        const QPointF start = line.p1() + along * (6.0 + share * reach) + up * (3.0 + metrics.descent());
        const QPointF lift = up * (0.5 * metrics.capHeight());
        const auto cover = coverOf(QLineF(start + lift, start + along * width + lift), 0.8 * metrics.height());
        const auto outside = [&](const QRectF& square) { return !area.contains(square); };
        if (std::ranges::any_of(cover, outside) || touchesAny(cover, taken)) continue;
        taken.insert(taken.end(), cover.begin(), cover.end());
        painter.save();
        painter.setFont(options.font);
        painter.translate(start);
        painter.rotate(-line.angle());
        paintWords(painter, QPointF(0, 0), text, options.theme, options.theme.text_muted);
        painter.restore();
        return;
    }
}

void RateLabels::layOut(const Roofline& roofline, const RooflineOptions& options, double plot_width) {
    constexpr double kMostWidth = 0.3;
    const QFontMetricsF metrics(options.font);
    std::vector<const Ceiling*> roofs;
    for (const Ceiling& ceiling : roofline.ceilings)
        if (ceiling.compute()) roofs.push_back(&ceiling);
    const auto name = [&](double most) {
        for (const bool with_rate : {true, false}) {
            labels_.clear();
            width_ = 0.0;
            for (const Ceiling* roof : roofs) {
                const QString shared = sharedName(roofs, *roof);
                if (shared.isEmpty()) continue;
                const double rate = roof->sustained > 0.0 ? roof->sustained : roof->nominal;
                const QString text =
                    with_rate ? QStringLiteral("%1 %2").arg(shared, shortText(rate, "", options.locale)) : shared;
                labels_.push_back({rate, text});
                width_ = std::max(width_, metrics.horizontalAdvance(text));
            }
            if (width_ <= most * plot_width) return true;
        }
        return false;
    };
    // In the margin where that leaves the plot its room; else over the lines of the roofs that operators meet.
    inside_ = !name(kMostWidth);
    if (inside_) {
        roofs = boundingRoofs(roofs, roofline.selected);
        name(2 * kMostWidth);
    }
    std::ranges::stable_sort(labels_, std::greater(), &Label::rate);
    width_ = inside_ ? 0.0 : std::min(width_, kMostWidth * plot_width);
    if (inside_) return;
    for (Label& label : labels_)
        label.text = metrics.elidedText(label.text, Qt::ElideRight, width_ + 0.5);
}

QStringList RateLabels::texts() const {
    QStringList texts;
    for (const Label& label : labels_)
        texts << label.text;
    return texts;
}

/// Over their lines where these are not covered by marks, from the right; below them where that is free.
void RateLabels::paintInside(QPainter& painter, const QRectF& area, const std::function<double(double)>& y,
                             std::vector<QRectF>& taken, const RooflineOptions& options) const {
    const QFontMetricsF metrics(options.font);
    painter.setFont(options.font);
    for (const Label& label : labels_) {
        const double line = y(label.rate);
        QRectF place(0, 0, metrics.horizontalAdvance(label.text) + 4.0, metrics.height());
        const auto covers = [&](const QRectF& other) { return other.intersects(place); };
        bool found = false;
        for (const double top : {line - metrics.height() - 2.0, line + 2.0})
            for (double right = area.right() - 4.0; !found && right - place.width() > area.left(); right -= 4.0) {
                place.moveTopRight(QPointF(right, top));
                found = area.contains(place) && std::ranges::none_of(taken, covers);
                if (!found) continue;
                paintWords(painter, place.topLeft() + QPointF(2.0, metrics.ascent()), label.text, options.theme,
                           options.theme.text_muted);
                taken.push_back(place);
            }
    }
}

void RateLabels::paint(QPainter& painter, const QRectF& area, const std::function<double(double)>& y,
                       std::vector<QRectF>& taken, const RooflineOptions& options) const {
    if (inside_) return paintInside(painter, area, y, taken, options);
    const QFontMetricsF metrics(options.font);
    const double line = metrics.height();
    std::vector<std::pair<const Label*, double>> places;
    for (const Label& label : labels_) {
        const double at = y(label.rate);
        if (at < area.top() || at > area.bottom()) continue;
        // In low plots the highest roofs are named; hovering names the others.
        if (!places.empty() && static_cast<double>(places.size() + 1) * line > area.height() + line) break;
        places.emplace_back(&label, places.empty() ? at : std::max(at, places.back().second + line));
    }
    double lowest = area.bottom();
    for (auto place = places.rbegin(); place != places.rend(); ++place) {
        place->second = std::min(place->second, lowest);
        lowest = place->second - line;
    }
    painter.setFont(options.font);
    for (const auto& [label, at] : places) {
        painter.setPen(QPen(options.theme.category(Category::Compute), options.line_width));
        painter.drawLine(QPointF(area.right(), y(label->rate)), QPointF(area.right() + 6.0, at));
        painter.setPen(options.theme.text_muted);
        painter.drawText(QPointF(area.right() + 9.0, at + 0.5 * metrics.capHeight()), label->text);
    }
}

void paintGainArrow(QPainter& painter, QLineF line, double from_radius, double to_radius, const QRectF& area,
                    const RooflineOptions& options) {
    const double head = 6.0 * options.line_width;
    if (line.length() < from_radius + to_radius + head) return;
    line = QLineF(line.pointAt(from_radius / line.length()), line.pointAt(1.0 - to_radius / line.length()));
    const bool ends_inside = area.contains(line.p2());
    line = clipped(line, area);
    if (line.length() < 1.0) return;
    painter.setPen(QPen(options.theme.text_muted, options.line_width));
    painter.drawLine(line);
    if (!ends_inside) return;
    const QPointF back((line.p1() - line.p2()) / line.length() * head);
    const QPointF side(-0.45 * back.y(), 0.45 * back.x());
    painter.setPen(Qt::NoPen);
    painter.setBrush(options.theme.text_muted);
    painter.drawPolygon(QPolygonF({line.p2(), line.p2() + back + side, line.p2() + back - side}));
}

void paintOperatorMark(QPainter& painter, const QPointF& centre, double radius, char letter, Category limit, bool faint,
                       const Theme& theme, double line_width) {
    QColor fill = theme.category(limit);
    // The colour of other limits is as light as paper.
    QColor edge = limit == Category::Other ? theme.text : theme.surface;
    fill.setAlphaF(faint ? 0.22f : 0.88f);
    if (faint) {
        edge = theme.category(limit);
        edge.setAlphaF(0.6f);
    }
    painter.setPen(QPen(edge, line_width));
    painter.setBrush(fill);
    paintMarker(painter, centre, radius, letter);
    if (radius < 3.5 * line_width) return;
    const double half = 0.45 * radius;
    painter.setPen(QPen(faint ? edge : theme.surface, 1.2 * line_width));
    const auto stroke = [&](double dx, double dy) {
        painter.drawLine(QLineF(centre - QPointF(dx, dy), centre + QPointF(dx, dy)));
    };
    switch (limit) {
    case Category::Memory: stroke(half, 0); break;
    case Category::Launch:
        stroke(half, 0);
        stroke(0, half);
        break;
    case Category::Bubble: stroke(0, half); break;
    case Category::Other: stroke(half, half); break;
    default: break; // arithmetic is plain
    }
}

void paintOutsideMark(QPainter& painter, const QPointF& wanted, const QRectF& area, const QColor& color, double size) {
    const QPointF at(std::clamp(wanted.x(), area.left() + size, area.right() - size),
                     std::clamp(wanted.y(), area.top() + size, area.bottom() - size));
    const QLineF out(at, wanted);
    if (out.length() < 1e-6) return;
    const QPointF tip = (wanted - at) / out.length() * size;
    const QPointF side(-0.6 * tip.y(), 0.6 * tip.x());
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawPolygon(QPolygonF({at + tip, at - 0.4 * tip + side, at - 0.4 * tip - side}));
}

} // namespace strata::views
