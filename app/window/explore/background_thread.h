// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace strata::app {

/// Lets the scheduler prefer every other thread to the calling one and to those that it starts from now on,
/// so that arithmetic in the background does not slow a drag even where there are fewer cores than threads.
void giveWayToWindow();

} // namespace strata::app
