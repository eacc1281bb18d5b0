// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/accesses/accesses_view.h"
#include "views/energy/energy_view.h"
#include "views/estimate/estimate_view.h"
#include "views/mapping/mapping_view.h"
#include "views/support/view.h"

#include <algorithm>
#include <array>
#include <QtGlobal>

namespace strata::views {
namespace {

template <class Concrete>
View* create(QWidget* parent) {
    return new Concrete(parent);
}

constexpr std::array kViews{
    ViewInfo{"mapping", QT_TRANSLATE_NOOP("View", "Mapping"),
             QT_TRANSLATE_NOOP("View", "The loop nest as nested levels from the outermost memory to the arithmetic. Drag a "
                                       "factor to another level, drag a loop to reorder, click a tensor to bypass a level."),
             ":/icons/mapping.svg", &create<MappingView>},
    ViewInfo{"energy", QT_TRANSLATE_NOOP("View", "Energy by level and tensor"),
             QT_TRANSLATE_NOOP("View", "Where the energy, or another metric that has parts, goes: one bar per level, split "
                                       "by tensor, with the baseline as a hollow twin below it."),
             ":/icons/energy.svg", &create<EnergyView>},
    ViewInfo{"estimate", QT_TRANSLATE_NOOP("View", "Estimate"),
             QT_TRANSLATE_NOOP("View", "Every metric with its interval and the tree of parts that add up to it. Rest the "
                                       "pointer on a row for its formula and source; double click makes it the metric of all views."),
             ":/icons/estimate.svg", &create<EstimateView>},
    ViewInfo{"accesses", QT_TRANSLATE_NOOP("View", "Accesses"),
             QT_TRANSLATE_NOOP("View", "The tables of the estimate: words read, filled and updated per level and tensor, with "
                                       "differences to the baseline. Copy takes exact numbers."),
             ":/icons/accesses.svg", &create<AccessesView>},
};

}  // namespace

std::span<const ViewInfo> viewRegistry() { return kViews; }

const ViewInfo* findView(std::string_view id) {
    const auto found = std::ranges::find(kViews, id, &ViewInfo::id);
    return found == kViews.end() ? nullptr : &*found;
}

}  // namespace strata::views
