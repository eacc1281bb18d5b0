// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/power/power_meter.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <variant>

namespace strata::assess {
namespace {

using workload::Attention;
using workload::Matmul;
using workload::Moe;

constexpr double kMostRuns = 3000.0;
constexpr double kWindow_s = 1.0, kShortWindow_s = 0.3; ///< runs fill the latter where they take less than kShort_s
constexpr double kShort_s = 1e-4;
constexpr double kCacheTokens = 8192 * 64; ///< the cache's blocks and their tokens, used or not
constexpr double kAttentionHost_s = 5.5e-5;
constexpr double kCompile_s = 9.0; ///< longer than what the meter remembers: readings tell no more
constexpr double kCounted = 3;     ///< first runs, by which their number is chosen; as many replays follow
constexpr double kProducts = 6;    ///< with weights of their own in a run, where a graph replays it
constexpr double kDraws = 5;       ///< of a skewed routing in a run

/// Of one laboratory's script, fitted to its readings of an H200 together with the board: they describe how its tables
/// were measured, and no prediction reads them.
constexpr std::array<MeterField, 23> kFields{{
    {"meter_product_s", &PowerMeter::product_s, 0.00816709, 1e-4, 1.0},
    {"meter_weight_s", &PowerMeter::weight_s, 3.92414e-11, 1e-12, 1e-8},
    {"meter_product_share", &PowerMeter::product_share, 0.1, 0.01, 0.9},
    {"meter_launch_s", &PowerMeter::launch_s, 2.62931e-05, 2e-6, 3e-4},
    {"meter_replay_s", &PowerMeter::replay_s, 2.44663e-05, 1e-6, 1e-3},
    {"meter_gap_s", &PowerMeter::gap_s, 2.00497e-06, 1e-7, 1e-4},
    {"meter_experts_s", &PowerMeter::experts_s, 0.0358504, 1e-4, 1.0},
    {"meter_experts_share", &PowerMeter::experts_share, 0.466, 0.1, 0.9},
    {"meter_experts_launch_s", &PowerMeter::experts_launch_s, 0.00029242, 1e-5, 2e-3},
    {"meter_moved_s", &PowerMeter::moved_s, 0.000147494, 1e-6, 1e-3},
    {"meter_moved_share", &PowerMeter::moved_share, 0.52, 0.1, 0.9},
    {"meter_cast_s", &PowerMeter::cast_s, 1.90469e-10, 1e-12, 1e-9},
    {"meter_cast_share", &PowerMeter::cast_share, 0.79, 0.1, 0.9},
    {"meter_waits_share", &PowerMeter::waits_share, 0.2011, 0.1, 0.3},
    {"meter_attention_s", &PowerMeter::attention_s, 0.097, 1e-3, 1.0, true},
    {"meter_sequence_s", &PowerMeter::sequence_s, 4e-05, 1e-6, 0.1, true},
    {"meter_attention_share", &PowerMeter::attention_share, 0.1838, 0.1, 0.9},
    {"meter_value_s", &PowerMeter::value_s, 1.3e-11, 1e-13, 1e-9, true},
    {"meter_drawn_s", &PowerMeter::drawn_s, 8.57143e-11, 1e-13, 1e-9, true},
    {"meter_queried_s", &PowerMeter::queried_s, 5.7e-10, 1e-13, 1e-8, true},
    {"meter_drawing_share", &PowerMeter::drawing_share, 0.4127, 0.1, 0.9},
    {"meter_first_s", &PowerMeter::first_s, 0.00190569, 1e-5, 1e-2},
    {"meter_first_token_s", &PowerMeter::first_token_s, 0.000170002, 1e-5, 1e-2},
}};

/// How a problem's kernel is called.
struct Calls {
    double in_run = 1;    ///< of the kernel
    double host_s = 0;    ///< of a call by the host: runs are counted by the first ones
    double between_s = 0; ///< the board rests in a run
    double first_s = 0;   ///< the first call takes longer
    bool by_host = false; ///< the host calls each, no graph replays them
    double counted = kCounted;
    double least_runs = 6;
};

/// Something that takes time at a power.
void prepare(Spell& spell, double seconds, double watts) {
    if (seconds <= 0) return;
    spell.prepare_w = (spell.prepare_w * spell.prepare_s + watts * seconds) / (spell.prepare_s + seconds);
    spell.prepare_s += seconds;
}

/// Repeats runs of the calls for their window, after those that count them and as many in the way they then go.
void addCalls(Spell& spell, const Calls& calls, const gpu::PowerCoefficients& power, NumberType math,
              const gpu::KernelTime& time) {
    const double counted_s = calls.in_run * std::max(time.seconds, calls.host_s);
    const double seen_s = counted_s + calls.first_s / calls.counted;
    const double window_s = seen_s < kShort_s ? kShortWindow_s : kWindow_s;
    const double runs = std::clamp(window_s / seen_s + 1.0, calls.least_runs, kMostRuns);
    const double busy_s = calls.in_run * time.seconds;
    const double run_s = calls.by_host ? counted_s : busy_s + calls.between_s;
    const auto watts = [&](double of_s) {
        return power.idle_w + (gpu::boardPower(power, math, time) - power.idle_w) * busy_s / of_s;
    };
    prepare(spell, calls.counted * counted_s, watts(counted_s));
    prepare(spell, calls.counted * run_s, watts(run_s));
    spell.calls_s = runs * run_s;
    spell.calls_w = watts(run_s);
}

} // namespace

std::span<const MeterField> meterFields() { return kFields; }

PowerMeter resolveMeter(const hardware::Calibration* calibration) {
    PowerMeter meter;
    for (const MeterField& field : kFields) {
        meter.*field.member = field.start;
        if (calibration == nullptr) continue;
        const auto found = calibration->values.find(field.name);
        if (found != calibration->values.end()) meter.*field.member = found->second;
    }
    return meter;
}

Spell spellOf(const PowerMeter& meter, const gpu::PowerCoefficients& power, const workload::Kernel& kernel,
              const gpu::KernelTime& time, const HostWork& host) {
    Spell spell;
    Calls calls;
    if (host.compiles) {
        spell.waits_s = kCompile_s;
        spell.waits_w = meter.waits_share * power.limit_w;
    }
    if (const auto* product = std::get_if<Matmul>(&kernel.shape)) {
        prepare(spell, meter.product_s + meter.weight_s * product->n * product->k, meter.product_share * power.limit_w);
        // Block-scaled products quantize by another kernel and are measured one by one.
        calls = product->block_scaled ? Calls{1, 2 * meter.launch_s, 0, 0, true}
                                      : Calls{kProducts, meter.launch_s, meter.replay_s, 0, false};
    } else if (const auto* experts = std::get_if<Moe>(&kernel.shape)) {
        const bool skewed = experts->skew > 0.0;
        prepare(spell, meter.cast_s * host.cast_weights, meter.cast_share * power.limit_w);
        prepare(spell, meter.experts_s, meter.experts_share * power.limit_w);
        prepare(spell, kDraws * meter.moved_s * host.moved_tokens, meter.moved_share * power.limit_w);
        // The calls that count the runs wait for the kernel: hardly any run follows.
        const double draws = skewed ? kDraws : 1.0;
        calls = {draws, meter.experts_launch_s, draws * meter.gap_s, host.compiles ? kCompile_s : 0, false};
        if (skewed) calls.counted = calls.least_runs = 1;
    } else if (const auto* shape = std::get_if<Attention>(&kernel.shape)) {
        const double cached = shape->batch * shape->kv_len;
        const double filled = 2 * std::max(cached, kCacheTokens) * shape->kv_heads * shape->head_dim;
        const double drawn = 2 * cached * shape->kv_heads * shape->head_dim;
        const double queried = shape->batch * shape->q_len * shape->heads * shape->head_dim;
        prepare(spell, meter.attention_s + meter.sequence_s * shape->batch, meter.attention_share * power.limit_w);
        prepare(spell, meter.value_s * filled + meter.drawn_s * drawn + meter.queried_s * queried,
                meter.drawing_share * power.limit_w);
        calls = {1, kAttentionHost_s, meter.gap_s, shape->q_len > 1 ? meter.first_s : meter.first_token_s, false};
    }
    addCalls(spell, calls, power, kernel.math, time);
    return spell;
}

} // namespace strata::assess
