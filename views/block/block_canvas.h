// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/block/block_layout.h"
#include "views/support/plot/picture_canvas.h"

namespace strata::views {

/// The block on the screen. A click or the arrow keys choose an instruction, Escape chooses none.
class BlockCanvas : public PictureCanvas {
    Q_OBJECT

public:
    explicit BlockCanvas(QWidget* parent);

    void show(BlockPicture picture, std::optional<BlockPicture> baseline, const PictureLook& look);
    using QWidget::show;
    const BlockPicture& picture() const { return picture_; }
    BlockLayout places() const;
    std::optional<std::size_t> chosen() const { return chosen_; }

signals:
    void instructionChosen(const std::optional<std::size_t>& instruction);

protected:
    void paint(QPainter& painter) const override;
    PictureHit hitAt(const QPointF& position) const override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    const BlockPicture* twin() const { return baseline_ ? &*baseline_ : nullptr; }
    void choose(std::optional<std::size_t> instruction);

    BlockPicture picture_;
    std::optional<BlockPicture> baseline_;
    std::optional<std::size_t> chosen_;
};

} // namespace strata::views
