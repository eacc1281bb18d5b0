// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/roofline/roofline_view.h"

#include "views/roofline/roofline_chart.h"
#include "views/roofline/roofline_header.h"
#include "views/roofline/roofline_tooltip.h"
#include "views/support/base/choice_box.h"
#include "views/support/base/fit_button.h"
#include "views/support/base/toolbar.h"
#include "views/support/base/view_state.h"
#include "views/support/plot/plot_navigation.h"
#include "views/support/plot/plot_panel.h"
#include "views/support/plot/plot_style.h"
#include "views/support/text/text.h"

#include <QClipboard>
#include <QComboBox>
#include <qcustomplot.h>
#include <QGuiApplication>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QToolTip>

namespace strata::views {
namespace {

constexpr double kKeyZoom = 0.8;

/// Without a point and a roof there is nothing to draw; an impossible or missing estimate says why itself.
bool drawable(const Roofline& roofline) { return !roofline.selected.points.empty() && !roofline.ceilings.empty(); }

} // namespace

RooflineView::RooflineView(QWidget* parent) : View(parent) {
    toolbar_ = new ViewToolBar(this, ViewToolBar::Compare | ViewToolBar::Lock);
    addFitButton(*toolbar_, [this] { resetAxes(); });
    level_ = new ChoiceBox(tr("Memory level"), tr("Bytes of which level count for the intensity"), this);
    level_->setObjectName(QStringLiteral("level"));
    level_->addItem(tr("DRAM bytes"), QStringLiteral("dram"));
    level_->addItem(tr("L2 bytes"), QStringLiteral("l2"));
    type_ = new ChoiceBox(tr("Number type"), tr("Number type whose arithmetic roof is drawn"), this);
    type_->setObjectName(QStringLiteral("type"));
    toolbar_->extras()->addWidget(level_);
    toolbar_->extras()->addWidget(type_);
    const PlotPanel panel = addPlotPanel(*this, toolbar_, tr("Roofline"));
    plot_ = panel.plot;
    message_ = panel.message;
    chart_ = std::make_unique<RooflineChart>(*plot_);
    plot_->installEventFilter(this);
    navigation_ = new PlotNavigation(plot_, true, true);
    setMinimumSize(260, 180);
    setFocusProxy(plot_);
    showTypes();
    connect(toolbar_, &ViewToolBar::changed, this, [this] {
        if (toolbar_->locked() && !fixed_) fixed_ = chart_->axes();
        if (!toolbar_->locked() && locked_) fixed_.reset();
        locked_ = toolbar_->locked();
        scheduleRefresh();
    });
    connect(level_, &QComboBox::activated, this, [this] {
        if (!toolbar_->locked()) fixed_.reset();
        scheduleRefresh();
    });
    connect(type_, &QComboBox::activated, this, [this] {
        wanted_type_ = type_->currentData().toString().toStdString();
        scheduleRefresh();
    });
    connect(navigation_, &PlotNavigation::moved, this, [this] {
        fixed_ = chart_->axes();
        plot_->replot(QCustomPlot::rpQueuedReplot);
    });
    connect(navigation_, &PlotNavigation::clicked, this, [this](const QPointF& position) {
        const RooflineHit hit = chart_->hit(position);
        choose(hit.point && !hit.whole ? hit.point->name : std::string());
    });
    connect(navigation_, &PlotNavigation::doubleClicked, this, &RooflineView::resetAxes);
    connect(plot_, &QWidget::customContextMenuRequested, this, [this](const QPoint& at) {
        QMenu menu;
        menu.addAction(tr("Show everything"), this, &RooflineView::resetAxes);
        menu.addAction(tr("Copy the numbers"), this, &RooflineView::copyTable);
        menu.addAction(tr("Export this figure ..."), this, &View::exportRequested);
        menu.exec(plot_->mapToGlobal(at));
    });
}

RooflineView::~RooflineView() {
    // The plot's items refer to the chart, so the plot goes first; on its way out it still sends events.
    plot_->removeEventFilter(this);
    delete plot_;
}

Roofline RooflineView::roofline() const {
    const DesignState* design = scene().selectedDesign();
    const DesignState* other = toolbar_->compare() ? scene().baselineDesign() : nullptr;
    if (!design || !design->estimate || !design->estimate->valid) return {};
    const auto baseline = other && other->estimate && other->estimate->valid ? other->estimate : nullptr;
    const auto level =
        level_->currentData().toString() == QLatin1String("l2") ? IntensityLevel::L2 : IntensityLevel::Dram;
    const std::vector<std::string> types = ceilingTypes(*design->estimate);
    const bool has_type = wanted_type_ == kAllTypes || std::ranges::find(types, wanted_type_) != types.end();
    return makeRoofline(design->estimate, baseline, level, has_type ? wanted_type_ : std::string());
}

RooflineOptions RooflineView::options() const {
    RooflineOptions result;
    if (const DesignState* design = scene().selectedDesign()) result.letter = design->design.letter;
    if (const DesignState* design = scene().baselineDesign()) result.baseline_letter = design->design.letter;
    result.chosen = chosen_;
    result.theme = themeFor(palette());
    result.font = tabularFont(font());
    result.locale = locale();
    return result;
}

RooflineOptions RooflineView::figureOptions(const FigureStyle& style) const {
    RooflineOptions result = options();
    result.theme = style.theme;
    result.font = style.font;
    result.line_width = style.line_width_mm * style.units_per_mm;
    result.locale = QLocale::c();
    return result;
}

RooflineAxes RooflineView::axesNow(const Roofline& roofline) const {
    if (fixed_) return *fixed_;
    const RooflineAxes fitting = axesFor(roofline);
    return widest_ && roofline.baseline ? widest_->united(fitting) : fitting;
}

void RooflineView::showMessage(const QString& text) { showInstead({plot_, message_}, text); }

void RooflineView::showTypes() {
    const DesignState* design = scene().selectedDesign();
    std::vector<std::string> types;
    if (design && design->estimate) types = ceilingTypes(*design->estimate);
    constexpr int kFirst = 2; // what stands before the types
    bool same = type_->count() == static_cast<int>(types.size()) + kFirst;
    for (std::size_t i = 0; same && i < types.size(); ++i)
        same = type_->itemData(static_cast<int>(i) + kFirst).toString() == toQString(types[i]);
    if (!same) {
        type_->clear();
        type_->addItem(tr("Types in use"), QString());
        type_->addItem(tr("All types"), QLatin1String(kAllTypes));
        for (const std::string& type : types)
            type_->addItem(labelText(type), toQString(type));
    }
    type_->setCurrentIndex(std::max(0, type_->findData(toQString(wanted_type_))));
    type_->setEnabled(types.size() > 1);
}

void RooflineView::refresh() {
    toolbar_->showScene(scene());
    showTypes();
    const DesignState* design = scene().selectedDesign();
    if (!design) return showMessage(tr("No design yet"));
    Roofline drawn = roofline();
    if (!drawable(drawn)) {
        const QString reason = absenceText(*design);
        if (!reason.isEmpty()) return showMessage(reason);
        if (drawn.level == IntensityLevel::L2 && !drawn.has_l2)
            return showMessage(tr("This estimate does not tell the bytes of L2; choose DRAM bytes"));
        return showMessage(
            tr("A roofline needs a kernel or a model on a GPU: operators with FLOPs, bytes and time, and the "
               "device's ceilings. This estimate has none."));
    }
    showMessage({});
    const DesignState* other = scene().baselineDesign();
    const std::string comparison =
        drawn.baseline && other ? other->design.id + level_->currentData().toString().toStdString() : std::string();
    if (comparison != widest_for_) widest_.reset();
    widest_for_ = comparison;
    const RooflineAxes axes = axesNow(drawn);
    if (!fixed_ && !comparison.empty()) widest_ = axes;
    chart_->show(std::move(drawn), axes, options());
    plot_->replot(QCustomPlot::rpQueuedRefresh);
}

void RooflineView::hover(const QPointF& position, const QPoint& global) {
    const RooflineHit hit = navigation_->dragging() ? RooflineHit() : chart_->hit(position);
    chart_->setHover(hit);
    const QString text = hit ? rooflineTooltip(chart_->roofline(), hit, options()) : QString();
    if (text.isEmpty())
        QToolTip::hideText();
    else
        QToolTip::showText(global, text, plot_, QRect(position.toPoint() - QPoint(3, 3), QSize(6, 6)));
}

void RooflineView::choose(const std::string& name) {
    chosen_ = chosen_ == name ? std::string() : name;
    emit operatorChosen(toQString(chosen_));
    scheduleRefresh();
}

void RooflineView::step(int direction) {
    const auto& points = chart_->roofline().selected.points;
    if (points.empty()) return;
    const auto at = std::ranges::find(points, chosen_, &RooflinePoint::name);
    const auto count = static_cast<std::ptrdiff_t>(points.size());
    const auto from = at == points.end() ? (direction > 0 ? -1 : count) : at - points.begin();
    choose(points[static_cast<std::size_t>((from + direction + count) % count)].name);
}

void RooflineView::resetAxes() {
    fixed_.reset();
    widest_.reset();
    const QSignalBlocker blocker(toolbar_);
    toolbar_->setLocked(false);
    locked_ = false;
    scheduleRefresh();
}

bool RooflineView::eventFilter(QObject* watched, QEvent* event) {
    if (watched != plot_) return View::eventFilter(watched, event);
    const PlotReactions reactions{[this](const QPointF& position, const QPoint& global) { hover(position, global); },
                                  [this] { chart_->setHover({}); }, [this] { scheduleRefresh(); }};
    return react(*event, reactions) || View::eventFilter(watched, event);
}

void RooflineView::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Copy)) return copyTable();
    switch (event->key()) {
    case Qt::Key_Right:
    case Qt::Key_Down: return step(1);
    case Qt::Key_Left:
    case Qt::Key_Up: return step(-1);
    case Qt::Key_Plus:
    case Qt::Key_Equal: return navigation_->zoom(kKeyZoom);
    case Qt::Key_Minus: return navigation_->zoom(1.0 / kKeyZoom);
    case Qt::Key_0:
    case Qt::Key_Home: return resetAxes();
    case Qt::Key_Escape:
        if (chosen_.empty()) break;
        return choose({});
    default: break;
    }
    View::keyPressEvent(event);
}

void RooflineView::copyTable() const { QGuiApplication::clipboard()->setText(toQString(toCsv(figureData()))); }

void RooflineView::paintFigure(QPainter& painter, const QRectF& rectangle, const FigureStyle& style) const {
    Roofline drawn = roofline();
    const RooflineOptions figure = figureOptions(style);
    if (!drawable(drawn)) return;
    const RooflineAxes axes = axesNow(drawn);
    QCustomPlot plot;
    RooflineChart chart(plot);
    plot.setViewport(QRect(QPoint(0, 0), rectangle.size().toSize()));
    chart.show(std::move(drawn), axes, figure);
    paintPlot(plot, painter, rectangle.topLeft());
}

double RooflineView::figureHeight(double width, const FigureStyle& style) const {
    const Roofline drawn = roofline();
    const RooflineOptions figure = figureOptions(style);
    constexpr double kPlotLines = 13.0; // fewer would not hold axis, labels and marks
    const double line = QFontMetricsF(style.font).height();
    return rooflineHeaderHeight(drawn, figure, width) + std::max(0.6 * width, kPlotLines * line);
}

Table RooflineView::figureData() const {
    const Roofline drawn = roofline();
    if (!drawable(drawn)) return {};
    return rooflineTable(drawn);
}

std::string RooflineView::saveState() const {
    const RooflineAxes axes = fixed_.value_or(RooflineAxes{0, 0, 0, 0});
    return ViewState::write({{"level", level_->currentData().toString().toStdString()},
                             {"type", wanted_type_},
                             {"compare", toolbar_->compare()},
                             {"operator", chosen_},
                             {"locked", toolbar_->locked()},
                             {"x_low", axes.x_low},
                             {"x_high", axes.x_high},
                             {"y_low", axes.y_low},
                             {"y_high", axes.y_high}});
}

void RooflineView::restoreState(std::string_view json_text) {
    const ViewState state(json_text);
    const QSignalBlocker blocker(toolbar_);
    level_->setCurrentIndex(std::max(0, level_->findData(toQString(state.text("level", "dram")))));
    wanted_type_ = state.text("type", "");
    chosen_ = state.text("operator", "");
    toolbar_->setCompare(state.flag("compare", true));
    const RooflineAxes axes{state.number("x_low", 0), state.number("x_high", 0), state.number("y_low", 0),
                            state.number("y_high", 0)};
    fixed_ = axes.sane() ? std::optional(axes) : std::nullopt;
    widest_.reset(); // of what was seen before
    toolbar_->setLocked(fixed_ && state.flag("locked", false));
    locked_ = toolbar_->locked();
    scheduleRefresh();
}

} // namespace strata::views
