// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRectF>
#include <QRegularExpression>
#include <QSet>
#include <QStringList>
#include <QTransform>
#include <QXmlStreamReader>

/// What an exported SVG draws, read from the file.
namespace strata::fixture {

struct SvgBox {
    QRectF rectangle;
    QSet<QString> fonts;
    QSet<QString> font_sizes;
    QStringList texts;
    QString width;
    QString height;
    QRectF view_box;
};

/// Grows a box by every coordinate that the SVG draws, groups' translations included.
inline SvgBox readSvg(const QByteArray& svg) {
    SvgBox box;
    QXmlStreamReader reader(svg);
    QList<QTransform> transforms{QTransform()};
    static const QRegularExpression matrix(QStringLiteral("matrix\\(([^)]*)\\)"));
    static const QRegularExpression number(QStringLiteral("-?\\d+(?:\\.\\d+)?(?:e-?\\d+)?"));
    const auto include = [&](double x, double y) {
        box.rectangle |= QRectF(transforms.last().map(QPointF(x, y)), QSizeF(1e-6, 1e-6));
    };
    const auto numbers = [&](const QString& text) {
        QList<double> result;
        for (auto it = number.globalMatch(text); it.hasNext();)
            result << it.next().captured().toDouble();
        return result;
    };
    while (!reader.atEnd()) {
        reader.readNext();
        if (reader.isEndElement() && !transforms.isEmpty()) transforms.removeLast();
        if (!reader.isStartElement()) continue;
        const QXmlStreamAttributes at = reader.attributes();
        QTransform own = transforms.last();
        if (const auto match = matrix.match(at.value(QLatin1String("transform")).toString()); match.hasMatch()) {
            const QList<double> m = numbers(match.captured(1));
            own = QTransform(m[0], m[1], m[2], m[3], m[4], m[5]) * own;
        }
        transforms << own;
        if (reader.name() == QLatin1String("svg")) {
            box.width = at.value(QLatin1String("width")).toString();
            box.height = at.value(QLatin1String("height")).toString();
            const QList<double> v = numbers(at.value(QLatin1String("viewBox")).toString());
            box.view_box = QRectF(v[0], v[1], v[2], v[3]);
        } else if (reader.name() == QLatin1String("rect")) {
            const double x = at.value(QLatin1String("x")).toDouble();
            const double y = at.value(QLatin1String("y")).toDouble();
            include(x, y);
            include(x + at.value(QLatin1String("width")).toDouble(), y + at.value(QLatin1String("height")).toDouble());
        } else if (reader.name() == QLatin1String("path") || reader.name() == QLatin1String("polyline") ||
                   reader.name() == QLatin1String("polygon")) {
            const QList<double> v =
                numbers(at.value(QLatin1String("d")).toString() + at.value(QLatin1String("points")).toString());
            for (qsizetype i = 0; i + 1 < v.size(); i += 2)
                include(v[i], v[i + 1]);
        } else if (reader.name() == QLatin1String("text")) {
            include(at.value(QLatin1String("x")).toDouble(), at.value(QLatin1String("y")).toDouble());
            box.fonts << at.value(QLatin1String("font-family")).toString();
            box.font_sizes << at.value(QLatin1String("font-size")).toString();
            box.texts << reader.readElementText(QXmlStreamReader::IncludeChildElements).trimmed();
            transforms.removeLast();
        }
    }
    return box;
}

} // namespace strata::fixture
