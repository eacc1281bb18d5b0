// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/edge/edge_data.h"
#include "views/support/plot/picture_canvas.h"
#include "views/support/plot/plot_parts.h"

#include <QFont>
#include <QRectF>
#include <QStringList>
#include <vector>

namespace strata::views {

/// Where the kernels stand: a strip in the order of execution, wide as their times, and bars of the longest below it.
struct EdgeLayout {
    QRectF header, strip, bars;
    std::vector<QRectF> pieces;      ///< by kernel
    std::vector<std::size_t> listed; ///< kernels with bars
    std::vector<QRectF> bar_pieces;  ///< by place in `listed`
    double label_width = 0;
};
EdgeLayout layOutEdge(const EdgePicture& picture, const QFont& font, const QSizeF& size);
QColor classColor(const std::string& kernel_class);
/// Class of operators as people read it.
QString classText(const std::string& kernel_class);
void paintEdge(QPainter& painter, const EdgePicture& picture, const EdgeLayout& layout, const PictureLook& look);
PictureHit edgeHit(const EdgePicture& picture, const EdgeLayout& layout, const PictureLook& look,
                   const QPointF& position);

/// The heatmap: devices down, networks across.
struct MatrixLayout {
    QRectF header, area;
    std::vector<QStringList> headings; ///< by network: its name in lines as wide as its column
    QFont heading_font;                ///< the picture's, or smaller so that names have room
    double row = 0, column = 0, label_width = 0;
    std::size_t rows = 0;  ///< devices that have room
    std::size_t first = 0; ///< device of the first row
    QRectF cell(std::size_t device, std::size_t network) const;
};
/// `first` is the device to begin with where not all have room; the last page is full.
MatrixLayout layOutMatrix(const MatrixPicture& picture, const QFont& font, const QSizeF& size, std::size_t first = 0);
void paintMatrix(QPainter& painter, const MatrixPicture& picture, const MatrixLayout& layout, const PictureLook& look);
PictureHit matrixHit(const MatrixPicture& picture, const MatrixLayout& layout, const PictureLook& look,
                     const QPointF& position);

/// Error over measurements on the left or above, what to measure next below.
struct TransferLayout {
    QRectF header, plot, list;
    double most = 1, measurements = 1, row = 0; ///< largest error and number of measurements of the axes
    QPointF at(double measurements, double error) const;
};
TransferLayout layOutTransfer(const TransferPicture& picture, const QFont& font, const QSizeF& size);
void paintTransfer(QPainter& painter, const TransferPicture& picture, const TransferLayout& layout,
                   const PictureLook& look);
PictureHit transferHit(const TransferPicture& picture, const TransferLayout& layout, const PictureLook& look,
                       const QPointF& position);

} // namespace strata::views
