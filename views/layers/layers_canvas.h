// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/registry.h"
#include "views/layers/layers_layout.h"
#include "views/support/plot/picture_canvas.h"

namespace strata::views {

/// The layers on the screen: a click on another method, or a drag of it to its layer, puts it in place; the arrow keys
/// walk, Enter puts, Delete takes the usual method again.
class LayersCanvas : public PictureCanvas {
    Q_OBJECT

public:
    explicit LayersCanvas(QWidget* parent);

    void show(LayersDrawing drawing, const Registry& registry, const PictureLook& look);
    using QWidget::show;
    const LayersDrawing& drawing() const { return drawing_; }
    LayersLayout places() const;
    std::size_t current() const { return current_; }
    void setCurrent(std::size_t step);

signals:
    void methodChosen(std::size_t step, const QString& method);

protected:
    void paint(QPainter& painter) const override;
    void paintOver(QPainter& painter) const override;
    PictureHit hitAt(const QPointF& position) const override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    /// A method that is held.
    struct Held {
        LayersRow row;
        QPointF from, at;
        bool moved() const;
    };
    void choose(const LayersRow& row);
    void walk(int direction);

    LayersDrawing drawing_;
    const Registry* registry_ = &builtinRegistry();
    std::size_t current_ = 0;         ///< layer whose methods are shown where there is little room
    std::optional<std::size_t> line_; ///< row under the keyboard
    std::optional<Held> held_;
};

} // namespace strata::views
