// SPDX-License-Identifier: GPL-3.0-or-later
// Any text is a set of Timeloop's files whose parts make a request, or is refused with a reason.
#include "core/exchange/timeloop/timeloop_files.h"

#include <cstdlib>
#include <nlohmann/json.hpp>

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    const std::pair<std::string, std::string> text{{reinterpret_cast<const char*>(data), size}, "file.yaml"};
    const auto files = strata::exchange::readTimeloopFiles({&text, 1});
    if (!files) {
        if (files.error().text.empty()) std::abort();
        return 0;
    }
    if (!files->hardware && !files->layer && !files->mapping) std::abort();
    if (const auto request = files->request(); request && !request->contains("workload")) std::abort();
    return 0;
}
