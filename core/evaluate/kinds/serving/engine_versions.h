// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/estimate.h"
#include "core/evaluate/kinds/hardware_query.h"

#include <optional>

namespace strata {

/// The same request for the nearest other range of the engine's versions whose iterations are planned or started in
/// another way; nothing where the request states a version that is known, or where all ranges work alike.
std::optional<Json> withOtherVersion(const Json& request, const GpuQuery& device, const Library& library);

/// Widens the interval of each metric until it holds what `other` answers.
void holdToo(const Estimate& other, Estimate& estimate);

} // namespace strata
