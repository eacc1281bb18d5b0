// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/schema.h"

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace strata {

/// A request's schema: the members that all kinds share around those of one kind.
ObjectSchema requestSchemaOf(const char* kind, const char* title, ObjectSchema workload, ObjectSchema plan);

/// The groups one behind the other: the members of one object.
std::vector<Field> membersOf(std::initializer_list<std::vector<Field>> groups);

/// Schema of requests that an NPU answers.
ObjectSchema layerRequestSchema();

/// Schemas of requests that a GPU answers.
ObjectSchema kernelRequestSchema();
ObjectSchema modelRequestSchema();
ObjectSchema servingRequestSchema();

/// Schema of requests that a GPU or a cluster of them answers.
ObjectSchema inferenceRequestSchema();

/// Schema of requests that a cluster answers.
ObjectSchema collectiveRequestSchema();
ObjectSchema trainingRequestSchema();

/// How many devices of a cluster a request takes: the member `devices` of its hardware, of kinds that have it.
inline constexpr std::string_view kDevices = "/hardware/devices";
const Field& trainingDevicesField();

/// What a graph says of its ranks, as the members `tp` and `ep` of the plan at `plan` that they come from.
void asPlanned(Error& error, const std::string& plan);

} // namespace strata
