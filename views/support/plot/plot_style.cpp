// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/plot/plot_style.h"

#include "views/support/theme/theme.h"

#include <qcustomplot.h>

#include <QPicture>

namespace strata::views {

void stylePlot(QCustomPlot& plot, const Theme& theme, const QFont& font, double line_width) {
    plot.setBackground(theme.surface);
    plot.setFont(font);
    const QPen hairline(theme.hairline, line_width);
    for (QCPAxisRect* rect : plot.axisRects()) {
        rect->setBackground(QBrush(Qt::NoBrush));
        for (QCPAxis* axis : rect->axes()) {
            axis->setBasePen(Qt::NoPen);
            // A recording draws marks of no length as dots, so they have the colour of the grid that they end.
            axis->setTickPen(hairline);
            axis->setSubTickPen(hairline);
            axis->setTickLength(0);
            axis->setSubTicks(false);
            axis->setTickLabelFont(font);
            axis->setLabelFont(font);
            axis->setTickLabelColor(theme.text_muted);
            axis->setLabelColor(theme.text_muted);
            axis->grid()->setPen(hairline);
            axis->grid()->setSubGridVisible(false);
            axis->grid()->setZeroLinePen(QPen(theme.text_muted, line_width));
        }
    }
}

void paintPlot(QCustomPlot& plot, QPainter& painter, const QPointF& top_left) {
    // QCustomPlot draws with its own kind of painter only, which cannot share a device with another one; a recording
    // can.
    QPicture recording;
    const QSize size = plot.viewport().size();
    {
        QCPPainter plot_painter(&recording);
        plot_painter.setMode(QCPPainter::pmVectorized);
        plot_painter.setMode(QCPPainter::pmNoCaching);
        plot.toPainter(&plot_painter, size.width(), size.height());
    }
    // Recordings are replayed in the device's inches; here its units are meant.
    painter.save();
    painter.translate(top_left);
    const QPaintDevice& device = *painter.device();
    painter.scale(double(recording.logicalDpiX()) / device.logicalDpiX(),
                  double(recording.logicalDpiY()) / device.logicalDpiY());
    recording.play(&painter);
    painter.restore();
}

} // namespace strata::views
