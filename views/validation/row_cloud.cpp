// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/validation/row_cloud.h"

#include "views/support/theme/marker.h"

#include <qcustomplot.h>

namespace strata::views {
namespace {

constexpr qsizetype kMostVectors = 3000;
constexpr double kStampSize = 2.0 * kMarkRadius + 3.0;

void paintMark(QPainter& painter, const QPointF& centre, const CloudGroup& group, double line_width) {
    painter.setPen(QPen(group.color.darker(120), 0.6 * line_width));
    painter.setBrush(group.color);
    paintMarker(painter, centre, kMarkRadius, group.letter == 0 ? 'A' : group.letter);
}

/// A marker as a picture: the fastest way to draw many points.
QImage stampOf(const CloudGroup& group, double line_width, double ratio) {
    QImage picture(QSize(qCeil(kStampSize * ratio), qCeil(kStampSize * ratio)), QImage::Format_ARGB32_Premultiplied);
    picture.setDevicePixelRatio(ratio);
    picture.fill(Qt::transparent);
    QPainter painter(&picture);
    painter.setRenderHint(QPainter::Antialiasing);
    paintMark(painter, QPointF(kStampSize / 2, kStampSize / 2), group, line_width);
    return picture;
}

class CloudItem : public QCPAbstractItem {
public:
    CloudItem(QCustomPlot* plot, std::vector<CloudGroup> groups, double line_width, double pixels_per_unit)
        : QCPAbstractItem(plot), groups_(std::move(groups)), line_width_(line_width),
          pixels_per_unit_(pixels_per_unit) {
        setSelectable(false);
    }
    double selectTest(const QPointF&, bool, QVariant*) const override { return -1; }

protected:
    void draw(QCPPainter* painter) override {
        qsizetype marks = 0;
        for (const CloudGroup& group : groups_)
            marks += group.x.size();
        painter->setAntialiasing(false);
        painter->setRenderHint(QPainter::Antialiasing, true);
        if (marks <= kMostVectors) {
            forEachInside([&](const CloudGroup& group, const QPointF& centre) {
                paintMark(*painter, centre, group, line_width_);
            });
            return;
        }
        const QRect area = mParentPlot->axisRect()->rect();
        QImage picture((QSizeF(area.size()) * pixels_per_unit_).toSize(), QImage::Format_ARGB32_Premultiplied);
        picture.fill(Qt::transparent);
        {
            QPainter stamps(&picture);
            stamps.scale(pixels_per_unit_, pixels_per_unit_);
            stamps.translate(-area.topLeft());
            const CloudGroup* last = nullptr;
            QImage stamp;
            forEachInside([&](const CloudGroup& group, const QPointF& centre) {
                if (&group != last) stamp = stampOf(group, line_width_, pixels_per_unit_);
                last = &group;
                stamps.drawImage(centre - QPointF(kStampSize / 2, kStampSize / 2), stamp);
            });
        }
        painter->drawImage(QRectF(area), picture);
    }

private:
    template <typename Paint>
    void forEachInside(Paint paint) const {
        const QRectF inside(mParentPlot->axisRect()->rect());
        for (const CloudGroup& group : groups_) {
            for (qsizetype i = 0; i < group.x.size(); ++i) {
                const QPointF centre(mParentPlot->xAxis->coordToPixel(group.x[i]),
                                     mParentPlot->yAxis->coordToPixel(group.y[i]));
                if (inside.contains(centre)) paint(group, centre);
            }
        }
    }

    std::vector<CloudGroup> groups_;
    double line_width_;
    double pixels_per_unit_;
};

} // namespace

void addCloud(QCustomPlot& plot, std::vector<CloudGroup> groups, double line_width, double pixels_per_unit) {
    if (pixels_per_unit > 0.0) {
        new CloudItem(&plot, std::move(groups), line_width, pixels_per_unit); // the plot owns its items
        return;
    }
    for (const CloudGroup& group : groups) {
        QCPGraph* graph = plot.addGraph();
        graph->setData(group.x, group.y);
        graph->setLineStyle(QCPGraph::lsNone);
        graph->setAdaptiveSampling(true);
        graph->setScatterStyle(
            QCPScatterStyle(QPixmap::fromImage(stampOf(group, line_width, plot.bufferDevicePixelRatio()))));
    }
}

void removeClouds(QCustomPlot& plot) {
    for (int i = plot.itemCount(); i-- > 0;)
        if (dynamic_cast<CloudItem*>(plot.item(i)) != nullptr) plot.removeItem(i);
}

} // namespace strata::views
