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

/// A view of one painted picture: toolbar, canvas, or a sentence in its place; below it the evidence for what the
/// reader has picked. The canvas is made by the view.
class PictureView : public View {
    Q_OBJECT

public:
    PictureView(ViewToolBar::Items items, QWidget* parent);

protected:
    /// A picture fills the view, or is as large as it needs to be and scrolls.
    enum class Room { Fills, Scrolls };
    /// Call once, in the constructor.
    void setCanvas(PictureCanvas* canvas, Room room = Room::Fills);
    ViewToolBar* toolbar() const { return toolbar_; }
    /// A sentence in place of the picture; empty: the picture.
    void showMessage(const QString& text);
    /// Words below the picture; they can be selected.
    void showEvidence(const QString& title, const QStringList& lines);
    void hideEvidence();

    /// How pictures look on the screen, and in a figure.
    PictureLook look() const;
    PictureLook figureLook(const FigureStyle& style) const;
    /// The font, smaller where a picture that wants `wanted` gets only `width`.
    static QFont fontWithin(const QFont& font, double wanted, double width);

private:
    void copyNumbers() const;

    ViewToolBar* toolbar_;
    PictureCanvas* canvas_ = nullptr;
    QWidget* shown_ = nullptr; ///< the canvas, or what it scrolls in
    QLabel* message_;
    QLabel* evidence_;
};

} // namespace strata::views
