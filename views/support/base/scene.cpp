// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/base/scene.h"

#include "core/assess/suite.h"
#include "core/evaluate/design/tasks.h"

#include <nlohmann/json.hpp>

namespace strata::views {

bool doSameWork(const DesignState& design_state, const DesignState& other) {
    const auto& mine = design_state.design.request;
    const auto& theirs = other.design.request;
    return mine == nullptr || theirs == nullptr || design::sameWork(*mine, *theirs);
}

const DesignState* Scene::selectedDesign() const {
    if (selected < 0 || selected >= static_cast<int>(designs.size())) return nullptr;
    return &designs[static_cast<std::size_t>(selected)];
}

const DesignState* Scene::baselineDesign() const {
    const DesignState* pinned = pinnedDesign();
    const DesignState* design = selectedDesign();
    if (pinned == nullptr || design == nullptr) return pinned;
    return doSameWork(*pinned, *design) ? pinned : nullptr;
}

std::vector<const DesignState*> Scene::furtherBaselines() const {
    std::vector<const DesignState*> further;
    const DesignState* design = selectedDesign();
    if (design == nullptr) return further;
    for (const int index : further_baselines) {
        if (index < 0 || index >= static_cast<int>(designs.size()) || index == selected) continue;
        const DesignState& state = designs[static_cast<std::size_t>(index)];
        if (doSameWork(state, *design)) further.push_back(&state);
    }
    return further;
}

const DesignState* Scene::pinnedDesign() const {
    if (baseline < 0 || baseline >= static_cast<int>(designs.size()) || baseline == selected) return nullptr;
    return &designs[static_cast<std::size_t>(baseline)];
}

const assess::SuiteRow* Scene::measuredRow(const DesignState& design) const {
    if (!validation || !design.design.request) return nullptr;
    for (const assess::SuiteRow& row : validation->rows) {
        if (row.id != design.design.label || row.request.empty()) continue;
        const Json asked = Json::parse(row.request, nullptr, false);
        if (asked == *design.design.request) return &row;
    }
    return nullptr;
}

} // namespace strata::views
