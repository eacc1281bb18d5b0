// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/components/components_layout.h"

namespace strata::views {

/// The components on the screen. A click or the arrow keys choose one, Escape chooses none.
class ComponentsCanvas : public PictureCanvas {
    Q_OBJECT

public:
    explicit ComponentsCanvas(QWidget* parent);

    void show(ComponentDrawing drawing, const PictureLook& look);
    using QWidget::show;
    const ComponentDrawing& drawing() const { return drawing_; }
    ComponentLayout places() const;
    const ComponentBar* chosen() const; ///< nullptr where none is

signals:
    void componentChosen();

protected:
    void paint(QPainter& painter) const override;
    PictureHit hitAt(const QPointF& position) const override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    std::optional<std::size_t> chosenRow() const;
    void choose(std::optional<std::size_t> row);

    ComponentDrawing drawing_;
    std::optional<Message> chosen_; ///< its name, which another device may have as well
};

} // namespace strata::views
