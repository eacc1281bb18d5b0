// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <QString>
#include <QWidget>

namespace strata::views {

/// A value in a box that a drag to the right or the arrow keys take through a list of values, one every few pixels.
/// Escape takes a drag back. Who has the values says how many there are, and is told which one is chosen.
class StepHandle : public QWidget {
    Q_OBJECT

public:
    QSize sizeHint() const override;

protected:
    /// `step_px`: pixels from one value to the next.
    StepHandle(double step_px, const QString& help, QWidget* parent);

    /// Values in their order, and the place of the present one; none: nothing to choose from.
    struct Steps {
        std::size_t count = 0, at = 0;
    };
    virtual Steps steps() = 0;
    /// `gesture`: the same for all choices of one drag; empty for a key.
    virtual void take(std::size_t at, const QString& gesture) = 0;
    virtual QString shownText() const = 0;
    virtual QString longestText() const = 0; ///< that the box has room for
    virtual QString gestureName() const = 0;

    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    bool begin();
    void choose(std::ptrdiff_t by, const QString& gesture);
    QString gesture() const { return gestureName() + QLatin1Char(' ') + QString::number(gestures_); }

    double step_px_;
    Steps steps_; ///< when the drag began
    std::size_t told_ = 0;
    double pressed_x_ = 0.0;
    bool dragging_ = false;
    int gestures_ = 0;
};

} // namespace strata::views
