// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/theme/icons.h"

#include "views/support/theme/theme.h"

#include <QFile>
#include <QPainter>
#include <QSvgRenderer>

namespace strata::views {
namespace {

QPixmap rendered(QByteArray svg, const QColor& color, int pixels) {
    svg.replace("currentColor", color.name().toLatin1());
    QSvgRenderer renderer(svg);
    QPixmap pixmap(pixels, pixels);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    renderer.render(&painter);
    return pixmap;
}

} // namespace

QIcon themedIcon(const QString& resource, const Theme& theme) {
    QFile file(resource);
    if (!file.open(QIODevice::ReadOnly)) return {};
    const QByteArray svg = file.readAll();
    QIcon icon;
    // The sizes that 16, 20 and 24 pixel buttons need at scales 1, 1.5 and 2.
    for (const int pixels : {16, 20, 24, 32, 40, 48}) {
        icon.addPixmap(rendered(svg, theme.text_muted, pixels), QIcon::Normal, QIcon::Off);
        icon.addPixmap(rendered(svg, theme.text, pixels), QIcon::Active, QIcon::Off);
        icon.addPixmap(rendered(svg, theme.accent, pixels), QIcon::Normal, QIcon::On);
        icon.addPixmap(rendered(svg, theme.hairline, pixels), QIcon::Disabled, QIcon::Off);
    }
    return icon;
}

} // namespace strata::views
