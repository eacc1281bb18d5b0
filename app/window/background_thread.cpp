// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/background_thread.h"

#ifdef __linux__
#include <sys/resource.h>
#endif

namespace strata::app {

void giveWayToWindow() {
#ifdef __linux__
    constexpr int kNice = 15; // a few percent of a core that others want, all of one that nobody does
    // On Linux niceness belongs to the thread, which 0 names, and is inherited.
    ::setpriority(PRIO_PROCESS, 0, kNice);
#endif
}

} // namespace strata::app
