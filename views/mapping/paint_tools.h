// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QFont>
#include <Qt>

class QPainter;
class QRectF;
class QString;

namespace strata::views {

/// `share` of b in a.
QColor mixed(const QColor& a, const QColor& b, double share);

/// One line of text, shortened with an ellipsis where it does not fit.
void paintLine(QPainter& painter, const QRectF& rectangle, const QFont& font, const QColor& color, const QString& text,
               Qt::Alignment alignment = Qt::AlignLeft | Qt::AlignVCenter);

} // namespace strata::views
