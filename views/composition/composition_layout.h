// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/composition/composition_data.h"
#include "views/support/plot/picture_canvas.h"

#include <QFont>
#include <QRectF>

namespace strata::views {

struct CompositionLayout {
    QRectF header, judged, source, plot;
    QPointF legend;
    bool lines = false, logarithmic = false;
    double least_x = 0.0, most_x = 1.0, least_y = 0.0, most_y = 1.0;
    double line = 0.0, row = 0.0;
    double right = 0.0;       ///< what tolerances of rows are counted from, to both sides where it is not 0
    std::vector<QRectF> rows; ///< as wide as the picture

    double x(double value) const;
    double y(double value) const;
    /// The tolerance: of rows along x, of lines along y; and the value at a place of it.
    double toleranceAt(const QPointF& position) const;
    bool onTolerance(double tolerance, const QPointF& position) const;
};

CompositionLayout layOutComposition(const CompositionPicture& picture, const QFont& font, const QSizeF& size,
                                    double legend_height);
double heightOfComposition(const CompositionPicture& picture, const QFont& font, double width, double legend_height);

PictureHit compositionHit(const CompositionPicture& picture, const CompositionLayout& layout, const PictureLook& look,
                          const QPointF& position);

} // namespace strata::views
