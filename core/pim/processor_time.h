// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hardware/pim/dimm.h"
#include "core/workload/kernel/kernel.h"

namespace strata::pim {

/// A loop over elements that the processors share evenly; all numbers are of one element of one processor.
struct ProcessorLoop {
    double elements = 1;     ///< of one processor
    double instructions = 1; ///< address, loads, arithmetic, stores, index, branch
    double critical = 0;     ///< of them, instructions that one tasklet at a time executes, behind a lock
    double read_bytes = 0, write_bytes = 0;
    double block_bytes = 1024; ///< of one transfer between memory and scratchpad, for each stream
    double streams_read = 1, streams_write = 0;
    double to_bytes = 0, from_bytes = 0; ///< that the host sends to and receives from all processors
};

struct ProcessorTime {
    double pipeline_s = 0; ///< all instructions, one a clock
    double transfer_s = 0; ///< the way between memory and scratchpad
    double lock_s = 0;     ///< instructions behind the lock, one tasklet after the other
    double waiting_s = 0;  ///< what the kernel takes beyond the longest of these
    double launch_s = 0, to_s = 0, from_s = 0;

    double kernel_s() const;
    double seconds() const { return kernel_s() + launch_s + to_s + from_s; }
};

/// Tasklets issue one instruction in `stages` clocks and wait while their block is moved; the pipeline and the way to
/// the memory serve one after the other. Time of `tasklets` in that closed network by mean value analysis (M. Reiser,
/// S. S. Lavenberg, J. ACM 27(2), 1980): the pipeline and the way are stations, the other stages of an instruction a
/// delay. The structure is measured in J. Gomez-Luna et al., "Benchmarking a New Paradigm", IEEE Access 10, 2022.
ProcessorTime processorTime(const hardware::Dimm& dimm, const ProcessorLoop& loop, double processors, double tasklets);

/// Rate at which the host serves that many processors of one rank: alone a processor has its own rate, all of them
/// that of the rank; between them the share of each falls evenly. @unit B/s
double transferRate(const hardware::DimmTransfer& transfer, double processors, double of_rank);

/// The loop of a kernel. Errors: "not-modelled" for other kernels and for formats whose arithmetic the module does not
/// state, with pointers below "/workload".
Result<ProcessorLoop> processorLoop(const hardware::Dimm& dimm, const workload::Kernel& kernel, double processors);

} // namespace strata::pim
