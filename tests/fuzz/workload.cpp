// SPDX-License-Identifier: GPL-3.0-or-later
// A kernel document is refused with a reason or reads back as itself; options of a model never throw.
#include "core/workload/graph.h"

#include <cstdlib>
#include <nlohmann/json.hpp>

using namespace strata;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    const auto document = parseJson({reinterpret_cast<const char*>(data), size});
    if (!document) return 0;
    const auto options = workload::readGraphOptions(*document, "");
    if (!options && options.error().text.empty()) std::abort();
    if (const auto model = document->find("model"); options && model != document->end()) {
        const auto graph = workload::buildGraph(*model, *options, "/model");
        if (!graph && graph.error().text.empty()) std::abort();
    }
    const auto kernel = workload::readKernel(*document, "");
    if (!kernel && kernel.error().text.empty()) std::abort();
    if (!kernel) return 0;
    const Json written = workload::toJson(*kernel);
    const auto again = workload::readKernel(written, "");
    if (!again || canonicalText(workload::toJson(*again)) != canonicalText(written)) std::abort();
    return 0;
}
