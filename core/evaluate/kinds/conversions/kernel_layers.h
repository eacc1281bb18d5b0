// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"

#include <string>

namespace strata::design {

/// Steps between what NPUs are asked (a layer) and what GPUs are asked (a kernel, a model). All documents are resolved.

/// A number format that the GPU multiplies fastest for most networks: bf16, else fp16 on matrix units, else fp32.
std::string usualType(const Json& gpu);

/// `type` where the GPU has units for it, else the usual one.
std::string supportedType(const std::string& type, const Json& gpu);

/// The workload of a `model` request for an entry; batch, sequence and phase come from `before` (a workload of any
/// kind) where the model takes them.
Json modelWorkload(const Json& model, const Json& before, const Json& gpu);

/// The kernel that computes a layer. Errors: "not-supported" for an operator of one's own.
Result<Json> kernelOfLayer(const Json& layer, const std::string& type);

/// The layer that a kernel computes. Errors: "not-supported" for operators that NPUs are not asked.
Result<Json> layerOfKernel(const Json& kernel);

} // namespace strata::design
