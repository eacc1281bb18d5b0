// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/explore/explored_points.h"

#include "app/window/document/study_controller.h"
#include "views/explore/exploration.h"
#include "views/support/base/scene.h"
#include "views/support/text/told.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

namespace strata::app {

ExploredPoints::ExploredPoints(StudyController& controller) : controller_(controller) {}

void ExploredPoints::show(std::shared_ptr<views::Exploration> exploration) {
    if (exploration_) exploration_->disconnect(this);
    exploration_ = std::move(exploration);
    opened_.clear();
    if (!exploration_) return;
    using views::Exploration;
    connect(exploration_.get(), &Exploration::openRequested, this, [this](qulonglong row) { open(row); });
    connect(exploration_.get(), &Exploration::baselineRequested, this, [this](qulonglong row) { pin(row); });
    connect(exploration_.get(), &Exploration::filterChanged, this, &ExploredPoints::historyChanged);
    connect(exploration_.get(), &Exploration::zoomChanged, this, &ExploredPoints::historyChanged);
    if (!controller_.library()) return;
    // A session tells the rows that were designs when it was saved.
    for (const auto& row : {exploration_->chosen(), exploration_->baseline()})
        if (row && *row < exploration_->rows())
            if (auto request = exploration_->requestOf(*row, *controller_.library()))
                opened_.emplace_back(std::make_shared<const Json>(*std::move(request)), *row);
}

/// The request of a row that becomes a design; nullptr where it does not.
std::shared_ptr<const Json> ExploredPoints::pointOf(std::size_t row) {
    auto request = exploration_->requestOf(row, *controller_.library());
    if (!request) {
        emit refused(views::errorText(request.error(), QLocale()));
        return nullptr;
    }
    return opened_.emplace_back(std::make_shared<const Json>(*std::move(request)), row).first;
}

/// A point as a further design, named by its axes: one undo step that replaces nothing. A point that is a design
/// already is selected.
void ExploredPoints::open(std::size_t row) {
    const auto point = pointOf(row);
    if (!point) return;
    const Study& study = controller_.study();
    const auto same =
        std::ranges::find_if(study.designs, [&](const Design& design) { return *design.request == *point; });
    if (same == study.designs.end())
        controller_.addDesign(point, exploration_->designNameOf(row));
    else
        controller_.select(same->id);
    exploration_->setChosen(row);
}

void ExploredPoints::pin(std::size_t row) {
    const auto point = pointOf(row);
    if (!point) return;
    controller_.pinRequest(point, exploration_->designNameOf(row));
    exploration_->setBaseline(row);
}

void ExploredPoints::mark(const views::Scene& scene) {
    if (!exploration_) return;
    const auto rowOf = [this](const views::DesignState* design) -> std::optional<std::size_t> {
        if (!design) return {};
        for (const auto& [point, row] : opened_)
            if (design->design.request == point || *design->design.request == *point) return row;
        return {};
    };
    const auto at = [&](int index) { return index < 0 ? nullptr : &scene.designs[static_cast<std::size_t>(index)]; };
    exploration_->setChosen(rowOf(scene.selectedDesign()));
    exploration_->setBaseline(rowOf(at(scene.baseline)));
    std::vector<views::Exploration::FurtherMark> further;
    for (const int index : scene.further_baselines)
        if (const auto row = rowOf(at(index))) further.push_back({*row, at(index)->design.letter});
    exploration_->setFurtherBaselines(std::move(further));
}

} // namespace strata::app
