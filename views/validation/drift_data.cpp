// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/validation/drift_data.h"

#include "views/support/text/text.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <QCoreApplication>
#include <QDate>
#include <QFontMetricsF>
#include <tuple>

namespace strata::views {
namespace {

constexpr double kGap = 8.0;
constexpr std::size_t kLetters = 8;

QString tr(const char* text) { return QCoreApplication::translate("strata::views", text); }

double dayNumber(const std::string& day) {
    const QDate date = QDate::fromString(toQString(day), Qt::ISODate);
    return date.isValid() ? static_cast<double>(date.toJulianDay()) : 0.0;
}

} // namespace

double DriftSeries::change() const { return records.back().mape - records.front().mape; }

DriftPicture makeDrift(const std::vector<assess::ResultRecord>& records, const std::string& from,
                       const std::string& to) {
    DriftPicture picture;
    std::map<std::tuple<std::string, std::string, std::string>, DriftSeries> series;
    for (const assess::ResultRecord& record : records) {
        if (std::ranges::find(picture.days, record.date) == picture.days.end()) picture.days.push_back(record.date);
        if ((!from.empty() && record.date < from) || (!to.empty() && record.date > to)) continue;
        DriftSeries& drift_series = series[{record.suite, record.method, record.quantity}];
        drift_series.suite = record.suite, drift_series.method = record.method, drift_series.quantity = record.quantity;
        drift_series.records.push_back(record);
    }
    std::ranges::sort(picture.days);
    for (auto& [key, suite] : series) {
        std::ranges::stable_sort(suite.records, {}, &assess::ResultRecord::date);
        picture.series.push_back(std::move(suite));
    }
    std::ranges::stable_sort(picture.series, std::greater(),
                             [](const DriftSeries& suite) { return std::abs(suite.change()); });
    for (std::size_t i = 0; i < std::min(kLetters, picture.series.size()); ++i)
        picture.series[i].letter = static_cast<char>('A' + i);
    if (!picture.days.empty()) {
        picture.first_day = from.empty() ? picture.days.front() : from;
        picture.last_day = to.empty() ? picture.days.back() : to;
    }
    return picture;
}

Table driftTable(const DriftPicture& picture) {
    Table table{"drift",
                {"suite", "method", "quantity", "date", "commit", "version", "rows", "mape", "median", "p95", "bias",
                 "coverage80"},
                {}};
    for (const DriftSeries& series : picture.series)
        for (const assess::ResultRecord& record : series.records)
            table.rows.push_back({record.suite, record.method, record.quantity, record.date, record.commit,
                                  record.version, static_cast<std::int64_t>(record.n), record.mape, record.median,
                                  record.p95, record.bias, record.coverage80});
    return table;
}

double DriftLayout::x(const DriftPicture& picture, const std::string& day) const {
    const double first = dayNumber(picture.first_day), last = dayNumber(picture.last_day);
    const double share = last > first ? (dayNumber(day) - first) / (last - first) : 0.5;
    constexpr double kInset = 10.0; // no mark stands on the frame
    return plot.left() + kInset + std::clamp(share, 0.0, 1.0) * (plot.width() - 2 * kInset);
}

double DriftLayout::y(double error) const { return plot.bottom() - std::min(error / most, 1.0) * plot.height(); }

std::size_t DriftLayout::dayAt(const DriftPicture& picture, double at) const {
    std::size_t best = 0;
    double least = 1e9;
    for (std::size_t i = 0; i < picture.days.size(); ++i) {
        const std::string& day = picture.days[i];
        if (day < picture.first_day || day > picture.last_day) continue;
        const double away = std::abs(x(picture, day) - at);
        if (away >= least) continue;
        least = away;
        best = i;
    }
    return best;
}

DriftLayout layOutDrift(const DriftPicture& picture, const QFont& font, const QSizeF& size, double legend_height) {
    const QFontMetricsF metrics(font);
    DriftLayout layout;
    layout.line = metrics.height();
    layout.header = QRectF(kGap, 4.0, size.width() - 2 * kGap, layout.line);
    layout.legend = QPointF(kGap, layout.header.bottom() + 2.0);
    const double left = kGap + metrics.horizontalAdvance(QStringLiteral("000.0 %")) + 6.0;
    const double top = layout.legend.y() + legend_height + layout.line + kGap;
    layout.plot = QRectF(left, top, std::max(30.0, size.width() - left - 2 * kGap),
                         std::max(20.0, size.height() - top - 1.8 * layout.line));
    double most = 0.01;
    for (const DriftSeries& series : picture.series)
        for (const assess::ResultRecord& record : series.records)
            if (std::isfinite(record.mape)) most = std::max(most, record.mape);
    layout.most = 1.1 * most;
    return layout;
}

PictureHit driftHit(const DriftPicture& picture, const DriftLayout& layout, const PictureLook& look,
                    const QPointF& position) {
    double least = 12.0;
    PictureHit hit;
    for (const DriftSeries& series : picture.series) {
        for (std::size_t i = 0; i < series.records.size(); ++i) {
            const assess::ResultRecord& record = series.records[i];
            const QPointF at(layout.x(picture, record.date), layout.y(record.mape));
            const double away = std::hypot(at.x() - position.x(), at.y() - position.y());
            if (away >= least) continue;
            least = away;
            QStringList lines{tr("%1 of %2").arg(quantityTitle(record.quantity), toQString(record.suite)),
                              tr("%1, commit %2").arg(toQString(record.date), toQString(record.commit.substr(0, 10))),
                              tr("mean error %1, median %2, 95 % of rows below %3")
                                  .arg(shareText(record.mape, look.locale), shareText(record.median, look.locale),
                                       shareText(record.p95, look.locale)),
                              tr("%1 rows, %2 of the measured values inside the interval")
                                  .arg(look.locale.toString(static_cast<qulonglong>(record.n)),
                                       shareText(record.coverage80, look.locale))};
            if (i > 0)
                lines << tr("since the run before: %1 points")
                             .arg(look.locale.toString(100.0 * (record.mape - series.records[i - 1].mape), 'f', 2));
            if (i > 0 && record.version != series.records[i - 1].version)
                lines << tr("the method or its calibrations changed");
            hit = {QRectF(at - QPointF(5, 5), QSizeF(10, 10)), hitHtml(toQString(series.method), lines)};
        }
    }
    return hit;
}

} // namespace strata::views
