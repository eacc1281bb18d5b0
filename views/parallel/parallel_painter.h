// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/explore/explore_look.h"
#include "views/parallel/parallel_data.h"

#include <cstdint>
#include <QImage>
#include <QRectF>
#include <vector>

class QPainter;

namespace strata::views {

/// Pictures of the gaps between axes, kept as long as they hold.
class GapPictures {
public:
    /// @param cells size of the picture
    const QImage& picture(const ParallelData::Gap& gap, const QSize& cells, const Theme& theme, bool filtered,
                          bool infeasible);
    /// Forgets those that were not asked for since the last call.
    void forgetOthers();

private:
    struct Entry {
        unsigned version = 0, ground_version = 0;
        QRgb look = 0;
        bool filtered = false, infeasible = false, used = false;
        QImage image;
        std::vector<unsigned char> ground; ///< cells that feasible rows cross
    };
    std::vector<Entry> entries_;
};

/// Where axes stand in a rectangle, and how rows and axes are drawn there. Places in the painter's units.
struct ParallelPicture {
    const Exploration* run = nullptr;
    const ParallelData* data = nullptr;
    const std::vector<std::uint32_t>* front = nullptr; ///< drawn crisp on top
    const ScaledColumn* color = nullptr;               ///< of lines; null: all alike
    GapPictures* gaps = nullptr;                       ///< null: nothing is kept
    bool infeasible = false;                           ///< these as lines as well
    ExploreLook look;
    QRectF area; ///< from the first to the last axis, between their ends

    bool slanted = false; ///< titles and ends, where they have no room side by side

    static QRectF areaIn(const QRectF& rectangle, const QFont& font);
    static QRectF slantedAreaIn(const QRectF& rectangle, const QFont& font);
    /// Titles and ends of so many axes would be cut short.
    static bool tooNarrow(double width, std::size_t axes, const QFont& font);
    static double slantedRoom(const QFont& font); ///< height of slanted titles
    double x(std::size_t axis) const;
    /// How far right of its axis a slanted title runs, `above` units over the axis' end; 0 for titles side by side.
    double slantAt(double above) const;
    double y(double share) const { return area.bottom() - share * area.height(); }
    double shareAt(double y_place) const { return (area.bottom() - y_place) / area.height(); }
};

/// Up to so many rows are single lines; more are a picture of how many run where.
inline constexpr std::size_t kMostLines = 1000;

void paintLines(QPainter& painter, const ParallelPicture& picture);
/// Axes with titles, ends, brushed ranges. `active`: the axis that keys act on; -1: none.
void paintAxes(QPainter& painter, const ParallelPicture& picture, int active);
/// One row on top of the others.
void paintRow(QPainter& painter, const ParallelPicture& picture, std::size_t row, const QColor& color, double width);

} // namespace strata::views
