// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/timeline_chart.h"

#include "views/support/bar_piece.h"
#include "views/support/letter.h"
#include "views/support/plot_parts.h"
#include "views/support/text.h"

#include <algorithm>
#include <cmath>
#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>

namespace strata::views {
namespace {

constexpr double kGap = 8.0;
constexpr double kLeastLane = 7.0, kMostLane = 26.0;
constexpr float kFaded = 0.45F;

QString tr(const char* text) { return QCoreApplication::translate("strata::views", text); }

std::vector<Legend::Entry> legendEntries(const TimelinePicture& picture, const ServingLook& look) {
    std::vector<Legend::Entry> entries;
    const auto add = [&](const QString& text, Category category) {
        entries.push_back({text,
                           [category, &look](QPainter& painter, const QRectF& place) {
                               paintPiece(painter, place, categoryLook(category, look.theme), look.theme, false, false,
                                          look.line_width);
                           },
                           {}});
    };
    for (const Work work : kAllWork)
        if (work != Work::Moving || (picture.selected && picture.selected->moves))
            add(workText(work), workCategory(work));
    if (picture.selected && !picture.selected->transfers.empty()) add(tr("Cache transfer"), Category::Communication);
    if (picture.selected && !picture.selected->evictions.empty())
        entries.push_back(
            {tr("Eviction"),
             [&look](QPainter& painter, const QRectF& place) {
                 painter.setPen(Qt::NoPen);
                 painter.setBrush(look.theme.category(Category::Movement));
                 const QPointF c = place.center();
                 painter.drawPolygon(QPolygonF({c + QPointF(-4, -4), c + QPointF(4, -4), c + QPointF(0, 4)}));
             },
             {}});
    return entries;
}

Legend legendOf(const TimelinePicture& picture, const ServingLook& look, double width) {
    Legend legend;
    legend.layOut(legendEntries(picture, look), look.font, width);
    return legend;
}

std::vector<LanePlace> allLanes(const TimelinePicture& picture) {
    std::vector<LanePlace> lanes;
    for (const bool of_baseline : {false, true}) {
        const ServedTimeline* timeline = of_baseline ? picture.baseline.get() : picture.selected.get();
        if (!timeline) continue;
        for (const TimelineLane& lane : timeline->lanes)
            lanes.push_back({&lane, of_baseline, {}});
    }
    return lanes;
}

/// Columns of equal filling that follow each other become one rectangle, which keeps figures small.
void paintLane(QPainter& painter, const LanePlace& place, const TimelinePicture& picture, const ServingLook& look,
               double columns_per_unit, std::vector<PixelColumn>& columns) {
    const auto count = static_cast<std::size_t>(std::max(1.0, std::floor(place.band.width() * columns_per_unit)));
    columns.resize(count);
    fillColumns(*place.lane, picture.time.low, picture.time.high, columns);
    const double width = place.band.width() / static_cast<double>(count);
    painter.setPen(Qt::NoPen);
    constexpr std::array kFromBottom{Work::Decode, Work::Mixed, Work::Prefill, Work::Moving};
    std::array<QColor, kWorks> colors;
    for (const Work work : kFromBottom) {
        QColor color = look.theme.category(workCategory(work));
        if (picture.stale) color.setAlphaF(kFaded);
        colors[static_cast<std::size_t>(work)] = color;
    }
    const auto same = [](const PixelColumn& a, const PixelColumn& b) {
        for (std::size_t i = 0; i < kWorks; ++i)
            if (std::abs(a.share[i] - b.share[i]) > 1e-3F) return false;
        return true;
    };
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (std::size_t i = 0; i < count;) {
        std::size_t end = i + 1;
        while (end < count && same(columns[i], columns[end]))
            ++end;
        const double left = place.band.left() + width * static_cast<double>(i);
        const double length = width * static_cast<double>(end - i);
        double y = place.band.bottom();
        for (const Work work : kFromBottom) {
            const double height =
                place.band.height() * std::min(1.0F, columns[i].share[static_cast<std::size_t>(work)]);
            if (height <= 0.01) continue;
            painter.fillRect(QRectF(left, y - height, length, height), colors[static_cast<std::size_t>(work)]);
            y -= height;
        }
        i = end;
    }
    painter.setRenderHint(QPainter::Antialiasing, true);
}

/// The most blocks, or the sum of the queues, of the first stages of all replicas.
void paintLevels(QPainter& painter, const QRectF& area, const TimelinePicture& picture, bool blocks,
                 const ServingLook& look, double columns_per_unit) {
    const auto count = static_cast<std::size_t>(std::max(1.0, std::floor(area.width() * columns_per_unit)));
    std::vector<PixelColumn> columns(count);
    const auto levels = [&](const ServedTimeline& timeline) {
        std::vector<double> result(count, 0.0);
        for (const TimelineLane& lane : timeline.lanes) {
            if (lane.stage != 0) continue;
            fillColumns(lane, picture.time.low, picture.time.high, columns);
            for (std::size_t i = 0; i < count; ++i) {
                if (blocks)
                    result[i] = std::max(result[i], static_cast<double>(columns[i].blocks));
                else
                    result[i] += std::max(0.0F, columns[i].queued);
            }
        }
        return result;
    };
    const std::vector<double> shown = levels(*picture.selected);
    std::vector<double> other;
    if (picture.baseline) other = levels(*picture.baseline);
    PlotAxis axis{0.0, 1.0, false, area.bottom(), area.top()};
    const double full = static_cast<double>(picture.selected->blocks);
    if (blocks && full > 0.0) {
        axis.high = 1.0;
    } else {
        double most = *std::ranges::max_element(shown);
        if (!other.empty()) most = std::max(most, *std::ranges::max_element(other));
        axis.high = std::max(1.0, 1.1 * most);
    }
    const double unit = blocks && full > 0.0 ? full : 1.0;
    const double other_unit = blocks && picture.baseline && picture.baseline->blocks > 0
                                  ? static_cast<double>(picture.baseline->blocks)
                                  : 1.0;
    paintUpwards(painter, area, axis, blocks && full > 0.0 ? "1" : "", {}, look);
    const double width = area.width() / static_cast<double>(count);
    // Columns are upright rectangles: smoothing and strokes of thousands of steps would cost ten times as much.
    painter.setRenderHint(QPainter::Antialiasing, false);
    const QColor color = look.theme.design(look.letter);
    QColor body = color;
    body.setAlphaF(picture.stale ? 0.15F : 0.3F);
    const double edge = 1.2 * look.line_width;
    const auto paint = [&](const std::vector<double>& steps, double one, const QColor& line, bool filled) {
        // One body, not one a column: Qt wakes its threads for every tall translucent area.
        QPolygonF outline;
        std::vector<QRectF> tops;
        for (std::size_t i = 0; i < count;) {
            std::size_t end = i + 1;
            while (end < count && steps[end] == steps[i])
                ++end;
            const double left = area.left() + width * static_cast<double>(i);
            const double length = width * static_cast<double>(end - i);
            const double y = std::max(area.top(), axis.pixel(std::max(0.0, steps[i]) / one));
            outline << QPointF(left, y) << QPointF(left + length, y);
            tops.emplace_back(left, std::min(y, area.bottom() - edge), length, edge);
            i = end;
        }
        if (filled) {
            outline << area.bottomRight() << area.bottomLeft();
            painter.setPen(Qt::NoPen);
            painter.setBrush(body);
            painter.drawPolygon(outline);
            painter.setBrush(Qt::NoBrush);
        }
        for (const QRectF& top : tops)
            painter.fillRect(top, line);
    };
    paint(shown, unit, color, true);
    if (!other.empty()) paint(other, other_unit, look.theme.design(look.baseline_letter), false);
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setFont(look.font);
    const QFontMetricsF metrics(look.font);
    const QString title = blocks ? tr("KV cache of the fullest replica") : tr("Waiting requests of all replicas");
    paintWords(painter, QPointF(area.left() + 4.0, area.top() + metrics.ascent()), title, look.theme,
               look.theme.text_muted);
}

void paintLife(QPainter& painter, const TimelinePlaces& places, const TimelinePicture& picture,
               const ServingLook& look) {
    const ServedRequest* request = picture.chosen ? picture.selected->find(*picture.chosen) : nullptr;
    if (!request || places.life.isEmpty()) return;
    const QFontMetricsF metrics(look.font);
    QStringList words{tr("Request %1").arg(request->id),
                      tr("%1 + %2 tokens").arg(request->prompt_tokens).arg(request->output_tokens)};
    for (const char* phase : {"queueing", "prefill", "decode", "paused", "evicted", "recompute", "transfer"})
        if (const double seconds = request->total(phase); seconds > 0.0)
            words << QStringLiteral("%1 %2").arg(phaseText(phase), shortText(seconds, "s", look.locale));
    painter.setFont(look.font);
    painter.setPen(look.theme.text);
    const double left = places.life.left();
    painter.drawText(QPointF(left, places.life.top() - metrics.descent() - 2.0),
                     metrics.elidedText(words.join(QStringLiteral(",  ")), Qt::ElideRight, places.life.width()));
    const auto span = [&](const LifePiece& piece, const QRectF& band) {
        const double from = std::max(band.left(), picture.time.pixel(piece.start_s));
        const double to = std::min(band.right(), picture.time.pixel(piece.end_s));
        return to > from ? QRectF(from, band.top(), to - from, band.height()) : QRectF();
    };
    for (const LifePiece& piece : request->life) {
        const QRectF rectangle = span(piece, places.life);
        if (rectangle.isEmpty()) continue;
        paintPiece(painter, rectangle, categoryLook(phaseCategory(piece.phase), look.theme), look.theme, false, false,
                   0.5 * look.line_width);
        const bool works = piece.phase == "prefill" || piece.phase == "decode" || piece.phase == "recompute";
        if (!works) continue;
        // Where it runs, on its replica.
        for (const LanePlace& lane : places.lanes) {
            if (lane.of_baseline || lane.lane->replica != piece.replica) continue;
            painter.setBrush(Qt::NoBrush);
            painter.setPen(QPen(look.theme.text, 1.6 * look.line_width));
            painter.drawRect(span(piece, lane.band.adjusted(0, -1, 0, 1)));
        }
    }
}

void paintNames(QPainter& painter, const TimelinePlaces& places, const TimelinePicture& picture,
                const ServingLook& look) {
    const QFontMetricsF metrics(look.font);
    painter.setFont(look.font);
    double free_from = -1e9;
    for (const LanePlace& place : places.lanes) {
        const double middle = place.band.center().y();
        if (middle - metrics.height() / 2 < free_from) continue;
        const bool staged = (place.of_baseline ? picture.baseline : picture.selected)->stages > 1;
        const QString name = staged ? QStringLiteral("%1.%2").arg(place.lane->replica).arg(place.lane->stage)
                                    : QString::number(place.lane->replica);
        const char letter = place.of_baseline ? look.baseline_letter : look.letter;
        const double side = std::min(metrics.height(), std::max(place.band.height(), 0.8 * metrics.height()));
        const double right = place.band.left() - 5.0;
        painter.setPen(look.theme.text_muted);
        painter.drawText(QPointF(right - metrics.horizontalAdvance(name), middle + metrics.capHeight() / 2), name);
        paintLetter(painter,
                    QRectF(right - metrics.horizontalAdvance(name) - side - 4.0, middle - side / 2, side, side),
                    QLatin1Char(letter), look.theme, look.font, place.of_baseline);
        free_from = middle + metrics.height() / 2;
    }
}

void paintEvictions(QPainter& painter, const TimelinePlaces& places, const TimelinePicture& picture,
                    const ServingLook& look) {
    painter.setPen(Qt::NoPen);
    painter.setBrush(look.theme.category(Category::Movement));
    for (const LanePlace& place : places.lanes) {
        if (place.of_baseline || place.lane->stage != 0) continue;
        double free_from = -1e9;
        for (const auto& [replica, time_s] : picture.selected->evictions) {
            if (replica != place.lane->replica || !picture.time.contains(time_s)) continue;
            const double x = picture.time.pixel(time_s);
            if (std::abs(x - free_from) < 2.0) continue; // marks on top of each other
            free_from = x;
            const double y = place.band.top();
            painter.drawPolygon(QPolygonF({{x - 3, y - 3}, {x + 3, y - 3}, {x, y + 3}}));
        }
    }
    painter.setBrush(Qt::NoBrush);
}

/// Along the foot of the lane that takes the caches.
void paintTransfers(QPainter& painter, const TimelinePlaces& places, const TimelinePicture& picture,
                    const ServingLook& look) {
    QColor color = look.theme.category(Category::Communication);
    if (picture.stale) color.setAlphaF(kFaded);
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (const LanePlace& place : places.lanes) {
        if (place.of_baseline || place.lane->stage != 0) continue;
        const double height = std::min(4.0 * look.line_width, 0.3 * place.band.height());
        double drawn_until = -1e9;
        for (const LifePiece& one : picture.selected->transfers) {
            if (one.replica != place.lane->replica) continue;
            const double from = std::max({place.band.left(), picture.time.pixel(one.start_s), drawn_until});
            const double to = std::min(place.band.right(), std::max(picture.time.pixel(one.end_s), from + 1.0));
            if (one.end_s < picture.time.low || one.start_s > picture.time.high || to <= from) continue;
            painter.fillRect(QRectF(from, place.band.bottom() - height, to - from, height), color);
            drawn_until = to;
        }
    }
    painter.setRenderHint(QPainter::Antialiasing, true);
}

} // namespace

PlotAxis wholeTime(const TimelinePicture& picture) {
    double end = picture.selected ? picture.selected->end_s : 0.0;
    if (picture.baseline) end = std::max(end, picture.baseline->end_s);
    return {0.0, end > 0.0 ? end : 1.0};
}

TimelinePlaces place(TimelinePicture& picture, const QRectF& whole, const ServingLook& look) {
    const QFontMetricsF metrics(look.font);
    const double line = metrics.height();
    TimelinePlaces places;
    const double left = whole.left() + metrics.horizontalAdvance(QStringLiteral("000 % ")) + kGap;
    const double width = whole.right() - 1.5 * kGap - left;
    double y = whole.top() + kGap + legendOf(picture, look, width).height() + kGap;
    if (picture.chosen && picture.selected && picture.selected->find(*picture.chosen)) {
        places.life = QRectF(left, y + line + 2.0, width, 0.9 * line);
        y = places.life.bottom() + kGap;
    }
    places.bottom = whole.bottom() - line - kGap;
    const double plots = std::clamp(0.2 * (places.bottom - y), 2.2 * line, 6.0 * line);
    const double room = places.bottom - y - 2 * (plots + kGap) - std::max(0.0, 0.9 * line - kGap);
    const std::vector<LanePlace> lanes = allLanes(picture);
    const double wanted = lanes.empty() ? kMostLane : room / static_cast<double>(lanes.size());
    const double height = std::clamp(wanted - 2.0, kLeastLane, std::max(kMostLane, 1.6 * line));
    const std::size_t first = std::min(picture.first_lane, lanes.empty() ? 0 : lanes.size() - 1);
    for (std::size_t i = first; i < lanes.size(); ++i) {
        const double top = y + static_cast<double>(i - first) * (height + 2.0);
        if (top + height > y + room + 1.0 && i > first) break;
        places.lanes.push_back(lanes[i]);
        places.lanes.back().band = QRectF(left, top, width, height);
    }
    places.hidden = lanes.size() - places.lanes.size();
    const double under = places.lanes.empty() ? y : places.lanes.back().band.bottom();
    const double between = std::max(kGap, 0.9 * line); // the lowest number of one axis above the highest of the other
    const double spare = std::max(plots, (places.bottom - under - 1.5 * kGap - between) / 2.0);
    places.blocks = QRectF(left, under + kGap, width, spare);
    const double top = std::min(places.blocks.bottom() + between, places.bottom - line);
    places.queue = QRectF(left, top, width, places.bottom - top);
    picture.time.first = left;
    picture.time.last = left + width;
    return places;
}

void paintTimeline(QPainter& painter, const TimelinePlaces& places, const TimelinePicture& picture,
                   const ServingLook& look, double columns_per_unit) {
    if (!picture.selected || places.lanes.empty()) return;
    const QRectF bands(places.queue.left(), places.lanes.front().band.top(), places.queue.width(),
                       places.bottom - places.lanes.front().band.top());
    QString title = tr("Time");
    if (places.hidden > 0)
        title = tr("%1 more lanes: up and down keys").arg(places.hidden) + QStringLiteral("   ") + title;
    paintAcross(painter, bands, picture.time, "s", title, look);
    std::vector<PixelColumn> columns;
    for (const LanePlace& lane : places.lanes)
        paintLane(painter, lane, picture, look, columns_per_unit, columns);
    if (!picture.selected->transfers.empty()) paintTransfers(painter, places, picture, look);
    paintEvictions(painter, places, picture, look);
    paintNames(painter, places, picture, look);
    paintLevels(painter, places.blocks, picture, true, look, columns_per_unit);
    paintLevels(painter, places.queue, picture, false, look, columns_per_unit);
    paintLife(painter, places, picture, look);
    const double top =
        (places.life.isEmpty() ? bands.top() : places.life.top() - QFontMetricsF(look.font).height() - 2.0);
    const Legend legend = legendOf(picture, look, bands.width());
    legend.paint(painter, QPointF(bands.left(), top - kGap - legend.height()), look.theme, look.font);
}

double timelineHeight(const TimelinePicture& picture, const QFont& font) {
    const double line = QFontMetricsF(font).height();
    const double lanes = static_cast<double>(std::min<std::size_t>(allLanes(picture).size(), 16));
    return 9.0 * line + lanes * (1.2 * line + 2.0) + 9.0 * line + (picture.chosen ? 2.5 * line : 0.0);
}

std::vector<std::int64_t> requestsAt(const ServedTimeline& timeline, std::int64_t replica, double time_s) {
    std::vector<std::int64_t> ids;
    for (const ServedRequest& one : timeline.requests) {
        if (one.arrival_s > time_s) break;
        if (time_s < one.scheduled_s || time_s > one.completed_s) continue;
        const auto here = std::ranges::find_if(
            one.life, [&](const LifePiece& piece) { return piece.start_s <= time_s && time_s <= piece.end_s; });
        if ((here == one.life.end() ? one.replica : here->replica) == replica) ids.push_back(one.id);
    }
    return ids;
}

QString timelineAnswer(const TimelinePicture& picture, const TimelinePlaces& places, const ServingLook& look,
                       const QPointF& at) {
    if (!picture.selected) return {};
    const double time_s = picture.time.value(at.x());
    if (places.life.contains(at)) {
        const ServedRequest* request = picture.selected->find(*picture.chosen);
        for (const LifePiece& piece : request->life)
            if (piece.start_s <= time_s && time_s <= piece.end_s)
                return QStringLiteral("<b>%1</b><br>%2")
                    .arg(tr("Request %1: %2").arg(request->id).arg(phaseText(piece.phase)),
                         tr("%1 from %2 on")
                             .arg(shortText(piece.end_s - piece.start_s, "s", look.locale),
                                  shortText(piece.start_s, "s", look.locale)));
        return {};
    }
    for (const LanePlace& place : places.lanes) {
        if (!place.band.contains(at)) continue;
        const auto& runs = place.lane->runs;
        // The run under the pointer, or the nearest where many share its pixel.
        auto run = std::ranges::lower_bound(runs, time_s, {}, &StageRun::end_s);
        if (run == runs.end() || picture.time.pixel(run->start_s) > at.x() + 3.0) return {};
        QString html =
            QStringLiteral("<b>%1</b>").arg(tr("Replica %1, stage %2").arg(place.lane->replica).arg(place.lane->stage));
        for (const Work work : kAllWork)
            if (const double seconds = run->busy_s[static_cast<std::size_t>(work)]; seconds > 0.0)
                html += QStringLiteral("<br>%1: %2").arg(workText(work), shortText(seconds, "s", look.locale));
        if (run->iterations > 1)
            html += QStringLiteral("<br>") + tr("%1 iterations in %2")
                                                 .arg(run->iterations)
                                                 .arg(shortText(run->end_s - run->start_s, "s", look.locale));
        html += QStringLiteral("<br>") + tr("%1 requests, %2 tokens").arg(run->running).arg(run->tokens);
        html += QStringLiteral("<br>") + tr("%1 blocks of the cache, %2 waiting").arg(run->blocks).arg(run->queued);
        if (!place.of_baseline && !requestsAt(*picture.selected, place.lane->replica, time_s).empty())
            html += QStringLiteral("<br>") + tr("Click shows the life of a request");
        return html;
    }
    return {};
}

} // namespace strata::views
