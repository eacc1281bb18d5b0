// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/serving/simulation/events.h"
#include "core/serving/simulation/replica_set.h"

namespace strata::serving {

/// All but the fewest are off; the first decision is due after an interval. Nothing where the rule is off.
void beginScaling(const Autoscaling& rule, ReplicaSet& replicas, EventQueue& events);

/// Starts, drains and stops replicas, at most `most`, after what waits and runs now. True where that changed nothing.
bool scale(const Autoscaling& rule, std::int32_t most, ReplicaSet& replicas, EventQueue& events, double now_s);

/// When the next decision is due. One that changed nothing is the same until something happens, at `next_s` the
/// earliest: those in between are left out.
double nextScaling_s(const Autoscaling& rule, bool settled, double now_s, double next_s);

} // namespace strata::serving
