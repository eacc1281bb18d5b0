// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/components/components_canvas.h"

#include "views/components/components_painter.h"
#include "views/components/components_text.h"

#include <algorithm>
#include <QKeyEvent>
#include <QMouseEvent>

namespace strata::views {
namespace {

constexpr double kMargins = 16.0;

} // namespace

ComponentsCanvas::ComponentsCanvas(QWidget* parent) : PictureCanvas(parent) {
    setAccessibleName(tr("Components of the device"));
}

void ComponentsCanvas::show(ComponentDrawing drawing, const PictureLook& look) {
    drawing_ = std::move(drawing);
    setLook(look);
    setMinimumSize(drawing_.empty() ? QSize(0, 0) : componentsSize(drawing_, look.font).toSize());
    emit componentChosen(); // its numbers may be others
    repaintPicture();
}

ComponentLayout ComponentsCanvas::places() const {
    const Legend legend = componentsLegend(drawing_, look(), width() - kMargins);
    return layOutComponents(drawing_, look().font, size(), legend.height());
}

std::optional<std::size_t> ComponentsCanvas::chosenRow() const {
    if (!chosen_) return std::nullopt;
    const auto& bars = drawing_.selected.bars;
    const auto found = std::ranges::find(bars, *chosen_, &ComponentBar::name);
    if (found == bars.end()) return std::nullopt;
    return static_cast<std::size_t>(found - bars.begin());
}

const ComponentBar* ComponentsCanvas::chosen() const {
    const auto row = chosenRow();
    return row ? &drawing_.selected.bars[*row] : nullptr;
}

void ComponentsCanvas::paint(QPainter& painter) const {
    if (drawing_.empty()) return;
    paintComponents(painter, drawing_, places(), componentsLegend(drawing_, look(), width() - kMargins), look(),
                    chosenRow());
}

PictureHit ComponentsCanvas::hitAt(const QPointF& position) const {
    return drawing_.empty() ? PictureHit() : componentHit(drawing_, places(), look(), position);
}

void ComponentsCanvas::choose(std::optional<std::size_t> row) {
    chosen_ = row ? std::optional(drawing_.selected.bars[*row].name) : std::nullopt;
    setAccessibleDescription(row ? componentTitle(drawing_.selected.bars[*row], drawing_.titles) : QString());
    emit componentChosen();
    repaintPicture();
}

void ComponentsCanvas::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || drawing_.empty()) return PictureCanvas::mousePressEvent(event);
    const auto at = places().rowAt(event->position());
    choose(at == chosenRow() ? std::nullopt : at);
}

void ComponentsCanvas::keyPressEvent(QKeyEvent* event) {
    const int key = event->key();
    const std::size_t count = drawing_.selected.bars.size();
    const auto row = chosenRow();
    if (key == Qt::Key_Escape && row) return choose({});
    if (count == 0 || (key != Qt::Key_Down && key != Qt::Key_Up)) return PictureCanvas::keyPressEvent(event);
    if (!row) return choose(key == Qt::Key_Down ? 0 : count - 1);
    choose(key == Qt::Key_Down ? (*row + 1) % count : (*row + count - 1) % count);
}

} // namespace strata::views
