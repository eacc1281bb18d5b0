// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace strata::views {

class SensitivityView;

/// The surface of the sensitivity view. Arrow keys walk through the parameters, Enter goes to one.
class SensitivityCanvas : public QWidget {
    Q_OBJECT

public:
    explicit SensitivityCanvas(SensitivityView& view);

    int current() const { return current_; }
    void setCurrent(int row);
    QRectF area() const;

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    int rowAt(const QPointF& position) const;
    void choose(int row);

    SensitivityView& view_;
    int current_ = -1;
};

} // namespace strata::views
