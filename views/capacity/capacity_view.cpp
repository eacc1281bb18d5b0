// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/capacity/capacity_view.h"

#include "views/explore/explore_text.h"
#include "views/serving/plot_canvas.h"
#include "views/support/base/choice_box.h"
#include "views/support/base/toolbar.h"
#include "views/support/base/view_state.h"
#include "views/support/text/text.h"

#include <algorithm>
#include <QClipboard>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

namespace strata::views {

CapacityView::CapacityView(QWidget* parent) : ExplorationView(parent) {
    toolbar_ = new ViewToolBar(this, {});
    const auto box = [this](const char* name, const QString& title, const QString& help) {
        auto* made = new ChoiceBox(title, help, this);
        made->setObjectName(QLatin1String(name));
        toolbar_->extras()->addWidget(made);
        return made;
    };
    buildMenu();
    metric_ = box("metric", tr("Metric"), tr("What the cells show"));
    x_ = box("across", tr("Across"), tr("Parameter along the horizontal axis"));
    y_ = box("up", tr("Upwards"), tr("Parameter along the vertical axis"));
    kept_ = box("kept", tr("Service level"), tr("Share of the requests that must keep it"));
    for (const int percent : {50, 90, 95, 99})
        kept_->addItem(QStringLiteral("%1 %").arg(percent), percent / 100.0);
    kept_->setCurrentIndex(1);
    canvas_ = new PlotCanvas;
    canvas_->setObjectName(QStringLiteral("capacity"));
    canvas_->setAccessibleName(tr("Capacity"));
    message_ = new QLabel;
    message_->setObjectName(QStringLiteral("message"));
    message_->setAlignment(Qt::AlignCenter);
    message_->setWordWrap(true);
    message_->setMargin(16);
    pages_ = new QStackedWidget;
    pages_->addWidget(canvas_);
    pages_->addWidget(message_);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(toolbar_);
    layout->addWidget(pages_, 1);
    setFocusProxy(canvas_);
    setMinimumSize(280, 180);
    const auto chosen = [this] {
        settings_.x = x_->currentData().toString().toStdString();
        settings_.y = y_->currentData().toString().toStdString();
        settings_.metric = metric_->currentData().toString().toStdString();
        settings_.kept = kept_->currentData().toDouble();
        pointed_.reset();
        scheduleRefresh();
    };
    for (QComboBox* qcombo_box : {x_, y_, metric_, kept_})
        connect(qcombo_box, &QComboBox::activated, this, chosen);
    canvas_->picture = [this](QPainter& painter, const QRectF& whole) {
        const ServingLook shown = look();
        painter.fillRect(whole, shown.theme.surface);
        if (picture_.grid.empty()) return;
        places_ = placeCapacity(picture_, whole, shown);
        paintCapacity(painter, places_, picture_, shown);
    };
    canvas_->answer = [this](const QPointF& at) { return answer(at); };
    connect(canvas_, &PlotCanvas::clicked, this, [this](const QPointF& at) {
        point(cellAt(picture_, places_, at));
        open(QGuiApplication::keyboardModifiers().testFlag(Qt::ControlModifier));
    });
}

void CapacityView::buildMenu() {
    new_ = new QToolButton(this);
    new_->setObjectName(QStringLiteral("sweep"));
    new_->setText(tr("New run"));
    new_->setToolTip(tr("Vary the selected design in the background"));
    new_->setAutoRaise(true);
    new_->setPopupMode(QToolButton::InstantPopup);
    new_->setFocusPolicy(Qt::TabFocus);
    auto* menu = new QMenu(new_);
    const auto add = [&](const QString& text, Sweep sweep) {
        connect(menu->addAction(text), &QAction::triggered, this, [this, sweep] { emit sweepRequested(sweep); });
    };
    add(tr("Arrival rate and replicas"), Sweep::Replicas);
    add(tr("Arrival rate and tensor parallel ranks"), Sweep::TensorParallel);
    add(tr("Schedulers on the same arrivals"), Sweep::Schedulers);
    new_->setMenu(menu);
    toolbar_->extras()->addWidget(new_);
}

ServingLook CapacityView::look() const {
    ServingLook result{themeFor(palette()), tabularFont(font()), 1.0, locale()};
    if (const DesignState* design = scene().selectedDesign()) result.letter = design->design.letter;
    if (const DesignState* design = scene().pinnedDesign()) result.baseline_letter = design->design.letter;
    return result;
}

CapacityPicture CapacityView::makePicture() const {
    CapacityPicture picture;
    picture.run = exploration();
    picture.settings = settings_;
    if (picture.run) picture.grid = capacityGrid(*picture.run, settings_);
    picture.pointed = pointed_;
    return picture;
}

void CapacityView::explorationChanged() {
    pointed_.reset();
    settings_.x.clear();
    settings_.y.clear();
    settings_.metric.clear();
    fillColumns();
}

void CapacityView::fillColumns() {
    for (QComboBox* box : {x_, y_, metric_})
        box->clear();
    if (!exploration()) return;
    for (const ExploreColumn& column : exploration()->columns()) {
        if (!column.axis)
            metric_->addItem(column.title, toQString(column.name));
        else
            for (QComboBox* box : {x_, y_})
                box->addItem(column.title, toQString(column.name));
    }
}

QString CapacityView::absence() const {
    if (!exploration())
        return tr("No run yet. \u201cNew run\u201d varies the arrival rate and the engines of the selected design.");
    if (exploration()->rows() == 0) return tr("Evaluating ...");
    if (picture_.grid.too_many)
        return tr("The points of this run lie on no grid: it takes a sweep of few values of each parameter.");
    return tr("This run has no parameter to show.");
}

void CapacityView::refresh() {
    toolbar_->showScene(scene());
    picture_ = makePicture();
    const bool any = picture_.run && !picture_.grid.empty();
    pages_->setCurrentIndex(any ? 0 : 1);
    for (QComboBox* box : {x_, y_, metric_, kept_})
        box->setVisible(any);
    if (!any) return message_->setText(absence());
    const auto show = [&](QComboBox* box, std::size_t column) {
        box->setCurrentIndex(box->findData(toQString(picture_.run->columns()[column].name)));
    };
    show(x_, picture_.grid.x);
    if (picture_.grid.y) show(y_, *picture_.grid.y);
    show(metric_, picture_.grid.metric);
    kept_->setCurrentIndex(kept_->findData(settings_.kept));
    x_->setVisible(picture_.grid.y.has_value());
    y_->setVisible(picture_.grid.y.has_value());
    canvas_->update();
}

void CapacityView::point(std::optional<std::pair<std::size_t, std::size_t>> cell) {
    if (cell == pointed_) return;
    pointed_ = cell;
    picture_.pointed = cell;
    const auto row = cell ? picture_.grid.at(cell->first, cell->second).row : std::nullopt;
    canvas_->setAccessibleDescription(row ? exploration()->nameOf(*row) : QString());
    if (exploration()) exploration()->setHovered(row);
    canvas_->update();
}

QString CapacityView::answer(const QPointF& at) {
    if (picture_.grid.empty()) return {};
    const auto cell = cellAt(picture_, places_, at);
    point(cell);
    if (!cell) return {};
    const CapacityCell& shown = picture_.grid.at(cell->first, cell->second);
    if (!shown.row) return tr("Not evaluated yet");
    std::vector<std::size_t> first{picture_.grid.x};
    if (picture_.grid.y) first.push_back(*picture_.grid.y);
    first.push_back(picture_.grid.metric);
    QString html = rowHtml(*exploration(), *shown.row, first, locale());
    if (shown.rows > 1)
        html += QStringLiteral("<p>%1</p>").arg(tr("The best of %1 points of this cell").arg(shown.rows));
    return html + QStringLiteral("<p>%1</p>").arg(tr("Click opens it as a design"));
}

void CapacityView::open(bool as_baseline) {
    if (!pointed_ || !exploration()) return;
    const auto row = picture_.grid.at(pointed_->first, pointed_->second).row;
    if (!row) return;
    if (as_baseline)
        emit exploration()->baselineRequested(*row);
    else
        emit exploration()->openRequested(*row);
}

bool CapacityView::walk(int key) {
    if (picture_.grid.empty()) return false;
    auto [across, up] = pointed_.value_or(std::pair<std::size_t, std::size_t>(0, 0));
    const bool bars = !picture_.grid.y;
    const auto least = [](std::size_t& at) { at -= std::min<std::size_t>(at, 1); };
    const auto most = [](std::size_t& at, std::size_t size) { at = std::min(at + 1, size - 1); };
    if (!pointed_) return point(std::pair(across, up)), true;
    switch (key) {
    case Qt::Key_Left: bars ? void() : least(across); break;
    case Qt::Key_Right: bars ? void() : most(across, picture_.grid.across.size()); break;
    case Qt::Key_Down: bars ? most(across, picture_.grid.across.size()) : least(up); break;
    case Qt::Key_Up: bars ? least(across) : most(up, picture_.grid.up.size()); break;
    default: return false;
    }
    point(std::pair(across, up));
    return true;
}

void CapacityView::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Copy))
        return QGuiApplication::clipboard()->setText(toQString(toCsv(figureData())));
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_Up:
    case Qt::Key_Down:
        if (event->modifiers() == Qt::NoModifier && walk(event->key())) return;
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter: return open(event->modifiers().testFlag(Qt::ControlModifier));
    default: break;
    }
    ExplorationView::keyPressEvent(event);
}

void CapacityView::paintFigure(QPainter& painter, const QRectF& rectangle, const FigureStyle& style) const {
    CapacityPicture picture = makePicture();
    if (!picture.run || picture.grid.empty()) {
        painter.setFont(style.font);
        painter.setPen(style.theme.text_muted);
        painter.drawText(rectangle, Qt::AlignCenter | Qt::TextWordWrap, absence());
        return;
    }
    picture.pointed.reset();
    ServingLook figure = look();
    figure.theme = style.theme;
    figure.font = style.font;
    figure.line_width = style.line_width_mm * style.units_per_mm;
    figure.locale = QLocale::c();
    painter.save();
    painter.translate(rectangle.topLeft());
    painter.setRenderHint(QPainter::Antialiasing);
    const CapacityPlaces places = placeCapacity(picture, QRectF(QPointF(0, 0), rectangle.size()), figure);
    paintCapacity(painter, places, picture, figure);
    painter.restore();
}

double CapacityView::figureHeight(double width, const FigureStyle& style) const {
    const CapacityPicture picture = makePicture();
    return picture.grid.empty() ? 0.5 * width : capacityHeight(picture, width, style.font);
}

Table CapacityView::figureData() const {
    const CapacityPicture picture = makePicture();
    return picture.grid.empty() ? Table() : capacityTable(*picture.run, picture.grid, settings_);
}

std::string CapacityView::saveState() const {
    return ViewState::write(
        {{"across", settings_.x}, {"up", settings_.y}, {"metric", settings_.metric}, {"kept", settings_.kept}});
}

void CapacityView::restoreState(std::string_view json_text) {
    const ViewState state(json_text);
    settings_.x = state.text("across", "");
    settings_.y = state.text("up", "");
    settings_.metric = state.text("metric", "");
    const double kept = state.number("kept", 0.9);
    settings_.kept = kept_->findData(kept) >= 0 ? kept : 0.9;
    scheduleRefresh();
}

} // namespace strata::views
