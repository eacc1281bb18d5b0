// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/library.h"
#include "core/evaluate/calibration_use.h"
#include "core/evaluate/kinds/memory_query.h"
#include "core/evaluate/methods/pim/pim_methods.h"
#include "core/evaluate/methods/pim/pim_metrics.h"
#include "core/evaluate/resolve.h"
#include "core/pim/bank_kernels.h"
#include "core/pim/processor_time.h"
#include "core/pim/time_residual.h"

#include <algorithm>

namespace strata::methods {
namespace {

/// The longest of the three holds the kernel up; it and what remains add up to the kernel.
Part timeParts(const DimmQuery& query, const pim::ProcessorLoop& loop, const pim::ProcessorTime& time) {
    Part root = makePart("kernel", Category::Total, time.seconds());
    root.children.push_back(makePart("launch", Category::Launch, time.launch_s));
    if (time.to_s > 0) root.children.push_back(makePart("sent-by-host", Category::Communication, time.to_s));
    const double longest = time.kernel_s() - time.waiting_s;
    if (time.transfer_s >= longest) {
        root.children.push_back(
            makePart("memory-to-scratchpad", Category::Memory, longest,
                     {"formula.scratchpad-bytes", {{"bytes", loop.read_bytes + loop.write_bytes}}}));
    } else {
        const bool locked = time.lock_s >= longest;
        root.children.push_back(
            makePart(locked ? "behind-the-lock" : "instructions",
                     locked ? Category::Synchronisation : Category::Compute, longest,
                     {"formula.instructions-of-element",
                      {{"elements", loop.elements}, {"instructions", locked ? loop.critical : loop.instructions}}}));
    }
    if (time.waiting_s > 0)
        root.children.push_back(makePart("tasklets-wait", Category::Bubble, time.waiting_s,
                                         {"formula.tasklets-wait", {{"tasklets", query.tasklets}}}));
    if (time.from_s > 0) root.children.push_back(makePart("received-by-host", Category::Communication, time.from_s));
    return root;
}

} // namespace

Result<Estimate> estimateOnProcessors(const Request& request, const Context& context) {
    const auto query = queryOf<DimmQuery>(request, context.library, resolveDimm);
    if (!query) return query.error();
    auto loop = pim::processorLoop(query->dimm, query->kernel, query->processors);
    if (!loop) return loop.error();
    if (query->resident) loop->to_bytes = loop->from_bytes = 0;
    const pim::ProcessorTime time = pim::processorTime(query->dimm, *loop, query->processors, query->tasklets);
    const double flop = workload::workOf(query->kernel).flop;
    const double bytes = loop->elements * query->processors * (loop->read_bytes + loop->write_bytes);
    const auto* calibration = pim::timeCalibration(context.library.calibrations(), pim::kProcessorCalibration);
    const auto* residual = pim::timeResidual(context.library.calibrations(), pim::kProcessorCalibration);
    Estimate estimate;
    estimate.metrics = {within("latency_s", time.seconds(), residual),
                        exact("flop", flop),
                        within("flop_per_s", flop / time.seconds(), residual, true),
                        within("utilization", time.pipeline_s / time.seconds(), residual, true),
                        exact("dram_bytes", bytes),
                        within("bandwidth_bytes_per_s", bytes / time.kernel_s(), residual, true)};
    if (calibration != nullptr) estimate.calibrations = {useOf(*calibration)};
    estimate.parts.emplace_back("latency_s", timeParts(*query, *loop, time));
    Note limit{
        Note::Level::Info,
        "module-limit",
        {time.transfer_s >= time.pipeline_s ? "note.module-waits-for-memory" : "note.module-waits-for-instructions"},
        "/hardware"};
    limit.decides = true;
    estimate.notes.push_back(std::move(limit));
    if (query->tasklets < query->dimm.stages)
        estimate.notes.push_back(
            {Note::Level::Warning,
             "few-tasklets",
             {"note.few-tasklets", {{"tasklets", query->tasklets}, {"stages", query->dimm.stages}}},
             "/plan/tasklets"});
    const double stored = pim::storedBytes(query->kernel);
    const double available = query->processors * query->dimm.memory_bytes;
    if (stored > available) {
        estimate.valid = false;
        Note over{Note::Level::Warning,
                  "over-memory",
                  {"note.operands-over-memory",
                   {{"needed", Amount{stored, "B"}},
                    {"device", query->dimm.name},
                    {"available", Amount{available, "B"}},
                    {"over", Amount{stored - available, "B"}}}},
                  "/workload"};
        over.fixes = {{"fix.smaller-dimensions", {{"available", Amount{available, "B"}}}}};
        estimate.notes.insert(estimate.notes.begin(), std::move(over));
    }
    return estimate;
}

} // namespace strata::methods
