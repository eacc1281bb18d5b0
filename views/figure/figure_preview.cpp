// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/figure/figure_preview.h"

#include "views/support/base/view.h"
#include "views/support/theme/theme.h"

#include <QPainter>
#include <QScreen>

namespace strata::views {

FigurePreview::FigurePreview(QWidget* parent) : QWidget(parent) { setAccessibleName(tr("Figure at true size")); }

double FigurePreview::pixelsPerMm() const {
    // What screens say about their size can be absurd; then 96 dpi is closer to the truth.
    const double dpi = screen()->physicalDotsPerInch();
    return (dpi >= 60.0 && dpi <= 400.0 ? dpi : 96.0) / 25.4;
}

void FigurePreview::show(View* view, const FigureSpec& spec) {
    view_ = view;
    spec_ = spec;
    size_mm_ = {};
    if (view)
        if (const auto size = figureSize(*view, spec)) size_mm_ = *size;
    const QSizeF pixels = size_mm_ * pixelsPerMm();
    setFixedSize(qCeil(pixels.width()) + 2, qCeil(pixels.height()) + 2);
    update();
}

void FigurePreview::paintEvent(QPaintEvent*) {
    if (!view_ || size_mm_.isEmpty()) return;
    const FigureStyle style = figureStyle(spec_.dark);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(themeFor(palette()).hairline);
    painter.setBrush(style.theme.surface);
    painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
    painter.translate(1, 1);
    painter.scale(pixelsPerMm() / style.units_per_mm, pixelsPerMm() / style.units_per_mm);
    paintFigurePage(*view_, painter, size_mm_, style);
}

} // namespace strata::views
