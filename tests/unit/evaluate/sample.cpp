// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/unit/evaluate/sample.h"

#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>

namespace strata::test {

std::filesystem::path root() { return std::getenv("STRATA_ROOT"); }

std::shared_ptr<const Library> library() {
    const auto loaded = Library::load(root());
    if (!loaded) std::fprintf(stderr, "%s\n", describe(loaded.error()).c_str());
    return loaded ? *loaded : nullptr;
}

Json sampleRequest() { return sampleRequest("resnet50-conv1-eyeriss.json"); }

Json sampleRequest(const char* name) {
    const auto read = readJsonFile(root() / "resources" / "samples" / name);
    return read ? *read : Json();
}

Json recipeRequest(const std::string& hardware, const std::string& layer) {
    return {{"kind", "layer"}, {"hardware", hardware}, {"workload", {{"model", "resnet-50"}, {"layer", layer}}}};
}

} // namespace strata::test
