// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/kernel/kernel_layout.h"

#include "views/kernel/kernel_painter.h"
#include "views/support/plot/plot_parts.h"

#include <algorithm>
#include <cmath>
#include <QFontMetricsF>

namespace strata::views {
namespace {

constexpr double kPadding = 12.0;
constexpr double kGap = 8.0;
constexpr double kSection = 14.0;

/// Rows and columns of tiles that one cell stands for, so that cells are few and not finer than a pixel or two.
struct Pooling {
    std::int64_t rows = 1;
    std::int64_t cols = 1;
};

Pooling poolingFor(const KernelTiling::Grid& grid, const QSizeF& area) {
    constexpr double kFinest = 2.0;
    Pooling pool;
    pool.rows = std::max<std::int64_t>(
        1, static_cast<std::int64_t>(std::ceil(kFinest * static_cast<double>(grid.rows) / area.height())));
    pool.cols = std::max<std::int64_t>(
        1, static_cast<std::int64_t>(std::ceil(kFinest * static_cast<double>(grid.cols) / area.width())));
    const auto cells = [&] {
        return ((grid.rows + pool.rows - 1) / pool.rows) * ((grid.cols + pool.cols - 1) / pool.cols);
    };
    while (cells() > kMostCells) {
        // The longer side first, so that cells keep the shape of tiles.
        if (grid.rows / pool.rows >= grid.cols / pool.cols)
            pool.rows *= 2;
        else
            pool.cols *= 2;
    }
    return pool;
}

void layOutTiles(KernelLayout& layout, const KernelTiling& tiling, const KernelTiling::Grid& grid) {
    const QRectF area = layout.tiles_area;
    const Pooling pool = poolingFor(grid, area.size());
    const double width = area.width() / static_cast<double>(grid.cols);
    const double height = area.height() / static_cast<double>(grid.rows);
    const auto tail = tiling.tailBlocks();
    const auto places = tiling.blockSlots();
    const bool partial = tail && places && *tail < *places;
    const double last_wave = static_cast<double>(tiling.waveCount() - 1);
    for (std::int64_t row = 0; row < grid.rows; row += pool.rows)
        for (std::int64_t col = 0; col < grid.cols; col += pool.cols) {
            TileCell cell;
            cell.first_row = row;
            cell.first_col = col;
            cell.rows = std::min(pool.rows, grid.rows - row);
            cell.cols = std::min(pool.cols, grid.cols - col);
            cell.place =
                QRectF(area.left() + static_cast<double>(col) * width, area.top() + static_cast<double>(row) * height,
                       static_cast<double>(cell.cols) * width, static_cast<double>(cell.rows) * height);
            const double first = waveOf(tiling, static_cast<double>(row * grid.cols + col));
            const double last =
                waveOf(tiling, static_cast<double>((row + cell.rows - 1) * grid.cols + col + cell.cols - 1));
            cell.wave = 0.5 * (first + last);
            cell.in_tail = partial && first >= last_wave;
            layout.tiles.push_back(cell);
        }
}

void layOutSms(KernelLayout& layout, const KernelTiling& tiling, const QRectF& area) {
    const auto count = static_cast<std::int64_t>(std::clamp(tiling.sms.value_or(0.0), 0.0, double{kMostCells}));
    if (count < 1) return;
    const double aspect = area.width() / std::max(1.0, area.height());
    auto cols = static_cast<std::int64_t>(std::ceil(std::sqrt(static_cast<double>(count) * aspect)));
    cols = std::clamp<std::int64_t>(cols, 1, count);
    const std::int64_t rows = (count + cols - 1) / cols;
    const double side = std::min(area.width() / static_cast<double>(cols), area.height() / static_cast<double>(rows));
    const double tail = tiling.tailBlocks().value_or(0.0);
    for (std::int64_t i = 0; i < count; ++i) {
        // The scheduler spreads blocks over the SMs before it stacks them.
        const double base = std::floor(tail / static_cast<double>(count));
        const double more = static_cast<double>(i) < tail - base * static_cast<double>(count) ? 1.0 : 0.0;
        layout.sms.push_back({QRectF(area.left() + static_cast<double>(i % cols) * side,
                                     area.top() + static_cast<double>(i / cols) * side, 0.86 * side, 0.86 * side),
                              i, base + more});
    }
}

double layOutBars(KernelLayout& layout, const KernelPicture& picture, const QFontMetricsF& metrics, double left,
                  double y, double width) {
    const double line = metrics.height();
    if (picture.occupancy.empty()) return y;
    layout.occupancy_title = QRectF(left, y, width, line);
    y += line + 4.0;
    const double label = metrics.horizontalAdvance(QStringLiteral("Shared memory")) + kGap;
    // The widest that a row says, in the bold face of the resource that binds.
    const double widest = 1.15 * metrics.horizontalAdvance(QStringLiteral("100.0 %, binds, 228 KiB of 228 KiB"));
    const double value = std::min(0.5 * width, widest + kGap);
    for (std::size_t i = 0; i < picture.occupancy.size(); ++i) {
        KernelRow row;
        row.label = QRectF(left, y, label, line);
        row.bar = QRectF(left + label, y + 0.15 * line, std::max(10.0, width - label - value), 0.7 * line);
        row.value = QRectF(row.bar.right() + kGap, y, value - kGap, line);
        layout.occupancy.push_back(row);
        y += line + 3.0;
    }
    return y + kSection - 3.0;
}

double layOutTime(KernelLayout& layout, const KernelPicture& picture, const KernelPicture* twin, const QFont& font,
                  double left, double y, double width) {
    if (picture.pieces.empty() || !(picture.seconds > 0.0)) return y;
    const double line = QFontMetricsF(font).height();
    layout.time_title = QRectF(left, y, width, line);
    y += line + 4.0;
    const bool with_twin = twin && !twin->pieces.empty();
    const double longest = std::max(picture.seconds, with_twin ? twin->seconds : 0.0);
    const auto pieces = [&](const KernelPicture& of, const QRectF& bar) {
        std::vector<QRectF> places;
        double x = bar.left();
        double sum = 0.0;
        for (const KernelTimePiece& piece : of.pieces)
            sum += piece.seconds;
        for (const KernelTimePiece& piece : of.pieces) {
            const double length = sum > 0.0 ? bar.width() * piece.seconds / sum : 0.0;
            places.emplace_back(x, bar.top(), length, bar.height());
            x += length;
        }
        return places;
    };
    layout.time_bar = QRectF(left, y, width * picture.seconds / longest, 1.4 * line);
    layout.time_pieces = pieces(picture, layout.time_bar);
    y += 1.4 * line + 2.0;
    if (with_twin) {
        layout.time_twin = QRectF(left, y, width * twin->seconds / longest, 0.8 * line);
        layout.twin_pieces = pieces(*twin, layout.time_twin);
        y += 0.8 * line + 2.0;
    }
    // Numbers differ in width: the legend keeps room for the widest.
    Legend legend;
    std::vector<Legend::Entry> entries;
    for (const KernelTimePiece& piece : picture.pieces)
        entries.push_back({kernelWord(piece.part) + QStringLiteral(" 88.88 ms"), [](QPainter&, const QRectF&) {}, {}});
    legend.layOut(std::move(entries), font, width);
    layout.time_legend = QRectF(left, y + 4.0, width, legend.height());
    return layout.time_legend.bottom();
}

} // namespace

double waveOf(const KernelTiling& tiling, double tile) {
    const double tiles = tiling.tiles.value_or(0.0);
    return tiles > 0.0 ? std::floor(tile * tiling.waves.value_or(0.0) / tiles + 1e-9) : 0.0;
}

KernelLayout layOutKernel(const KernelPicture& picture, const KernelPicture* twin, const QFont& font, double width) {
    KernelLayout layout;
    const QFontMetricsF metrics(font);
    const double line = metrics.height();
    const double left = kPadding;
    const double room = std::max(80.0, width - 2 * kPadding);
    double y = kPadding;
    layout.header = QRectF(left, y, room, line);
    y += line + 2.0;
    layout.limit_line = QRectF(left, y, room, line);
    y += line + kSection;

    const auto grid = picture.tiling.grid();
    const bool with_sms = picture.tiling.sms && picture.tiling.waves;
    if (grid || with_sms) {
        const bool beside = room > 34.0 * line && grid && with_sms; // else one below the other
        const double part = beside ? 0.5 * (room - 2 * kGap) : room;
        double bottom = y;
        if (grid) {
            layout.tiles_title = QRectF(left, y, part, line);
            layout.tiles_caption = QRectF(left, y + line, part, line);
            const double aspect =
                std::clamp(picture.tiling.output_cols.value_or(1.0) /
                               (picture.tiling.output_rows.value_or(1.0) * picture.tiling.output_batch.value_or(1.0)),
                           0.2, 5.0);
            const double tallest = std::min(0.62 * part, 15.0 * line);
            const double high = std::min(tallest, part / aspect);
            layout.tiles_area = QRectF(left, y + 2 * line + 4.0, std::min(part, high * aspect), high);
            layOutTiles(layout, picture.tiling, *grid);
            bottom = layout.tiles_area.bottom();
        }
        if (with_sms) {
            const double x = beside ? left + part + 2 * kGap : left;
            double top = beside || !grid ? y : bottom + kSection;
            layout.sms_title = QRectF(x, top, part, line);
            layout.sms_caption = QRectF(x, top + line, part, line);
            top += 2 * line + 4.0;
            layOutSms(layout, picture.tiling, QRectF(x, top, part, std::min(0.4 * part, 9.0 * line)));
            for (const SmCell& sm : layout.sms)
                bottom = std::max(bottom, sm.place.bottom());
        }
        y = bottom + kSection;
    } else {
        layout.untiled = QRectF(left, y, room, line);
        y += line + kSection;
    }
    y = layOutBars(layout, picture, metrics, left, y, room);
    y = layOutTime(layout, picture, twin, font, left, y, room);
    layout.height = y + kPadding;
    return layout;
}

} // namespace strata::views
