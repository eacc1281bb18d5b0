// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/support/base/toolbar.h"
#include "views/support/base/view.h"
#include "views/support/plot/picture_canvas.h"

class QLabel;

namespace strata::views {

/// The estimate of a design that can exist; nullptr where there is none.
const Estimate* validEstimate(const DesignState* design);
/// The estimate of a design, also of one that cannot exist: its tables may tell why.
const Estimate* anyEstimate(const DesignState* design);

/// A view of one painted picture: toolbar, canvas, or a sentence in its place. The canvas is made by the
/// view.
class PictureView : public View {
    Q_OBJECT

public:
    PictureView(ViewToolBar::Items items, QWidget* parent);

protected:
    /// Call once, in the constructor.
    void setCanvas(PictureCanvas* canvas);
    ViewToolBar* toolbar() const { return toolbar_; }
    /// A sentence in place of the picture; empty: the picture.
    void showMessage(const QString& text);

    /// How pictures look on the screen, and in a figure.
    PictureLook look() const;
    PictureLook figureLook(const FigureStyle& style) const;

private:
    void copyNumbers() const;

    ViewToolBar* toolbar_;
    PictureCanvas* canvas_ = nullptr;
    QLabel* message_;
};

} // namespace strata::views
