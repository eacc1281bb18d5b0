// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/figure/stored_figure.h"
#include "core/catalog/library.h"
#include "views/support/base/scene.h"

#include <memory>
#include <string>

namespace strata::views {
class View;
struct ViewInfo;
} // namespace strata::views

namespace strata::figure {

/// A design with its answer. Errors: those of its request.
Result<views::DesignState> evaluated(Design design, const Library& library);

/// Hands the view of a row a scene, and what the window would compute for it in the background.
void show(const views::ViewInfo& info, views::View& view, std::shared_ptr<const views::Scene> scene);

/// Hands the view what it draws: a run of many points, or designs. Errors: "bad-argument" where the view draws the
/// other, those of the requests.
Result<void> fill(const views::ViewInfo& info, views::View& view, const Order& order,
                  std::shared_ptr<const Library> library);

} // namespace strata::figure
