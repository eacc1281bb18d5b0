// SPDX-License-Identifier: GPL-3.0-or-later
// Any file is either a session or refused with an error.
#include "core/session/session.h"

#include <cstdlib>
#include <sys/mman.h>
#include <unistd.h>

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    const int file = ::memfd_create("session", MFD_CLOEXEC);
    if (file < 0 || ::write(file, data, size) != static_cast<ssize_t>(size)) std::abort();
    const auto session = strata::openSession("/proc/self/fd/" + std::to_string(file));
    if (!session && session.error().text.empty()) std::abort();
    ::close(file);
    return 0;
}
