// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/composition/composition_view.h"

#include "core/catalog/library.h"
#include "core/composition/kept_analysis.h"
#include "views/composition/composition_painter.h"
#include "views/support/base/choice_box.h"
#include "views/support/base/view_state.h"
#include "views/support/text/text.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <QPainter>

namespace strata::views {
namespace {

constexpr double kMargins = 16.0;

/// Groupings of a page; of the root of N the classes, of transfer the devices that the library's analysis has.
std::vector<std::string> groupingsIn(CompositionPage page, const Library* library) {
    const auto fixed = groupingsOf(page);
    std::vector<std::string> ids(fixed.begin(), fixed.end());
    const bool roots = page == CompositionPage::Roots, transfer = page == CompositionPage::Transfer;
    if (library == nullptr || (!roots && !transfer)) return ids;
    const auto analysis =
        composition::keptAnalysis(library->calibrations(), roots ? composition::kRoots : composition::kTransfer);
    if (!analysis) return ids;
    ids = {roots ? "all classes" : "all"};
    for (const auto& group : analysis.kept->groups) {
        const std::string id = composition::keyOf(group, roots ? "of" : "device");
        if (std::ranges::find(ids, id) == ids.end()) ids.push_back(id);
    }
    return ids;
}

} // namespace

CompositionView::CompositionView(QWidget* parent) : PictureView(ViewToolBar::Scale, parent) {
    setAccessibleName(tr("Composition analyses"));
    std::vector<std::pair<QString, QString>> pages;
    for (const CompositionPage page : kCompositionPages)
        pages.emplace_back(toQString(idOf(page)), titleOf(page));
    toolbar()->setScales(pages);
    grouping_ = new ChoiceBox(tr("Groups"), tr("How the measured rows are grouped"), this);
    grouping_->setObjectName(QStringLiteral("grouping"));
    toolbar()->extras()->addWidget(grouping_);
    canvas_ = new CompositionCanvas(this);
    setCanvas(canvas_);
    fillGroupings();
    connect(toolbar(), &ViewToolBar::changed, this, [this] {
        fillGroupings();
        emit pageChanged();
    });
    connect(grouping_, &QComboBox::activated, this, [this] { scheduleRefresh(); });
    connect(canvas_, &CompositionCanvas::toleranceMoved, this, [this](double tolerance) {
        tolerance_ = tolerance;
        scheduleRefresh();
    });
}

CompositionPage CompositionView::page() const { return pageNamed(toolbar()->scale().toStdString()); }

CompositionView::Needs CompositionView::needs() const {
    if (page() == CompositionPage::Propagation) return Needs::Propagation;
    return page() == CompositionPage::Communication ? Needs::Communication : Needs::Nothing;
}

void CompositionView::fillGroupings(const std::string& wanted) {
    if (!wanted.empty())
        chosen_ = wanted;
    else if (grouping_->count() > 0)
        chosen_ = grouping_->currentData().toString().toStdString();
    const auto ids = groupingsIn(page(), scene().library.get());
    grouping_->clear();
    const bool words = page() != CompositionPage::Roots && page() != CompositionPage::Transfer;
    for (const std::string& id : ids) {
        QString text = words ? groupingText(id) : labelText(id);
        if (id == "all" || id == "all classes") text = groupingText({});
        grouping_->addItem(text, toQString(id));
    }
    grouping_->setCurrentIndex(std::max(0, grouping_->findData(toQString(chosen_))));
    grouping_->setVisible(!ids.empty());
    filled_ = page();
}

void CompositionView::showPropagation(std::shared_ptr<const Json> request,
                                      std::vector<composition::LevelError> levels) {
    of_levels_ = std::move(request);
    levels_ = std::move(levels);
    scheduleRefresh();
}

void CompositionView::showCommunication(std::shared_ptr<const Json> request,
                                        std::optional<composition::CommunicationFidelity> fidelity) {
    of_communication_ = std::move(request);
    communication_ = std::move(fidelity);
    scheduleRefresh();
}

CompositionPicture CompositionView::picture(const QLocale& locale) const {
    CompositionInput input;
    if (scene().library) input.calibrations = scene().library->calibrations();
    const DesignState* design = scene().selectedDesign();
    const auto about = [&](const std::shared_ptr<const Json>& request) {
        return design != nullptr && request &&
               (request == design->design.request || *request == *design->design.request);
    };
    if (about(of_levels_)) input.levels = &levels_;
    if (about(of_communication_) && communication_) input.communication = &*communication_;
    input.grouping = grouping_->currentData().toString().toStdString();
    input.tolerance = tolerance_;
    input.locale = locale;
    return makeCompositionPicture(page(), input);
}

void CompositionView::refresh() {
    toolbar()->showScene(scene());
    if (filled_ != page() || grouping_->count() == 0) fillGroupings();
    CompositionPicture shown = picture(locale());
    if (!shown.empty()) {
        showMessage({});
        return canvas_->show(std::move(shown), look());
    }
    const DesignState* design = scene().selectedDesign();
    if (needs() == Needs::Nothing)
        return showMessage(tr("The catalog has no such analysis. strata-lab analyze computes it from measured rows."));
    if (design == nullptr) return showMessage(tr("No design yet"));
    const bool propagates = needs() == Needs::Propagation;
    const auto& of = propagates ? of_levels_ : of_communication_;
    if (of != design->design.request && absenceText(*design).isEmpty()) return showMessage(tr("Being computed \u2026"));
    showMessage(propagates ? tr("Errors propagate from the kernels of a model on a GPU. This design is no such model.")
                           : tr("This page needs a design with collectives on a cluster, such as a training step."));
}

void CompositionView::paintFigure(QPainter& painter, const QRectF& rectangle, const FigureStyle& style) const {
    const CompositionPicture shown = picture(QLocale::c());
    if (shown.empty()) return;
    const PictureLook look = figureLook(style);
    const Legend legend = compositionLegend(shown, look, rectangle.width() - kMargins);
    painter.save();
    painter.translate(rectangle.topLeft());
    paintComposition(painter, shown, layOutComposition(shown, look.font, rectangle.size(), legend.height()), legend,
                     look);
    painter.restore();
}

double CompositionView::figureHeight(double width, const FigureStyle& style) const {
    const CompositionPicture shown = picture(QLocale::c());
    const Legend legend = compositionLegend(shown, figureLook(style), width - kMargins);
    return heightOfComposition(shown, style.font, width, legend.height());
}

Table CompositionView::figureData() const { return picture(QLocale::c()).table; }

std::string CompositionView::saveState() const {
    return ViewState::write(
        {{"page", toolbar()->scale().toStdString()},
         {"grouping", grouping_->count() > 0 ? grouping_->currentData().toString().toStdString() : chosen_},
         {"tolerance", tolerance_}});
}

void CompositionView::restoreState(std::string_view json_text) {
    const ViewState state(json_text);
    {
        const QSignalBlocker blocker(toolbar());
        toolbar()->setScale(toQString(idOf(pageNamed(state.text("page", "gamma")))));
    }
    tolerance_ = std::clamp(state.number("tolerance", 0.1), 0.001, 1.0);
    fillGroupings(state.text("grouping", ""));
    scheduleRefresh();
    emit pageChanged();
}

} // namespace strata::views
