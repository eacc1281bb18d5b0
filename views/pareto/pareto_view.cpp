// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/pareto/pareto_view.h"

#include "views/explore/cloud_image.h"
#include "views/explore/explore_text.h"
#include "views/explore/filter_bar.h"
#include "views/pareto/pareto_brush.h"
#include "views/pareto/pareto_chart.h"
#include "views/support/base/toolbar.h"
#include "views/support/plot/plot_navigation.h"
#include "views/support/plot/plot_parts.h"
#include "views/support/plot/plot_style.h"
#include "views/support/table/table_copy.h"
#include "views/support/table/table_model.h"
#include "views/support/text/text.h"

#include <algorithm>
#include <numeric>
#include <QComboBox>
#include <qcustomplot.h>
#include <QDoubleSpinBox>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QSplitter>
#include <QTableView>
#include <QToolButton>
#include <QToolTip>

namespace strata::views {
namespace {

constexpr double kCloudDpi = 300.0;
constexpr double kMmPerInch = 25.4;
constexpr int kRoomForTable = 640;
constexpr double kNudge = 0.02; // of an axis, for a key
constexpr double kZoomStep = 0.8;
constexpr std::size_t kSmallTable = 200; // rows
constexpr int kTableRestMs = 120;

} // namespace

ParetoView::ParetoView(QWidget* parent) : ExplorationView(parent) {
    plot_ = new QCustomPlot(this);
    plot_->setFocusPolicy(Qt::StrongFocus);
    plot_->setAccessibleName(tr("Pareto plot"));
    plot_->setMinimumWidth(120);
    chart_ = std::make_unique<ParetoChart>(*plot_);
    navigation_ = new PlotNavigation(plot_, true, true);
    brush_ = new ParetoBrush(plot_, chart_.get());
    plot_->installEventFilter(this);
    bar_ = new FilterBar(this);
    buildControls();
    buildTable();
    content_ = new QSplitter(Qt::Horizontal, this);
    content_->addWidget(plot_);
    content_->addWidget(table_view_);
    content_->setStretchFactor(0, 3);
    content_->setStretchFactor(1, 1);
    content_->setSizes({700, 300});
    message_ =
        new QLabel(tr("No run yet. Start a sweep or a search, or open its results: every design that it evaluates "
                      "stands here at once."),
                   this);
    message_->setAlignment(Qt::AlignHCenter | Qt::AlignBottom);
    message_->setWordWrap(true);
    message_->setMargin(16);
    start_ = new QPushButton(tr("New exploration \u2026"), this);
    connect(start_, &QPushButton::clicked, this, &ParetoView::explorationRequested);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    for (QWidget* widget : std::initializer_list<QWidget*>{toolbar_, bar_})
        layout->addWidget(widget);
    layout->addWidget(content_, 1);
    layout->addWidget(message_, 1);
    layout->addWidget(start_, 1, Qt::AlignHCenter | Qt::AlignTop);
    setMinimumSize(280, 220);
    setFocusProxy(plot_);
    connect(navigation_, &PlotNavigation::moved, this, &ParetoView::keepZoom);
    connect(navigation_, &PlotNavigation::doubleClicked, this, &ParetoView::clearZoom);
    const auto click = [this](const QPointF& at, Qt::KeyboardModifiers modifiers) {
        if (const auto row = chart_->rowAt(at)) open(*row, modifiers.testFlag(Qt::ControlModifier));
    };
    connect(brush_, &ParetoBrush::clicked, this, click);
    connect(navigation_, &PlotNavigation::clicked, this,
            [click](const QPointF& at) { click(at, QGuiApplication::keyboardModifiers()); });
}

ParetoView::~ParetoView() {
    plot_->removeEventFilter(this);
    delete plot_; // its items refer to the chart
}

void ParetoView::buildTable() {
    table_ = new TableModel(this);
    table_view_ = new QTableView(this);
    table_view_->setModel(table_);
    table_view_->setFont(tabularFont(font()));
    table_view_->setShowGrid(false);
    table_view_->setFrameShape(QFrame::NoFrame);
    table_view_->setAlternatingRowColors(true);
    table_view_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_view_->setSelectionMode(QAbstractItemView::SingleSelection);
    table_view_->setAccessibleName(tr("Pareto front"));
    table_view_->setToolTip(tr("The front. Double click or Enter opens a row as a design."));
    table_view_->verticalHeader()->hide();
    table_view_->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 8);
    table_view_->horizontalHeader()->setHighlightSections(false);
    table_view_->hide();
    copyOnRequest(*table_view_, [this] { return modelAsTsv(*table_); });
    const auto rowOf = [this](const QModelIndex& index) { return table_rows_[static_cast<std::size_t>(index.row())]; };
    connect(table_view_, &QTableView::clicked, this, [this, rowOf](const QModelIndex& index) {
        if (exploration()) exploration()->setHovered(rowOf(index));
    });
    connect(table_view_, &QTableView::activated, this,
            [this, rowOf](const QModelIndex& index) { open(rowOf(index), false); });
    connect(table_shown_, &QToolButton::clicked, this, [this] { table_decided_ = true; });
    connect(table_shown_, &QToolButton::toggled, this, [this](bool shown) {
        table_view_->setVisible(shown);
        showTable();
    });
    table_timer_.setSingleShot(true);
    table_timer_.setInterval(kTableRestMs);
    connect(&table_timer_, &QTimer::timeout, this, &ParetoView::showTable);
}

void ParetoView::explorationChanged() {
    table_rows_.clear();
    if (exploration()) connect(exploration().get(), &Exploration::zoomChanged, this, &ParetoView::applyZoom);
    brush_->setRun(exploration());
    fillColumns();
}

void ParetoView::refresh() {
    toolbar_->showScene(scene());
    const bool any = exploration() != nullptr;
    message_->setVisible(!any);
    start_->setVisible(!any);
    content_->setVisible(any);
    for (QWidget* widget : needing_run_)
        widget->setVisible(any);
    bar_->show(exploration());
    if (!any) return;
    const bool zoomed = exploration()->filter().zoom.has_value();
    chart_->show(exploration(), settings_, {screenLook(), 0.0}, !zoomed && !brush_->active());
    if (zoomed && !zoomIsOurs() && !brush_->active())
        chart_->fit();
    else if (zoomed && zoomIsOurs())
        applyZoom();
    showScales();
    showTableSoon();
    plot_->replot(QCustomPlot::rpQueuedReplot);
}

void ParetoView::refreshMarks() {
    if (exploration() && isVisible()) repaintOverlay(*plot_);
}

void ParetoView::showTable() {
    table_timer_.stop();
    if (table_view_->isHidden() || !exploration()) return;
    table_rows_ = chart_->front().kept;
    table_->setTable(rowsTable(*exploration(), chart_->front().kept, "front"), locale(), {},
                     columnHeadings(*exploration()));
}

/// A long table waits until a drag rests: it would take longer than all of the plot.
void ParetoView::showTableSoon() {
    const auto& kept = chart_->front().kept;
    if (kept.size() <= kSmallTable) return showTable();
    if (kept != table_rows_ || table_->rowCount() != static_cast<int>(kept.size())) table_timer_.start();
}

void ParetoView::hover(const QPointF& position, const QPoint& global) {
    if (navigation_->dragging() || brush_->active()) return;
    if (chart_->boundAt(position))
        plot_->setCursor(Qt::PointingHandCursor);
    else
        plot_->unsetCursor();
    const auto row = chart_->rowAt(position);
    exploration()->setHovered(row);
    if (!row) return QToolTip::hideText();
    const ParetoAxes& axes = chart_->axes();
    std::vector<std::size_t> first{axes.x, axes.y};
    if (axes.color) first.push_back(*axes.color);
    QToolTip::showText(global, rowHtml(*exploration(), *row, first, locale()), plot_,
                       QRect(position.toPoint() - QPoint(3, 3), QSize(6, 6)));
}

void ParetoView::open(std::size_t row, bool as_baseline) {
    if (!exploration()) return;
    exploration()->setHovered(row);
    if (as_baseline)
        emit exploration()->baselineRequested(row);
    else
        emit exploration()->openRequested(row);
}

bool ParetoView::eventFilter(QObject* watched, QEvent* event) {
    if (watched == plot_ && exploration() && event->type() == QEvent::MouseMove) {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        hover(mouse->position(), mouse->globalPosition().toPoint());
    }
    if (watched == plot_ && exploration() && event->type() == QEvent::Leave) exploration()->setHovered(std::nullopt);
    return ExplorationView::eventFilter(watched, event);
}

/// Arrows walk along the front; with Shift they move the upper bounds, with Ctrl as well the lower ones.
bool ParetoView::walk(int key, Qt::KeyboardModifiers modifiers) {
    const bool across = key == Qt::Key_Left || key == Qt::Key_Right;
    const double sign = key == Qt::Key_Right || key == Qt::Key_Up ? 1.0 : -1.0;
    if (modifiers.testFlag(Qt::ShiftModifier)) {
        const bool low = modifiers.testFlag(Qt::ControlModifier);
        brush_->nudge(across ? (low ? Bound::XLow : Bound::XHigh) : (low ? Bound::YLow : Bound::YHigh), sign * kNudge);
        return true;
    }
    const auto& front = chart_->front().kept;
    if (front.empty() || modifiers.testFlag(Qt::AltModifier)) return false;
    const auto at = exploration()->hovered() ? std::ranges::find(front, *exploration()->hovered()) : front.end();
    std::ptrdiff_t next =
        at == front.end() ? 0 : at - front.begin() + (key == Qt::Key_Right || key == Qt::Key_Down ? 1 : -1);
    next = std::clamp<std::ptrdiff_t>(next, 0, static_cast<std::ptrdiff_t>(front.size()) - 1);
    exploration()->setHovered(front[static_cast<std::size_t>(next)]);
    plot_->setAccessibleDescription(exploration()->nameOf(front[static_cast<std::size_t>(next)]));
    return true;
}

void ParetoView::keyPressEvent(QKeyEvent* event) {
    if (!exploration()) return ExplorationView::keyPressEvent(event);
    const auto hovered = exploration()->hovered();
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_Up:
    case Qt::Key_Down:
        if (walk(event->key(), event->modifiers())) return;
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (hovered && plot_->hasFocus()) return open(*hovered, event->modifiers().testFlag(Qt::ControlModifier));
        break;
    case Qt::Key_Home: return clearZoom();
    case Qt::Key_Plus: return navigation_->zoom(kZoomStep);
    case Qt::Key_Minus: return navigation_->zoom(1.0 / kZoomStep);
    case Qt::Key_Escape:
        if (brush_->cancel()) return;
        break;
    case Qt::Key_Delete: return exploration()->setFilter(exploration()->filter().cleared());
    default: break;
    }
    ExplorationView::keyPressEvent(event);
}

void ParetoView::resizeEvent(QResizeEvent* event) {
    ExplorationView::resizeEvent(event);
    if (!table_decided_) table_shown_->setChecked(width() >= kRoomForTable);
    scheduleRefresh();
}

void ParetoView::paintFigure(QPainter& painter, const QRectF& rectangle, const FigureStyle& style) const {
    if (!exploration()) return paintNoRun(painter, rectangle, style);
    const ParetoLook figure{figureLook(style), kCloudDpi / (style.units_per_mm * kMmPerInch)};
    QCustomPlot plot;
    ParetoChart chart(plot);
    plot.setViewport(QRect(QPoint(0, 0), rectangle.size().toSize()));
    chart.show(exploration(), settings_, figure, true);
    paintPlot(plot, painter, rectangle.topLeft());
}

double ParetoView::figureHeight(double width, const FigureStyle&) const { return 0.75 * width; }

/// Every point where these are few enough to be marks; else the front alone, as the rest is a picture.
Table ParetoView::figureData() const {
    if (!exploration() || exploration()->rows() == 0) return {};
    const ParetoAxes axes = resolve(settings_, *exploration());
    const ShownFront front = shownFront(*exploration(), axes.aims, settings_.epsilon);
    std::vector<std::uint32_t> rows = front.rows;
    if (exploration()->rows() <= kMostMarks) {
        rows.resize(exploration()->rows());
        std::iota(rows.begin(), rows.end(), 0U);
    }
    Table table = rowsTable(*exploration(), rows, "points");
    table.columns.insert(table.columns.end(), {"shown", "front"});
    std::vector<bool> on_front(exploration()->rows(), false);
    for (const std::uint32_t row : front.rows)
        on_front[row] = true;
    const auto& states = exploration()->rowStates();
    for (std::size_t i = 0; i < rows.size(); ++i) {
        table.rows[i].emplace_back(std::string(states[rows[i]] == Exploration::kShown ? "yes" : "no"));
        table.rows[i].emplace_back(std::string(on_front[rows[i]] ? "yes" : "no"));
    }
    return table;
}

std::string ParetoView::saveState() const { return writeSettings(settings_); }

void ParetoView::restoreState(std::string_view json_text) {
    settings_ = readSettings(json_text);
    const QSignalBlocker block_infeasible(infeasible_), block_epsilon(epsilon_);
    infeasible_->setChecked(settings_.infeasible);
    epsilon_->setValue(100.0 * settings_.epsilon);
    fillColumns();
    scheduleRefresh();
}

} // namespace strata::views
