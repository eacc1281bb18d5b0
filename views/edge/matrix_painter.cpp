// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/edge/edge_painter.h"
#include "views/support/text/text.h"
#include "views/support/theme/color_map.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>

namespace strata::views {
namespace {

constexpr double kGap = 8.0;

QString tr(const char* text) { return QCoreApplication::translate("strata::views", text); }

struct Span {
    double low = 0, high = 0;
};

/// Logarithms of the fastest and the slowest known cell.
Span spanOf(const MatrixPicture& picture) {
    Span span{1e300, -1e300};
    for (const MatrixCell& cell : picture.cells) {
        if (!cell.known || cell.seconds <= 0) continue;
        span.low = std::min(span.low, std::log(cell.seconds));
        span.high = std::max(span.high, std::log(cell.seconds));
    }
    return span;
}

constexpr qsizetype kMostLines = 4;                     // of a heading
constexpr std::array kHeadingSizes{1.0, 0.9, 0.8, 0.7}; // of the font, the largest that cuts no name
constexpr double kPadding = 3.0;
constexpr int kBright = 130; // grey level above which black reads better than white

QFont sized(const QFont& font, double share) {
    if (share >= 1.0) return font;
    QFont smaller = font;
    if (font.pixelSize() > 0)
        smaller.setPixelSize(std::max(1, static_cast<int>(font.pixelSize() * share)));
    else
        smaller.setPointSizeF(font.pointSizeF() * share);
    return smaller;
}

/// A name in lines, broken behind blanks and hyphens and before capitals ("MobileNet"); the last line takes what is
/// left.
QStringList wrapped(const QString& name, const QFontMetricsF& metrics, double width) {
    QStringList lines{QString()};
    QString word;
    const auto put = [&] {
        if (lines.size() < kMostLines && !lines.last().isEmpty() &&
            metrics.horizontalAdvance((lines.last() + word).trimmed()) > width)
            lines << QString();
        lines.last() += word;
        word.clear();
    };
    for (const QChar letter : name) {
        if (letter.isUpper() && !word.isEmpty() && word.back().isLower()) put();
        word += letter;
        if (letter == u' ' || letter == u'-') put();
    }
    put();
    for (QString& line : lines)
        line = line.trimmed();
    return lines;
}

/// Names over columns of a width in the largest font that cuts none. What is too long for the smallest one is cut in
/// its middle: versions stand at the end.
void setHeadings(const std::vector<std::string>& names, const QFont& font, MatrixLayout& layout) {
    const double width = layout.column - 2 * kPadding;
    for (const double size : kHeadingSizes) {
        layout.heading_font = sized(font, size);
        const QFontMetricsF metrics(layout.heading_font);
        layout.headings.clear();
        bool fits = true;
        for (const std::string& name : names) {
            layout.headings.push_back(wrapped(toQString(name), metrics, width));
            for (QString& line : layout.headings.back()) {
                fits = fits && metrics.horizontalAdvance(line) <= width;
                line = metrics.elidedText(line, Qt::ElideMiddle, width);
            }
        }
        if (fits) return;
    }
}

/// They stand on the cells.
void paintHeadings(QPainter& painter, const MatrixLayout& layout, const PictureLook& look) {
    const QFontMetricsF metrics(layout.heading_font);
    painter.setFont(layout.heading_font);
    painter.setPen(look.theme.text_muted);
    for (std::size_t network = 0; network < layout.headings.size(); ++network) {
        const QStringList& lines = layout.headings[network];
        const double left = layout.area.left() + static_cast<double>(network) * layout.column + kPadding;
        double base =
            layout.header.bottom() - metrics.descent() - static_cast<double>(lines.size() - 1) * metrics.height();
        for (const QString& line : lines) {
            painter.drawText(QPointF(left, base), line);
            base += metrics.height();
        }
    }
}

/// A number, smaller where its cell is narrow; none where it could not be read.
void paintNumber(QPainter& painter, const QPointF& left, const QString& text, const QFont& font, double width) {
    constexpr double kSmallest = 0.7; // of the font
    const double share = std::min(1.0, width / QFontMetricsF(font).horizontalAdvance(text));
    if (share < kSmallest) return;
    painter.setFont(sized(font, share));
    painter.drawText(left, text);
    painter.setFont(font);
}

} // namespace

QRectF MatrixLayout::cell(std::size_t device, std::size_t network) const {
    const double down = static_cast<double>(device) - static_cast<double>(first);
    return {area.left() + static_cast<double>(network) * column, area.top() + down * row, column, row};
}

MatrixLayout layOutMatrix(const MatrixPicture& picture, const QFont& font, const QSizeF& size, std::size_t first) {
    const QFontMetricsF metrics(font);
    MatrixLayout layout;
    for (const std::string& device : picture.device_names)
        layout.label_width = std::max(layout.label_width, metrics.horizontalAdvance(toQString(device)));
    layout.label_width = std::min(layout.label_width, 0.35 * size.width());
    const double width = size.width() - layout.label_width - 3 * kGap;
    layout.column = picture.networks.empty() ? 0 : width / static_cast<double>(picture.networks.size());
    setHeadings(picture.network_names, font, layout);
    qsizetype lines = 1;
    for (const QStringList& heading : layout.headings)
        lines = std::max(lines, heading.size());
    const double line = QFontMetricsF(layout.heading_font).height();
    layout.header = QRectF(kGap + layout.label_width + kGap, kGap, width,
                           std::max(metrics.height(), static_cast<double>(lines) * line));
    layout.area = QRectF(layout.header.left(), layout.header.bottom() + 4.0, layout.header.width(),
                         std::max(0.0, size.height() - layout.header.bottom() - 2 * kGap));
    const double least = metrics.height() + 2.0;
    layout.rows =
        std::min(picture.devices.size(), static_cast<std::size_t>(std::max(0.0, layout.area.height() / least)));
    layout.first = std::min(first, picture.devices.size() - layout.rows);
    layout.row = layout.rows > 0 ? std::min(28.0, layout.area.height() / static_cast<double>(layout.rows)) : 0;
    return layout;
}

void paintMatrix(QPainter& painter, const MatrixPicture& picture, const MatrixLayout& layout, const PictureLook& look) {
    const QFontMetricsF metrics(look.font);
    const Span span = spanOf(picture);
    paintHeadings(painter, layout, look);
    painter.setFont(look.font);
    for (std::size_t device = layout.first; device < layout.first + layout.rows; ++device) {
        const double base = layout.cell(device, 0).center().y() + (metrics.ascent() - metrics.descent()) / 2;
        painter.setPen(look.theme.text);
        painter.drawText(QPointF(kGap, base), metrics.elidedText(toQString(picture.device_names[device]),
                                                                 Qt::ElideMiddle, layout.label_width));
        for (std::size_t network = 0; network < picture.networks.size(); ++network) {
            const MatrixCell& cell = picture.cell(device, network);
            if (!cell.known) continue;
            const double place =
                span.high > span.low ? (std::log(cell.seconds) - span.low) / (span.high - span.low) : 0.5;
            const QRectF box = layout.cell(device, network).adjusted(0.5, 0.5, -0.5, -0.5);
            const QColor color = viridis(1.0 - place);
            painter.fillRect(box, color);
            // The white bar below a number is the interval: as wide as the cell at a factor of four.
            const double reach = std::log(cell.high_s / std::max(1e-12, cell.low_s)) / std::log(4.0);
            // By how bright the eye sees it: yellow is bright whatever its lightness is.
            painter.setPen(qGray(color.rgb()) > kBright ? Qt::black : Qt::white);
            const QString text = shortText(cell.seconds, "s", look.locale);
            paintNumber(painter, QPointF(box.left() + 3.0, base), text, look.font, layout.column - 6.0);
            painter.drawLine(QPointF(box.left(), box.bottom() - 1.0),
                             QPointF(box.left() + std::min(1.0, reach) * box.width(), box.bottom() - 1.0));
        }
    }
    if (layout.rows < picture.devices.size()) {
        painter.setPen(look.theme.text_muted);
        painter.drawText(
            QPointF(kGap, layout.header.top() + metrics.ascent()),
            tr("%1 to %2 of %3").arg(layout.first + 1).arg(layout.first + layout.rows).arg(picture.devices.size()));
    }
}

PictureHit matrixHit(const MatrixPicture& picture, const MatrixLayout& layout, const PictureLook& look,
                     const QPointF& position) {
    for (std::size_t device = layout.first; device < layout.first + layout.rows; ++device)
        for (std::size_t network = 0; network < picture.networks.size(); ++network) {
            const QRectF box = layout.cell(device, network);
            const MatrixCell& cell = picture.cell(device, network);
            if (!cell.known || !box.contains(position)) continue;
            return {box, hitHtml(toQString(picture.device_names[device]),
                                 {toQString(picture.network_names[network]),
                                  tr("%1, four of five between %2 and %3")
                                      .arg(shortText(cell.seconds, "s", look.locale),
                                           shortText(cell.low_s, "s", look.locale),
                                           shortText(cell.high_s, "s", look.locale))})};
        }
    return {};
}

} // namespace strata::views
