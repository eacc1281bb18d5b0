// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>
#include <QPointF>
#include <QWidget>

namespace strata::views {

/// A picture that functions paint and explain; knows the mouse: a handle that is dragged sideways, zoom, pan, clicks.
class PlotCanvas : public QWidget {
    Q_OBJECT

public:
    explicit PlotCanvas(QWidget* parent = nullptr);

    std::function<void(QPainter&, const QRectF&)> picture;
    std::function<QString(const QPointF&)> answer;             ///< rich text for a place; empty: nothing stands there
    std::function<std::optional<double>(const QPointF&)> grip; ///< x of the handle under a place
    /// Puts back what a drag of the handle has changed; false where there is none.
    bool cancelDrag();
    static constexpr double kReach = 6.0; ///< of a handle, in pixels to either side

signals:
    void handlePressed();
    void handleMoved(double x);
    void handleReleased();
    void handleCancelled();
    void zoomed(double factor, double x);
    void panned(double pixels);
    void clicked(const QPointF& position);
    void doubleClicked(const QPointF& position);

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    enum class Drag { None, Pressed, Handle, Pan };
    Drag drag_ = Drag::None;
    QPointF pressed_, last_;
    double offset_ = 0.0; ///< of the pointer from the handle that it took
};

} // namespace strata::views
