// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/explore/cloud_grid.h"
#include "views/parallel/parallel_painter.h"

#include <algorithm>
#include <cmath>

namespace strata::views {
namespace {

constexpr double kFaintest = 0.12;
constexpr int kBins = ParallelData::kBins;

/// Calls put(cell) for the cells that the line of a pair of bins crosses: one a column, or where `whole` all of them,
/// so that a steep line of few rows is not dashed.
template <class Put>
void rasterize(int pair, const QSize& cells, bool whole, Put put) {
    const int a = pair / kBins, b = pair % kBins;
    const float per_bin = static_cast<float>(cells.height() - 1) / (kBins - 1);
    const float from = static_cast<float>(kBins - 1 - a) * per_bin + 0.5F;
    const float step = static_cast<float>(a - b) * per_bin / static_cast<float>(std::max(1, cells.width() - 1));
    const auto lineAt = [&](int column) {
        return std::clamp(static_cast<int>(from + step * static_cast<float>(column)), 0, cells.height() - 1);
    };
    for (int column = 0; column < cells.width(); ++column) {
        const int line = lineAt(column);
        put(static_cast<std::size_t>(line * cells.width() + column));
        const int next = whole && column + 1 < cells.width() ? lineAt(column + 1) : line;
        for (int l = std::min(line, next) + 1; l < std::max(line, next); ++l)
            put(static_cast<std::size_t>(l * cells.width() + column));
    }
}

std::size_t sizeOf(const QSize& cells) {
    return static_cast<std::size_t>(cells.width()) * static_cast<std::size_t>(cells.height());
}

std::vector<unsigned char> crossed(const std::vector<std::uint32_t>& counts, const QSize& cells, bool whole) {
    std::vector<unsigned char> result(sizeOf(cells), 0);
    for (int pair = 0; pair < kBins * kBins; ++pair)
        if (counts[static_cast<std::size_t>(pair)] != 0)
            rasterize(pair, cells, whole, [&](std::size_t cell) { result[cell] = 1; });
    return result;
}

/// Of the rows that cross each cell.
struct Sums {
    std::vector<float> rows;
    std::vector<float> colored, colors; ///< empty: no colour
};

Sums sumsOf(const ParallelData::Gap& gap, const QSize& cells, bool whole) {
    Sums sums{std::vector<float>(sizeOf(cells), 0.0F), {}, {}};
    const bool colored = !gap.colors.empty();
    if (colored) sums.colored = sums.colors = sums.rows;
    for (int pair = 0; pair < kBins * kBins; ++pair) {
        const auto at = static_cast<std::size_t>(pair);
        if (gap.shown[at] == 0) continue;
        const auto rows = static_cast<float>(gap.shown[at]);
        rasterize(pair, cells, whole, [&](std::size_t cell) { sums.rows[cell] += rows; });
        if (!colored) continue;
        const auto with = static_cast<float>(gap.colored[at]), of = static_cast<float>(gap.colors[at]);
        rasterize(pair, cells, whole, [&](std::size_t cell) {
            sums.colored[cell] += with;
            sums.colors[cell] += of;
        });
    }
    return sums;
}

QImage draw(const ParallelData::Gap& gap, const QSize& cells, const Theme& theme,
            const std::vector<unsigned char>& ground, bool infeasible, bool whole) {
    const Sums sums = sumsOf(gap, cells, whole);
    const auto barred = infeasible ? crossed(gap.infeasible, cells, whole) : std::vector<unsigned char>();
    const float strongest = std::log1p(*std::ranges::max_element(sums.rows));
    const Palette palette = paletteOf();
    const QRgb plain = cloudColor(theme).rgb();
    const QRgb hidden = withAlpha(hiddenColor(theme).rgb(), 0.5), never = withAlpha(theme.warning.rgb(), 0.3);
    QImage image(cells, QImage::Format_ARGB32_Premultiplied);
    std::size_t at = 0;
    for (int line = 0; line < cells.height(); ++line) {
        auto* pixels = reinterpret_cast<QRgb*>(image.scanLine(line));
        for (int column = 0; column < cells.width(); ++column, ++at) {
            if (sums.rows[at] > 0.0F) {
                const double share = static_cast<double>(std::log1p(sums.rows[at]) / strongest);
                const bool colored = !sums.colors.empty() && sums.colored[at] > 0.0F;
                const auto mean = colored ? static_cast<std::size_t>(sums.colors[at] / sums.colored[at] + 0.5F) : 0;
                const QRgb color = colored ? palette[std::min<std::size_t>(mean, kColors - 1)] : plain;
                pixels[column] = withAlpha(color, kFaintest + (1.0 - kFaintest) * share * share);
            } else if (infeasible && barred[at] != 0) {
                pixels[column] = never;
            } else {
                pixels[column] = !ground.empty() && ground[at] != 0 ? hidden : 0;
            }
        }
    }
    return image;
}

} // namespace

const QImage& GapPictures::picture(const ParallelData::Gap& gap, const QSize& cells, const Theme& theme, bool filtered,
                                   bool infeasible) {
    const QRgb look = cloudColor(theme).rgb();
    std::uint64_t rows = 0;
    for (const std::uint32_t count : gap.feasible)
        rows += count;
    const bool whole = rows <= kMostMarks;
    // The picture itself, or one of the same rows under another filter.
    auto found = std::ranges::find(entries_, gap.version, &Entry::version);
    if (found == entries_.end()) {
        found = std::ranges::find_if(
            entries_, [&](const Entry& entry) { return entry.ground_version == gap.ground && !entry.used; });
    }
    if (found == entries_.end()) found = entries_.insert(entries_.end(), Entry{});
    Entry& entry = *found;
    const bool same_size = entry.image.size() == cells;
    const bool same = entry.version == gap.version && same_size && entry.look == look && entry.filtered == filtered &&
                      entry.infeasible == infeasible;
    entry.used = true;
    if (same) return entry.image;
    if (entry.ground_version != gap.ground || !same_size) entry.ground.clear();
    if (filtered && entry.ground.empty()) entry.ground = crossed(gap.feasible, cells, whole);
    entry.image = draw(gap, cells, theme, filtered ? entry.ground : std::vector<unsigned char>(), infeasible, whole);
    entry.version = gap.version;
    entry.ground_version = gap.ground;
    entry.look = look;
    entry.filtered = filtered;
    entry.infeasible = infeasible;
    return entry.image;
}

void GapPictures::forgetOthers() {
    std::erase_if(entries_, [](const Entry& entry) { return !entry.used; });
    for (Entry& entry : entries_)
        entry.used = false;
}

} // namespace strata::views
