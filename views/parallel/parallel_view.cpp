// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/parallel/parallel_view.h"

#include "views/explore/explore_text.h"
#include "views/explore/filter_bar.h"
#include "views/parallel/parallel_canvas.h"
#include "views/support/base/choice_box.h"
#include "views/support/base/toolbar.h"
#include "views/support/text/text.h"

#include <algorithm>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>

namespace strata::views {
namespace {

constexpr std::size_t kMostFigureRows = 50'000; // in the numbers beside a figure

} // namespace

ParallelView::ParallelView(QWidget* parent) : ExplorationView(parent) {
    toolbar_ = new ViewToolBar(this, {});
    color_ = new ChoiceBox(tr("Colour"), tr("What colours the lines; where many cross it is their mean"), toolbar_);
    axes_ = new QToolButton(toolbar_);
    axes_->setText(tr("Axes"));
    axes_->setToolTip(tr("Which columns are axes"));
    axes_->setPopupMode(QToolButton::InstantPopup);
    axes_->setFocusPolicy(Qt::TabFocus);
    axes_->setMenu(new QMenu(axes_));
    infeasible_ = new QToolButton(toolbar_);
    infeasible_->setText(tr("Infeasible"));
    infeasible_->setToolTip(tr("Lines of designs that cannot exist or break a constraint"));
    infeasible_->setCheckable(true);
    infeasible_->setFocusPolicy(Qt::TabFocus);
    infeasible_->setObjectName(QStringLiteral("infeasible"));
    toolbar_->extras()->addWidget(color_);
    toolbar_->extras()->addWidget(infeasible_);
    toolbar_->extras()->addWidget(axes_);
    bar_ = new FilterBar(this);
    canvas_ = new ParallelCanvas(this);
    message_ =
        new QLabel(tr("No run yet. Start a sweep or a search, or open its results: every design that it evaluates "
                      "is a line here."),
                   this);
    message_->setAlignment(Qt::AlignCenter);
    message_->setWordWrap(true);
    message_->setMargin(16);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(toolbar_);
    layout->addWidget(bar_);
    layout->addWidget(canvas_, 1);
    layout->addWidget(message_, 1);
    setMinimumSize(280, 200);
    setFocusProxy(canvas_);
    connect(canvas_, &ParallelCanvas::settingsChanged, this, &ParallelView::setAxes);
    connect(canvas_, &ParallelCanvas::menuRequested, this, &ParallelView::showMenu);
    connect(infeasible_, &QToolButton::toggled, this, [this](bool on) {
        settings_.infeasible = on;
        scheduleRefresh();
    });
    connect(color_, &QComboBox::activated, this, [this] {
        settings_.color = color_->currentData().toString().toStdString();
        scheduleRefresh();
    });
}

void ParallelView::explorationChanged() {
    color_->clear();
    color_->addItem(tr("No colour"), QString());
    if (!exploration()) return;
    for (const ExploreColumn& column : exploration()->columns())
        color_->addItem(column.title, toQString(column.name));
    color_->setCurrentIndex(std::max(0, color_->findData(toQString(settings_.color))));
    fillAxesMenu();
}

void ParallelView::refresh() {
    toolbar_->showScene(scene());
    const bool any = exploration() != nullptr;
    message_->setVisible(!any);
    canvas_->setVisible(any);
    color_->setEnabled(any);
    axes_->setEnabled(any);
    infeasible_->setEnabled(any);
    bar_->show(exploration());
    if (any) canvas_->show(exploration(), settings_, screenLook());
}

void ParallelView::refreshMarks() { canvas_->update(); }

void ParallelView::setAxes(std::vector<ParallelAxis> axes) {
    settings_.axes = std::move(axes);
    fillAxesMenu();
    scheduleRefresh();
}

void ParallelView::fillAxesMenu() {
    QMenu* menu = axes_->menu();
    menu->clear();
    const auto shown = axesOf(settings_, *exploration());
    for (const ExploreColumn& column : exploration()->columns()) {
        QAction* action = menu->addAction(column.title);
        action->setCheckable(true);
        const bool there = std::ranges::find(shown, column.name, &ParallelAxis::column) != shown.end();
        action->setChecked(there);
        action->setEnabled(!there || shown.size() > 2); // one axis has no lines
        connect(action, &QAction::triggered, this, [this, name = column.name](bool on) {
            auto axes = axesOf(settings_, *exploration());
            std::erase_if(axes, [&](const ParallelAxis& axis) { return axis.column == name; });
            if (on) axes.push_back({name, std::nullopt, false});
            setAxes(std::move(axes));
        });
    }
    menu->addSeparator();
    menu->addAction(tr("As at first"), this, [this] { setAxes({}); });
}

void ParallelView::showMenu(int axis, const QPoint& global) {
    if (!exploration()) return;
    if (axis < 0) {
        axes_->menu()->popup(global);
        return;
    }
    QMenu menu(this);
    menu.addAction(tr("Invert"), canvas_, [this, axis] { canvas_->toggleInverted(axis); });
    menu.addAction(tr("Logarithmic"), canvas_, [this, axis] { canvas_->toggleLogarithmic(axis); });
    menu.addAction(tr("Move left"), canvas_, [this, axis] { canvas_->moveAxis(axis, axis - 1); });
    menu.addAction(tr("Move right"), canvas_, [this, axis] { canvas_->moveAxis(axis, axis + 1); });
    menu.addAction(tr("Remove"), canvas_, [this, axis] { canvas_->removeAxis(axis); });
    const auto axes = axesOf(settings_, *exploration());
    const int column = exploration()->columnNamed(axes[static_cast<std::size_t>(axis)].column);
    if (column >= 0 && !exploration()->columns()[static_cast<std::size_t>(column)].axis) {
        menu.addSeparator();
        for (const int count : {10, 100})
            menu.addAction(tr("Show the best %1 only").arg(count), this,
                           [this, column, count] { keepBest(static_cast<std::size_t>(column), count); });
    }
    menu.exec(global);
}

void ParallelView::keepBest(std::size_t column, int count) {
    const Exploration& run = *exploration();
    Filter filter = run.filter();
    filter.setRange(bestRange(column, run.table().columns[column], run.rowStates(), kShown,
                              static_cast<std::size_t>(count), run.columns()[column].maximize));
    exploration()->setFilter(std::move(filter));
}

void ParallelView::paintFigure(QPainter& painter, const QRectF& rectangle, const FigureStyle& style) const {
    if (!exploration()) return paintNoRun(painter, rectangle, style);
    const ExploreLook figure = figureLook(style);
    ParallelCanvas canvas(nullptr);
    canvas.show(exploration(), settings_, figure);
    canvas.paintInto(painter, rectangle, figure);
}

double ParallelView::figureHeight(double width, const FigureStyle& style) const {
    const std::size_t axes = exploration() ? axesOf(settings_, *exploration()).size() : 0;
    const bool slanted = ParallelPicture::tooNarrow(width, axes, style.font);
    return 0.55 * width + (slanted ? ParallelPicture::slantedRoom(style.font) : 0.0);
}

/// The rows that are shown; above kMostFigureRows the first of them.
Table ParallelView::figureData() const {
    if (!exploration() || exploration()->rows() == 0) return {};
    std::vector<std::uint32_t> rows;
    const auto& states = exploration()->rowStates();
    for (std::size_t i = 0; i < states.size() && rows.size() < kMostFigureRows; ++i)
        if (states[i] == Exploration::kShown) rows.push_back(static_cast<std::uint32_t>(i));
    return rowsTable(*exploration(), rows, "points");
}

std::string ParallelView::saveState() const { return writeSettings(settings_); }

void ParallelView::restoreState(std::string_view json_text) {
    settings_ = readParallelSettings(json_text);
    const QSignalBlocker blocker(infeasible_);
    infeasible_->setChecked(settings_.infeasible);
    explorationChanged();
    scheduleRefresh();
}

} // namespace strata::views
