// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/theme/icons.h"

#include "views/support/theme/theme.h"

#include <QFile>
#include <QIconEngine>
#include <QPainter>
#include <QPixmapCache>
#include <QSvgRenderer>

namespace strata::views {
namespace {

/// Draws an icon when it is first seen at a size and in a colour, once for all of its buttons: a window has hundreds
/// of icons in many sizes, and shows few of them.
class ThemedIcon final : public QIconEngine {
public:
    ThemedIcon(QString resource, QColor usual, QColor active, QColor on, QColor disabled)
        : resource_(std::move(resource)), usual_(usual), active_(active), on_(on), disabled_(disabled) {}

    QIconEngine* clone() const override { return new ThemedIcon(*this); }
    bool isNull() override { return !QFile::exists(resource_); }

    void paint(QPainter* painter, const QRect& rectangle, QIcon::Mode mode, QIcon::State state) override {
        const double ratio = painter->device() ? painter->device()->devicePixelRatioF() : 1.0;
        QPixmap drawn = pixmap(rectangle.size() * ratio, mode, state);
        drawn.setDevicePixelRatio(ratio);
        painter->drawPixmap(rectangle.topLeft(), drawn);
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
        const QColor color = mode == QIcon::Disabled ? disabled_
                             : state == QIcon::On    ? on_
                             : mode == QIcon::Normal ? usual_
                                                     : active_;
        const QString key =
            QStringLiteral("%1 %2 %3 %4").arg(resource_, color.name()).arg(size.width()).arg(size.height());
        QPixmap known;
        if (QPixmapCache::find(key, &known)) return known;
        QFile file(resource_);
        if (!file.open(QIODevice::ReadOnly)) return {};
        QByteArray svg = file.readAll();
        svg.replace("currentColor", color.name().toLatin1());
        QSvgRenderer renderer(svg);
        QPixmap drawn(size);
        drawn.fill(Qt::transparent);
        QPainter painter(&drawn);
        renderer.render(&painter);
        painter.end();
        QPixmapCache::insert(key, drawn);
        return drawn;
    }

private:
    QString resource_;
    QColor usual_, active_, on_, disabled_;
};

} // namespace

QIcon themedIcon(const QString& resource, const Theme& theme) {
    if (!QFile::exists(resource)) return {};
    return QIcon(new ThemedIcon(resource, theme.text_muted, theme.text, theme.accent, theme.hairline));
}

} // namespace strata::views
