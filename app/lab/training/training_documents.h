// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/exchange/csv.h"
#include "core/hardware/gpu/gpu.h"
#include "core/system/plan.h"

namespace strata::assess {

/// The model of a line of measured training runs, as a request states it: an inline transformer. Fields that the line
/// leaves blank take what the data's README gives for them.
Json modelDocument(const exchange::CsvTable& table, std::size_t line);

/// The machine of the line, as a request states it: `known`, the library's cluster of these devices, with the network
/// that the line names; an inline cluster where the library has none (null) or one whose nodes hold fewer devices.
Json clusterDocument(const exchange::CsvTable& table, std::size_t line, const hardware::Gpu& gpu, const Json* known);

/// What a request calls the job's number format.
std::string precisionNamed(const system::TrainingJob& job);

/// The member `plan` of a request; what stands at its default is left out.
Json planDocument(const system::Plan& plan);

} // namespace strata::assess
