// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/shell/view_shelf.h"

#include "views/support/base/view.h"

#include <QDockWidget>

namespace strata::app {

ViewShelf::ViewShelf(const Docks& docks) : docks_(docks) {
    for (const views::ViewInfo& info : views::viewRegistry()) {
        const QString id = QString::fromUtf8(info.id.data(), static_cast<qsizetype>(info.id.size()));
        connect(docks_.at(id), &QDockWidget::visibilityChanged, this, [this, id](bool shown) { setShown(id, shown); });
    }
}

ViewShelf::~ViewShelf() = default;

views::View* ViewShelf::view(const QString& id) {
    if (const auto found = made_.find(id); found != made_.end()) return found->second;
    const views::ViewInfo* info = views::findView(id.toStdString());
    if (info == nullptr) return nullptr;
    QDockWidget* dock = docks_.at(id);
    // A widget that changes its parent is styled again, and so are those in it: a view is made where it stays.
    views::View* view = info->create(dock);
    made_[id] = view;
    // A view that nobody sees is not drawn, and nothing is computed for it.
    view->setBehind(!shown_[id]);
    const auto state = restored_.find(id.toStdString());
    view->restoreState(state == restored_.end() ? "{}" : state->second);
    for (std::size_t i = 0; i < connections_.size(); ++i) // one may make another view
        connections_[i](id, *view);
    dock->setWidget(view);
    return view;
}

void ViewShelf::whenMade(std::function<void(const QString& id, views::View&)> connect) {
    connections_.push_back(std::move(connect));
}

void ViewShelf::setShown(const QString& id, bool shown) {
    shown_[id] = shown;
    if (const auto found = made_.find(id); found != made_.end()) return found->second->setBehind(!shown);
    if (!shown) return;
    // While docks are laid out, some are seen for a moment: only those that stay get their view.
    QMetaObject::invokeMethod(
        this,
        [this, id] {
            if (shown_[id]) view(id);
        },
        Qt::QueuedConnection);
}

ViewShelf::States ViewShelf::states() const {
    States states = restored_;
    for (const auto& [id, view] : made_)
        states[id.toStdString()] = view->saveState();
    return states;
}

void ViewShelf::restore(const States& states) {
    restored_ = states;
    for (const auto& [id, view] : made_) {
        const auto state = states.find(id.toStdString());
        view->restoreState(state == states.end() ? "{}" : state->second);
    }
}

} // namespace strata::app
