// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/text/letter.h"

#include "views/support/theme/theme.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>

namespace strata::views {

void paintLetter(QPainter& painter, const QRectF& square, QChar letter, const Theme& theme, const QFont& font,
                 bool hollow) {
    const QColor color = theme.design(letter.toLatin1());
    QFont bold = font;
    bold.setWeight(QFont::Bold);
    if (bold.pixelSize() > 0)
        bold.setPixelSize(qMax(1, qRound(square.height() * 0.62)));
    else
        bold.setPointSizeF(font.pointSizeF() * 0.85);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(hollow ? QPen(color, square.height() * 0.1) : QPen(Qt::NoPen));
    painter.setBrush(hollow ? theme.surface : color);
    const double inset = hollow ? square.height() * 0.05 : 0.0;
    painter.drawEllipse(square.adjusted(inset, inset, -inset, -inset));
    // White on the dark colours, nearly black on the light ones.
    const bool light_fill = color.lightnessF() > 0.55f;
    painter.setPen(hollow ? theme.text : light_fill ? QColor(0x1c, 0x21, 0x28) : QColor(Qt::white));
    painter.setFont(bold);
    const QFontMetricsF metrics(bold);
    painter.drawText(QPointF(square.center().x() - metrics.horizontalAdvance(letter) / 2,
                             square.center().y() + metrics.capHeight() / 2),
                     QString(letter));
    painter.restore();
}

} // namespace strata::views
