// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

namespace strata::views {

class ViewToolBar;

/// A button among those on the right of a view's toolbar that asks for axes around everything, as they are before
/// anybody zooms.
void addFitButton(ViewToolBar& toolbar, std::function<void()> fit);

} // namespace strata::views
