// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lab/power/power_sweep.h"
#include "app/lab/power/power_timeline.h"
#include "core/gpu/kernel_time.h"
#include "core/gpu/power/power.h"
#include "core/hardware/calibration/calibration.h"
#include "core/workload/kernel/kernel.h"

#include <span>
#include <string_view>

namespace strata::assess {

/// How the measured tables came about: each problem is prepared by the host, then called until a second has passed, at
/// most 3,000 times, while a meter is read every 0.1 s, whose values are means over a second (NVML's documentation of
/// power usage, GPUs after GA100). So a reading also holds the preparation of the problem, and of those before it
/// (github.com/ai-dynamo/aiconfigurator, collector/helper.py).
struct PowerMeter {
    double product_s = 0;        ///< preparing a matrix product
    double weight_s = 0;         ///< and each of its weights
    double product_share = 0;    ///< of the board's limit while it does
    double launch_s = 0;         ///< of a kernel of a product by the host
    double replay_s = 0;         ///< between two runs of a graph of products
    double gap_s = 0;            ///< between two mixtures or two calls of attention
    double experts_s = 0;        ///< preparing tokens of a mixture, whose weights stay
    double experts_share = 0;    ///< of the board's limit while it does
    double experts_launch_s = 0; ///< of a mixture by the host
    double moved_s = 0;          ///< moving one token of a routing to an expert that has room
    double moved_share = 0;      ///< of the board's limit while it does
    double cast_s = 0;           ///< drawing a weight of an expert and bringing it into its block
    double cast_share = 0;       ///< of the board's limit while it does
    double waits_share = 0;      ///< of the board's limit while the host compiles: its clocks stay up
    double attention_s = 0;      ///< preparing attention: its configuration, the graph of its calls
    double sequence_s = 0;       ///< and each sequence of the batch
    double attention_share = 0;  ///< of the board's limit while it does
    double value_s = 0;          ///< filling a number of the whole cache
    double drawn_s = 0;          ///< drawing a number of the keys and values
    double queried_s = 0;        ///< drawing a number of the queries, of whose size three other tensors are made
    double drawing_share = 0;    ///< of the board's limit while it does all three
    double first_s = 0;          ///< by which the first call of prefill takes longer: runs are counted with it
    double first_token_s = 0;    ///< by which that of decode does
};

/// Coefficients of the meter in calibration "gpu-power".
struct MeterField {
    std::string_view name;
    double PowerMeter::*member;
    double start, low, high;
    bool jumps = false; ///< it decides which board takes which problem: readings are no smooth function of it
};
std::span<const MeterField> meterFields();

/// The meter that a calibration states, else typical values.
PowerMeter resolveMeter(const hardware::Calibration* calibration);

/// What a board does for one problem of a sweep whose kernel takes `time`.
Spell spellOf(const PowerMeter& meter, const gpu::PowerCoefficients& power, const workload::Kernel& kernel,
              const gpu::KernelTime& time, const HostWork& host);

} // namespace strata::assess
