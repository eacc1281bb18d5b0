// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/pipeline/pipeline_canvas.h"

#include "views/pipeline/pipeline_painter.h"
#include "views/pipeline/pipeline_text.h"

#include <algorithm>
#include <cmath>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>

namespace strata::views {
namespace {

constexpr double kLeastShare = 1e-6;
constexpr double kWheelStep = 1.25; // of one notch
constexpr double kLeastRow = 6.0;   // pixels
constexpr double kOther = 110.0;    // headers, axis, gaps
constexpr double kKeyStep = 0.1;    // of what is shown

} // namespace

PipelineCanvas::PipelineCanvas(QWidget* parent) : PictureCanvas(parent) { setAccessibleName(tr("Pipeline timeline")); }

double wholeSeconds(const Timeline& selected, const Timeline* baseline) {
    return std::max(selected.seconds, baseline != nullptr ? baseline->seconds : 0.0);
}

void PipelineCanvas::show(std::shared_ptr<const Timeline> selected, std::shared_ptr<const Timeline> baseline,
                          bool critical, const PictureLook& look) {
    selected_ = std::move(selected);
    baseline_ = std::move(baseline);
    critical_ = critical;
    setLook(look);
    repaintPicture();
}

void PipelineCanvas::setShown(const TimeRange& shares) {
    TimeRange wanted = shares;
    const double length = std::clamp(wanted.length(), kLeastShare, 1.0);
    wanted.from_s = std::clamp(wanted.from_s, 0.0, 1.0 - length);
    wanted.to_s = wanted.from_s + length;
    if (wanted.from_s == shown_.from_s && wanted.to_s == shown_.to_s) return;
    shown_ = wanted;
    repaintPicture();
    emit rangeChanged();
}

Legend PipelineCanvas::legend() const {
    Legend legend = timelineLegend(*selected_, look(), critical_, width() - 60.0);
    // Where rows would be hairlines, their room is worth more than the words.
    const double rows = static_cast<double>(selected_->stages() + (baseline_ ? baseline_->stages() : 0));
    return height() - legend.height() < kLeastRow * rows + kOther ? Legend() : legend;
}

TimelineLayout PipelineCanvas::places() const {
    const double whole_s = wholeSeconds(*selected_, baseline_.get());
    return layOutTimeline(*selected_, baseline_.get(), {shown_.from_s * whole_s, shown_.to_s * whole_s}, look().font,
                          width(), height(), legend().height());
}

void PipelineCanvas::paint(QPainter& painter) const {
    if (!selected_ || selected_->empty()) return;
    paintTimeline(painter, *selected_, baseline_.get(), places(), legend(), look(), critical_);
}

PictureHit PipelineCanvas::hitAt(const QPointF& position) const {
    if (!selected_ || selected_->empty()) return {};
    const TimelineLayout layout = places();
    const auto place = placeAt(*selected_, baseline_.get(), layout, position);
    if (!place) return {};
    const Timeline& timeline = place->baseline ? *baseline_ : *selected_;
    const TimelineRows& rows = place->baseline ? layout.baseline : layout.selected;
    if (!place->block && layout.secondsAt(position.x()) > timeline.seconds) return {};
    PictureHit hit;
    hit.place = place->block
                    ? blockPlace(timeline, rows, layout, *place->block)
                    : QRectF(position.x() - 1.0, rows.row(place->stage).top(), 2.0, rows.row(place->stage).height());
    hit.text = placeText(timeline, *place, layout, position, look());
    return hit;
}

void PipelineCanvas::zoom(double factor, double around_share) {
    const double around = shown_.from_s + around_share * shown_.length();
    const double length = std::clamp(shown_.length() * factor, kLeastShare, 1.0);
    const double from = around - around_share * length;
    setShown({from, from + length});
}

void PipelineCanvas::move(double by_share) {
    setShown({shown_.from_s + by_share * shown_.length(), shown_.to_s + by_share * shown_.length()});
}

void PipelineCanvas::wheelEvent(QWheelEvent* event) {
    if (!selected_ || selected_->empty()) return event->ignore();
    const QRectF axis = places().axis;
    const double share = std::clamp((event->position().x() - axis.left()) / axis.width(), 0.0, 1.0);
    zoom(std::pow(kWheelStep, -event->angleDelta().y() / 120.0), share);
    event->accept();
}

void PipelineCanvas::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || !selected_) return;
    setFocus(Qt::MouseFocusReason);
    dragging_ = true;
    before_ = shown_;
    pressed_x_ = event->position().x();
}

void PipelineCanvas::mouseMoveEvent(QMouseEvent* event) {
    if (!dragging_) return PictureCanvas::mouseMoveEvent(event);
    const double by = (pressed_x_ - event->position().x()) / places().axis.width() * before_.length();
    setShown({before_.from_s + by, before_.to_s + by});
}

void PipelineCanvas::mouseReleaseEvent(QMouseEvent*) { dragging_ = false; }

void PipelineCanvas::mouseDoubleClickEvent(QMouseEvent*) { setShown({0.0, 1.0}); }

void PipelineCanvas::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
    case Qt::Key_Plus: return zoom(1.0 / kWheelStep, 0.5);
    case Qt::Key_Minus: return zoom(kWheelStep, 0.5);
    case Qt::Key_Left: return move(-kKeyStep);
    case Qt::Key_Right: return move(kKeyStep);
    case Qt::Key_Home: return setShown({0.0, 1.0});
    case Qt::Key_Escape:
        if (!dragging_) break;
        dragging_ = false;
        return setShown(before_);
    default: break;
    }
    PictureCanvas::keyPressEvent(event);
}

} // namespace strata::views
