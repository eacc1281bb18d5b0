// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/parallel/parallel_canvas.h"

#include "views/explore/explore_text.h"
#include "views/support/text/letter.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

namespace strata::views {
namespace {

constexpr double kReach = 6.0;
constexpr double kLetter = 16.0;

/// Objectives of the request; the front is theirs.
std::vector<Aim> aimsOf(const Exploration& run) {
    std::vector<Aim> aims;
    for (const auto& objective : run.request().objectives)
        aims.push_back({run.request().space.axes.size() + objective.column, objective.maximize});
    return aims;
}

} // namespace

ParallelCanvas::ParallelCanvas(QWidget* parent) : QWidget(parent) {
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAccessibleName(tr("Parallel coordinates"));
    setMinimumSize(160, 140);
}

void ParallelCanvas::show(std::shared_ptr<Exploration> run, const ParallelSettings& settings, const ExploreLook& look) {
    run_ = std::move(run);
    look_ = look;
    axes_ = axesOf(settings, *run_);
    active_ = std::min(active_, static_cast<int>(axes_.size()) - 1);
    front_ = shownFront(*run_, aimsOf(*run_), 0.0);
    const int color = run_->columnNamed(settings.color);
    colored_ = color >= 0;
    if (colored_) {
        const ExploreColumn& column = run_->columns()[static_cast<std::size_t>(color)];
        color_.update(*run_, static_cast<std::size_t>(color), column.logarithmic);
    }
    data_.update(*run_, axes_, colored_ ? &color_ : nullptr);
    infeasible_ = settings.infeasible;
    lines_ = {};
    update();
}

ParallelPicture ParallelCanvas::picture() const {
    const QRectF whole(rect());
    // Letters of the designs stand before the first axis, where slanted titles leave less room.
    const bool slanted = ParallelPicture::tooNarrow(whole.width(), data_.axes(), look_.font);
    ParallelPicture result{
        run_.get(),
        &data_,
        &front_.rows,
        colored_ ? &color_ : nullptr,
        &gaps_,
        infeasible_,
        look_,
        slanted ? ParallelPicture::slantedAreaIn(whole, look_.font) : ParallelPicture::areaIn(whole, look_.font)};
    result.slanted = slanted;
    return result;
}

void ParallelCanvas::paintInto(QPainter& painter, const QRectF& rectangle, const ExploreLook& look) const {
    ParallelPicture figure = picture();
    figure.look = look;
    figure.gaps = nullptr;
    const QFontMetricsF metrics(look.font);
    const QRectF above_counts = rectangle.adjusted(0, 0, 0, -metrics.height());
    figure.slanted = ParallelPicture::tooNarrow(rectangle.width(), data_.axes(), look.font);
    figure.area = figure.slanted ? ParallelPicture::slantedAreaIn(above_counts, look.font)
                                 : ParallelPicture::areaIn(above_counts, look.font);
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.fillRect(rectangle, look.theme.surface);
    paintLines(painter, figure);
    paintAxes(painter, figure, -1);
    painter.setFont(look.font);
    painter.setPen(look.theme.text_muted);
    const QString counts = countsText(run_->counts(), look.locale);
    painter.drawText(QPointF(rectangle.left() + 8.0, rectangle.bottom() - 2.0),
                     metrics.elidedText(counts, Qt::ElideRight, rectangle.width() - 16.0));
}

void ParallelCanvas::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), look_.theme.surface);
    if (!run_) return;
    const double ratio = devicePixelRatioF();
    if (lines_.isNull()) {
        lines_ = QPixmap(size() * ratio);
        lines_.setDevicePixelRatio(ratio);
        lines_.fill(Qt::transparent);
        QPainter lines(&lines_);
        lines.setRenderHint(QPainter::Antialiasing, true);
        paintLines(lines, picture());
    }
    painter.drawPixmap(0, 0, lines_);
    painter.setRenderHint(QPainter::Antialiasing, true);
    const ParallelPicture shown = picture();
    const auto mark = [&](const std::optional<std::size_t>& row, char letter, bool hollow) {
        if (!row || *row >= run_->rows()) return;
        const QColor color = letter != 0 ? look_.theme.design(letter) : look_.theme.text;
        paintRow(painter, shown, *row, color, 2.4);
        const double share = data_.axes() > 0 ? data_.rowShare(0, *row) : 0.0;
        if (letter == 0 || std::isnan(share)) return;
        const QRectF square(shown.area.left() - 1.5 * kLetter, shown.y(std::clamp(share, 0.0, 1.0)) - kLetter / 2,
                            kLetter, kLetter);
        paintLetter(painter, square, QLatin1Char(letter), look_.theme, look_.font, hollow);
    };
    for (const Exploration::FurtherMark& further : run_->furtherBaselines())
        mark(further.row, further.letter, true);
    mark(run_->baseline(), look_.baseline_letter, true);
    mark(run_->chosen(), look_.letter, false);
    mark(run_->hovered(), 0, false);
    paintAxes(painter, shown, hasFocus() || drag_ != Drag::None ? active_ : -1);
    if (drag_ == Drag::Title) {
        painter.setPen(QPen(look_.theme.accent, 2.0));
        painter.drawLine(QPointF(title_x_, shown.area.top() - 20.0), QPointF(title_x_, shown.area.bottom()));
    }
}

void ParallelCanvas::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    lines_ = {};
}

std::optional<std::size_t> ParallelCanvas::rowAt(const QPointF& position) const {
    const ParallelPicture shown = picture();
    if (!run_ || data_.axes() < 2 || !shown.area.contains(position)) return std::nullopt;
    const double gap = shown.x(1) - shown.x(0);
    const auto left = std::min(static_cast<std::size_t>((position.x() - shown.area.left()) / gap), data_.axes() - 2);
    const double along = (position.x() - shown.x(left)) / gap;
    const double share = shown.shareAt(position.y());
    std::optional<std::size_t> best;
    double nearest = kReach / shown.area.height();
    const auto& states = run_->rowStates();
    for (std::size_t i = 0; i < states.size(); ++i) {
        if (states[i] != Exploration::kShown) continue;
        const double a = data_.rowShare(left, i), b = data_.rowShare(left + 1, i);
        const double away = std::abs(a + along * (b - a) - share);
        if (!(away < nearest)) continue;
        nearest = away;
        best = i;
    }
    return best;
}

void ParallelCanvas::changeAxes(std::vector<ParallelAxis> axes) {
    if (axes == axes_) return;
    emit settingsChanged(axes);
}

void ParallelCanvas::toggleInverted(int axis) {
    auto axes = axes_;
    axes[static_cast<std::size_t>(axis)].inverted = !axes[static_cast<std::size_t>(axis)].inverted;
    changeAxes(std::move(axes));
}

void ParallelCanvas::toggleLogarithmic(int axis) {
    auto axes = axes_;
    axes[static_cast<std::size_t>(axis)].logarithmic = !data_.logarithmic(static_cast<std::size_t>(axis));
    changeAxes(std::move(axes));
}

void ParallelCanvas::moveAxis(int from, int to) {
    auto axes = axes_;
    to = std::clamp(to, 0, static_cast<int>(axes.size()) - 1);
    ParallelAxis moved = axes[static_cast<std::size_t>(from)];
    axes.erase(axes.begin() + from);
    axes.insert(axes.begin() + to, std::move(moved));
    active_ = to;
    changeAxes(std::move(axes));
}

void ParallelCanvas::removeAxis(int axis) {
    if (axes_.size() <= 2) return; // one axis has no lines
    auto axes = axes_;
    axes.erase(axes.begin() + axis);
    changeAxes(std::move(axes));
}

void ParallelCanvas::leaveEvent(QEvent* event) {
    if (run_) run_->setHovered(std::nullopt);
    QWidget::leaveEvent(event);
}

bool ParallelCanvas::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip || !run_) return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    if (axisAt(help->pos())) {
        QToolTip::showText(help->globalPos(),
                           onTitle(help->pos()) ? tr("Drag to reorder, double click to invert, right click for more")
                                                : tr("Drag along the axis to brush, click to clear"),
                           this);
    } else if (const auto row = rowAt(help->pos())) {
        QToolTip::showText(help->globalPos(), rowHtml(*run_, *row, {}, look_.locale), this);
    } else {
        QToolTip::hideText();
    }
    return true;
}

} // namespace strata::views
