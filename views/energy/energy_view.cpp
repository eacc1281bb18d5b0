// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/energy/energy_view.h"

#include "views/energy/breakdown_chart.h"
#include "views/energy/chart_header.h"
#include "views/energy/energy_tooltip.h"
#include "views/support/base/toolbar.h"
#include "views/support/base/view_state.h"
#include "views/support/plot/plot_panel.h"
#include "views/support/plot/plot_style.h"
#include "views/support/text/extrapolation.h"
#include "views/support/text/level_titles.h"
#include "views/support/text/text.h"

#include <qcustomplot.h>

#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QToolTip>

namespace strata::views {
namespace {

constexpr std::array<std::pair<BreakdownScale, const char*>, 4> kScales{{{BreakdownScale::Absolute, "absolute"},
                                                                         {BreakdownScale::PerMac, "per-mac"},
                                                                         {BreakdownScale::Share, "share"},
                                                                         {BreakdownScale::Log, "log"}}};

BreakdownScale scaleFrom(const QString& id) {
    for (const auto& [scale, text] : kScales)
        if (id == QLatin1String(text)) return scale;
    return BreakdownScale::Absolute;
}

} // namespace

EnergyView::EnergyView(QWidget* parent) : View(parent) {
    toolbar_ =
        new ViewToolBar(this, ViewToolBar::Metric | ViewToolBar::Scale | ViewToolBar::Compare | ViewToolBar::Lock);
    toolbar_->setScales({{QStringLiteral("absolute"), tr("Absolute")},
                         {QStringLiteral("per-mac"), tr("Per MAC")},
                         {QStringLiteral("share"), tr("Share")},
                         {QStringLiteral("log"), tr("Logarithmic, side by side")}});
    const PlotPanel panel = addPlotPanel(*this, toolbar_, tr("Breakdown by level and tensor"));
    plot_ = panel.plot;
    message_ = panel.message;
    chart_ = std::make_unique<BreakdownChart>(*plot_);
    plot_->installEventFilter(this);
    setMinimumSize(260, 180);
    connect(toolbar_, &ViewToolBar::changed, this, [this] {
        if (toolbar_->locked() == (locked_upper_ > 0.0)) {
            locked_upper_ = locked_lower_ = 0.0;
            if (toolbar_->locked()) toolbar_->setLocked(false); // another scale: the old range means nothing
        } else {
            locked_upper_ = toolbar_->locked() ? chart_->upper() : 0.0;
            locked_lower_ = chart_->lower();
        }
        scheduleRefresh();
    });
    connect(plot_, &QWidget::customContextMenuRequested, this, [this](const QPoint& at) {
        QMenu menu;
        menu.addAction(tr("Copy the numbers"), this, &EnergyView::copyTable);
        menu.addAction(tr("Export this figure ..."), this, &View::exportRequested);
        menu.exec(plot_->mapToGlobal(at));
    });
}

EnergyView::~EnergyView() {
    // The plot's items refer to the chart, so the plot goes first; on its way out it still sends events.
    plot_->removeEventFilter(this);
    delete plot_;
}

std::string EnergyView::metric() const {
    const DesignState* design = scene().selectedDesign();
    if (!design || !design->estimate) return scene().metric;
    if (design->estimate->findParts(scene().metric)) return scene().metric;
    // The metric of all views may be one without parts (utilization); energy is what this view is for.
    return "energy_j";
}

BreakdownOptions EnergyView::options() const {
    BreakdownOptions result;
    result.scale = scaleFrom(toolbar_->scale());
    if (const DesignState* design = scene().selectedDesign()) result.letter = design->design.letter;
    if (const DesignState* design = scene().baselineDesign()) result.baseline_letter = design->design.letter;
    result.highlighted = highlighted_;
    result.selected_group = selected_level_;
    if (locked_upper_ > 0.0) {
        result.locked_upper = locked_upper_;
        result.locked_lower = locked_lower_;
    }
    result.theme = themeFor(palette());
    result.font = tabularFont(font());
    result.locale = locale();
    return result;
}

static Breakdown breakdownOf(const Scene& scene, const std::string& metric, bool compare) {
    const DesignState* design = scene.selectedDesign();
    const DesignState* other = compare ? scene.baselineDesign() : nullptr;
    auto baseline = other && other->estimate && other->estimate->valid ? other->estimate : nullptr;
    Breakdown breakdown = makeBreakdown(design ? design->estimate : nullptr, std::move(baseline), metric);
    std::vector<const DesignState*> drawn{design, other};
    if (compare) {
        for (const DesignState* further : scene.furtherBaselines()) {
            addFurther(breakdown, further->design.letter, further->estimate);
            drawn.push_back(further);
        }
    }
    breakdown.extrapolated = !extrapolationText(design, QLocale::c()).isEmpty();
    for (const DesignState* named : drawn) {
        if (!named) continue;
        const LevelTitles titles = levelTitles(*named);
        for (BreakdownGroup& group : breakdown.groups)
            if (const auto title = titles.find(group.id); group.title.empty() && title != titles.end())
                group.title = title->second;
    }
    return breakdown;
}

void EnergyView::showMessage(const QString& text) { showInstead({plot_, message_}, text); }

void EnergyView::refresh() {
    toolbar_->showScene(scene());
    const DesignState* design = scene().selectedDesign();
    if (!design) return showMessage(tr("No design yet"));
    Breakdown breakdown = breakdownOf(scene(), metric(), toolbar_->compare());
    if (breakdown.groups.empty()) {
        const QString reason = absenceText(*design);
        return showMessage(reason.isEmpty() ? tr("%1 has no parts").arg(quantityTitle(metric())) : reason);
    }
    showMessage({});
    toolbar_->setScaleEnabled(QStringLiteral("per-mac"), breakdown.macs.has_value(),
                              tr("The estimate does not tell the number of MACs"));
    if (!breakdown.macs && toolbar_->scale() == QLatin1String("per-mac")) {
        const QSignalBlocker blocker(toolbar_);
        toolbar_->setScale(QStringLiteral("absolute"));
    }
    chart_->show(std::move(breakdown), options());
    repaintChart();
}

void EnergyView::repaintChart() {
    chart_->fit();
    plot_->replot(QCustomPlot::rpQueuedRefresh);
}

QString EnergyView::tooltipAt(const QPointF& position) const {
    const BreakdownHit hit = chart_->hit(position);
    if (!hit.group) return {};
    return breakdownTooltip(chart_->breakdown(), hit, options());
}

void EnergyView::hover(const QPointF& position, const QPoint& global) {
    const BreakdownHit hit = chart_->hit(position);
    chart_->setHover(hit.segment ? hit.rectangle : QRectF());
    const QString text = tooltipAt(position);
    if (text.isEmpty())
        QToolTip::hideText();
    else
        QToolTip::showText(global, text, plot_, QRect(position.toPoint() - QPoint(3, 3), QSize(6, 6)));
}

void EnergyView::click(const QPointF& position) {
    const std::string key = chart_->legendKeyAt(position);
    if (!key.empty()) {
        highlighted_ = highlighted_ == key ? std::string() : key;
        return scheduleRefresh();
    }
    const BreakdownHit hit = chart_->hit(position);
    const std::string level = hit.group ? hit.group->id : std::string();
    selected_level_ = selected_level_ == level ? std::string() : level;
    emit levelChosen(toQString(selected_level_));
    scheduleRefresh();
}

bool EnergyView::eventFilter(QObject* watched, QEvent* event) {
    if (watched != plot_) return View::eventFilter(watched, event);
    if (event->type() == QEvent::MouseButtonRelease) {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        if (mouse->button() == Qt::LeftButton) click(mouse->position());
    }
    // The plot lays itself out in its own resize handler; header and margins follow in the next turn.
    const PlotReactions reactions{[this](const QPointF& position, const QPoint& global) { hover(position, global); },
                                  [this] { chart_->setHover({}); }, [this] { scheduleRefresh(); }};
    return react(*event, reactions) || View::eventFilter(watched, event);
}

void EnergyView::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Copy)) return copyTable();
    if (event->key() == Qt::Key_Escape && !(highlighted_.empty() && selected_level_.empty())) {
        highlighted_.clear();
        selected_level_.clear();
        return scheduleRefresh();
    }
    View::keyPressEvent(event);
}

void EnergyView::copyTable() const { QGuiApplication::clipboard()->setText(toQString(toCsv(figureData()))); }

void EnergyView::paintFigure(QPainter& painter, const QRectF& rectangle, const FigureStyle& style) const {
    BreakdownOptions figure = options();
    figure.theme = style.theme;
    figure.font = style.font;
    figure.line_width = style.line_width_mm * style.units_per_mm;
    figure.locale = QLocale::c();
    figure.selected_group.clear();
    QCustomPlot plot;
    BreakdownChart chart(plot);
    plot.setViewport(QRect(QPoint(0, 0), rectangle.size().toSize()));
    chart.show(breakdownOf(scene(), metric(), toolbar_->compare()), figure);
    paintPlot(plot, painter, rectangle.topLeft());
}

double EnergyView::figureHeight(double width, const FigureStyle& style) const {
    const Breakdown breakdown = breakdownOf(scene(), metric(), toolbar_->compare());
    const double line = QFontMetricsF(style.font).height();
    const double row = line * (breakdown.baseline_total ? 2.2 : 1.9);
    const double natural = 6.5 * line + row * static_cast<double>(breakdown.groups.size());
    return std::clamp(natural, 0.35 * width, 1.4 * width);
}

Table EnergyView::figureData() const { return breakdownTable(breakdownOf(scene(), metric(), toolbar_->compare())); }

std::string EnergyView::saveState() const {
    return ViewState::write({{"scale", toolbar_->scale().toStdString()},
                             {"compare", toolbar_->compare()},
                             {"locked_upper", locked_upper_},
                             {"locked_lower", locked_lower_}});
}

void EnergyView::restoreState(std::string_view json_text) {
    const ViewState state(json_text);
    const QSignalBlocker blocker(toolbar_);
    toolbar_->setScale(toQString(state.text("scale", "absolute")));
    toolbar_->setCompare(state.flag("compare", true));
    locked_upper_ = std::max(0.0, state.number("locked_upper", 0.0));
    locked_lower_ = std::max(0.0, state.number("locked_lower", 0.0));
    toolbar_->setLocked(locked_upper_ > 0.0);
    scheduleRefresh();
}

} // namespace strata::views
