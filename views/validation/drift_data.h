// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/assess/history.h"
#include "core/evaluate/estimate.h"
#include "views/support/plot/picture_canvas.h"
#include "views/support/plot/plot_parts.h"

#include <optional>
#include <QRectF>
#include <vector>

namespace strata::views {

/// Results of one suite, method and quantity in the order of their days.
struct DriftSeries {
    std::string suite, method, quantity;
    std::vector<assess::ResultRecord> records;
    char letter = 0; ///< marker and colour; 0: the grey rest

    double change() const; ///< of the mean error, from the first record to the last
};

/// How the errors of methods moved from run to run.
struct DriftPicture {
    std::vector<DriftSeries> series; ///< those that moved most first
    std::string first_day, last_day; ///< that are shown
    std::vector<std::string> days;   ///< of all records, each once, rising

    bool empty() const { return series.empty(); }
};
/// `from` and `to`: only records of these days; empty: all.
DriftPicture makeDrift(const std::vector<assess::ResultRecord>& records, const std::string& from = {},
                       const std::string& to = {});
/// A row for each record that is shown.
Table driftTable(const DriftPicture& picture);

struct DriftLayout {
    QRectF header, plot;
    QPointF legend;
    double most = 0.1;
    double line = 0.0;

    double x(const DriftPicture& picture, const std::string& day) const;
    double y(double error) const;
    std::size_t dayAt(const DriftPicture& picture, double x) const; ///< index into the picture's days
};
DriftLayout layOutDrift(const DriftPicture& picture, const QFont& font, const QSizeF& size, double legend_height);
Legend driftLegend(const DriftPicture& picture, const PictureLook& look, double width);
void paintDrift(QPainter& painter, const DriftPicture& picture, const DriftLayout& layout, const Legend& legend,
                const PictureLook& look);
PictureHit driftHit(const DriftPicture& picture, const DriftLayout& layout, const PictureLook& look,
                    const QPointF& position);

} // namespace strata::views
