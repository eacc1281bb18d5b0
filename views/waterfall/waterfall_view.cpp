// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/waterfall/waterfall_view.h"

#include "core/assess/suite.h"
#include "views/support/base/choice_box.h"
#include "views/support/base/fit_button.h"
#include "views/support/base/toolbar.h"
#include "views/support/base/view_state.h"
#include "views/support/plot/plot_navigation.h"
#include "views/support/plot/plot_panel.h"
#include "views/support/plot/plot_style.h"
#include "views/support/text/extrapolation.h"
#include "views/support/text/text.h"
#include "views/support/theme/icons.h"
#include "views/waterfall/waterfall_bars.h"
#include "views/waterfall/waterfall_tooltip.h"

#include <cmath>
#include <QClipboard>
#include <qcustomplot.h>
#include <QGuiApplication>
#include <QLabel>
#include <QMenu>
#include <QToolButton>
#include <QToolTip>

namespace strata::views {
namespace {

constexpr double kKeyZoom = 0.8;
constexpr double kSame = 1e-6;        // a total that differs is not of the measured row
constexpr char kPathSeparator = '\n'; // labels have none

std::string joined(const std::vector<std::string>& path) {
    std::string text;
    for (const std::string& label : path)
        text += (text.empty() ? "" : std::string(1, kPathSeparator)) + label;
    return text;
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

WaterfallView::WaterfallView(QWidget* parent) : View(parent) {
    toolbar_ = new ViewToolBar(this, ViewToolBar::Scale | ViewToolBar::Compare | ViewToolBar::Lock);
    addFitButton(*toolbar_, [this] {
        freeAxis();
        scheduleRefresh();
    });
    toolbar_->setScales({{QStringLiteral("zero"), tr("From zero")}, {QStringLiteral("steps"), tr("Steps only")}});
    scale_ = toolbar_->scale();
    life_ = new ChoiceBox(tr("Request"), tr("Which request of a serving engine is taken apart"), this);
    life_->setObjectName(QStringLiteral("life"));
    life_->addItem(tr("Mean request"), QStringLiteral("mean"));
    life_->addItem(tr("99th percentile"), QStringLiteral("p99"));
    life_->hide();
    toolbar_->extras()->addWidget(life_);
    back_ = new QToolButton(this);
    back_->setObjectName(QStringLiteral("back"));
    back_->setText(tr("Back"));
    back_->setToolTip(tr("Close the opened bar (Backspace)"));
    back_->setAutoRaise(true);
    back_->setFocusPolicy(Qt::TabFocus);
    back_->hide();
    toolbar_->extras()->addWidget(back_);
    const PlotPanel panel = addPlotPanel(*this, toolbar_, tr("Composition gap"));
    plot_ = panel.plot;
    message_ = panel.message;
    chart_ = std::make_unique<WaterfallChart>(*plot_);
    plot_->installEventFilter(this);
    navigation_ = new PlotNavigation(plot_, false, true);
    setMinimumSize(280, 190);
    setFocusProxy(plot_);
    connect(back_, &QToolButton::clicked, this, &WaterfallView::goBack);
    connect(life_, &QComboBox::activated, this, [this] {
        freeAxis();
        scheduleRefresh();
    });
    connect(toolbar_, &ViewToolBar::changed, this, [this] {
        if (scale_ != toolbar_->scale()) {
            const QSignalBlocker blocker(toolbar_);
            toolbar_->setLocked(false); // another scale: the old range means nothing
            freeAxis();
        } else if (toolbar_->locked() && !locked_) {
            fixed_ = chart_->room();
        } else if (!toolbar_->locked() && locked_) {
            freeAxis();
        }
        scale_ = toolbar_->scale();
        locked_ = toolbar_->locked();
        scheduleRefresh();
    });
    connect(navigation_, &PlotNavigation::moved, this, [this] {
        fixed_ = chart_->room();
        scheduleRefresh();
    });
    connect(navigation_, &PlotNavigation::clicked, this, [this](const QPointF& position) {
        const WaterfallHit hit = chart_->hit(position);
        choose(hit.bar ? hit.bar->id : std::string());
    });
    connect(navigation_, &PlotNavigation::doubleClicked, this, [this](const QPointF& position) {
        const WaterfallHit hit = chart_->hit(position);
        if (hit.bar && hit.bar->opens && !hit.bar->total) return open(*hit.bar);
        freeAxis();
        scheduleRefresh();
    });
    connect(plot_, &QWidget::customContextMenuRequested, this, [this](const QPoint& at) {
        QMenu menu;
        const WaterfallHit hit = chart_->hit(at);
        const std::string id = hit.bar && hit.bar->opens && !hit.bar->total ? hit.bar->id : std::string();
        if (!id.empty())
            menu.addAction(tr("Open this bar"), this, [this, id] {
                if (const WaterfallHit bar = chart_->locate(id, false); bar.bar) open(*bar.bar);
            });
        if (!path_.empty()) menu.addAction(tr("Back"), this, &WaterfallView::goBack);
        menu.addAction(tr("Copy the numbers"), this, &WaterfallView::copyTable);
        menu.addAction(tr("Export this figure ..."), this, &View::exportRequested);
        menu.exec(plot_->mapToGlobal(at));
    });
}

WaterfallView::~WaterfallView() {
    // The plot's items refer to the chart, so the plot goes first; on its way out it still sends events.
    plot_->removeEventFilter(this);
    delete plot_;
}

Waterfall WaterfallView::waterfall() const {
    const DesignState* design = scene().selectedDesign();
    const DesignState* other = toolbar_->compare() ? scene().baselineDesign() : nullptr;
    FurtherEstimates further;
    if (toolbar_->compare())
        for (const DesignState* state : scene().furtherBaselines())
            further.emplace_back(state->design.letter, state->estimate);
    Waterfall drawn = makeWaterfall(design ? design->estimate : nullptr, other ? other->estimate : nullptr, path_,
                                    life(), further);
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
    WaterfallOptions result;
    if (const DesignState* design = scene().selectedDesign()) result.letter = design->design.letter;
    if (const DesignState* design = scene().baselineDesign()) result.baseline_letter = design->design.letter;
    result.chosen = chosen_;
    result.theme = themeFor(palette());
    result.font = tabularFont(font());
    result.locale = locale();
    return result;
}

WaterfallRoom WaterfallView::roomNow(const Waterfall& waterfall) const {
    if (fixed_) return *fixed_;
    const WaterfallRoom fitting = roomFor(waterfall, toolbar_->scale() == QLatin1String("steps"));
    if (!widest_ || !waterfall.baseline_total) return fitting;
    return {std::min(widest_->low, fitting.low), std::max(widest_->high, fitting.high)};
}

void WaterfallView::showMessage(const QString& text) { showInstead({plot_, message_}, text); }

void WaterfallView::refresh() {
    toolbar_->showScene(scene());
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
    const DesignState* other = scene().baselineDesign();
    const std::string comparison = drawn.baseline_total && other
                                       ? other->design.id + '/' + drawn.metric + '/' + joined(drawn.path)
                                       : std::string();
    if (comparison != widest_for_) widest_.reset();
    widest_for_ = comparison;
    const WaterfallRoom room = roomNow(drawn);
    if (!fixed_ && !comparison.empty()) widest_ = room;
    chart_->show(std::move(drawn), room, options());
    plot_->replot(QCustomPlot::rpQueuedRefresh);
}

void WaterfallView::hover(const QPointF& position, const QPoint& global) {
    const WaterfallHit hit = navigation_->dragging() ? WaterfallHit() : chart_->hit(position);
    chart_->setHover(hit);
    const QString text = hit ? waterfallTooltip(chart_->waterfall(), hit, options()) : QString();
    if (text.isEmpty())
        QToolTip::hideText();
    else
        QToolTip::showText(global, text, plot_, QRect(position.toPoint() - QPoint(3, 3), QSize(6, 6)));
}

void WaterfallView::choose(const std::string& label) {
    chosen_ = chosen_ == label ? std::string() : label;
    scheduleRefresh();
}

void WaterfallView::step(int direction) {
    const auto& bars = chart_->waterfall().bars;
    if (bars.empty()) return;
    const auto at = std::ranges::find(bars, chosen_, &WaterfallBar::id);
    const auto count = static_cast<std::ptrdiff_t>(bars.size());
    const auto from = at == bars.end() ? (direction > 0 ? -1 : count) : at - bars.begin();
    chosen_ = bars[static_cast<std::size_t>((from + direction + count) % count)].id;
    scheduleRefresh();
}

void WaterfallView::open(const WaterfallBar& bar) {
    path_ = chart_->waterfall().path;
    path_.push_back(bar.id);
    chosen_.clear();
    freeAxis();
    scheduleRefresh();
}

bool WaterfallView::goBack() {
    if (path_.empty()) return false;
    chosen_ = path_.back();
    path_.pop_back();
    freeAxis();
    scheduleRefresh();
    return true;
}

void WaterfallView::freeAxis() {
    fixed_.reset();
    widest_.reset();
    const QSignalBlocker blocker(toolbar_);
    toolbar_->setLocked(false);
    locked_ = false;
}

bool WaterfallView::eventFilter(QObject* watched, QEvent* event) {
    if (watched != plot_) return View::eventFilter(watched, event);
    const PlotReactions reactions{[this](const QPointF& position, const QPoint& global) { hover(position, global); },
                                  [this] { chart_->setHover({}); }, [this] { scheduleRefresh(); }};
    return react(*event, reactions) || View::eventFilter(watched, event);
}

void WaterfallView::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Copy)) return copyTable();
    switch (event->key()) {
    case Qt::Key_Right:
    case Qt::Key_Down: return step(1);
    case Qt::Key_Left:
    case Qt::Key_Up: return step(-1);
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (const WaterfallHit hit = chart_->locate(chosen_, false); hit.bar && hit.bar->opens && !hit.bar->total)
            return open(*hit.bar);
        break;
    case Qt::Key_Plus:
    case Qt::Key_Equal: return navigation_->zoom(kKeyZoom);
    case Qt::Key_Minus: return navigation_->zoom(1.0 / kKeyZoom);
    case Qt::Key_0:
    case Qt::Key_Home: freeAxis(); return scheduleRefresh();
    case Qt::Key_Backspace:
        if (goBack()) return;
        break;
    case Qt::Key_Escape:
        if (goBack()) return;
        if (!chosen_.empty()) return choose({});
        break;
    default: break;
    }
    View::keyPressEvent(event);
}

void WaterfallView::copyTable() const { QGuiApplication::clipboard()->setText(toQString(toCsv(figureData()))); }

void WaterfallView::drawFigure(WaterfallChart& chart, Waterfall drawn, const FigureStyle& style) const {
    WaterfallOptions figure = options();
    figure.theme = style.theme;
    figure.font = style.font;
    figure.line_width = style.line_width_mm * style.units_per_mm;
    figure.locale = QLocale::c();
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
    const WaterfallRoom room = fixed_.value_or(WaterfallRoom{0.0, 0.0});
    return ViewState::write({{"scale", toolbar_->scale().toStdString()},
                             {"compare", toolbar_->compare()},
                             {"path", joined(path_)},
                             {"request", life_->currentData().toString().toStdString()},
                             {"locked", toolbar_->locked()},
                             {"low", room.low},
                             {"high", room.high}});
}

void WaterfallView::restoreState(std::string_view json_text) {
    const ViewState state(json_text);
    const QSignalBlocker blocker(toolbar_);
    toolbar_->setScale(toQString(state.text("scale", "zero")));
    scale_ = toolbar_->scale();
    toolbar_->setCompare(state.flag("compare", true));
    path_ = split(state.text("path", ""));
    life_->setCurrentIndex(std::max(0, life_->findData(toQString(state.text("request", "mean")))));
    const WaterfallRoom room{state.number("low", 0.0), state.number("high", 0.0)};
    const bool sane = std::isfinite(room.low) && std::isfinite(room.high) && room.high > room.low;
    fixed_ = sane ? std::optional(room) : std::nullopt;
    widest_.reset(); // of what was seen before
    toolbar_->setLocked(fixed_ && state.flag("locked", false));
    locked_ = toolbar_->locked();
    scheduleRefresh();
}

} // namespace strata::views
