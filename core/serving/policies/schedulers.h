// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/serving/policies/scheduler.h"

namespace strata::serving {

// One file each; a new policy is a file, a line here and a line in the table of scheduler.cpp.
std::unique_ptr<Scheduler> makeVllm(const SchedulerOptions& options, RequestPool& requests);
std::unique_ptr<Scheduler> makeSgLang(const SchedulerOptions& options, RequestPool& requests);
std::unique_ptr<Scheduler> makeTensorRtLlm(const SchedulerOptions& options, RequestPool& requests);
std::unique_ptr<Scheduler> makeVllmV0(const SchedulerOptions& options, RequestPool& requests);
std::unique_ptr<Scheduler> makeSarathi(const SchedulerOptions& options, RequestPool& requests);
std::unique_ptr<Scheduler> makeOrca(const SchedulerOptions& options, RequestPool& requests);
std::unique_ptr<Scheduler> makeStatic(const SchedulerOptions& options, RequestPool& requests);
std::unique_ptr<Scheduler> makeLightLlm(const SchedulerOptions& options, RequestPool& requests);
std::unique_ptr<Scheduler> makePriority(const SchedulerOptions& options, RequestPool& requests);
std::unique_ptr<Scheduler> makeShortestFirst(const SchedulerOptions& options, RequestPool& requests);
std::unique_ptr<Scheduler> makeDeadline(const SchedulerOptions& options, RequestPool& requests);

} // namespace strata::serving
