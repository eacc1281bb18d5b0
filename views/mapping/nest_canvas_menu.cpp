// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/edit.h"
#include "views/mapping/mapping_text.h"
#include "views/mapping/nest_canvas.h"
#include "views/mapping/nest_tables.h"
#include "views/support/text/told.h"

#include <QContextMenuEvent>
#include <QMenu>

namespace strata::views {
namespace {

// More parts than this come from remainders of large factors: the wheel reaches them during a drag.
constexpr std::size_t kMaximumChoices = 16;

QString zoneText(const NestModel& model, const LoopZone& zone) {
    const QString level = model.levels[zone.level].name;
    switch (zone.kind) {
    case LoopKind::SpatialX: return MappingText::tr("%1, columns (X)").arg(level);
    case LoopKind::SpatialY: return MappingText::tr("%1, rows (Y)").arg(level);
    case LoopKind::Temporal: break;
    }
    return level;
}

} // namespace

void NestCanvas::toggleKeep(std::size_t level, std::size_t tensor) {
    if (!model_.query) return;
    if (const auto edit = keepToggled(*model_.query, level, tensor)) commit(*edit);
}

void NestCanvas::addMoves(QMenu& menu, const LoopPlace& place) {
    const FactorDrag drag(model_.query, place, allow_remainders_);
    for (std::size_t level = 0; level < model_.levels.size(); ++level) {
        for (const LoopKind kind : kLoopKinds) {
            const LoopZone zone{level, kind};
            auto factors = drag.factorsFor(zone);
            if (zone == place.zone() || factors.empty()) continue;
            factors.resize(std::min(factors.size(), kMaximumChoices));
            QMenu* const submenu = menu.addMenu(zoneText(model_, zone));
            // Outwards the innermost place is nearest, inwards the outermost.
            const std::size_t index = level < place.level ? loopsOf(drag.original(), zone).size() : 0;
            for (const std::uint64_t factor : factors) {
                const auto edit = drag.dropPart(factor, zone, index);
                if (!edit) continue;
                QAction* const action = submenu->addAction(edit->text);
                connect(action, &QAction::triggered, this, [this, edit = *edit] { commit(edit); });
            }
        }
    }
}

void NestCanvas::addSplits(QMenu& menu, const LoopPlace& place) {
    auto splits = splitsOf(*model_.query, place, allow_remainders_);
    splits.resize(std::min(splits.size(), kMaximumChoices));
    if (splits.empty()) menu.addAction(tr("The factor cannot be split"))->setEnabled(false);
    for (const MappingEdit& edit : splits)
        connect(menu.addAction(edit.text), &QAction::triggered, this, [this, edit] { commit(edit); });
}

/// What would mend the level, each as an action that does it.
void NestCanvas::addFixes(QMenu& menu, std::size_t level) {
    const LayerQuery& query = *model_.query;
    if (!npu::checkLimits(query.architecture, query.problem)) return;
    npu::LoopNestEvaluator evaluator(query.architecture, query.problem);
    npu::LoopNestResult result;
    evaluator.evaluate(query.mapping, result);
    for (const npu::Violation& violation : result.violations) {
        if (violation.level != level) continue;
        for (const npu::Fix& fix : npu::suggestFix(violation, query.architecture, query.problem, query.mapping)) {
            QString text = told(fix.text, model_.locale, titlesOf(query));
            if (!text.isEmpty()) text[0] = text[0].toUpper();
            const MappingEdit edit{fix.mapping, text, std::nullopt};
            connect(menu.addAction(text), &QAction::triggered, this, [this, edit] { commit(edit); });
        }
    }
}

std::unique_ptr<QMenu> NestCanvas::fixMenu(std::size_t level) {
    auto menu = std::make_unique<QMenu>(this);
    if (model_.query) addFixes(*menu, level);
    if (menu->isEmpty()) menu->addAction(tr("No single change mends it"))->setEnabled(false);
    return menu;
}

std::unique_ptr<QMenu> NestCanvas::menuFor(const NestItem& item) {
    auto menu = std::make_unique<QMenu>(this);
    if (!model_.query) return menu;
    if (item.kind == NestItem::Kind::Dot) {
        const auto edit = keepToggled(*model_.query, item.level, item.tensor);
        QAction* const action = menu->addAction(edit ? edit->text : describeKeep(model_, item.level, item.tensor));
        action->setEnabled(edit.has_value());
        if (edit) connect(action, &QAction::triggered, this, [this, edit = *edit] { commit(edit); });
        const KeepModel& keep = model_.levels[item.level].keeps[item.tensor];
        QAction* const lock = menu->addAction(keep.locked ? tr("Unlock") : tr("Lock for searches"));
        lock->setEnabled(keep.changeable);
        connect(lock, &QAction::triggered, this, [this, item] { toggleLock(item); });
        return menu;
    }
    if (!model_.levels[item.place.level].problems.isEmpty()) addFixes(*menu, item.place.level);
    menu->addSeparator();
    addMoves(*menu, item.place);
    menu->addSeparator();
    const FactorDrag drag(model_.query, item.place, allow_remainders_);
    const std::size_t count = loopsOf(drag.original(), item.place.zone()).size();
    const auto order = [&](const QString& text, bool possible, std::size_t index) {
        QAction* const action = menu->addAction(text);
        const auto edit = possible ? drag.drop(item.place.zone(), index) : std::nullopt;
        action->setEnabled(edit.has_value());
        if (edit) connect(action, &QAction::triggered, this, [this, edit = *edit] { commit(edit); });
    };
    order(tr("One place outwards"), item.place.index > 0, item.place.index - 1);
    order(tr("One place inwards"), item.place.index + 1 < count, item.place.index + 1);
    menu->addSeparator();
    addSplits(*menu->addMenu(tr("Split")), item.place);
    const bool locked = model_.levels[item.place.level].chips(item.place.kind)[item.place.index].locked;
    connect(menu->addAction(locked ? tr("Unlock") : tr("Lock for searches")), &QAction::triggered, this,
            [this, item] { toggleLock(item); });
    return menu;
}

void NestCanvas::popUp(std::unique_ptr<QMenu> menu, const QPoint& global) {
    QMenu* const shown = menu.release(); // the canvas is its parent, closing deletes it
    shown->setAttribute(Qt::WA_DeleteOnClose);
    shown->popup(global);
}

void NestCanvas::contextMenuEvent(QContextMenuEvent* event) {
    if (drag_) return;
    const auto item = event->reason() == QContextMenuEvent::Keyboard ? state_.focus : itemAt(event->pos());
    if (const auto level = problemAt(event->pos()); !item && level) {
        popUp(fixMenu(*level), event->globalPos());
        return;
    }
    if (!item) {
        event->ignore();
        return;
    }
    setFocusItem(item);
    popUp(menuFor(*item), event->globalPos());
}

} // namespace strata::views
