// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/serving/scheduling/scheduler.h"

namespace strata::serving {

// One file each; a new policy is a file, a line here and a line in the table of policy.cpp.
std::unique_ptr<Scheduler> makeChunkedPrefill(const SchedulerOptions& options, RequestPool& requests);
std::unique_ptr<Scheduler> makePrefillFirstChunked(const SchedulerOptions& options, RequestPool& requests);
std::unique_ptr<Scheduler> makeNoEviction(const SchedulerOptions& options, RequestPool& requests);
std::unique_ptr<Scheduler> makePrefillFirst(const SchedulerOptions& options, RequestPool& requests);
std::unique_ptr<Scheduler> makeStallFree(const SchedulerOptions& options, RequestPool& requests);
std::unique_ptr<Scheduler> makeIterationLevel(const SchedulerOptions& options, RequestPool& requests);
std::unique_ptr<Scheduler> makeStatic(const SchedulerOptions& options, RequestPool& requests);
std::unique_ptr<Scheduler> makePeakMemory(const SchedulerOptions& options, RequestPool& requests);
std::unique_ptr<Scheduler> makePriority(const SchedulerOptions& options, RequestPool& requests);
std::unique_ptr<Scheduler> makeShortestFirst(const SchedulerOptions& options, RequestPool& requests);
std::unique_ptr<Scheduler> makeDeadline(const SchedulerOptions& options, RequestPool& requests);

} // namespace strata::serving
