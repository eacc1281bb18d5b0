// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/cluster/cluster_canvas.h"

#include "views/cluster/cluster_text.h"

#include <algorithm>
#include <cmath>
#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>

namespace strata::views {
namespace {

constexpr double kLeastZoom = 0.005;
constexpr double kWheelStep = 1.25;

} // namespace

ClusterCanvas::ClusterCanvas(QWidget* parent) : PictureCanvas(parent) {
    setAccessibleName(tr("Fabric and groups of ranks"));
}

void ClusterCanvas::show(std::shared_ptr<const ClusterPicture> picture, const ChosenGroup& chosen,
                         const PictureLook& look) {
    picture_ = std::move(picture);
    chosen_ = chosen;
    setLook(look);
    repaintPicture();
}

ClusterLayout ClusterCanvas::places() const {
    const Legend legend = clusterLegend(*picture_, look(), width() - 16.0);
    return layOutCluster(*picture_, look().font, size(), legend.height(), zoom_);
}

void ClusterCanvas::setZoom(const QRectF& shares) {
    const double side = std::clamp(shares.width(), kLeastZoom, 1.0);
    const QRectF wanted(std::clamp(shares.left(), 0.0, 1.0 - side), std::clamp(shares.top(), 0.0, 1.0 - side), side,
                        side);
    if (wanted == zoom_) return;
    zoom_ = wanted;
    repaintPicture();
}

void ClusterCanvas::paint(QPainter& painter) const {
    if (!picture_ || picture_->empty()) return;
    const Legend legend = clusterLegend(*picture_, look(), width() - 16.0);
    paintCluster(painter, *picture_, places(), chosen_, legend, look());
}

PictureHit ClusterCanvas::hitAt(const QPointF& position) const {
    if (!picture_ || picture_->empty()) return {};
    return clusterHit(*picture_, places(), look(), position);
}

void ClusterCanvas::zoomBy(double factor, const QPointF& around) {
    const double side = std::clamp(zoom_.width() * factor, kLeastZoom, 1.0);
    const QPointF at(zoom_.left() + around.x() * zoom_.width(), zoom_.top() + around.y() * zoom_.height());
    setZoom(QRectF(at.x() - around.x() * side, at.y() - around.y() * side, side, side));
}

void ClusterCanvas::wheelEvent(QWheelEvent* event) {
    if (!picture_ || picture_->empty()) return event->ignore();
    const QRectF shown = places().shown;
    const QPointF share((event->position().x() - shown.left()) / shown.width(),
                        (event->position().y() - shown.top()) / shown.height());
    zoomBy(std::pow(kWheelStep, -event->angleDelta().y() / 120.0),
           {std::clamp(share.x(), 0.0, 1.0), std::clamp(share.y(), 0.0, 1.0)});
    event->accept();
}

void ClusterCanvas::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || !picture_ || picture_->empty()) return;
    setFocus(Qt::MouseFocusReason);
    down_ = true;
    moved_ = false;
    pressed_ = event->position();
    before_ = zoom_;
}

void ClusterCanvas::mouseMoveEvent(QMouseEvent* event) {
    if (!down_) return PictureCanvas::mouseMoveEvent(event);
    const QPointF by = event->position() - pressed_;
    moved_ = moved_ || by.manhattanLength() >= QApplication::startDragDistance();
    if (!moved_) return;
    const QRectF shown = places().shown;
    setZoom(before_.translated(-by.x() / shown.width() * before_.width(), -by.y() / shown.height() * before_.height()));
}

void ClusterCanvas::mouseReleaseEvent(QMouseEvent* event) {
    if (!down_) return;
    down_ = false;
    if (moved_) return;
    const auto place = clusterPlaceAt(*picture_, places(), event->position());
    if (!place) return;
    const std::uint64_t per_cell = picture_->per_domain * places().domains_per_cell;
    emit rankChosen(place->rank.value_or(place->cell * per_cell));
}

void ClusterCanvas::mouseDoubleClickEvent(QMouseEvent*) { setZoom({0, 0, 1, 1}); }

void ClusterCanvas::keyPressEvent(QKeyEvent* event) {
    const auto choose = [this](std::int64_t step) {
        const auto last = static_cast<std::int64_t>(picture_->devices) - 1;
        const auto rank = std::clamp<std::int64_t>(static_cast<std::int64_t>(chosen_.rank) + step, 0, last);
        emit rankChosen(static_cast<quint64>(rank));
    };
    const bool any = picture_ && !picture_->empty();
    switch (any ? event->key() : 0) {
    case Qt::Key_Plus: return zoomBy(1.0 / kWheelStep, {0.5, 0.5});
    case Qt::Key_Minus: return zoomBy(kWheelStep, {0.5, 0.5});
    case Qt::Key_Home: return setZoom({0, 0, 1, 1});
    case Qt::Key_Right: return choose(1);
    case Qt::Key_Left: return choose(-1);
    case Qt::Key_Down: return choose(static_cast<std::int64_t>(picture_->per_domain));
    case Qt::Key_Up: return choose(-static_cast<std::int64_t>(picture_->per_domain));
    default: PictureCanvas::keyPressEvent(event);
    }
}

} // namespace strata::views
