// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/kinds/serving/serving_query.h"

namespace strata {

/// Members of a `serving` plan that are off where they are absent.
Field speculativeField();
Field disaggregatedField();
Field failuresField();
Field autoscalingField();
Field offloadField();
Field loraField();
Field colocatedField();
Field operatorTablesField();
Field capacityField();
/// Members of its traffic.
Field vidurTrafficField();
Field sessionsField();
Field tenantsField(ObjectSchema lengths, ObjectSchema level);

} // namespace strata
