// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/library.h"

#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>

namespace strata::test {

inline std::filesystem::path root() { return std::getenv("STRATA_ROOT"); }

/// The entries that come with the program; null when they cannot be read.
inline std::shared_ptr<const Library> library() {
    const auto loaded = Library::load(root());
    return loaded ? *loaded : nullptr;
}

/// ResNet-50 conv1 on the Eyeriss-like array, as opened on the first start.
inline Json sampleRequest() {
    const auto read = readJsonFile(root() / "resources" / "samples" / "resnet50-conv1-eyeriss.json");
    return read ? *read : Json();
}

/// A layer of the model without a mapping.
inline Json recipeRequest(const std::string& hardware, const std::string& layer) {
    return {{"kind", "layer"}, {"hardware", hardware}, {"workload", {{"model", "resnet-50"}, {"layer", layer}}}};
}

}  // namespace strata::test
