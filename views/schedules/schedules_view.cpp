// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/schedules/schedules_view.h"

#include "views/schedules/schedules_painter.h"
#include "views/support/base/view_state.h"

#include <nlohmann/json.hpp>
#include <QPainter>
#include <QToolButton>

namespace strata::views {
namespace {

constexpr double kMostSamples = 1e9; ///< that a session may name

} // namespace

SchedulesView::SchedulesView(QWidget* parent) : PictureView(ViewToolBar::Items(), parent) {
    setAccessibleName(tr("Schedules"));
    open_ = new QToolButton(toolbar());
    open_->setToolTip(tr("Opens tuning configurations with their times: a table, or a cache of Kernel Tuner"));
    sample_ = new QToolButton(toolbar());
    sample_->setObjectName(QStringLiteral("sample"));
    sample_->setText(tr("Sample"));
    sample_->setToolTip(tr("Opens measurements of a blocked matrix product that come with Strata"));
    toolbar()->extras()->addWidget(open_);
    toolbar()->extras()->addWidget(sample_);
    canvas_ = new SchedulesCanvas(this);
    setCanvas(canvas_);
    connect(open_, &QToolButton::clicked, this, &SchedulesView::fileRequested);
    connect(sample_, &QToolButton::clicked, this, &SchedulesView::sampleRequested);
    connect(canvas_, &SchedulesCanvas::samplesMoved, this, [this](std::size_t samples) {
        samples_ = samples;
        canvas_->show(picture(), look());
        scheduleRefresh();
    });
    setRunning({});
}

void SchedulesView::setStudy(std::shared_ptr<const exchange::TuningStudy> study) {
    study_ = std::move(study);
    scheduleRefresh();
}

void SchedulesView::setRunning(const QString& file) {
    running_ = file;
    open_->setText(running_.isEmpty() ? tr("Open ...") : tr("Running ..."));
    open_->setEnabled(running_.isEmpty());
    sample_->setEnabled(running_.isEmpty());
    scheduleRefresh();
}

SchedulesPicture SchedulesView::picture() const {
    return study_ ? makeSchedulesPicture(*study_, samples_) : SchedulesPicture();
}

void SchedulesView::refresh() {
    toolbar()->showScene(scene());
    SchedulesPicture shown = picture();
    if (shown.empty())
        return showMessage(
            !running_.isEmpty()
                ? tr("%1 is being studied ...").arg(running_)
                : tr("Open a table of a kernel's tuning configurations, of which some were timed: the view shows how "
                     "well a "
                     "model that learned from a part of them orders the others, and which to measure next."));
    showMessage({});
    canvas_->show(std::move(shown), look());
}

void SchedulesView::paintFigure(QPainter& painter, const QRectF& rectangle, const FigureStyle& style) const {
    const SchedulesPicture shown = picture();
    if (shown.empty()) return;
    const PictureLook look = figureLook(style);
    painter.save();
    painter.translate(rectangle.topLeft());
    paintSchedules(painter, shown, layOutSchedules(shown, look.font, rectangle.size(), look.locale), look);
    painter.restore();
}

Table SchedulesView::figureData() const {
    const SchedulesPicture shown = picture();
    return shown.empty() ? Table() : schedulesTable(shown);
}

Json SchedulesView::figureOrigin() const {
    if (!study_) return Json::object();
    return {{"tuning", {{"file", study_->file}, {"text", study_->text}}}};
}

std::string SchedulesView::saveState() const { return ViewState::write({{"samples", static_cast<double>(samples_)}}); }

void SchedulesView::restoreState(std::string_view json_text) {
    const double samples = ViewState(json_text).number("samples", 0.0);
    samples_ = samples > 0 && samples < kMostSamples ? static_cast<std::size_t>(samples) : 0;
    scheduleRefresh();
}

} // namespace strata::views
