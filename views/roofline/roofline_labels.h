// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/estimate.h"

#include <functional>
#include <QLineF>
#include <QLocale>
#include <QRectF>
#include <QString>
#include <QStringList>
#include <vector>

class QFont;
class QFontMetricsF;
class QPainter;

namespace strata::views {

struct Ceiling;
struct Roofline;
struct RooflineOptions;
struct Theme;

/// An operator's name in `room`, its last part alone where the whole is too long ("layers.mlp.up": "up"). Where that is
/// too long as well it is cut if it `must` be there, and empty otherwise: a few letters tell nobody which it is.
QString operatorLabel(const std::string& name, const QFontMetricsF& metrics, double room, bool must);

/// "3.35 TB/s": bandwidths of roofs have decimal prefixes, as datasheets state them.
QString ceilingRate(const Ceiling& ceiling, double rate, const QLocale& locale);

/// The part of a line inside a rectangle; no length where there is none. SVG has no clipping.
QLineF clipped(const QLineF& line, const QRectF& area);

/// Name and bandwidth of a memory level along its line in pixels, where that touches nothing in `taken`; what it covers
/// is added there.
void paintBandwidthLabel(QPainter& painter, const Ceiling& ceiling, const QLineF& line, const QRectF& area,
                         std::vector<QRectF>& taken, const RooflineOptions& options);

/// Names of the arithmetic roofs at the right of the plot. Types of one rate share a label; labels that would touch are
/// moved apart, with a leader to their line.
class RateLabels {
public:
    /// Right of the plot they take at most a share of its width, in which rates go first. In plots of a column's width
    /// only the roofs that operators meet are named, inside; hovering names the others.
    void layOut(const Roofline& roofline, const RooflineOptions& options, double plot_width);
    /// Of the room right of the plot.
    double width() const { return width_; }
    QStringList texts() const;
    /// `y`: pixel of a rate; `taken`: what labels inside must not cover, to which they are added. Roofs outside of the
    /// area have no label.
    void paint(QPainter& painter, const QRectF& area, const std::function<double(double)>& y,
               std::vector<QRectF>& taken, const RooflineOptions& options) const;

private:
    struct Label {
        double rate = 0.0;
        QString text;
    };
    void paintInside(QPainter& painter, const QRectF& area, const std::function<double(double)>& y,
                     std::vector<QRectF>& taken, const RooflineOptions& options) const;

    std::vector<Label> labels_; ///< the highest first
    double width_ = 0.0;
    bool inside_ = false;
};

/// Arrow from the baseline's mark to the selected design's, between the marks' edges and inside the area.
void paintGainArrow(QPainter& painter, QLineF line, double from_radius, double to_radius, const QRectF& area,
                    const RooflineOptions& options);

/// A mark of an operator: the design's shape, the limit's colour and its sign, so that colour is never alone.
void paintOperatorMark(QPainter& painter, const QPointF& centre, double radius, char letter, Category limit, bool faint,
                       const Theme& theme, double line_width);

/// Triangle at the edge for what lies outside of the axes.
void paintOutsideMark(QPainter& painter, const QPointF& wanted, const QRectF& area, const QColor& color, double size);

} // namespace strata::views
