// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/block/block_painter.h"

#include "views/block/block_text.h"
#include "views/support/plot/bar_piece.h"
#include "views/support/plot/plot_parts.h"
#include "views/support/text/letter.h"
#include "views/support/text/text.h"

#include <algorithm>
#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>

namespace strata::views {
namespace {

constexpr double kGap = 8.0;
constexpr int kBright = 100; ///< grey from which on black reads better than white on blue

QString tr(const char* text) { return QCoreApplication::translate("strata::views", text); }

/// What a paint function needs of the picture at hand.
struct Pen {
    QPainter& painter;
    const BlockPicture& picture;
    const BlockLayout& layout;
    const PictureLook& look;
    QFontMetricsF metrics;
    QFont bold;

    double base(const QRectF& place) const { return place.center().y() + (metrics.ascent() - metrics.descent()) / 2; }
    void words(double left, const QRectF& place, const QString& text, double width) const {
        painter.drawText(QPointF(left, base(place)), metrics.elidedText(text, Qt::ElideRight, width));
    }
};

void paintHeader(const Pen& pen, const BlockPicture* baseline) {
    const QRectF& place = pen.layout.header;
    const double square = pen.metrics.height();
    double x = place.left();
    const auto paintSide = [&](const BlockPicture& picture, char letter, bool hollow) {
        paintLetter(pen.painter, QRectF(x, place.top(), square, square), QLatin1Char(letter), pen.look.theme,
                    pen.look.font, hollow);
        const QString text = tr("%1 an iteration").arg(cyclesText(picture.cycles, pen.look.locale));
        pen.painter.setFont(pen.look.font);
        pen.painter.setPen(pen.look.theme.text);
        x += square + 5.0;
        pen.painter.drawText(QPointF(x, place.top() + pen.metrics.ascent()), text);
        x += pen.metrics.horizontalAdvance(text) + 2 * kGap;
    };
    paintSide(pen.picture, pen.look.letter, false);
    if (baseline != nullptr) paintSide(*baseline, pen.look.baseline_letter, true);
}

void paintBounds(const Pen& pen, const BlockPicture* baseline) {
    const Theme& theme = pen.look.theme;
    for (std::size_t i = 0; i < pen.picture.bounds.size(); ++i) {
        const BlockBound& bound = pen.picture.bounds[i];
        const QRectF& place = pen.layout.bounds[i];
        pen.painter.setFont(bound.rules ? pen.bold : pen.look.font);
        pen.painter.setPen(bound.rules ? theme.text : theme.text_muted);
        pen.words(pen.layout.label_left, place, boundTitle(bound), pen.layout.label_width - kGap);
        QRectF bar = pen.layout.bar(bound.cycles, i);
        double end = bar.right();
        if (baseline != nullptr) {
            bar.setHeight(0.6 * bar.height());
            const auto twin = std::ranges::find(baseline->bounds, bound.id, &BlockBound::id);
            if (twin != baseline->bounds.end()) {
                QRectF hollow = pen.layout.bar(twin->cycles, i);
                hollow.setTop(bar.bottom() + 1.0);
                end = std::max(end, hollow.right());
                paintPiece(pen.painter, hollow, categoryLook(bound.category, theme), theme, true, false,
                           pen.look.line_width);
            }
        }
        paintPiece(pen.painter, bar, categoryLook(bound.category, theme), theme, false, !bound.rules,
                   pen.look.line_width);
        pen.painter.setPen(bound.rules ? theme.text : theme.text_muted);
        pen.painter.drawText(QPointF(end + kGap, pen.base(place)), cyclesText(bound.cycles, pen.look.locale));
    }
}

/// The slowest chain as dots and a line beside the instructions, which goes back to the first one.
void paintChain(const Pen& pen) {
    std::vector<QPointF> dots;
    for (std::size_t i = 0; i < pen.picture.instructions.size(); ++i)
        if (pen.picture.instructions[i].on_chain)
            dots.emplace_back(pen.layout.label_left - 0.4 * pen.layout.gutter, pen.layout.line(i).center().y());
    if (dots.empty()) return;
    const QColor color = pen.look.theme.category(Category::Synchronisation);
    const double radius = 0.18 * pen.layout.gutter, back = dots.front().x() - 0.45 * pen.layout.gutter;
    pen.painter.setPen(QPen(color, 1.5 * pen.look.line_width));
    pen.painter.drawLine(dots.front(), dots.back());
    const double top = dots.front().y() - 2.0, bottom = dots.back().y() + 2.0;
    pen.painter.drawPolyline(QPolygonF{{QPointF(dots.back().x(), bottom), QPointF(back, bottom), QPointF(back, top),
                                        QPointF(dots.front().x() - radius, top)}});
    pen.painter.setBrush(color);
    for (const QPointF& dot : dots)
        pen.painter.drawEllipse(dot, radius, radius);
    pen.painter.setBrush(Qt::NoBrush);
}

QColor heldColor(const Theme& theme, double share) {
    const QColor full = theme.category(Category::Compute);
    const double part = 0.12 + 0.88 * std::clamp(share, 0.0, 1.0);
    const auto mix = [&](int from, int to) { return static_cast<int>(from + part * (to - from)); };
    return {mix(theme.surface.red(), full.red()), mix(theme.surface.green(), full.green()),
            mix(theme.surface.blue(), full.blue())};
}

QString heldText(double cycles, const QLocale& locale) { return locale.toString(cycles, 'f', cycles < 9.995 ? 2 : 1); }

void paintHeld(const Pen& pen, const QRectF& cell, double cycles, double most) {
    if (cycles <= 0) return;
    const QColor color = heldColor(pen.look.theme, most > 0 ? cycles / most : 0.0);
    const QRectF box = cell.adjusted(1, 1, -1, -1);
    pen.painter.fillRect(box, color);
    pen.painter.setPen(qGray(color.rgb()) > kBright ? Qt::black : Qt::white);
    pen.painter.drawText(box, Qt::AlignCenter, heldText(cycles, pen.look.locale));
}

void paintInstructions(const Pen& pen, std::optional<std::size_t> chosen) {
    const Theme& theme = pen.look.theme;
    const double most = pen.picture.mostHeld();
    pen.painter.setPen(QPen(theme.hairline, pen.look.line_width));
    pen.painter.drawLine(pen.layout.cells.topLeft() - QPointF(pen.layout.label_width, 0), pen.layout.cells.topRight());
    pen.painter.drawLine(pen.layout.sums.topLeft() - QPointF(pen.layout.label_width, 0), pen.layout.sums.topRight());
    for (std::size_t i = 0; i < pen.picture.instructions.size(); ++i) {
        const BlockInstruction& instruction = pen.picture.instructions[i];
        const QRectF line = pen.layout.line(i);
        pen.painter.setFont(pen.look.font);
        pen.painter.setPen(theme.text);
        pen.words(pen.layout.label_left, line, instructionTitle(instruction), pen.layout.label_width - kGap);
        for (std::size_t port = 0; port < pen.picture.ports.size(); ++port)
            paintHeld(pen, pen.layout.cell(i, port), instruction.held[port], most);
        if (chosen != i) continue;
        pen.painter.setPen(QPen(theme.accent, 2.0 * pen.look.line_width));
        pen.painter.setBrush(Qt::NoBrush);
        pen.painter.drawRect(line.adjusted(pen.layout.gutter - 3.0, 0.5, 0.5, -0.5));
    }
}

/// Names of the ports, their sums, and a frame around the busiest.
void paintPorts(const Pen& pen) {
    const Theme& theme = pen.look.theme;
    pen.painter.setFont(pen.look.font);
    pen.painter.setPen(theme.text_muted);
    pen.words(pen.layout.label_left, pen.layout.headings, tr("Cycles on each port"), pen.layout.label_width - kGap);
    pen.words(pen.layout.label_left, pen.layout.sums, tr("Sum"), pen.layout.label_width - kGap);
    const double most = pen.picture.mostHeld();
    for (std::size_t port = 0; port < pen.picture.ports.size(); ++port) {
        const BlockPort& block_port = pen.picture.ports[port];
        const QRectF column = pen.layout.portColumn(port);
        QRectF name = column, sum = column;
        name.setHeight(pen.layout.row);
        sum.setTop(pen.layout.sums.top());
        pen.painter.setFont(block_port.busiest ? pen.bold : pen.look.font);
        pen.painter.setPen(block_port.busiest ? theme.text : theme.text_muted);
        pen.painter.drawText(name, Qt::AlignCenter, toQString(block_port.name));
        paintHeld(pen, sum, block_port.cycles, most);
        if (!block_port.busiest) continue;
        pen.painter.setPen(QPen(theme.text, 1.5 * pen.look.line_width));
        pen.painter.setBrush(Qt::NoBrush);
        pen.painter.drawRect(column.adjusted(0.5, 0.5, -0.5, -0.5));
    }
}

/// Why an instruction holds no port, on a plate that the frames of ports do not run through.
void paintIdle(const Pen& pen) {
    pen.painter.setFont(pen.look.font);
    for (std::size_t i = 0; i < pen.picture.instructions.size(); ++i) {
        const QString idle = idleText(pen.picture.instructions[i]);
        if (idle.isEmpty()) continue;
        const QPointF left(pen.layout.cells.left() + 4.0, pen.base(pen.layout.line(i)));
        paintWords(pen.painter, left, pen.metrics.elidedText(idle, Qt::ElideRight, pen.layout.cells.width() - 8.0),
                   pen.look.theme, pen.look.theme.text_muted);
    }
}

} // namespace

void paintBlock(QPainter& painter, const BlockPicture& picture, const BlockPicture* baseline, const BlockLayout& layout,
                const PictureLook& look, std::optional<std::size_t> chosen) {
    QFont bold = look.font;
    bold.setBold(true);
    painter.setRenderHint(QPainter::Antialiasing);
    const Pen pen{painter, picture, layout, look, QFontMetricsF(look.font), bold};
    paintHeader(pen, baseline);
    paintBounds(pen, baseline);
    paintChain(pen);
    paintInstructions(pen, chosen);
    paintPorts(pen);
    paintIdle(pen);
}

} // namespace strata::views
