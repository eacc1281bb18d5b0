// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/parameters/parameters_panel.h"

#include "views/parameters/option_menu.h"
#include "views/parameters/parameter_group.h"
#include "views/parameters/parameter_row.h"
#include "views/support/table/tab_order.h"
#include "views/support/text/field_titles.h"
#include "views/support/text/text.h"
#include "views/support/text/told.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <QAction>
#include <QApplication>
#include <QContextMenuEvent>
#include <QCoreApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QScrollArea>
#include <QScrollBar>
#include <QToolButton>
#include <QVBoxLayout>

namespace strata::views {

namespace {

constexpr int kLeastWidth = 280;
/// The same parameters in the same places: values may be shown without building anything anew.
bool sameShape(const std::vector<Parameter>& a, const std::vector<Parameter>& b) {
    return std::ranges::equal(a, b, [](const Parameter& x, const Parameter& y) {
        return x.pointer == y.pointer && x.group == y.group && x.title == y.title && x.source == y.source &&
               x.choices == y.choices;
    });
}

/// What is asked stands before the machine that answers: groups of the workload first, each as a whole.
void putWorkloadFirst(std::vector<Parameter>& parameters) {
    std::vector<std::string> first;
    for (const Parameter& parameter : parameters) {
        const bool known = std::ranges::find(first, parameter.group) != first.end();
        if (!known && parameter.pointer.starts_with("/workload")) first.push_back(parameter.group);
    }
    std::ranges::stable_partition(parameters, [&](const Parameter& parameter) {
        return std::ranges::find(first, parameter.group) != first.end();
    });
}

/// Energies of single actions are many and seldom changed: they stand folded behind a line of their own.
bool isEnergy(const Parameter& parameter) { return parameter.unit == "pJ"; }

/// Numbers of a group are as wide as the widest of them needs, and no wider: sliders are what is dragged.
void alignNumbers(std::span<ParameterRow* const> rows) {
    for (auto first = rows.begin(); first != rows.end();) {
        const auto last = std::find_if(first, rows.end(), [&](const ParameterRow* row) {
            return row->parameter().group != (*first)->parameter().group;
        });
        int widest = 0;
        for (const ParameterRow* row : std::span(first, last))
            widest = std::max(widest, row->numberWidth());
        for (ParameterRow* row : std::span(first, last))
            row->setNumberWidth(widest);
        first = last;
    }
}

} // namespace

ParametersPanel::ParametersPanel(QWidget* parent)
    : QWidget(parent), scene_(std::make_shared<const Scene>()), filter_(new QLineEdit), add_(new QToolButton),
      empty_(new QLabel), scroll_(new QScrollArea) {
    filter_->setPlaceholderText(tr("Filter parameters"));
    filter_->setClearButtonEnabled(true);
    filter_->setAccessibleName(tr("Filter parameters"));
    empty_->setWordWrap(true);
    empty_->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    empty_->setContentsMargins(12, 8, 12, 8);
    auto* body = new QWidget;
    groups_layout_ = new QVBoxLayout(body);
    groups_layout_->setContentsMargins(0, 4, 0, 8);
    groups_layout_->setSpacing(0);
    groups_layout_->addStretch(1);
    scroll_->setWidget(body);
    scroll_->setWidgetResizable(true);
    scroll_->setFrameShape(QFrame::NoFrame);
    scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll_->setFocusPolicy(Qt::NoFocus);
    add_->setText(tr("Add"));
    add_->setToolTip(tr("Techniques and values that the design does not state yet"));
    add_->setPopupMode(QToolButton::InstantPopup);
    add_->setMenu(new QMenu(add_));
    connect(add_->menu(), &QMenu::aboutToShow, this, [this, menu = add_->menu()] {
        fillOptionMenu(*menu, options(), [this](const RequestOption& option) { addOption(option); });
    });
    auto* top = new QHBoxLayout;
    top->setContentsMargins(8, 6, 8, 2);
    top->addWidget(filter_, 1);
    top->addWidget(add_);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    layout->addLayout(top);
    layout->addWidget(empty_);
    layout->addWidget(scroll_, 1);
    setFocusProxy(filter_);
    setMinimumWidth(kLeastWidth);
    connect(filter_, &QLineEdit::textChanged, this, &ParametersPanel::applyFilter);
}

ParametersPanel::~ParametersPanel() = default;

void ParametersPanel::setScene(std::shared_ptr<const Scene> scene) {
    const bool other_library = scene->library != scene_->library;
    scene_ = std::move(scene);
    const DesignState* design = scene_->selectedDesign();
    newest_request_ = design ? design->design.request : nullptr;
    resolved_ = design ? design->resolved : nullptr;
    if (other_library || newest_request_ != shown_request_) refresh();
    if (design) showErrors(*design);
}

void ParametersPanel::refresh() {
    const DesignState* design = scene_->selectedDesign();
    std::vector<Parameter> parameters;
    QString reason = tr("No design is selected.");
    if (design && scene_->library) {
        Result<std::vector<Parameter>> found =
            resolved_ ? parametersOf(*resolved_, *scene_->library)
                      : parametersOf(*design->design.request, *scene_->library, *scene_->registry);
        if (found) parameters = std::move(*found);
        putWorkloadFirst(parameters);
        reason = found ? tr("This design has no parameters.")
                       : errorText(found.error(), QLocale(), fieldTitles(*design, *scene_));
    }
    shown_request_ = design ? design->design.request : nullptr;
    empty_->setText(reason);
    empty_->setVisible(parameters.empty());
    if (sameShape(parameters, parameters_)) {
        parameters_ = std::move(parameters);
        for (std::size_t i = 0; i < rows_.size(); ++i)
            rows_[i]->setParameter(parameters_[i]);
        return;
    }
    // Widgets are never taken away under the hand that drags one of them.
    if (std::ranges::any_of(rows_, &ParameterRow::isDragging)) {
        shown_request_.reset();
        return;
    }
    parameters_ = std::move(parameters);
    rebuild();
}

void ParametersPanel::rebuild() {
    setUpdatesEnabled(false);
    const std::string focused = focusedPointer();
    // Widgets that come into a visible one are shown, styled and laid out one by one.
    scroll_->widget()->hide();
    // A row may be the sender of the change that rebuilds the panel: it ends when its event handler has returned.
    for (ParameterGroup* group : groups_) {
        groups_layout_->removeWidget(group);
        group->setParent(nullptr);
        group->deleteLater();
    }
    groups_.clear();
    rows_.clear();
    const std::string* group_name = nullptr;
    for (const Parameter& parameter : parameters_) {
        if (!group_name || *group_name != parameter.group) {
            auto* group =
                new ParameterGroup(QCoreApplication::translate("Field", parameter.group.c_str()), scroll_->widget());
            groups_layout_->insertWidget(static_cast<int>(groups_.size()), group);
            groups_.push_back(group);
            group_name = &parameter.group;
        }
        ParameterGroup* group = isEnergy(parameter) ? groups_.back()->subgroup(tr("Energies")) : groups_.back();
        auto* row = new ParameterRow(parameter, group->body());
        group->addRow(row);
        rows_.push_back(row);
        connect(row, &ParameterRow::changed, this,
                [this, row](double value, const QString& gesture) { change(row->parameter(), value, gesture); });
        connect(row, &ParameterRow::chosen, this, [this, row](const QString& word) { choose(row->parameter(), word); });
    }
    alignNumbers(rows_);
    continueTabOrder(add_, *scroll_->widget());
    applyFilter();
    scroll_->widget()->show();
    if (ParameterRow* const again = row(focused)) again->focusNumber();
    // A number whose end is cut off is another number.
    const int needed = scroll_->widget()->minimumSizeHint().width() + scroll_->verticalScrollBar()->sizeHint().width();
    setMinimumWidth(std::max(kLeastWidth, needed));
    // Laid out at once: requests for a layout climb from row to panel event by event, and a frame may come between.
    groups_layout_->activate();
    QEvent fit(QEvent::LayoutRequest);
    QCoreApplication::sendEvent(scroll_, &fit);
    setUpdatesEnabled(true);
}

void ParametersPanel::showErrors(const DesignState& design) {
    if (design.stale) return; // what is known belongs to an earlier value
    const LevelTitles titles = fieldTitles(design, *scene_);
    for (ParameterRow* row : rows_) {
        const std::string& pointer = row->parameter().pointer;
        QString text;
        if (design.error && design.error->pointer == pointer) text = told(design.error->text, locale(), titles);
        if (design.estimate && !design.estimate->valid) {
            for (const Note& note : design.estimate->notes)
                if (note.pointer == pointer) text = told(note.text, locale(), titles);
        }
        row->setError(text);
    }
}

void ParametersPanel::applyFilter() {
    const QString filter = filter_->text().trimmed();
    for (ParameterRow* row : rows_) // what is as it should be stays untouched: to be shown is to be laid out
        if (const bool hidden = !row->matches(filter); row->isHidden() != hidden) row->setVisible(!hidden);
    for (ParameterGroup* group : groups_) {
        const QList<ParameterRow*> rows = group->findChildren<ParameterRow*>();
        const bool hidden = std::ranges::all_of(rows, [](const ParameterRow* row) { return row->isHidden(); });
        if (group->isHidden() != hidden) group->setVisible(!hidden);
        if (filter.isEmpty()) continue;
        group->setFolded(false);
        for (ParameterGroup* inner : group->findChildren<ParameterGroup*>())
            inner->setFolded(false);
    }
}

ParameterRow* ParametersPanel::row(std::string_view pointer) const {
    const auto found =
        std::ranges::find_if(rows_, [pointer](const ParameterRow* row) { return row->parameter().pointer == pointer; });
    return found == rows_.end() ? nullptr : *found;
}

void ParametersPanel::reveal(std::string_view pointer) {
    ParameterRow* wanted = row(pointer);
    if (!wanted) return;
    filter_->clear();
    for (ParameterGroup* group : findChildren<ParameterGroup*>())
        if (group->isAncestorOf(wanted)) group->setFolded(false);
    scroll_->ensureWidgetVisible(wanted);
    wanted->focusNumber();
}

bool ParametersPanel::resetFocused() {
    ParameterRow* focused = row(focusedPointer());
    if (focused) focused->reset();
    return focused != nullptr;
}

std::string ParametersPanel::focusedPointer() const {
    for (const ParameterRow* row : rows_)
        if (row->isAncestorOf(QApplication::focusWidget())) return row->parameter().pointer;
    return {};
}

void ParametersPanel::contextMenuEvent(QContextMenuEvent* event) {
    const QWidget* target =
        event->reason() == QContextMenuEvent::Keyboard ? QApplication::focusWidget() : childAt(event->pos());
    const auto found = std::ranges::find_if(
        rows_, [&](const ParameterRow* row) { return target && (row == target || row->isAncestorOf(target)); });
    if (found == rows_.end()) return event->ignore();
    ParameterRow* row = *found;
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("Explore this parameter \u2026"), this,
                    [this, pointer = row->parameter().pointer] { emit exploreRequested(toQString(pointer)); });
    menu->addAction(tr("Set the catalog's value"), row, &ParameterRow::reset);
    addRemovals(*menu, row->parameter().pointer);
    menu->popup(event->globalPos());
}

std::vector<CurveQuery> ParametersPanel::curveQueries(int points) const {
    std::vector<CurveQuery> seen, hidden;
    for (const ParameterRow* row : rows_) {
        if (!row->isVisible() || !row->parameter().choices.empty()) continue;
        const bool in_view = !row->visibleRegion().isEmpty();
        (in_view ? seen : hidden).push_back({row->parameter().pointer, row->curveValues(points)});
    }
    seen.insert(seen.end(), hidden.begin(), hidden.end());
    return seen;
}

void ParametersPanel::showCurve(const ParameterCurve& curve) {
    if (ParameterRow* shown = row(curve.pointer)) shown->showCurve(curve.values, curve.metric);
}

void ParametersPanel::markCurvesStale() {
    for (ParameterRow* row : rows_)
        row->markCurveStale();
}

void ParametersPanel::clearCurves() {
    for (ParameterRow* row : rows_)
        row->showCurve({}, {});
}

} // namespace strata::views
