// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/timeline_view.h"

#include "views/serving/plot_canvas.h"
#include "views/support/base/fit_button.h"
#include "views/support/base/toolbar.h"
#include "views/support/base/view_state.h"
#include "views/support/text/text.h"

#include <algorithm>
#include <cmath>
#include <QClipboard>
#include <QFontMetricsF>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>

namespace strata::views {
namespace {

constexpr double kKeyZoom = 0.8, kKeyPan = 60.0;
constexpr double kLeastSpan = 1e-6;    // seconds in sight
constexpr double kFigureColumns = 4.0; // for each unit of 1/96 inch

} // namespace

TimelineView::TimelineView(QWidget* parent) : View(parent) {
    toolbar_ = new ViewToolBar(this, ViewToolBar::Compare);
    addFitButton(*toolbar_, [this] {
        chosen_time_.reset();
        scheduleRefresh();
    });
    canvas_ = new PlotCanvas(this);
    canvas_->setObjectName(QStringLiteral("timeline"));
    canvas_->setAccessibleName(tr("Stages over time"));
    message_ = new QLabel(this);
    message_->setObjectName(QStringLiteral("message"));
    message_->setAlignment(Qt::AlignCenter);
    message_->setWordWrap(true);
    message_->setMargin(16);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(toolbar_);
    layout->addWidget(canvas_, 1);
    layout->addWidget(message_, 1);
    message_->hide();
    setMinimumSize(280, 200);
    setFocusProxy(canvas_);
    connect(toolbar_, &ViewToolBar::changed, this, &TimelineView::scheduleRefresh);
    canvas_->picture = [this](QPainter& painter, const QRectF& whole) {
        const ServingLook shown = look();
        painter.fillRect(whole, shown.theme.surface);
        places_ = place(picture_, whole, shown);
        paintTimeline(painter, places_, picture_, shown, canvas_->devicePixelRatioF());
    };
    canvas_->answer = [this](const QPointF& at) { return timelineAnswer(picture_, places_, look(), at); };
    connect(canvas_, &PlotCanvas::zoomed, this,
            [this](double factor, double x) { setTime(picture_.time.zoomed(factor, x)); });
    connect(canvas_, &PlotCanvas::panned, this, [this](double pixels) { setTime(picture_.time.panned(pixels)); });
    connect(canvas_, &PlotCanvas::clicked, this, &TimelineView::click);
    connect(canvas_, &PlotCanvas::doubleClicked, this, [this] {
        chosen_time_.reset();
        scheduleRefresh();
    });
}

ServingLook TimelineView::look() const {
    ServingLook result{themeFor(palette()), tabularFont(font()), 1.0, locale()};
    if (const DesignState* design = scene().selectedDesign()) result.letter = design->design.letter;
    if (const DesignState* design = scene().baselineDesign()) result.baseline_letter = design->design.letter;
    return result;
}

std::shared_ptr<const ServedTimeline> TimelineView::timelineOf(const DesignState* design) const {
    if (!design || !design->estimate) return nullptr;
    return timelines_.of(design->estimate, [](const Estimate& estimate) {
        auto timeline = readTimeline(estimate);
        return timeline->empty() ? nullptr : timeline;
    });
}

TimelinePicture TimelineView::makePicture() const {
    TimelinePicture picture;
    const DesignState* design = scene().selectedDesign();
    picture.selected = timelineOf(design);
    picture.stale = design && design->stale;
    if (toolbar_->compare()) picture.baseline = timelineOf(scene().baselineDesign());
    picture.chosen = chosen_;
    picture.first_lane = first_lane_;
    picture.time = wholeTime(picture);
    if (chosen_time_ && chosen_time_->first < picture.time.high) {
        picture.time.low = chosen_time_->first;
        picture.time.high = chosen_time_->second;
    }
    return picture;
}

void TimelineView::showMessage(const QString& text) {
    message_->setText(text);
    message_->setVisible(!text.isEmpty());
    canvas_->setVisible(text.isEmpty());
}

void TimelineView::refresh() {
    toolbar_->showScene(scene());
    const DesignState* design = scene().selectedDesign();
    if (!design) return showMessage(tr("No design yet"));
    TimelinePicture picture = makePicture();
    if (!picture.selected) {
        picture_ = std::move(picture);
        drawn_ = {};
        const QString reason = absenceText(*design);
        return showMessage(reason.isEmpty() ? tr("A timeline needs a simulated serving engine: iterations of its "
                                                 "replicas one after the other. This estimate has none.")
                                            : reason);
    }
    showMessage({});
    const ServedRequest* request = chosen_ ? picture.selected->find(*chosen_) : nullptr;
    canvas_->setAccessibleDescription(request ? tr("Request %1").arg(request->id) : QString());
    if (!differsFromDrawn(picture)) return;
    picture_ = std::move(picture);
    canvas_->update();
}

bool TimelineView::differsFromDrawn(const TimelinePicture& picture) {
    const ServingLook shown = look();
    Drawn now{picture.selected,      picture.baseline,     picture.chosen, picture.time.low,
              picture.time.high,     picture.first_lane,   picture.stale,  shown.letter,
              shown.baseline_letter, palette().cacheKey(), shown.font,     shown.locale};
    if (now == drawn_) return false;
    drawn_ = std::move(now);
    return true;
}

void TimelineView::setTime(PlotAxis time) {
    const PlotAxis whole = wholeTime(picture_);
    const double span = std::clamp(time.high - time.low, std::min(kLeastSpan, whole.high), whole.high);
    const double low = std::clamp(time.low, 0.0, whole.high - span);
    chosen_time_ = {low, low + span};
    if (low <= 0.0 && span >= whole.high) chosen_time_.reset();
    scheduleRefresh();
}

void TimelineView::choose(std::optional<std::int64_t> request) {
    chosen_ = request;
    scheduleRefresh();
}

/// The next request that is on the replica at that time, so that clicks in one place go through all of them.
void TimelineView::click(const QPointF& at) {
    if (!picture_.selected) return;
    for (const LanePlace& place : places_.lanes) {
        if (!place.band.contains(at) || place.of_baseline) continue;
        const auto ids = requestsAt(*picture_.selected, place.lane->replica, picture_.time.value(at.x()));
        if (ids.empty()) break;
        const auto now = chosen_ ? std::ranges::find(ids, *chosen_) : ids.end();
        return choose(now == ids.end() || std::next(now) == ids.end() ? ids.front() : *std::next(now));
    }
    if (!places_.life.contains(at)) choose({});
}

void TimelineView::step(int direction) {
    const auto& requests = picture_.selected->requests;
    if (requests.empty()) return;
    const auto at = chosen_ ? std::ranges::find(requests, *chosen_, &ServedRequest::id) : requests.end();
    const auto count = std::ssize(requests);
    const auto from = at == requests.end() ? (direction > 0 ? -1 : count) : at - requests.begin();
    const ServedRequest& next = requests[static_cast<std::size_t>((from + direction + count) % count)];
    choose(next.id);
    if (chosen_time_ && (next.completed_s < picture_.time.low || next.arrival_s > picture_.time.high)) {
        const double span = picture_.time.high - picture_.time.low;
        PlotAxis time = picture_.time;
        time.low = 0.5 * (next.arrival_s + next.completed_s - span);
        time.high = time.low + span;
        setTime(time);
    }
}

void TimelineView::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Copy))
        return QGuiApplication::clipboard()->setText(toQString(toCsv(figureData())));
    if (!picture_.selected) return View::keyPressEvent(event);
    const bool shift = event->modifiers().testFlag(Qt::ShiftModifier);
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right: {
        const int direction = event->key() == Qt::Key_Right ? 1 : -1;
        if (shift) return setTime(picture_.time.panned(-direction * kKeyPan));
        return step(direction);
    }
    case Qt::Key_Up: first_lane_ -= std::min<std::size_t>(first_lane_, 1); return scheduleRefresh();
    case Qt::Key_Down:
        if (places_.hidden > first_lane_) ++first_lane_;
        return scheduleRefresh();
    case Qt::Key_Plus:
    case Qt::Key_Equal: return setTime(picture_.time.zoomed(kKeyZoom, canvas_->rect().center().x()));
    case Qt::Key_Minus: return setTime(picture_.time.zoomed(1.0 / kKeyZoom, canvas_->rect().center().x()));
    case Qt::Key_0:
    case Qt::Key_Home: chosen_time_.reset(); return scheduleRefresh();
    case Qt::Key_Escape:
        if (chosen_) return choose({});
        break;
    default: break;
    }
    View::keyPressEvent(event);
}

void TimelineView::paintFigure(QPainter& painter, const QRectF& rectangle, const FigureStyle& style) const {
    TimelinePicture picture = makePicture();
    if (!picture.selected) return;
    ServingLook figure = look();
    figure.theme = style.theme;
    figure.font = style.font;
    figure.line_width = style.line_width_mm * style.units_per_mm;
    figure.locale = QLocale::c();
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const TimelinePlaces places = place(picture, rectangle, figure);
    paintTimeline(painter, places, picture, figure, kFigureColumns);
    painter.restore();
}

double TimelineView::figureHeight(double width, const FigureStyle& style) const {
    return std::max(0.5 * width, timelineHeight(makePicture(), style.font));
}

/// What is in sight, run by run, and the life of the chosen request.
Table TimelineView::figureData() const {
    const TimelinePicture picture = makePicture();
    Table table{"timeline",
                {"what", "replica", "stage", "start_s", "end_s", "prefill_s", "mixed_s", "decode_s", "iterations",
                 "running", "tokens", "blocks_used", "queued", "moving_s"},
                {}};
    if (!picture.selected) return table;
    for (const TimelineLane& lane : picture.selected->lanes) {
        for (const StageRun& run : lane.runs) {
            if (run.end_s < picture.time.low || run.start_s > picture.time.high) continue;
            table.rows.push_back({std::string("stage"), lane.replica, lane.stage, run.start_s, run.end_s, run.busy_s[0],
                                  run.busy_s[1], run.busy_s[2], run.iterations, run.running, run.tokens, run.blocks,
                                  run.queued, run.busy_s[3]});
        }
    }
    const ServedRequest* request = picture.chosen ? picture.selected->find(*picture.chosen) : nullptr;
    if (!request) return table;
    for (const LifePiece& piece : request->life)
        table.rows.push_back({"request " + std::to_string(request->id) + " " + piece.phase, request->replica, Cell(),
                              piece.start_s, piece.end_s, Cell(), Cell(), Cell(), Cell(), Cell(), Cell(), Cell(),
                              Cell(), Cell()});
    return table;
}

std::string TimelineView::saveState() const {
    const auto [low, high] = chosen_time_.value_or(std::pair(0.0, 0.0));
    return ViewState::write({{"compare", toolbar_->compare()},
                             {"low_s", low},
                             {"high_s", high},
                             {"request", chosen_ ? static_cast<double>(*chosen_) : -1.0}});
}

void TimelineView::restoreState(std::string_view json_text) {
    const ViewState state(json_text);
    const QSignalBlocker blocker(toolbar_);
    toolbar_->setCompare(state.flag("compare", true));
    const double low = state.number("low_s", 0.0), high = state.number("high_s", 0.0);
    const bool sane = std::isfinite(low) && std::isfinite(high) && low >= 0.0 && high > low;
    chosen_time_ = sane ? std::optional(std::pair(low, high)) : std::nullopt;
    const double request = state.number("request", -1.0);
    constexpr double kMost = 1e15;
    chosen_ = request >= 0.0 && request < kMost ? std::optional(static_cast<std::int64_t>(request)) : std::nullopt;
    scheduleRefresh();
}

} // namespace strata::views
