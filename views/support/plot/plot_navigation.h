// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointF>

class QCPAxis;
class QCustomPlot;

namespace strata::views {

/// Zoom and pan on a plot by mouse: the wheel over the axes' rectangle zooms both directions around the pointer, over
/// the labels of one axis only that one; dragging pans likewise. Axes may be told to stay. A click that does not move
/// is no drag.
class PlotNavigation : public QObject {
    Q_OBJECT

public:
    PlotNavigation(QCustomPlot* plot, bool horizontal, bool vertical);
    ~PlotNavigation() override;

    /// Keys: by a factor around the middle; below 1 zooms in.
    void zoom(double factor);
    bool dragging() const { return moved_; }

signals:
    /// The reader has moved an axis.
    void moved();
    void clicked(const QPointF& position);
    void doubleClicked(const QPointF& position);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Target {
        bool horizontal = false;
        bool vertical = false;
    };
    Target targetAt(const QPointF& position) const;
    void zoomAxes(const Target& target, double factor, const QPointF& around);
    void panAxes(const Target& target, const QPointF& from, const QPointF& to);

    QCustomPlot* plot_;
    Target allowed_;
    Target target_;
    QPointF pressed_;
    QPointF last_;
    bool down_ = false;
    bool moved_ = false;
};

} // namespace strata::views
