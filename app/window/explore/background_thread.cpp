// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/explore/background_thread.h"

#ifdef __linux__
#include <sys/resource.h>
#include <unistd.h>
#endif

namespace strata::app {

void giveWayToWindow() {
#ifdef __linux__
    constexpr int kNice = 5; // a third of what the window gets where they compete, all of a core that nobody wants
    // On Linux niceness belongs to the thread, which 0 names, and is inherited; the program's is that of its first
    // thread.
    ::setpriority(PRIO_PROCESS, 0, ::getpriority(PRIO_PROCESS, static_cast<id_t>(::getpid())) + kNice);
#endif
}

} // namespace strata::app
