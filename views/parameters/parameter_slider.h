// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointF>
#include <QSlider>
#include <vector>

namespace strata::views {

/// A metric over the slider's positions.
struct SliderCurve {
    std::vector<QPointF> points; ///< position, and the metric from 0 at its smallest to 1; NaN for a gap
    bool stale = false;          ///< of values that have changed meanwhile
};

/// A flat slider: a press anywhere grabs the handle, Esc during a drag takes it back, Shift with arrows goes ten steps.
class ParameterSlider : public QSlider {
    Q_OBJECT

public:
    explicit ParameterSlider(QWidget* parent = nullptr);

    /// Where the catalog's value lies; a small tick.
    void setCatalogPosition(int position);
    /// Drawn behind the groove.
    void setCurve(SliderCurve curve);
    void markCurveStale();
    const SliderCurve& curve() const { return curve_; }
    /// Middle of the handle at a position, in widget coordinates.
    int handleX(int position) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void dragStarted();
    void dragFinished();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    int positionAt(int x) const;
    void finishDrag();
    void paintCurve(QPainter& painter) const;

    SliderCurve curve_;
    int catalog_ = -1;
    int grab_offset_ = 0;
    int before_drag_ = 0;
};

} // namespace strata::views
