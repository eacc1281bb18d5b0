// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pim/processor_time.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace strata::pim {
namespace {

// Loops of compiled code (Gomez-Luna et al., section 3.1.2): the index and the branch, and for each stream of operands
// the address and the load or store.
constexpr double kLoop = 2, kStream = 2;

/// Clocks of one block in a closed network of `tasklets` that visit the stations in turn, with a delay between them.
double blockClocks(double pipeline, double way, double delay, double tasklets) {
    std::array<double, 2> queue{0, 0};
    const std::array<double, 2> service{pipeline, way};
    double per_block = pipeline + way + delay;
    for (double customers = 1; customers <= tasklets; ++customers) {
        std::array<double, 2> residence{};
        for (std::size_t i = 0; i < 2; ++i)
            residence[i] = service[i] * (1.0 + queue[i]);
        const double cycle = delay + residence[0] + residence[1];
        per_block = cycle / customers;
        for (std::size_t i = 0; i < 2; ++i)
            queue[i] = residence[i] / per_block;
    }
    return per_block;
}

Error notModelled(const char* pointer, Message text, Message expected) {
    return {"not-modelled", pointer, std::move(text), std::move(expected), {}};
}

} // namespace

double ProcessorTime::kernel_s() const { return std::max({pipeline_s, transfer_s, lock_s}) + waiting_s; }

double transferRate(const hardware::DimmTransfer& transfer, double processors, double of_rank) {
    if (processors <= 1 || of_rank <= 1) return transfer.processor_bytes_per_s;
    const double alone = transfer.processor_bytes_per_s;
    // n / (1/alone + (n - 1) c), with c such that all processors of a rank reach its rate.
    const double slope = (of_rank / transfer.rank_bytes_per_s - 1.0 / alone) / (of_rank - 1);
    const double in_rank = std::min(processors, of_rank);
    const double ranks = std::ceil(processors / of_rank);
    return ranks * in_rank / (1.0 / alone + std::max(0.0, slope) * (in_rank - 1));
}

ProcessorTime processorTime(const hardware::Dimm& dimm, const ProcessorLoop& loop, double processors, double tasklets) {
    const double clock_s = 1.0 / dimm.clock_hz;
    const double streams = std::max(1.0, loop.streams_read + loop.streams_write);
    const double widest = std::max({loop.read_bytes / std::max(1.0, loop.streams_read),
                                    loop.write_bytes / std::max(1.0, loop.streams_write), 1e-9});
    const double block = std::min({loop.block_bytes, dimm.most_bytes, dimm.scratchpad_bytes / (tasklets * streams)});
    const double elements_of_block = std::max(1.0, block / widest);
    const double way = (loop.read_bytes + loop.write_bytes) * elements_of_block / dimm.bytes_per_clock +
                       loop.streams_read * dimm.read_setup + loop.streams_write * dimm.write_setup;
    const double pipeline = loop.instructions * elements_of_block;
    const double blocks = loop.elements / elements_of_block;
    const double clocks = blockClocks(pipeline, way, (dimm.stages - 1) * pipeline, std::max(1.0, tasklets));

    ProcessorTime time;
    time.pipeline_s = blocks * pipeline * clock_s;
    time.transfer_s = blocks * way * clock_s;
    time.lock_s = loop.elements * loop.critical * dimm.stages * clock_s;
    time.waiting_s =
        std::max(0.0, blocks * clocks * clock_s - std::max({time.pipeline_s, time.transfer_s, time.lock_s}));
    time.launch_s = dimm.launch_s;
    time.to_s = loop.to_bytes / transferRate(dimm.to, processors, dimm.processors);
    time.from_s = loop.from_bytes / transferRate(dimm.from, processors, dimm.processors);
    return time;
}

Result<ProcessorLoop> processorLoop(const hardware::Dimm& dimm, const workload::Kernel& kernel, double processors) {
    const auto* arithmetic = dimm.find(kernel.a);
    if (arithmetic == nullptr)
        return notModelled("/workload/dtype", {"error.module-states-no-arithmetic", {{"type", name(kernel.a)}}},
                           {"accepted.format-of-the-module"});
    const double bytes = bytesOf(kernel.a);
    ProcessorLoop loop;
    if (const auto* vector = std::get_if<workload::VectorOp>(&kernel.shape)) {
        using workload::VectorFunction;
        const bool adds = vector->function == VectorFunction::Add || vector->function == VectorFunction::Residual ||
                          vector->function == VectorFunction::Relu || vector->function == VectorFunction::Copy;
        if (!adds && vector->function != VectorFunction::Mul)
            return notModelled("/workload/function", {"error.module-adds-and-multiplies"},
                               {"accepted.add-mul-relu-copy"});
        const double elements = vector->rows * vector->cols;
        loop.elements = elements / processors;
        loop.streams_read = vector->inputs;
        loop.streams_write = vector->outputs;
        loop.instructions =
            kLoop + kStream * (vector->inputs + vector->outputs) + (adds ? arithmetic->add : arithmetic->multiply);
        if (vector->function == VectorFunction::Copy) loop.instructions -= arithmetic->add;
        loop.read_bytes = bytes * vector->inputs;
        loop.write_bytes = bytes * vector->outputs;
        loop.to_bytes = elements * loop.read_bytes;
        loop.from_bytes = elements * loop.write_bytes;
        return loop;
    }
    if (const auto* product = std::get_if<workload::Matmul>(&kernel.shape)) {
        // Rows of the weights are spread; each processor has all vectors in its scratchpad.
        loop.elements = product->batch * product->m * product->n * product->k / processors;
        loop.streams_read = 1;
        loop.instructions = kLoop + kStream * 2 + arithmetic->multiply + arithmetic->add;
        loop.read_bytes = bytes; // weights, once for each vector
        loop.to_bytes = bytes * product->batch * product->m * product->k * processors;
        loop.from_bytes = bytes * product->batch * product->m * product->n;
        return loop;
    }
    return notModelled("/workload/operator", {"error.module-takes-vectors-and-products"},
                       {"accepted.elementwise-or-matmul"});
}

} // namespace strata::pim
