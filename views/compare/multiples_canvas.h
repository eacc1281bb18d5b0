// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/compare/multiples_data.h"

namespace strata::views {

/// Small multiples on the screen: a drag of any axis stretches all of them, a double click fits them again; plus, minus
/// and 0 do the same.
class MultiplesCanvas : public PictureCanvas {
    Q_OBJECT

public:
    explicit MultiplesCanvas(QWidget* parent);

    void show(Multiples multiples, const PictureLook& look);
    using QWidget::show;
    const Multiples& multiples() const { return multiples_; }
    MultiplesLayout places() const;

signals:
    /// The end of the common axis; 0: what suits all bars.
    void axisMoved(double most);

protected:
    void paint(QPainter& painter) const override;
    PictureHit hitAt(const QPointF& position) const override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void moveTo(double most);

    /// An axis that is held: the value that stays under the pointer.
    struct Held {
        double left = 0.0, width = 1.0, value = 0.0, before = 1.0;
    };
    Multiples multiples_;
    std::optional<Held> held_;
};

} // namespace strata::views
