// SPDX-License-Identifier: GPL-3.0-or-later
// Any file is either a session or refused with an error.
#include "core/session/session.h"

#include <cstdlib>
#include <fstream>
#include <unistd.h>

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    const auto file =
        std::filesystem::temp_directory_path() / ("strata-fuzz-" + std::to_string(::getpid()) + ".strata");
    std::ofstream(file, std::ios::binary)
        .write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
    const auto session = strata::openSession(file);
    if (!session && session.error().text.empty()) std::abort();
    std::filesystem::remove(file);
    return 0;
}
