// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/support/base/view.h"

#include <functional>
#include <memory>
#include <QSize>

/// Views on the screen, each step waited for.
namespace strata::fixture {

/// Lets everything happen that is queued, and what it queues in turn.
void settle();

/// Does something that changes the view and waits until it is drawn. Reports to the running test.
void act(views::View& view, const std::function<void()>& action);

/// Shows the view in light colours at that size, with the scene.
void show(views::View& view, std::shared_ptr<const views::Scene> scene, const QSize& size);

} // namespace strata::fixture
