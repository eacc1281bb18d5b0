// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/block/block_layout.h"

#include "views/block/block_text.h"
#include "views/support/text/text.h"

#include <algorithm>
#include <cmath>
#include <QCoreApplication>
#include <QFontMetricsF>

namespace strata::views {
namespace {

constexpr double kGap = 8.0;
constexpr double kWidest = 2.0; ///< columns, of what they need

QString tr(const char* text) { return QCoreApplication::translate("strata::views", text); }

double rowHeight(const QFontMetricsF& metrics) { return metrics.height() + 6.0; }

/// Room that the column of a port needs: for numbers, or for its name alone.
double leastColumn(const BlockPort& port, const QFontMetricsF& metrics) {
    const double name = metrics.horizontalAdvance(toQString(port.name));
    return 6.0 + (port.cycles > 0 ? std::max(name, metrics.horizontalAdvance(QStringLiteral("0.00"))) : name);
}

double leastColumns(const BlockPicture& picture, const QFontMetricsF& metrics) {
    double width = 0;
    for (const BlockPort& port : picture.ports)
        width += leastColumn(port, metrics);
    return width;
}

/// Names need room, but those of ports come first: longer instructions end in dots, and the tooltip has them whole.
constexpr int kLeastLabel = 20, kMostLabel = 44; ///< letters

double labelWidth(const BlockPicture& picture, const QFontMetricsF& metrics, int most) {
    double width = 0;
    for (const BlockInstruction& instruction : picture.instructions)
        width = std::max(width, metrics.horizontalAdvance(instructionTitle(instruction)));
    for (const BlockBound& bound : picture.bounds)
        width = std::max(width, metrics.horizontalAdvance(boundTitle(bound)));
    return std::min(width, metrics.averageCharWidth() * most) + kGap;
}

double gutterWidth(const QFontMetricsF& metrics) { return metrics.height(); }

} // namespace

QRectF BlockLayout::bar(double cycles, std::size_t bound) const {
    const QRectF& place = bounds[bound];
    return {bar_left, place.top() + 2.0, most > 0 ? cycles / most * bar_width : 0.0, place.height() - 4.0};
}

QRectF BlockLayout::cell(std::size_t instruction, std::size_t port) const {
    return {edges[port], cells.top() + static_cast<double>(instruction) * row, edges[port + 1] - edges[port], row};
}

QRectF BlockLayout::line(std::size_t instruction) const {
    const double top = cells.top() + static_cast<double>(instruction) * row;
    return {label_left - gutter, top, cells.right() - label_left + gutter, row};
}

QRectF BlockLayout::portColumn(std::size_t port) const {
    return {edges[port], headings.top(), edges[port + 1] - edges[port], sums.bottom() - headings.top()};
}

std::optional<std::size_t> BlockLayout::instructionAt(const QPointF& position, std::size_t count) const {
    for (std::size_t i = 0; i < count; ++i)
        if (line(i).contains(position)) return i;
    return {};
}

std::optional<std::size_t> BlockLayout::portAt(const QPointF& position, std::size_t count) const {
    for (std::size_t port = 0; port < count; ++port)
        if (portColumn(port).contains(position)) return port;
    return {};
}

QSizeF blockSize(const BlockPicture& picture, const QFont& font) {
    const QFontMetricsF metrics(font);
    const double rows = static_cast<double>(picture.bounds.size() + picture.instructions.size() + 3);
    const double width =
        gutterWidth(metrics) + labelWidth(picture, metrics, kLeastLabel) + leastColumns(picture, metrics);
    return {std::ceil(width + 2 * kGap), std::ceil(rows * rowHeight(metrics) + 4 * kGap)};
}

BlockLayout layOutBlock(const BlockPicture& picture, const BlockPicture* baseline, const QFont& font,
                        const QSizeF& size) {
    const QFontMetricsF metrics(font);
    BlockLayout layout;
    layout.row = rowHeight(metrics);
    layout.gutter = gutterWidth(metrics);
    layout.label_left = kGap + layout.gutter;
    const double least = leastColumns(picture, metrics);
    const double spare = size.width() - layout.label_left - least - kGap;
    layout.label_width =
        std::clamp(spare, labelWidth(picture, metrics, kLeastLabel), labelWidth(picture, metrics, kMostLabel));
    layout.header = QRectF(kGap, kGap, size.width() - 2 * kGap, layout.row);
    double y = layout.header.bottom();
    for (std::size_t i = 0; i < picture.bounds.size(); ++i, y += layout.row)
        layout.bounds.emplace_back(kGap, y, size.width() - 2 * kGap, layout.row);
    layout.bar_left = layout.label_left + layout.label_width;
    const double number = metrics.horizontalAdvance(cyclesText(0.111, QLocale::c())) + 2 * kGap;
    layout.bar_width = std::max(0.0, size.width() - layout.bar_left - number - kGap);
    for (const BlockPicture* drawn : {&picture, baseline})
        if (drawn != nullptr)
            for (const BlockBound& bound : drawn->bounds)
                layout.most = std::max(layout.most, bound.cycles);
    const double room = least > 0 ? (size.width() - layout.bar_left - kGap) / least : 0.0;
    layout.edges = {layout.bar_left};
    for (const BlockPort& port : picture.ports)
        layout.edges.push_back(layout.edges.back() + leastColumn(port, metrics) * std::clamp(room, 1.0, kWidest));
    layout.headings = QRectF(layout.bar_left, y + kGap, layout.edges.back() - layout.bar_left, layout.row);
    layout.cells = QRectF(layout.bar_left, layout.headings.bottom(), layout.headings.width(),
                          layout.row * static_cast<double>(picture.instructions.size()));
    layout.sums = QRectF(layout.bar_left, layout.cells.bottom(), layout.headings.width(), layout.row);
    return layout;
}

PictureHit blockHit(const BlockPicture& picture, const BlockPicture* baseline, const BlockLayout& layout,
                    const PictureLook& look, const QPointF& position) {
    for (std::size_t i = 0; i < picture.bounds.size(); ++i)
        if (layout.bounds[i].contains(position))
            return {layout.bounds[i],
                    hitHtml(boundTitle(picture.bounds[i]),
                            boundLines(picture.bounds[i], baseline, look.baseline_letter, look.locale))};
    const auto port = layout.portAt(position, picture.ports.size());
    if (const auto at = layout.instructionAt(position, picture.instructions.size())) {
        const BlockInstruction& instruction = picture.instructions[*at];
        QStringList lines = instructionLines(instruction, look.locale);
        if (!port || instruction.held[*port] <= 0)
            return {layout.line(*at), hitHtml(instructionTitle(instruction), lines)};
        lines.prepend(tr("Port %1: %2 an iteration")
                          .arg(toQString(picture.ports[*port].name), cyclesText(instruction.held[*port], look.locale)));
        return {layout.cell(*at, *port), hitHtml(instructionTitle(instruction), lines)};
    }
    if (!port) return {};
    QStringList lines{tr("Held for %1 an iteration").arg(cyclesText(picture.ports[*port].cycles, look.locale))};
    if (picture.ports[*port].busiest) lines << tr("One of the busiest ports, which make the bound.");
    return {layout.portColumn(*port), hitHtml(tr("Port %1").arg(toQString(picture.ports[*port].name)), lines)};
}

} // namespace strata::views
