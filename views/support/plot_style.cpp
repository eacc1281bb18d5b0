// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/plot_style.h"

#include "views/support/theme.h"

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
            axis->setTickPen(Qt::NoPen);
            axis->setSubTickPen(Qt::NoPen);
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
    // QCustomPlot draws with its own kind of painter only, which cannot share a device with another one; a recording can.
    QPicture recording;
    const QSize size = plot.viewport().size();
    {
        QCPPainter plot_painter(&recording);
        plot_painter.setMode(QCPPainter::pmVectorized);
        plot_painter.setMode(QCPPainter::pmNoCaching);
        plot.toPainter(&plot_painter, size.width(), size.height());
    }
    painter.drawPicture(top_left, recording);
}

}  // namespace strata::views
