// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/block/block_canvas.h"

#include "views/block/block_painter.h"
#include "views/block/block_text.h"

#include <QKeyEvent>
#include <QMouseEvent>

namespace strata::views {

BlockCanvas::BlockCanvas(QWidget* parent) : PictureCanvas(parent) { setAccessibleName(tr("Instructions by port")); }

void BlockCanvas::show(BlockPicture picture, std::optional<BlockPicture> baseline, const PictureLook& look) {
    picture_ = std::move(picture);
    baseline_ = std::move(baseline);
    setLook(look);
    setMinimumSize(picture_.empty() ? QSize(0, 0) : blockSize(picture_, look.font).toSize());
    if (chosen_ && *chosen_ >= picture_.instructions.size())
        choose({});
    else
        emit instructionChosen(chosen_); // another block may stand there now
    repaintPicture();
}

BlockLayout BlockCanvas::places() const { return layOutBlock(picture_, twin(), look().font, size()); }

void BlockCanvas::paint(QPainter& painter) const {
    if (!picture_.empty()) paintBlock(painter, picture_, twin(), places(), look(), chosen_);
}

PictureHit BlockCanvas::hitAt(const QPointF& position) const {
    return picture_.empty() ? PictureHit() : blockHit(picture_, twin(), places(), look(), position);
}

void BlockCanvas::choose(std::optional<std::size_t> instruction) {
    chosen_ = instruction;
    setAccessibleDescription(chosen_ ? instructionTitle(picture_.instructions[*chosen_]) : QString());
    emit instructionChosen(chosen_);
    repaintPicture();
}

void BlockCanvas::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || picture_.empty()) return PictureCanvas::mousePressEvent(event);
    const auto at = places().instructionAt(event->position(), picture_.instructions.size());
    choose(at == chosen_ ? std::nullopt : at);
}

void BlockCanvas::keyPressEvent(QKeyEvent* event) {
    const int key = event->key();
    const std::size_t count = picture_.instructions.size();
    if (key == Qt::Key_Escape && chosen_) return choose({});
    if (count == 0 || (key != Qt::Key_Down && key != Qt::Key_Up)) return PictureCanvas::keyPressEvent(event);
    if (!chosen_) return choose(key == Qt::Key_Down ? 0 : count - 1);
    choose(key == Qt::Key_Down ? (*chosen_ + 1) % count : (*chosen_ + count - 1) % count);
}

} // namespace strata::views
