// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/validation/drift_canvas.h"

#include <algorithm>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

namespace strata::views {
namespace {

constexpr double kMargins = 16.0, kLeastDrag = 6.0;

} // namespace

DriftCanvas::DriftCanvas(QWidget* parent) : PictureCanvas(parent) {
    setObjectName(QStringLiteral("drift"));
    setAccessibleName(tr("Drift of kept results"));
}

void DriftCanvas::show(const std::vector<assess::ResultRecord>& records, const PictureLook& look) {
    records_ = records;
    setLook(look);
    rebuild();
}

void DriftCanvas::rebuild() {
    picture_ = makeDrift(records_, from_, to_);
    repaintPicture();
}

void DriftCanvas::setDays(const std::string& from, const std::string& to) {
    from_ = from;
    to_ = to;
    rebuild();
}

Legend DriftCanvas::legend() const { return driftLegend(picture_, look(), width() - kMargins); }

DriftLayout DriftCanvas::places() const { return layOutDrift(picture_, look().font, size(), legend().height()); }

void DriftCanvas::paint(QPainter& painter) const {
    if (!picture_.empty()) paintDrift(painter, picture_, places(), legend(), look());
}

void DriftCanvas::paintOver(QPainter& painter) const {
    if (!pressed_ || !reached_) return;
    QColor shade = look().theme.accent;
    shade.setAlpha(48);
    const QRectF plot = places().plot;
    painter.fillRect(QRectF(QPointF(std::min(*pressed_, *reached_), plot.top()),
                            QPointF(std::max(*pressed_, *reached_), plot.bottom())),
                     shade);
}

PictureHit DriftCanvas::hitAt(const QPointF& position) const {
    return picture_.empty() || pressed_ ? PictureHit() : driftHit(picture_, places(), look(), position);
}

void DriftCanvas::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || picture_.empty()) return PictureCanvas::mousePressEvent(event);
    setFocus(Qt::MouseFocusReason);
    pressed_ = event->position().x();
}

void DriftCanvas::mouseMoveEvent(QMouseEvent* event) {
    if (!pressed_) return PictureCanvas::mouseMoveEvent(event);
    reached_ = event->position().x();
    update();
}

void DriftCanvas::mouseReleaseEvent(QMouseEvent* event) {
    if (!pressed_) return PictureCanvas::mouseReleaseEvent(event);
    const double from = std::min(*pressed_, event->position().x()), to = std::max(*pressed_, event->position().x());
    pressed_.reset();
    reached_.reset();
    update();
    if (to - from < kLeastDrag || picture_.days.empty()) return;
    const DriftLayout layout = places();
    setDays(picture_.days[layout.dayAt(picture_, from)], picture_.days[layout.dayAt(picture_, to)]);
}

void DriftCanvas::mouseDoubleClickEvent(QMouseEvent*) {
    pressed_.reset();
    setDays({}, {});
}

void DriftCanvas::keyPressEvent(QKeyEvent* event) {
    if (event->key() != Qt::Key_Escape || (from_.empty() && to_.empty())) return PictureCanvas::keyPressEvent(event);
    setDays({}, {});
}

} // namespace strata::views
