// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/library.h"

#include <filesystem>
#include <memory>
#include <string>

namespace strata::test {

std::filesystem::path root();

/// The entries that come with the program; null, with a line why, when they cannot be read.
std::shared_ptr<const Library> library();

/// ResNet-50 conv1 on the Eyeriss-like array, as opened on the first start.
Json sampleRequest();

/// A request of resources/samples; null when it cannot be read.
Json sampleRequest(const char* name);

/// A layer of the model without a mapping.
Json recipeRequest(const std::string& hardware, const std::string& layer);

} // namespace strata::test
