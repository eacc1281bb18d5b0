// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/mapping/mapping_view.h"

#include "core/evaluate/table_reader.h"
#include "views/mapping/locks.h"
#include "views/mapping/nest_canvas.h"
#include "views/mapping/shown_query.h"
#include "views/support/base/toolbar.h"
#include "views/support/text/level_titles.h"
#include "views/support/text/told.h"

#include <nlohmann/json.hpp>
#include <QCheckBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

namespace strata::views {
namespace {

constexpr int kMinimumWidth = 320;
constexpr int kSightMargin = 32; // around the pointer of a drag, when the view scrolls along

} // namespace

MappingView::MappingView(QWidget* parent) : View(parent) {
    setAccessibleName(tr("Mapping"));
    auto* const column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    bar_ = new ViewToolBar(this, ViewToolBar::Compare);
    remainders_ = new QCheckBox(tr("Allow remainders"), this);
    remainders_->setToolTip(tr("Offer factors that do not divide; the last round then does less"));
    use_found_ = new QPushButton(tr("Use this mapping"), this);
    use_found_->setToolTip(tr("A search found this mapping. Write it into the design, in place of the search"));
    use_found_->hide();
    search_ = new QLabel(this);
    search_->setTextFormat(Qt::PlainText);
    search_->hide();
    bar_->extras()->addWidget(search_);
    bar_->extras()->addWidget(use_found_);
    bar_->extras()->addWidget(remainders_);
    column->addWidget(bar_);
    scroll_ = new QScrollArea(this);
    scroll_->setWidgetResizable(true);
    scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    scroll_->setFrameShape(QFrame::NoFrame);
    scroll_->setFocusPolicy(Qt::NoFocus);
    canvas_ = new NestCanvas(scroll_);
    canvas_->setMinimumWidth(kMinimumWidth);
    scroll_->setWidget(canvas_);
    column->addWidget(scroll_, 1);
    setFocusProxy(canvas_);
    connect(use_found_, &QPushButton::clicked, this, [this] {
        if (const auto& query = canvas_->model().query) applyMapping(query->mapping, tr("Use the found mapping"), {});
    });
    connect(bar_, &ViewToolBar::changed, this, &MappingView::scheduleRefresh);
    connect(remainders_, &QCheckBox::toggled, canvas_, &NestCanvas::setAllowRemainders);
    connect(canvas_, &NestCanvas::mappingEdited, this, &MappingView::applyMapping);
    connect(canvas_, &NestCanvas::lockToggled, this, [this](const NestItem& item) {
        const auto& query = canvas_->model().query;
        if (!query) return;
        if (item.kind == NestItem::Kind::Chip)
            applyConstraints(factorLockToggled(statedConstraints(), *query, item.place),
                             locksFactor(*query, item.place) ? tr("Unlock a factor") : tr("Lock a factor"));
        else
            applyConstraints(keepLockToggled(statedConstraints(), *query, item.level, item.tensor),
                             locksKeep(*query, item.level, item.tensor) ? tr("Unlock a tensor") : tr("Lock a tensor"));
    });
    connect(canvas_, &NestCanvas::levelLockToggled, this, [this](std::size_t level) {
        const auto& query = canvas_->model().query;
        if (query)
            applyConstraints(levelLockToggled(statedConstraints(), *query, level),
                             locksLevel(*query, level) ? tr("Unlock a level") : tr("Lock a level"));
    });
    connect(canvas_, &NestCanvas::reachedOut, this,
            [this](const QPoint& point) { scroll_->ensureVisible(point.x(), point.y(), kSightMargin, kSightMargin); });
}

NestModel MappingView::currentModel(const QLocale& locale) const {
    if (bar_->compare()) return nestModel(scene(), locale);
    Scene alone = scene();
    alone.baseline = -1;
    return nestModel(alone, locale);
}

void MappingView::refresh() {
    bar_->showScene(scene());
    canvas_->showNest(currentModel(QLocale()));
    const DesignState* const state = scene().selectedDesign();
    const bool found = state != nullptr && showsFoundMapping(*state);
    use_found_->setVisible(found);
    const QString searched = found && !state->stale ? searchText() : QString();
    search_->setText(searched);
    search_->setToolTip(searched);
    search_->setVisible(!searched.isEmpty());
    use_found_->setEnabled(found && !state->stale); // an answer to an earlier request is not this one's
}

void MappingView::applyMapping(const npu::Mapping& mapping, const QString& text, const QString& gesture) {
    const DesignState* const state = scene().selectedDesign();
    const auto& query = canvas_->model().query;
    if (state == nullptr || !state->design.request || !query) return;
    auto request = std::make_shared<Json>(*state->design.request);
    // What the architect has placed is the mapping; a search would only begin there.
    (*request)["plan"].erase("search");
    (*request)["plan"]["mapping"] = npu::writeMapping(mapping, query->architecture, query->problem);
    emit edited({state->design.id, std::move(request), text, gesture});
}

Json MappingView::statedConstraints() const {
    const DesignState* const state = scene().selectedDesign();
    if (state == nullptr || !state->design.request) return nullptr;
    const Json* const stated = findPointer(*state->design.request, "/plan/constraints");
    return stated == nullptr ? Json() : *stated;
}

void MappingView::applyConstraints(Json constraints, const QString& text) {
    const DesignState* const state = scene().selectedDesign();
    if (state == nullptr || !state->design.request) return;
    auto request = std::make_shared<Json>(*state->design.request);
    if (constraints.is_null())
        (*request)["plan"].erase("constraints");
    else
        (*request)["plan"]["constraints"] = std::move(constraints);
    emit edited({state->design.id, std::move(request), text, {}});
}

/// The gap that a proof has left, and why the mapping is not better: the constraint that costs most.
QString MappingView::searchText() const {
    const DesignState* const state = scene().selectedDesign();
    if (state == nullptr || !state->estimate) return {};
    const QLocale locale;
    const auto percent = [&locale](double share) { return locale.toString(share * 100.0, 'g', 2); };
    QStringList parts;
    const TableReader search(state->estimate->findTable("search"));
    if (const auto gap = search.rows() > 0 ? search.number(0, "gap") : std::nullopt)
        parts << (*gap < 1e-9 ? tr("proven best") : tr("at most %1 % above the best").arg(percent(*gap)));
    const TableReader binding(state->estimate->findTable("constraints"));
    if (const auto better = binding.rows() > 0 ? binding.number(0, "better") : std::nullopt) {
        const LevelTitles titles = levelTitles(*state);
        const std::string level = binding.text(0, "level");
        const QString constraint = told(binding.message(0, "constraint"), locale, titles);
        parts << (level.empty() ? tr("%1 costs %2 %").arg(constraint, percent(*better))
                                : tr("%1, %2 costs %3 %").arg(labelText(level, titles), constraint, percent(*better)));
    }
    return parts.join(QStringLiteral(" · "));
}

std::string MappingView::saveState() const {
    return Json{{"remainders", remainders_->isChecked()}, {"compare", bar_->compare()}}.dump();
}

void MappingView::restoreState(std::string_view json_text) {
    const auto state = parseJson(json_text);
    if (!state || !state->is_object()) return;
    const auto flag = [&](const char* key, bool otherwise) {
        const auto found = state->find(key);
        return found != state->end() && found->is_boolean() ? found->get<bool>() : otherwise;
    };
    remainders_->setChecked(flag("remainders", false));
    bar_->setCompare(flag("compare", true));
}

} // namespace strata::views
