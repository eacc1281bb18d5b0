// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/energy/energy_view.h"

#include "views/energy/energy_chart.h"
#include "views/energy/energy_legend.h"
#include "views/energy/energy_text.h"
#include "views/support/base/toolbar.h"
#include "views/support/base/view_state.h"
#include "views/support/plot/plot_style.h"
#include "views/support/text/extrapolation.h"
#include "views/support/text/level_titles.h"
#include "views/support/text/text.h"

#include <qcustomplot.h>

#include <QPainter>

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

EnergyView::EnergyView(QWidget* parent)
    : ChartView(ViewToolBar::Metric | ViewToolBar::Scale | ViewToolBar::Compare | ViewToolBar::Lock, parent) {
    toolbar()->setScales({{QStringLiteral("absolute"), tr("Absolute")},
                          {QStringLiteral("per-mac"), tr("Per MAC")},
                          {QStringLiteral("share"), tr("Share")},
                          {QStringLiteral("log"), tr("Logarithmic, side by side")}});
    chart_ = std::make_unique<BreakdownChart>(makePlot(tr("Breakdown by level and tensor"), {}));
    setMinimumSize(260, 180);
    connect(toolbar(), &ViewToolBar::changed, this, [this] {
        if (toolbar()->locked() == (locked_upper_ > 0.0)) {
            locked_upper_ = locked_lower_ = 0.0;
            if (toolbar()->locked()) toolbar()->setLocked(false); // another scale: the old range means nothing
        } else {
            locked_upper_ = toolbar()->locked() ? chart_->upper() : 0.0;
            locked_lower_ = chart_->lower();
        }
        scheduleRefresh();
    });
}

EnergyView::~EnergyView() { dropPlot(); }

std::string EnergyView::metric() const {
    const DesignState* design = scene().selectedDesign();
    if (!design || !design->estimate) return scene().metric;
    if (design->estimate->findParts(scene().metric)) return scene().metric;
    // The metric of all views may be one without parts (utilization); energy is what this view is for.
    return "energy_j";
}

BreakdownOptions EnergyView::options() const {
    BreakdownOptions result = onScreen(BreakdownOptions{});
    result.scale = scaleFrom(toolbar()->scale());
    result.highlighted = highlighted_;
    result.selected_group = selected_level_;
    if (locked_upper_ > 0.0) {
        result.locked_upper = locked_upper_;
        result.locked_lower = locked_lower_;
    }
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

void EnergyView::refresh() {
    toolbar()->showScene(scene());
    const DesignState* design = scene().selectedDesign();
    if (!design) return showMessage(tr("No design yet"));
    Breakdown breakdown = breakdownOf(scene(), metric(), toolbar()->compare());
    if (breakdown.groups.empty()) {
        const QString reason = absenceText(*design);
        return showMessage(reason.isEmpty() ? tr("%1 has no parts").arg(quantityTitle(metric())) : reason);
    }
    showMessage({});
    toolbar()->setScaleEnabled(QStringLiteral("per-mac"), breakdown.macs.has_value(),
                               tr("The estimate does not tell the number of MACs"));
    if (!breakdown.macs && toolbar()->scale() == QLatin1String("per-mac")) {
        const QSignalBlocker blocker(toolbar());
        toolbar()->setScale(QStringLiteral("absolute"));
    }
    chart_->show(std::move(breakdown), options());
    chart_->fit();
    plot()->replot(QCustomPlot::rpQueuedRefresh);
}

QString EnergyView::hoverAt(const QPointF& position) {
    const BreakdownHit hit = chart_->hit(position);
    chart_->setHover(hit.segment ? hit.rectangle : QRectF());
    return hit.group ? breakdownTooltip(chart_->breakdown(), hit, options()) : QString();
}

void EnergyView::endHover() { chart_->setHover({}); }

void EnergyView::clickAt(const QPointF& position) {
    const std::string key = chart_->legendKeyAt(position);
    if (!key.empty()) {
        highlighted_ = highlighted_ == key ? std::string() : key;
        return scheduleRefresh();
    }
    const BreakdownHit hit = chart_->hit(position);
    chooseLevel(hit.group ? hit.group->id : std::string());
}

void EnergyView::chooseLevel(const std::string& level) {
    selected_level_ = selected_level_ == level ? std::string() : level;
    scheduleRefresh();
}

void EnergyView::step(int direction) {
    const auto& groups = chart_->breakdown().groups;
    if (groups.empty()) return;
    const auto at =
        static_cast<std::size_t>(std::ranges::find(groups, selected_level_, &BreakdownGroup::id) - groups.begin());
    if (const std::string& level = groups[steppedTo(at, groups.size(), direction)].id; level != selected_level_)
        chooseLevel(level);
}

bool EnergyView::takeBack() {
    if (highlighted_.empty() && selected_level_.empty()) return false;
    highlighted_.clear();
    selected_level_.clear();
    scheduleRefresh();
    return true;
}

void EnergyView::paintFigure(QPainter& painter, const QRectF& rectangle, const FigureStyle& style) const {
    BreakdownOptions figure = onPaper(options(), style);
    figure.selected_group.clear();
    QCustomPlot plot;
    BreakdownChart chart(plot);
    plot.setViewport(QRect(QPoint(0, 0), rectangle.size().toSize()));
    chart.show(breakdownOf(scene(), metric(), toolbar()->compare()), figure);
    paintPlot(plot, painter, rectangle.topLeft());
}

double EnergyView::figureHeight(double width, const FigureStyle& style) const {
    const Breakdown breakdown = breakdownOf(scene(), metric(), toolbar()->compare());
    const double line = QFontMetricsF(style.font).height();
    const double row = line * (breakdown.baseline_total ? 2.2 : 1.9);
    const double natural = 6.5 * line + row * static_cast<double>(breakdown.groups.size());
    return std::clamp(natural, 0.35 * width, 1.4 * width);
}

Table EnergyView::figureData() const { return breakdownTable(breakdownOf(scene(), metric(), toolbar()->compare())); }

std::string EnergyView::saveState() const {
    return ViewState::write({{"scale", toolbar()->scale().toStdString()},
                             {"compare", toolbar()->compare()},
                             {"locked_upper", locked_upper_},
                             {"locked_lower", locked_lower_}});
}

void EnergyView::restoreState(std::string_view json_text) {
    const ViewState state(json_text);
    const QSignalBlocker blocker(toolbar());
    toolbar()->setScale(toQString(state.text("scale", "absolute")));
    toolbar()->setCompare(state.flag("compare", true));
    locked_upper_ = std::max(0.0, state.number("locked_upper", 0.0));
    locked_lower_ = std::max(0.0, state.number("locked_lower", 0.0));
    toolbar()->setLocked(locked_upper_ > 0.0);
    scheduleRefresh();
}

} // namespace strata::views
