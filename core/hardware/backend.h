// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/base/schema.h"

#include <string>
#include <string_view>
#include <vector>

namespace strata::hardware {

/// Operators that a runtime computes in one kernel: one of `head`, and behind it any number of `then` that each take
/// the result of the one before and whose result nothing else takes.
struct FusionRule {
    std::string name;               ///< "convolution with activation"
    std::vector<std::string> head;  ///< classes of operators: "conv", "depthwise"
    std::vector<std::string> then;  ///< classes that are computed on the way out
    std::size_t longest = 8;        ///< operators of a kernel at most
    std::string source;             ///< why the rule is believed
    friend bool operator==(const FusionRule&, const FusionRule&) = default;
};

/// A runtime of edge devices: a file of hwlib/backend/.
struct Backend {
    std::string id, name, vendor;
    std::vector<std::string> parts;        ///< "cpu", "gpu", "npu", "dsp"
    std::vector<std::string> types;        ///< number formats of weights and activations
    std::vector<FusionRule> fusion;        ///< the first that applies holds
    std::vector<std::string> free;         ///< classes that cost no kernel, as views of the same memory
    friend bool operator==(const Backend&, const Backend&) = default;
};

/// Schema of hwlib/backend/*.json.
const ObjectSchema& backendSchema();

/// Errors: those of validate() with the pointer below `pointer`.
Result<Backend> readBackend(const Json& document, std::string_view pointer);

} // namespace strata::hardware
