// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/roofline/roofline_view.h"

#include "views/roofline/roofline_chart.h"
#include "views/roofline/roofline_legend.h"
#include "views/roofline/roofline_text.h"
#include "views/support/base/choice_box.h"
#include "views/support/base/fit_button.h"
#include "views/support/base/toolbar.h"
#include "views/support/base/view_state.h"
#include "views/support/plot/plot_navigation.h"
#include "views/support/plot/plot_style.h"
#include "views/support/text/extrapolation.h"
#include "views/support/text/text.h"

#include <QComboBox>
#include <qcustomplot.h>
#include <QMenu>
#include <QPainter>

namespace strata::views {
namespace {

/// Without a point and a roof there is nothing to draw; an impossible or missing estimate says why itself.
bool drawable(const Roofline& roofline) { return !roofline.selected.points.empty() && !roofline.ceilings.empty(); }

} // namespace

RooflineView::RooflineView(QWidget* parent) : ChartView(ViewToolBar::Compare | ViewToolBar::Lock, parent) {
    addFitButton(*toolbar(), [this] { showEverything(); });
    level_ = new ChoiceBox(tr("Memory level"), tr("Bytes of which level count for the intensity"), this);
    level_->setObjectName(QStringLiteral("level"));
    level_->addItem({}, QStringLiteral("dram"));
    level_->addItem({}, QStringLiteral("l2"));
    showLevels();
    type_ = new ChoiceBox(tr("Number type"), tr("Number type whose arithmetic roof is drawn"), this);
    type_->setObjectName(QStringLiteral("type"));
    toolbar()->extras()->addWidget(level_);
    toolbar()->extras()->addWidget(type_);
    chart_ = std::make_unique<RooflineChart>(makePlot(tr("Roofline"), {.horizontal = true, .vertical = true}));
    setMinimumSize(260, 180);
    showTypes();
    connect(toolbar(), &ViewToolBar::changed, this, [this] {
        if (toolbar()->locked() && !axes_.fixed()) axes_.fix(chart_->axes());
        if (!toolbar()->locked() && locked_) axes_.fix({});
        locked_ = toolbar()->locked();
        scheduleRefresh();
    });
    connect(level_, &QComboBox::activated, this, [this] {
        if (!toolbar()->locked()) axes_.fix({});
        scheduleRefresh();
    });
    connect(type_, &QComboBox::activated, this, [this] {
        wanted_type_ = type_->currentData().toString().toStdString();
        scheduleRefresh();
    });
    connect(navigation(), &PlotNavigation::moved, this, [this] {
        axes_.fix(chart_->axes());
        plot()->replot(QCustomPlot::rpQueuedReplot);
    });
}

RooflineView::~RooflineView() { dropPlot(); }

Roofline RooflineView::roofline() const {
    const DesignState* design = scene().selectedDesign();
    const DesignState* other = toolbar()->compare() ? scene().baselineDesign() : nullptr;
    if (!design || !design->estimate || !design->estimate->valid) return {};
    const auto baseline = other && other->estimate && other->estimate->valid ? other->estimate : nullptr;
    const auto level =
        level_->currentData().toString() == QLatin1String("l2") ? IntensityLevel::L2 : IntensityLevel::Dram;
    const std::vector<std::string> types = ceilingTypes(*design->estimate);
    const bool has_type = wanted_type_ == kAllTypes || std::ranges::find(types, wanted_type_) != types.end();
    Roofline drawn = makeRoofline(design->estimate, baseline, level, has_type ? wanted_type_ : std::string());
    drawn.extrapolated = !extrapolationText(design, QLocale::c()).isEmpty();
    return drawn;
}

RooflineOptions RooflineView::options() const {
    RooflineOptions result = onScreen(RooflineOptions{});
    result.chosen = chosen_;
    return result;
}

std::string RooflineView::comparison(const Roofline& roofline) const {
    const DesignState* other = scene().baselineDesign();
    if (!roofline.baseline || other == nullptr) return {};
    return other->design.id + level_->currentData().toString().toStdString();
}

RooflineAxes RooflineView::axesNow(const Roofline& roofline) const {
    return axes_.now(axesFor(roofline), comparison(roofline),
                     [](const RooflineAxes& a, const RooflineAxes& b) { return a.united(b); });
}

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

void RooflineView::showLevels() {
    const DesignState* design = scene().selectedDesign();
    const Estimate* estimate = design ? design->estimate.get() : nullptr;
    for (const IntensityLevel level : {IntensityLevel::Dram, IntensityLevel::L2})
        level_->setItemText(static_cast<int>(level), tr("Bytes: %1").arg(labelText(levelName(estimate, level))));
}

void RooflineView::refresh() {
    toolbar()->showScene(scene());
    showLevels();
    showTypes();
    const DesignState* design = scene().selectedDesign();
    if (!design) return showMessage(tr("No design yet"));
    Roofline drawn = roofline();
    if (!drawable(drawn)) {
        const QString reason = absenceText(*design);
        if (!reason.isEmpty()) return showMessage(reason);
        if (drawn.level == IntensityLevel::L2 && !drawn.has_l2)
            return showMessage(
                tr("This estimate does not tell the bytes of that level; choose %1").arg(level_->itemText(0)));
        return showMessage(
            tr("A roofline needs a kernel, a layer or a model on a GPU or an NPU: operators with FLOPs, bytes and "
               "time, and the device's ceilings. This estimate has none."));
    }
    showMessage({});
    const RooflineAxes axes = axesNow(drawn);
    axes_.note(axes, comparison(drawn));
    chart_->show(std::move(drawn), axes, options());
    plot()->replot(QCustomPlot::rpQueuedRefresh);
}

QString RooflineView::hoverAt(const QPointF& position) {
    const RooflineHit hit = chart_->hit(position);
    chart_->setHover(hit);
    return hit ? rooflineTooltip(chart_->roofline(), hit, options()) : QString();
}

void RooflineView::endHover() { chart_->setHover({}); }

void RooflineView::clickAt(const QPointF& position) {
    const RooflineHit hit = chart_->hit(position);
    choose(hit.point && !hit.whole ? hit.point->name : std::string());
}

void RooflineView::choose(const std::string& name) {
    chosen_ = chosen_ == name ? std::string() : name;
    scheduleRefresh();
}

void RooflineView::step(int direction) {
    const auto& points = chart_->roofline().selected.points;
    if (points.empty()) return;
    const auto at = static_cast<std::size_t>(std::ranges::find(points, chosen_, &RooflinePoint::name) - points.begin());
    choose(points[steppedTo(at, points.size(), direction)].name);
}

bool RooflineView::takeBack() {
    if (chosen_.empty()) return false;
    choose({});
    return true;
}

void RooflineView::showEverything() {
    axes_.free();
    const QSignalBlocker blocker(toolbar());
    toolbar()->setLocked(false);
    locked_ = false;
    scheduleRefresh();
}

void RooflineView::addActions(QMenu& menu, const QPointF&) {
    menu.addAction(tr("Show everything"), this, &RooflineView::showEverything);
}

void RooflineView::paintFigure(QPainter& painter, const QRectF& rectangle, const FigureStyle& style) const {
    Roofline drawn = roofline();
    const RooflineOptions figure = onPaper(options(), style);
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
    const RooflineOptions figure = onPaper(options(), style);
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
    const RooflineAxes axes = axes_.fixed().value_or(RooflineAxes{0, 0, 0, 0});
    return ViewState::write({{"level", level_->currentData().toString().toStdString()},
                             {"type", wanted_type_},
                             {"compare", toolbar()->compare()},
                             {"operator", chosen_},
                             {"locked", toolbar()->locked()},
                             {"x_low", axes.x_low},
                             {"x_high", axes.x_high},
                             {"y_low", axes.y_low},
                             {"y_high", axes.y_high}});
}

void RooflineView::restoreState(std::string_view json_text) {
    const ViewState state(json_text);
    const QSignalBlocker blocker(toolbar());
    level_->setCurrentIndex(std::max(0, level_->findData(toQString(state.text("level", "dram")))));
    wanted_type_ = state.text("type", "");
    chosen_ = state.text("operator", "");
    toolbar()->setCompare(state.flag("compare", true));
    const RooflineAxes axes{state.number("x_low", 0), state.number("x_high", 0), state.number("y_low", 0),
                            state.number("y_high", 0)};
    axes_.restore(axes.sane() ? std::optional(axes) : std::nullopt);
    toolbar()->setLocked(axes_.fixed() && state.flag("locked", false));
    locked_ = toolbar()->locked();
    scheduleRefresh();
}

} // namespace strata::views
