// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/base/schema.h"
#include "core/hardware/npu/npu_sparse.h"

namespace strata::hardware {

/// The member `sparse` of a level and of the units.
ObjectSchema levelSparsitySchema();
ObjectSchema computeSparsitySchema();

/// Both of documents that their schemas accept.
LevelSparsity readLevelSparsity(const Json& document);
ComputeSparsity readComputeSparsity(const Json& document);

} // namespace strata::hardware
