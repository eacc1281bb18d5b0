// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/estimate.h"
#include "views/support/plot/picture_canvas.h"

#include <optional>
#include <QRectF>
#include <QString>
#include <vector>

namespace strata::views {

struct Scene;

/// What the panels are: one workload each, with the designs that run it; one machine each, with what runs on it; or one
/// question each, with the methods that answer it, what was measured and what other tools say.
enum class MultiplesBy { Workload, Machine, Question };

/// A bar of a panel.
struct MultipleBar {
    QString label;
    char letter = 0; ///< of its design; 0: measured, or of another tool
    bool measured = false;
    double value = 0.0, low = 0.0, high = 0.0;
    std::string design; ///< id; empty beside designs
};

struct MultiplePanel {
    QString title;
    std::vector<MultipleBar> bars;
};

/// Small multiples of one metric: all panels share one axis.
struct Multiples {
    std::string metric;
    std::vector<MultiplePanel> panels;
    double most = 1.0; ///< at the end of the axis, of all panels
    bool empty() const { return panels.empty(); }
};
/// Designs without the metric are left out. `most`: end of the axis that the reader chose; nothing: what suits all
/// bars.
Multiples makeMultiples(const Scene& scene, MultiplesBy by, std::optional<double> most = std::nullopt);
Table multiplesTable(const Multiples& multiples);

struct MultiplesLayout {
    struct Panel {
        QRectF place, title, plot;
        std::vector<QRectF> rows;
    };
    QRectF header;
    std::vector<Panel> panels;
    double line = 0.0, most = 1.0;

    double x(const Panel& panel, double value) const { return panel.plot.left() + value / most * panel.plot.width(); }
    /// The panel whose axis (the strip below its plot) is at a point.
    const Panel* axisAt(const QPointF& position) const;
};
MultiplesLayout layOutMultiples(const Multiples& multiples, const QFont& font, const QSizeF& size);
double heightOfMultiples(const Multiples& multiples, const QFont& font, double width);
void paintMultiples(QPainter& painter, const Multiples& multiples, const MultiplesLayout& layout,
                    const PictureLook& look);
PictureHit multiplesHit(const Multiples& multiples, const MultiplesLayout& layout, const PictureLook& look,
                        const QPointF& position);

} // namespace strata::views
