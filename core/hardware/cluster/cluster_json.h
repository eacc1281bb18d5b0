// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/base/schema.h"
#include "core/hardware/cluster/cluster.h"

#include <string>
#include <string_view>

namespace strata::hardware {

/// Schema of hwlib/cluster/*.json.
const ObjectSchema& clusterSchema();

/// The cluster of a document. Errors: those of validate(), and "bad-value" where nodes and scale-up domains
/// do not fill each other or there are more devices than the models are made for, with the pointer below
/// `pointer`.
Result<Cluster> readCluster(const Json& document, std::string_view pointer);

/// The id of the device in a cluster's document, which may change facts of that device.
std::string deviceId(const Json& cluster);

} // namespace strata::hardware
