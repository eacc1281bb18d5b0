// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/evaluate/estimate.h"
#include "core/evaluate/request.h"
#include "core/session/study.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace strata {
class Library;
namespace assess {
struct SuiteReport;
struct SuiteRow;
} // namespace assess
} // namespace strata

namespace strata::views {

/// One design with the newest answer to it.
struct DesignState {
    Design design;
    std::shared_ptr<const Estimate> estimate;  ///< of this request, or of an earlier one while `stale`
    std::optional<Error> error;                ///< why there is no estimate
    bool stale = false;                        ///< an evaluation is under way
    std::shared_ptr<const Request> resolved{}; ///< the request with its query; nullptr where it does not resolve
};

/// What a design's request resolves to; nullptr where it does not resolve, or to a query of another type.
template <class Query>
std::shared_ptr<const Query> queryOf(const DesignState& state) {
    return state.resolved ? state.resolved->query.as<Query>() : nullptr;
}

/// Whether the differences between two designs mean something: they run the same workload, or one has no request yet.
bool doSameWork(const DesignState& design_state, const DesignState& other);

/// Everything that views draw, as one immutable value.
struct Scene {
    std::vector<DesignState> designs;
    int selected = -1;                  ///< index, -1 when there are no designs
    int baseline = -1;                  ///< index, -1 when none is pinned
    std::vector<int> further_baselines; ///< indices of those that Compare and the headline name besides
    std::string metric;                 ///< the metric of all views, for example "energy_j"
    std::shared_ptr<const Library> library;
    const Registry* registry = &builtinRegistry();         ///< never null
    std::shared_ptr<const assess::SuiteReport> validation; ///< the last run of a suite; nullptr before the first

    const DesignState* selectedDesign() const;
    /// The pinned design, whatever it does; nullptr when none is pinned or it is the selected design itself.
    const DesignState* pinnedDesign() const;
    /// The pinned one where it does the same work as the selected design: differences stand between like things only.
    const DesignState* baselineDesign() const;
    /// Those of the further baselines that do the same work as the selected design and are not that design.
    std::vector<const DesignState*> furtherBaselines() const;
    /// The row of `validation` that a design was opened from, as long as nothing of its request was changed; else
    /// nullptr.
    const assess::SuiteRow* measuredRow(const DesignState& design) const;
};

} // namespace strata::views
