// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/sensitivity/sensitivity_painter.h"

#include "views/explore/exploration.h"
#include "views/support/text/text.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>

namespace strata::views {

QString indexText(double index, const QLocale& locale) {
    const double rounded = std::round(100.0 * index) / 100.0;
    const QString text = locale.toString(std::abs(rounded), 'f', 2);
    return rounded < 0.0 ? QChar(0x2212) + text : text;
}

namespace {

constexpr double kGap = 8;          // px between columns
constexpr double kRowLines = 2.1;   // height of a row in lines of text
constexpr double kMostLabel = 0.38; // of the width

struct Columns {
    double left, right; ///< of the bars
    double top, row_height;
};

QString text(const char* source) { return QCoreApplication::translate("SensitivityView", source); }

Columns columnsOf(const IndexChart& chart, const QRectF& area, const IndexOptions& options) {
    const QFontMetricsF metrics(options.font);
    double label = 0;
    for (const IndexChart::Row& row : chart.rows)
        label = std::max(label, metrics.horizontalAdvance(row.title));
    label = std::min(label, kMostLabel * area.width());
    const double value = metrics.horizontalAdvance(QStringLiteral("0.00 / 0.00"));
    const double header = 1.6 * metrics.height(), footer = 1.5 * metrics.height();
    const double rows = std::max(1.0, static_cast<double>(chart.rows.size()));
    const double height = std::min(kRowLines * metrics.height() * 1.3, (area.height() - header - footer) / rows);
    return {area.left() + label + kGap, area.right() - value - kGap, area.top() + header, height};
}

/// Indices lie between 0 and 1; estimates from few points may lie beside.
double shareAt(double index) { return std::clamp(index, 0.0, 1.0); }

void paintGrid(QPainter& painter, const IndexChart& chart, const Columns& columns, const IndexOptions& options) {
    const QFontMetricsF metrics(options.font);
    const double bottom = columns.top + columns.row_height * static_cast<double>(chart.rows.size());
    for (const double at : {0.0, 0.25, 0.5, 0.75, 1.0}) {
        const double x = columns.left + at * (columns.right - columns.left);
        painter.setPen(QPen(options.theme.hairline, options.line_width));
        painter.drawLine(QPointF(x, columns.top), QPointF(x, bottom));
        const QString label = options.locale.toString(at, 'g', 3);
        painter.setPen(options.theme.text_muted);
        painter.drawText(QPointF(x - 0.5 * metrics.horizontalAdvance(label), bottom + 1.2 * metrics.ascent()), label);
    }
}

void paintError(QPainter& painter, const QRectF& bar, double index, double error, const Columns& columns,
                const IndexOptions& options) {
    const double width = columns.right - columns.left;
    const double from = columns.left + shareAt(index - error) * width,
                 to = columns.left + shareAt(index + error) * width;
    painter.setPen(QPen(options.theme.text, options.line_width));
    painter.drawLine(QPointF(from, bar.center().y()), QPointF(to, bar.center().y()));
    for (const double x : {from, to})
        painter.drawLine(QPointF(x, bar.center().y() - 2), QPointF(x, bar.center().y() + 2));
}

void paintRow(QPainter& painter, const IndexChart::Row& row, const IndexRowPlace& place, const Columns& columns,
              const IndexOptions& options, bool current) {
    const QFontMetricsF metrics(options.font);
    if (current) {
        QColor fill = options.theme.accent;
        fill.setAlphaF(0.10F);
        painter.fillRect(place.row, fill);
    }
    const double baseline = place.row.center().y() + 0.5 * (metrics.ascent() - metrics.descent());
    const QString title = metrics.elidedText(row.title, Qt::ElideMiddle, columns.left - kGap - place.row.left());
    painter.setPen(options.theme.text);
    painter.drawText(QPointF(columns.left - kGap - metrics.horizontalAdvance(title), baseline), title);
    const QString value = QStringLiteral("%1 / %2").arg(indexText(row.index.first, options.locale),
                                                        indexText(row.index.total, options.locale));
    painter.drawText(QPointF(columns.right + kGap, baseline), value);
    painter.fillRect(place.first, options.theme.accent);
    // The total index is hollow: without colour the two are told apart as well.
    painter.setPen(QPen(options.theme.accent, 1.4 * options.line_width));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(place.total);
    paintError(painter, place.first, row.index.first, row.index.first_error, columns, options);
    paintError(painter, place.total, row.index.total, row.index.total_error, columns, options);
}

void paintHeader(QPainter& painter, const IndexChart& chart, const QRectF& area, const IndexOptions& options) {
    const QFontMetricsF metrics(options.font);
    const double baseline = area.top() + metrics.ascent();
    const double box = 0.7 * metrics.ascent();
    double x = area.left();
    const QString title = quantityTitle(chart.metric);
    painter.setPen(options.theme.text);
    painter.drawText(QPointF(x, baseline), title);
    x += metrics.horizontalAdvance(title) + 2 * kGap;
    for (const bool first : {true, false}) {
        const QRectF sample(x, baseline - box, box, box);
        if (first) painter.fillRect(sample, options.theme.accent);
        painter.setPen(QPen(options.theme.accent, 1.4 * options.line_width));
        painter.drawRect(sample);
        const QString label = first ? text(QT_TRANSLATE_NOOP("SensitivityView", "alone"))
                                    : text(QT_TRANSLATE_NOOP("SensitivityView", "with interactions"));
        painter.setPen(options.theme.text_muted);
        painter.drawText(QPointF(x + box + 4, baseline), label);
        x += box + 4 + metrics.horizontalAdvance(label) + 2 * kGap;
    }
}

} // namespace

IndexChart indexChart(const Exploration& exploration, const std::string& metric) {
    IndexChart chart{metric, {}, 0};
    const explore::ExploreRequest& request = exploration.request();
    const int column = exploration.columnNamed(metric);
    if (request.algorithm != explore::Algorithm::Saltelli || column < 0) return chart;
    const explore::ResultTable& table = exploration.table();
    std::vector<double> values = table.columns[static_cast<std::size_t>(column)];
    for (std::size_t row = 0; row < values.size(); ++row)
        if (table.reason[row] != 0) values[row] = std::numeric_limits<double>::quiet_NaN();
    const auto indices = explore::sobolIndices(values, request.space.free.size(), &chart.groups);
    for (std::size_t d = 0; d < indices.size(); ++d) {
        const std::size_t axis = request.space.free[d];
        chart.rows.push_back({request.space.axes[axis].name, exploration.columns()[axis].title, indices[d]});
    }
    std::ranges::stable_sort(chart.rows, std::ranges::greater{},
                             [](const IndexChart::Row& row) { return row.index.total; });
    return chart;
}

Table indexTable(const IndexChart& chart) {
    Table table{"sobol_indices", {"axis", "metric", "first", "first_error", "total", "total_error", "groups"}, {}};
    for (const IndexChart::Row& row : chart.rows)
        table.rows.push_back({row.name, chart.metric, row.index.first, row.index.first_error, row.index.total,
                              row.index.total_error, static_cast<std::int64_t>(chart.groups)});
    return table;
}

std::vector<IndexRowPlace> placeIndices(const IndexChart& chart, const QRectF& area, const IndexOptions& options) {
    const Columns columns = columnsOf(chart, area, options);
    const double width = columns.right - columns.left;
    std::vector<IndexRowPlace> places;
    for (std::size_t i = 0; i < chart.rows.size(); ++i) {
        const QRectF row(area.left(), columns.top + columns.row_height * static_cast<double>(i), area.width(),
                         columns.row_height);
        const double bar = 0.34 * row.height();
        const auto at = [&](double y, double index) { return QRectF(columns.left, y, shareAt(index) * width, bar); };
        places.push_back({row, at(row.center().y() - bar - 1, chart.rows[i].index.first),
                          at(row.center().y() + 1, chart.rows[i].index.total)});
    }
    return places;
}

void paintIndices(QPainter& painter, const IndexChart& chart, const QRectF& area, const IndexOptions& options) {
    painter.save();
    painter.setFont(options.font);
    painter.setRenderHint(QPainter::Antialiasing);
    const Columns columns = columnsOf(chart, area, options);
    paintHeader(painter, chart, area, options);
    paintGrid(painter, chart, columns, options);
    const auto places = placeIndices(chart, area, options);
    for (std::size_t i = 0; i < places.size(); ++i)
        paintRow(painter, chart.rows[i], places[i], columns, options, static_cast<int>(i) == options.current);
    painter.restore();
}

double indexChartHeight(const IndexChart& chart, const QFont& font) {
    return QFontMetricsF(font).height() *
           (4.0 + kRowLines * static_cast<double>(std::max<std::size_t>(chart.rows.size(), 1)));
}

} // namespace strata::views
