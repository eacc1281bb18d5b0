// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/explore/exploration_view.h"

#include "views/support/text/extrapolation.h"

#include <nlohmann/json.hpp>
#include <QKeyEvent>
#include <QPainter>

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

Json ExplorationView::figureOrigin() const {
    if (!exploration_) return Json::object();
    const explore::ExploreRequest& request = exploration_->request();
    Json run = {{"request", *request.document}, {"request_sha256", request.sha256}, {"points", exploration_->rows()}};
    if (const auto brush = parseJson(exploration_->saveBrush())) run["brush"] = *brush;
    return {{"exploration", std::move(run)}};
}

void ExplorationView::refreshMarks() { scheduleRefresh(); }

ExploreLook ExplorationView::screenLook() const {
    ExploreLook look;
    look.theme = themeFor(palette());
    look.font = tabularFont(font());
    look.locale = locale();
    for (const DesignState& design : scene().designs)
        if (!extrapolationText(&design, QLocale::c()).isEmpty()) look.extrapolated += design.design.letter;
    if (const DesignState* design = scene().selectedDesign()) look.letter = design->design.letter;
    if (const DesignState* design = scene().pinnedDesign()) look.baseline_letter = design->design.letter;
    return look;
}

ExploreLook ExplorationView::figureLook(const FigureStyle& style) const {
    ExploreLook look = screenLook();
    look.theme = style.theme;
    look.font = style.font;
    look.line_width = style.line_width_mm * style.units_per_mm;
    look.locale = QLocale::c();
    return look;
}

void ExplorationView::paintNoRun(QPainter& painter, const QRectF& rectangle, const FigureStyle& style) const {
    painter.setFont(style.font);
    painter.setPen(style.theme.text_muted);
    painter.drawText(rectangle, Qt::AlignCenter | Qt::TextWordWrap, tr("There is no run to draw."));
}

void ExplorationView::keyPressEvent(QKeyEvent* event) {
    const bool alt = event->modifiers() == Qt::AltModifier;
    if (!exploration_ || !alt || (event->key() != Qt::Key_Left && event->key() != Qt::Key_Right))
        return View::keyPressEvent(event);
    if (event->key() == Qt::Key_Left)
        exploration_->goBack();
    else
        exploration_->goForward();
}

} // namespace strata::views
