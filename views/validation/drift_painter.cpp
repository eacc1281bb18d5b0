// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/text/text.h"
#include "views/support/theme/marker.h"
#include "views/validation/drift_data.h"

#include <algorithm>
#include <cmath>
#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>

namespace strata::views {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("strata::views", text); }

QColor colorOf(const DriftSeries& series, const PictureLook& look) {
    return series.letter == 0 ? look.theme.text_muted : look.theme.design(series.letter);
}

void paintAxes(QPainter& painter, const DriftPicture& picture, const DriftLayout& layout, const PictureLook& look) {
    const QFontMetricsF metrics(look.font);
    const double rough = layout.most / std::max(1.0, layout.plot.height() / (2.5 * layout.line));
    const double decade = std::pow(10.0, std::floor(std::log10(rough)));
    double step = 10.0 * decade;
    for (const double factor : {5.0, 2.0, 1.0})
        if (factor * decade >= rough) step = factor * decade;
    for (double value = 0.0; value <= layout.most; value += step) {
        const double y = layout.y(value);
        painter.setPen(QPen(look.theme.hairline, look.line_width));
        painter.drawLine(QPointF(layout.plot.left(), y), QPointF(layout.plot.right(), y));
        const QString label = shareText(value, look.locale);
        painter.setPen(look.theme.text_muted);
        painter.drawText(QPointF(layout.plot.left() - 6.0 - metrics.horizontalAdvance(label),
                                 y + (metrics.ascent() - metrics.descent()) / 2),
                         label);
    }
    painter.drawText(QPointF(layout.plot.left(), layout.plot.top() - 5.0), tr("Mean absolute error"));
    double free_x = -1e9;
    for (const std::string& day : picture.days) {
        if (day < picture.first_day || day > picture.last_day) continue;
        const QString label = toQString(day);
        const double half = metrics.horizontalAdvance(label) / 2;
        const double x = std::clamp(layout.x(picture, day), layout.plot.left() + half, layout.plot.right() - half);
        if (x - half < free_x) continue;
        painter.drawText(QPointF(x - half, layout.plot.bottom() + 4.0 + metrics.ascent()), label);
        free_x = x + half + 10.0;
    }
}

void paintSeries(QPainter& painter, const DriftPicture& picture, const DriftSeries& series, const DriftLayout& layout,
                 const PictureLook& look) {
    const QColor color = colorOf(series, look);
    QPolygonF line;
    for (const assess::ResultRecord& record : series.records)
        line << QPointF(layout.x(picture, record.date), layout.y(record.mape));
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(color, 1.5 * look.line_width));
    painter.drawPolyline(line);
    for (qsizetype i = 0; i < line.size(); ++i) {
        const auto at = static_cast<std::size_t>(i);
        // Hollow where the numbers follow from the same code and calibrations as the run before.
        const bool same = at > 0 && series.records[at].version == series.records[at - 1].version;
        painter.setPen(QPen(same ? color : look.theme.surface, 1.2 * look.line_width));
        painter.setBrush(same ? look.theme.surface : color);
        paintMarker(painter, line[i], 4.0, series.letter == 0 ? 'A' : series.letter);
    }
}

} // namespace

Legend driftLegend(const DriftPicture& picture, const PictureLook& look, double width) {
    std::vector<Legend::Entry> entries;
    bool rest = false;
    for (const DriftSeries& series : picture.series) {
        rest = rest || series.letter == 0;
        if (series.letter == 0) continue;
        const QColor color = colorOf(series, look);
        const QString moved = look.locale.toString(100.0 * series.change(), 'f', 2);
        entries.push_back({tr("%1, %2 of %3: %4 points")
                               .arg(toQString(series.method), quantityTitle(series.quantity), toQString(series.suite),
                                    series.change() > 0.0 ? QLatin1Char('+') + moved : moved),
                           [color, look, letter = series.letter](QPainter& painter, const QRectF& place) {
                               painter.setPen(QPen(look.theme.surface, look.line_width));
                               painter.setBrush(color);
                               paintMarker(painter, place.center(), 4.0, letter);
                           },
                           {}});
    }
    if (rest)
        entries.push_back({tr("others, which moved less"),
                           [look](QPainter& painter, const QRectF& place) {
                               painter.setPen(QPen(look.theme.surface, look.line_width));
                               painter.setBrush(look.theme.text_muted);
                               paintMarker(painter, place.center(), 4.0, 'A');
                           },
                           {}});
    Legend legend;
    legend.layOut(std::move(entries), look.font, width);
    return legend;
}

void paintDrift(QPainter& painter, const DriftPicture& picture, const DriftLayout& layout, const Legend& legend,
                const PictureLook& look) {
    const QFontMetricsF metrics(look.font);
    painter.setFont(look.font);
    painter.setPen(look.theme.text);
    std::size_t worse = 0, records = 0;
    for (const DriftSeries& series : picture.series) {
        records += series.records.size();
        worse += series.change() > 0.0 ? 1 : 0;
    }
    const QString text =
        tr("%1 kept results of %2 methods and quantities from %3 to %4; %5 of them erred more at the end")
            .arg(look.locale.toString(static_cast<qulonglong>(records)),
                 look.locale.toString(static_cast<qulonglong>(picture.series.size())), toQString(picture.first_day),
                 toQString(picture.last_day), look.locale.toString(static_cast<qulonglong>(worse)));
    painter.drawText(QPointF(layout.header.left(), layout.header.top() + metrics.ascent()),
                     metrics.elidedText(text, Qt::ElideRight, layout.header.width()));
    legend.paint(painter, layout.legend, look.theme, look.font);
    painter.setFont(look.font);
    paintAxes(painter, picture, layout, look);
    for (auto series = picture.series.rbegin(); series != picture.series.rend(); ++series)
        paintSeries(painter, picture, *series, layout, look);
}

} // namespace strata::views
