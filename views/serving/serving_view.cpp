// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/serving/serving_view.h"

#include "views/serving/plot_canvas.h"
#include "views/support/base/choice_box.h"
#include "views/support/base/fit_button.h"
#include "views/support/base/toolbar.h"
#include "views/support/base/view_state.h"
#include "views/support/text/extrapolation.h"
#include "views/support/text/text.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <QClipboard>
#include <QFontMetricsF>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>

namespace strata::views {
namespace {

constexpr double kNudge = 1.02, kKeyZoom = 0.8;
constexpr double kWide = 1.35; // of its height: the two pictures stand side by side

} // namespace

bool sameLoadCurve(const Json& a, const Json& b) {
    Json left = a, right = b;
    for (Json* request : {&left, &right}) {
        removePointer(*request, kRatePointer);
        removePointer(*request, "/label");
        *request = overDuration(*request); // the number of requests makes no difference either
    }
    return left == right;
}

ServingView::ServingView(QWidget* parent)
    : View(parent),
      edits_([this] { return scene().selectedDesign(); }, [this](const Edit& edit) { emit edited(edit); }) {
    toolbar_ = new ViewToolBar(this, ViewToolBar::Scale | ViewToolBar::Compare);
    addFitButton(*toolbar_, [this] { showAll(); });
    toolbar_->setScales({{QStringLiteral("log"), tr("Logarithmic")}, {QStringLiteral("linear"), tr("Linear")}});
    latency_ = new ChoiceBox(tr("Latency"), tr("Which wait of the users is shown"), this);
    latency_->setObjectName(QStringLiteral("latency"));
    for (const Latency latency : kLatencies)
        latency_->addItem(latencyText(latency), QLatin1String(stemOf(latency)));
    level_ = new QToolButton(this);
    level_->setObjectName(QStringLiteral("level"));
    level_->setText(tr("Add service level"));
    level_->setToolTip(tr("Promise users this latency: a line that can be dragged"));
    level_->setAutoRaise(true);
    level_->setFocusPolicy(Qt::TabFocus);
    toolbar_->extras()->addWidget(latency_);
    toolbar_->extras()->addWidget(level_);
    cdf_canvas_ = new PlotCanvas(this);
    cdf_canvas_->setObjectName(QStringLiteral("distribution"));
    cdf_canvas_->setAccessibleName(tr("Distribution of the latency"));
    load_canvas_ = new PlotCanvas(this);
    load_canvas_->setObjectName(QStringLiteral("load"));
    load_canvas_->setAccessibleName(tr("Goodput over the arrival rate"));
    content_ = new QSplitter(Qt::Vertical, this);
    content_->setChildrenCollapsible(false);
    content_->addWidget(cdf_canvas_);
    content_->addWidget(load_canvas_);
    message_ = new QLabel(this);
    message_->setObjectName(QStringLiteral("message"));
    message_->setAlignment(Qt::AlignCenter);
    message_->setWordWrap(true);
    message_->setMargin(16);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(toolbar_);
    layout->addWidget(content_, 1);
    layout->addWidget(message_, 1);
    message_->hide();
    setMinimumSize(280, 220);
    setFocusProxy(cdf_canvas_);
    connect(toolbar_, &ViewToolBar::changed, this, [this] {
        chosen_.reset();
        scheduleRefresh();
    });
    connect(latency_, &QComboBox::activated, this, [this] {
        chosen_.reset();
        scheduleRefresh();
    });
    connect(level_, &QToolButton::clicked, this, &ServingView::addLevel);
    connectCanvases();
}

void ServingView::connectCanvases() {
    cdf_canvas_->picture = [this](QPainter& painter, const QRectF& whole) {
        const ServingLook shown = look();
        painter.fillRect(whole, shown.theme.surface);
        cdf_area_ = place(cdf_, whole, shown);
        paintCdf(painter, cdf_area_, cdf_, shown);
    };
    cdf_canvas_->answer = [this](const QPointF& at) { return cdfAnswer(cdf_, cdf_area_, look(), at); };
    cdf_canvas_->grip = [this](const QPointF& at) { return sloNear(cdf_, cdf_area_, at, PlotCanvas::kReach); };
    load_canvas_->picture = [this](QPainter& painter, const QRectF& whole) {
        const ServingLook shown = look();
        painter.fillRect(whole, shown.theme.surface);
        load_area_ = place(load_, whole, chosen_rate_, shown);
        paintLoad(painter, load_area_, load_, shown);
    };
    load_canvas_->answer = [this](const QPointF& at) { return loadAnswer(load_, load_area_, look(), at); };
    load_canvas_->grip = [this](const QPointF& at) { return rateNear(load_, load_area_, at, PlotCanvas::kReach); };

    connect(cdf_canvas_, &PlotCanvas::handlePressed, this, [this] {
        chosen_ = cdf_.axis; // the line stays under the pointer
        edits_.begin("slo");
    });
    connect(load_canvas_, &PlotCanvas::handlePressed, this, [this] {
        chosen_rate_ = load_.rate;
        edits_.begin("rate");
    });
    connect(cdf_canvas_, &PlotCanvas::handleMoved, this, [this](double x) {
        const double level = cdf_.axis.value(std::clamp(x, cdf_area_.left(), cdf_area_.right()));
        if (level > 0.0) setLevel(level);
    });
    connect(load_canvas_, &PlotCanvas::handleMoved, this,
            [this](double x) { setRate(load_.rate.value(std::clamp(x, load_area_.left(), load_area_.right()))); });
    for (PlotCanvas* canvas : {cdf_canvas_, load_canvas_}) {
        connect(canvas, &PlotCanvas::handleReleased, this, [this] { edits_.end(); });
        connect(canvas, &PlotCanvas::handleCancelled, this, [this] { edits_.cancel(); });
        connect(canvas, &PlotCanvas::doubleClicked, this, &ServingView::showAll);
    }
    connect(cdf_canvas_, &PlotCanvas::zoomed, this, [this](double factor, double x) {
        chosen_ = cdf_.axis.zoomed(factor, x);
        scheduleRefresh();
    });
    connect(cdf_canvas_, &PlotCanvas::panned, this, [this](double pixels) {
        chosen_ = cdf_.axis.panned(pixels);
        scheduleRefresh();
    });
    connect(load_canvas_, &PlotCanvas::zoomed, this, [this](double factor, double x) {
        chosen_rate_ = load_.rate.zoomed(factor, x);
        scheduleRefresh();
    });
    connect(load_canvas_, &PlotCanvas::panned, this, [this](double pixels) {
        chosen_rate_ = load_.rate.panned(pixels);
        scheduleRefresh();
    });
}

Latency ServingView::latency() const {
    return kLatencies[static_cast<std::size_t>(std::max(0, latency_->currentIndex()))];
}

bool ServingView::logarithmic() const { return toolbar_->scale() != QLatin1String("linear"); }

ServingLook ServingView::look() const {
    ServingLook result{themeFor(palette()), tabularFont(font()), 1.0, locale()};
    if (const DesignState* design = scene().selectedDesign()) result.letter = design->design.letter;
    if (const DesignState* design = scene().baselineDesign()) result.baseline_letter = design->design.letter;
    return result;
}

CdfSide ServingView::cdfSide(const DesignState& design) const {
    CdfSide side;
    side.slo_s = sloOf(*design.design.request, latency());
    side.stale = design.stale;
    const auto running = partial_.find(design.design.id);
    if (design.stale && running != partial_.end() && running->second) {
        side.distribution = distributionOf(*running->second, latency());
        side.partial = !side.distribution.empty();
    }
    if (side.partial || !design.estimate || !design.estimate->valid) return side;
    side.distribution = distributionOf(*design.estimate, latency());
    side.marks = percentilesOf(*design.estimate, latency());
    side.extrapolated = !extrapolationText(&design, QLocale::c()).isEmpty();
    return side;
}

LoadSide ServingView::loadSide(const DesignState& design) const {
    LoadSide side;
    side.rate_per_s = arrivalRate(*design.design.request);
    const auto curve = curves_.find(design.design.id);
    if (curve == curves_.end()) return side;
    side.points = curve->second.points;
    side.whole = curve->second.whole;
    side.stale = !curve->second.request || !sameLoadCurve(*curve->second.request, *design.design.request);
    return side;
}

CdfPicture ServingView::makeCdf() const {
    CdfPicture picture;
    picture.latency = latency();
    if (const DesignState* design = scene().selectedDesign()) picture.selected = cdfSide(*design);
    if (const DesignState* other = toolbar_->compare() ? scene().baselineDesign() : nullptr) {
        CdfSide side = cdfSide(*other);
        if (!side.distribution.empty()) picture.baseline = std::move(side);
    }
    picture.axis = chosen_.value_or(fittingAxis(picture, logarithmic()));
    return picture;
}

LoadPicture ServingView::makeLoad() const {
    LoadPicture picture;
    if (const DesignState* design = scene().selectedDesign()) picture.selected = loadSide(*design);
    if (const DesignState* other = toolbar_->compare() ? scene().baselineDesign() : nullptr) {
        LoadSide side = loadSide(*other);
        if (!side.points.empty()) picture.baseline = std::move(side);
    }
    return picture;
}

void ServingView::showMessage(const QString& text) {
    message_->setText(text);
    message_->setVisible(!text.isEmpty());
    content_->setVisible(text.isEmpty());
    if (!text.isEmpty()) level_->hide();
}

void ServingView::refresh() {
    toolbar_->showScene(scene());
    const DesignState* design = scene().selectedDesign();
    if (!design) return showMessage(tr("No design yet"));
    cdf_ = makeCdf();
    if (cdf_.selected.distribution.empty()) {
        const QString reason = absenceText(*design);
        return showMessage(reason.isEmpty() ? tr("Distributions need the requests of a serving engine under load. "
                                                 "This estimate has none.")
                                            : reason);
    }
    showMessage({});
    load_ = makeLoad();
    load_canvas_->setVisible(load_.selected.rate_per_s.has_value());
    level_->setVisible(!cdf_.selected.slo_s);
    layOut();
    cdf_canvas_->update();
    load_canvas_->update();
}

void ServingView::layOut() {
    const bool wide = width() > kWide * height();
    if (content_->orientation() != (wide ? Qt::Horizontal : Qt::Vertical))
        content_->setOrientation(wide ? Qt::Horizontal : Qt::Vertical);
}

void ServingView::resizeEvent(QResizeEvent* event) {
    View::resizeEvent(event);
    layOut();
}

void ServingView::setLoad(const std::string& design, std::shared_ptr<const Json> request, std::vector<LoadPoint> points,
                          bool whole) {
    std::ranges::sort(points, {}, &LoadPoint::rate_per_s);
    curves_[design] = {std::move(request), std::move(points), whole};
    scheduleRefresh();
}

void ServingView::setPartial(const std::string& design, std::shared_ptr<const Estimate> estimate) {
    partial_[design] = std::move(estimate);
    scheduleRefresh();
}

void ServingView::setLevel(std::optional<double> seconds) { edits_.setLevel(latency(), seconds, locale()); }

void ServingView::setRate(double rate_per_s) { edits_.setRate(rate_per_s, locale()); }

/// Where it begins: at the 95th percentile, so that there is something to improve.
void ServingView::addLevel() {
    for (const PercentileMark& mark : cdf_.selected.marks)
        if (mark.name == QLatin1String("P95") && mark.metric.value > 0.0) return setLevel(mark.metric.value);
}

void ServingView::showAll() {
    chosen_.reset();
    chosen_rate_.reset();
    scheduleRefresh();
}

void ServingView::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Copy)) return copyTable();
    const bool right = event->key() == Qt::Key_Right;
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
        if (load_canvas_->hasFocus() && load_.selected.rate_per_s)
            return setRate(*load_.selected.rate_per_s * (right ? kNudge : 1.0 / kNudge));
        if (cdf_.selected.slo_s) return setLevel(*cdf_.selected.slo_s * (right ? kNudge : 1.0 / kNudge));
        break;
    case Qt::Key_Delete:
        if (cdf_.selected.slo_s && !load_canvas_->hasFocus()) return setLevel({});
        break;
    case Qt::Key_Plus:
    case Qt::Key_Equal: return emit cdf_canvas_->zoomed(kKeyZoom, cdf_area_.center().x());
    case Qt::Key_Minus: return emit cdf_canvas_->zoomed(1.0 / kKeyZoom, cdf_area_.center().x());
    case Qt::Key_0:
    case Qt::Key_Home: return showAll();
    case Qt::Key_Escape:
        if (cdf_canvas_->cancelDrag() || load_canvas_->cancelDrag()) return;
        break;
    default: break;
    }
    View::keyPressEvent(event);
}

void ServingView::copyTable() const { QGuiApplication::clipboard()->setText(toQString(toCsv(figureData()))); }

void ServingView::paintFigure(QPainter& painter, const QRectF& rectangle, const FigureStyle& style) const {
    CdfPicture cdf = makeCdf();
    if (cdf.selected.distribution.empty()) return;
    ServingLook figure = look();
    figure.theme = style.theme;
    figure.font = style.font;
    figure.line_width = style.line_width_mm * style.units_per_mm;
    figure.locale = QLocale::c();
    figure.figure = true;
    LoadPicture load = makeLoad();
    const bool both = !load.selected.points.empty();
    const bool wide = rectangle.width() > kWide * rectangle.height();
    const double half = wide ? rectangle.width() / 2.0 : rectangle.height() / 2.0;
    QRectF first = rectangle, second = rectangle;
    if (both && wide) first.setWidth(half), second.setLeft(rectangle.left() + half);
    if (both && !wide) first.setHeight(half), second.setTop(rectangle.top() + half);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF cdf_area = place(cdf, first, figure);
    paintCdf(painter, cdf_area, cdf, figure);
    if (both) {
        const QRectF load_area = place(load, second, chosen_rate_, figure);
        paintLoad(painter, load_area, load, figure);
    }
    painter.restore();
}

double ServingView::figureHeight(double width, const FigureStyle& style) const {
    const double picture_height = std::max(0.62 * width, 17.0 * QFontMetricsF(style.font).height());
    if (makeLoad().selected.points.empty()) return picture_height;
    constexpr double kSideBySide_mm = 140.0;
    return width >= kSideBySide_mm * style.units_per_mm ? 0.42 * width : 2.0 * picture_height;
}

Table ServingView::figureData() const {
    const CdfPicture cdf = makeCdf();
    if (cdf.selected.distribution.empty()) return {};
    const LoadPicture load = makeLoad();
    return servingTable(latency(), cdf.selected, cdf.baseline, load.selected, load.baseline);
}

std::string ServingView::saveState() const {
    const PlotAxis axis = chosen_.value_or(PlotAxis{0.0, 0.0});
    return ViewState::write({{"latency", std::string(stemOf(latency()))},
                             {"scale", toolbar_->scale().toStdString()},
                             {"compare", toolbar_->compare()},
                             {"low_s", axis.low},
                             {"high_s", axis.high}});
}

void ServingView::restoreState(std::string_view json_text) {
    const ViewState state(json_text);
    const QSignalBlocker blocker(toolbar_);
    latency_->setCurrentIndex(std::max(0, latency_->findData(toQString(state.text("latency", "ttft")))));
    toolbar_->setScale(toQString(state.text("scale", "log")));
    toolbar_->setCompare(state.flag("compare", true));
    const PlotAxis axis{state.number("low_s", 0.0), state.number("high_s", 0.0), logarithmic()};
    const bool sane = std::isfinite(axis.high) && axis.high > axis.low && (!axis.logarithmic || axis.low > 0.0);
    chosen_ = sane ? std::optional(axis) : std::nullopt;
    scheduleRefresh();
}

} // namespace strata::views
