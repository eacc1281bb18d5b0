// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/explore/exploration_view.h"

#include <QKeyEvent>

namespace strata::views {

void ExplorationView::setExploration(std::shared_ptr<Exploration> exploration) {
    if (exploration_ == exploration) return;
    if (exploration_) exploration_->disconnect(this);
    exploration_ = std::move(exploration);
    if (exploration_) {
        const auto changed = [this] { scheduleRefresh(); };
        connect(exploration_.get(), &Exploration::grown, this, changed);
        connect(exploration_.get(), &Exploration::stateChanged, this, changed);
        connect(exploration_.get(), &Exploration::filterChanged, this, changed);
        connect(exploration_.get(), &Exploration::marksChanged, this, &ExplorationView::refreshMarks);
    }
    explorationChanged();
    scheduleRefresh();
}

void ExplorationView::refreshMarks() { scheduleRefresh(); }

void ExplorationView::keyPressEvent(QKeyEvent* event) {
    const bool alt = event->modifiers() == Qt::AltModifier;
    if (!exploration_ || !alt || (event->key() != Qt::Key_Left && event->key() != Qt::Key_Right))
        return View::keyPressEvent(event);
    if (event->key() == Qt::Key_Left) exploration_->goBack();
    else exploration_->goForward();
}

}  // namespace strata::views
