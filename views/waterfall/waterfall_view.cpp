// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/waterfall/waterfall_view.h"

#include "core/assess/suite.h"
#include "core/layers/layer_chain.h"
#include "views/support/base/choice_box.h"
#include "views/support/base/fit_button.h"
#include "views/support/base/toolbar.h"
#include "views/support/base/view_state.h"
#include "views/support/plot/plot_navigation.h"
#include "views/support/plot/plot_style.h"
#include "views/support/text/extrapolation.h"
#include "views/support/text/text.h"
#include "views/support/theme/icons.h"
#include "views/waterfall/waterfall_bars.h"
#include "views/waterfall/waterfall_text.h"

#include <cmath>
#include <qcustomplot.h>
#include <QMenu>
#include <QToolButton>

namespace strata::views {
namespace {

constexpr double kSame = 1e-6;        // a total that differs is not of the measured row
constexpr char kPathSeparator = '\n'; // labels have none

std::string joined(const std::vector<std::string>& path) {
    std::string text;
    for (const std::string& label : path)
        text += (text.empty() ? "" : std::string(1, kPathSeparator)) + label;
    return text;
}

/// The error of the layer whose doing a category is, from the residuals of the calibrations that took part.
CategoryError errorsOf(const DesignState& design, const Scene& scene) {
    if (!design.estimate || !design.resolved || !scene.library) return {};
    const layers::LayerChain chain =
        layers::layerChain(*design.resolved, *design.estimate, *scene.library, *scene.registry);
    const bool system = chain.find(layers::Layer::System) != nullptr;
    return [chain, system](Category category) {
        const layers::LayerStep* step = chain.find(layers::layerOf(category, system));
        return step != nullptr ? step->sigma.value_or(0.0) : 0.0;
    };
}

std::vector<std::string> split(const std::string& text) {
    std::vector<std::string> path;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find(kPathSeparator, at), text.size());
        path.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    return path;
}

} // namespace

WaterfallView::WaterfallView(QWidget* parent)
    : ChartView(ViewToolBar::Scale | ViewToolBar::Compare | ViewToolBar::Lock, parent) {
    addFitButton(*toolbar(), [this] { showEverything(); });
    toolbar()->setScales({{QStringLiteral("zero"), tr("From zero")}, {QStringLiteral("steps"), tr("Steps only")}});
    scale_ = toolbar()->scale();
    life_ = new ChoiceBox(tr("Request"), tr("Which request of a serving engine is taken apart"), this);
    life_->setObjectName(QStringLiteral("life"));
    life_->addItem(tr("Mean request"), QStringLiteral("mean"));
    life_->addItem(tr("99th percentile"), QStringLiteral("p99"));
    life_->hide();
    toolbar()->extras()->addWidget(life_);
    back_ = new QToolButton(this);
    back_->setObjectName(QStringLiteral("back"));
    back_->setText(tr("Back"));
    back_->setToolTip(tr("Close the opened bar (Backspace)"));
    back_->setAutoRaise(true);
    back_->setFocusPolicy(Qt::TabFocus);
    back_->hide();
    toolbar()->extras()->addWidget(back_);
    chart_ = std::make_unique<WaterfallChart>(makePlot(tr("Composition gap"), {.vertical = true}));
    setMinimumSize(280, 190);
    connect(back_, &QToolButton::clicked, this, &WaterfallView::goBack);
    connect(life_, &QComboBox::activated, this, [this] {
        freeAxis();
        scheduleRefresh();
    });
    connect(toolbar(), &ViewToolBar::changed, this, [this] {
        if (scale_ != toolbar()->scale()) {
            freeAxis(); // another scale: the old range means nothing
        } else if (toolbar()->locked() && !locked_) {
            room_.fix(chart_->room());
        } else if (!toolbar()->locked() && locked_) {
            freeAxis();
        }
        scale_ = toolbar()->scale();
        locked_ = toolbar()->locked();
        scheduleRefresh();
    });
    connect(navigation(), &PlotNavigation::moved, this, [this] {
        room_.fix(chart_->room());
        scheduleRefresh();
    });
}

WaterfallView::~WaterfallView() { dropPlot(); }

Waterfall WaterfallView::waterfall() const {
    const DesignState* design = scene().selectedDesign();
    const DesignState* other = toolbar()->compare() ? scene().baselineDesign() : nullptr;
    FurtherEstimates further;
    if (toolbar()->compare())
        for (const DesignState* state : scene().furtherBaselines())
            further.emplace_back(state->design.letter, state->estimate);
    Waterfall drawn = makeWaterfall(design ? design->estimate : nullptr, other ? other->estimate : nullptr, path_,
                                    life(), further, design ? errorsOf(*design, scene()) : CategoryError());
    drawn.extrapolated = !extrapolationText(design, QLocale::c()).isEmpty();
    if (!design || drawn.bars.empty() || drawn.measured || !drawn.path.empty()) return drawn;
    // Only a measurement of what is drawn: the row's prediction is the total.
    const assess::SuiteRow* row = scene().measuredRow(*design);
    if (row && std::abs(row->predicted / drawn.total - 1.0) < kSame)
        drawn.measured = MeasuredTime{row->measured, row->id};
    return drawn;
}

ServedLife WaterfallView::life() const {
    return life_->currentIndex() == 1 ? ServedLife::Percentile99 : ServedLife::Mean;
}

void WaterfallView::showLives() {
    const DesignState* design = scene().selectedDesign();
    const bool served = design && design->estimate && waterfallMetric(*design->estimate, life()).starts_with("e2e");
    life_->setVisible(served);
}

WaterfallOptions WaterfallView::options() const {
    WaterfallOptions result = onScreen(WaterfallOptions{});
    result.chosen = chosen_;
    return result;
}

std::string WaterfallView::comparison(const Waterfall& waterfall) const {
    const DesignState* other = scene().baselineDesign();
    if (!waterfall.baseline_total || other == nullptr) return {};
    return other->design.id + '/' + waterfall.metric + '/' + joined(waterfall.path);
}

WaterfallRoom WaterfallView::roomNow(const Waterfall& waterfall) const {
    const auto united = [](const WaterfallRoom& a, const WaterfallRoom& b) {
        return WaterfallRoom{std::min(a.low, b.low), std::max(a.high, b.high)};
    };
    return room_.now(roomFor(waterfall, toolbar()->scale() == QLatin1String("steps")), comparison(waterfall), united);
}

void WaterfallView::refresh() {
    toolbar()->showScene(scene());
    showLives();
    const DesignState* design = scene().selectedDesign();
    if (!design) return showMessage(tr("No design yet"));
    Waterfall drawn = waterfall();
    if (drawn.bars.empty()) {
        const QString reason = absenceText(*design);
        return showMessage(reason.isEmpty()
                               ? tr("The composition gap needs a model: a latency that is the sum of its kernels and "
                                    "of what lies between them, or a serving engine. This estimate has no such parts.")
                               : reason);
    }
    showMessage({});
    back_->setVisible(!drawn.path.empty());
    const WaterfallRoom room = roomNow(drawn);
    room_.note(room, comparison(drawn));
    chart_->show(std::move(drawn), room, options());
    plot()->replot(QCustomPlot::rpQueuedRefresh);
}

QString WaterfallView::hoverAt(const QPointF& position) {
    const WaterfallHit hit = chart_->hit(position);
    chart_->setHover(hit);
    return hit ? waterfallTooltip(chart_->waterfall(), hit, options()) : QString();
}

void WaterfallView::endHover() { chart_->setHover({}); }

void WaterfallView::clickAt(const QPointF& position) {
    const WaterfallHit hit = chart_->hit(position);
    choose(hit.bar ? hit.bar->id : std::string());
}

void WaterfallView::doubleClickAt(const QPointF& position) {
    if (!openBar(chart_->hit(position).bar)) showEverything();
}

void WaterfallView::choose(const std::string& label) {
    chosen_ = chosen_ == label ? std::string() : label;
    scheduleRefresh();
}

void WaterfallView::step(int direction) {
    const auto& bars = chart_->waterfall().bars;
    if (bars.empty()) return;
    const auto at = static_cast<std::size_t>(std::ranges::find(bars, chosen_, &WaterfallBar::id) - bars.begin());
    chosen_ = bars[steppedTo(at, bars.size(), direction)].id;
    scheduleRefresh();
}

bool WaterfallView::openBar(const WaterfallBar* bar) {
    if (bar == nullptr || !bar->opens || bar->total) return false;
    path_ = chart_->waterfall().path;
    path_.push_back(bar->id);
    chosen_.clear();
    showEverything();
    return true;
}

bool WaterfallView::open() { return openBar(chart_->locate(chosen_, false).bar); }

bool WaterfallView::goBack() {
    if (path_.empty()) return false;
    chosen_ = path_.back();
    path_.pop_back();
    showEverything();
    return true;
}

bool WaterfallView::takeBack() {
    if (goBack()) return true;
    if (chosen_.empty()) return false;
    choose({});
    return true;
}

void WaterfallView::freeAxis() {
    room_.free();
    const QSignalBlocker blocker(toolbar());
    toolbar()->setLocked(false);
    locked_ = false;
}

void WaterfallView::showEverything() {
    freeAxis();
    scheduleRefresh();
}

void WaterfallView::addActions(QMenu& menu, const QPointF& at) {
    const WaterfallHit hit = chart_->hit(at);
    if (hit.bar && hit.bar->opens && !hit.bar->total)
        menu.addAction(tr("Open this bar"), this, [this, id = hit.bar->id] { openBar(chart_->locate(id, false).bar); });
    if (!path_.empty()) menu.addAction(tr("Back"), this, &WaterfallView::goBack);
}

void WaterfallView::drawFigure(WaterfallChart& chart, Waterfall drawn, const FigureStyle& style) const {
    WaterfallOptions figure = onPaper(options(), style);
    figure.chosen.clear();
    const WaterfallRoom room = roomNow(drawn);
    chart.show(std::move(drawn), room, figure);
}

void WaterfallView::paintFigure(QPainter& painter, const QRectF& rectangle, const FigureStyle& style) const {
    Waterfall drawn = waterfall();
    if (drawn.bars.empty()) return;
    QCustomPlot plot;
    WaterfallChart chart(plot);
    plot.setViewport(QRect(QPoint(0, 0), rectangle.size().toSize()));
    drawFigure(chart, std::move(drawn), style);
    paintPlot(plot, painter, rectangle.topLeft());
}

double WaterfallView::figureHeight(double width, const FigureStyle& style) const {
    Waterfall drawn = waterfall();
    const double bars = std::max(0.4 * width, 11.0 * QFontMetricsF(style.font).height());
    if (drawn.bars.empty()) return bars;
    QCustomPlot plot;
    WaterfallChart chart(plot);
    plot.setViewport(QRect(0, 0, qCeil(width), 4 * qCeil(width))); // high enough for everything
    const double lying = lyingHeight(drawn, style.font) + 2.5 * QFontMetricsF(style.font).height();
    drawFigure(chart, std::move(drawn), style);
    return (chart.lying() ? lying : bars) + chart.fixedHeight();
}

Table WaterfallView::figureData() const {
    const Waterfall drawn = waterfall();
    return drawn.bars.empty() ? Table() : waterfallTable(drawn);
}

std::string WaterfallView::saveState() const {
    const WaterfallRoom room = room_.fixed().value_or(WaterfallRoom{0.0, 0.0});
    return ViewState::write({{"scale", toolbar()->scale().toStdString()},
                             {"compare", toolbar()->compare()},
                             {"path", joined(path_)},
                             {"request", life_->currentData().toString().toStdString()},
                             {"locked", toolbar()->locked()},
                             {"low", room.low},
                             {"high", room.high}});
}

void WaterfallView::restoreState(std::string_view json_text) {
    const ViewState state(json_text);
    const QSignalBlocker blocker(toolbar());
    toolbar()->setScale(toQString(state.text("scale", "zero")));
    scale_ = toolbar()->scale();
    toolbar()->setCompare(state.flag("compare", true));
    path_ = split(state.text("path", ""));
    life_->setCurrentIndex(std::max(0, life_->findData(toQString(state.text("request", "mean")))));
    const WaterfallRoom room{state.number("low", 0.0), state.number("high", 0.0)};
    const bool sane = std::isfinite(room.low) && std::isfinite(room.high) && room.high > room.low;
    room_.restore(sane ? std::optional(room) : std::nullopt);
    toolbar()->setLocked(room_.fixed() && state.flag("locked", false));
    locked_ = toolbar()->locked();
    scheduleRefresh();
}

} // namespace strata::views
