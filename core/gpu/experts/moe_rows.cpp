// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/experts/moe_rows.h"

#include "core/gpu/calibration/ceilings.h"

#include <algorithm>

namespace strata::gpu {
namespace {

constexpr double kWide = 2.0;                              // bytes of an element of 16 bits
constexpr double kBlockScales = 1.03, kFp4Scales = 0.5625; // bytes of an element with its scales

/// Bytes of an activation's element as the products read it.
double narrowBytes(MoeTypes types) {
    switch (types) {
    case MoeTypes::Fp8:
    case MoeTypes::Fp8Block: return 1.0;
    case MoeTypes::Fp8Fp4: return kBlockScales;
    case MoeTypes::Fp4: return kFp4Scales;
    default: return kWide;
    }
}

/// Rows that pass through buffers.
class Rows {
public:
    Rows(const hardware::Gpu& gpu, const MoeKernel& c)
        : l2_(std::max({sustainedL2BytesPerSecond(gpu), gpu.memory_bytes_per_s, 1.0})),
          memory_(std::max(gpu.memory_bytes_per_s, 1.0) * c.row_fraction), resident_(std::max(residentBytes(gpu), 1.0)),
          touch_(c.touch_fraction) {}

    /// `passes` reads and writes of a buffer of `bytes`.
    void move(double bytes, double passes) {
        const double spilled = bytes / (bytes + resident_);
        traffic_.seconds += bytes * passes * (spilled / memory_ + (1.0 - spilled) / l2_);
        traffic_.dram_bytes += bytes * passes * spilled;
        traffic_.l2_bytes += bytes * passes;
    }
    void touch(double elements) { traffic_.seconds += elements * kWide / (touch_ * l2_); }
    const MoeRowTraffic& traffic() const { return traffic_; }

private:
    double l2_, memory_, resident_, touch_;
    MoeRowTraffic traffic_;
};

} // namespace

double moeLaunches(MoeTypes types) {
    switch (types) {
    case MoeTypes::Wide: return 8.0;
    case MoeTypes::Fp8: return 9.0;
    case MoeTypes::Fp8Block: return 11.0;
    case MoeTypes::Fp4: return 12.0;
    case MoeTypes::Fp8Fp4: return 14.0;
    case MoeTypes::Fp8BlockTriton: return 18.0;
    case MoeTypes::WideFp4: return 25.0;
    }
    return 8.0;
}

MoeRowTraffic moeRowTraffic(const hardware::Gpu& gpu, const MoeKernel& c, MoeTypes types, const workload::Moe& shape,
                            double slots) {
    Rows rows(gpu, c);
    const double hidden = slots * shape.hidden;
    const double inner = slots * shape.ffn;
    const double halves = shape.gated ? 2.0 : 1.0;
    const double narrow = narrowBytes(types);
    if (types == MoeTypes::Fp8BlockTriton) {
        // Zeroed, written and summed; zeroed and written, activated in three kernels, read.
        rows.move(kWide * hidden, 3.0);
        rows.move(kWide * halves * inner, 4.0);
        rows.move(kWide * inner, 4.0);
        rows.touch(3.0 * hidden + (3.0 * halves + 4.0) * inner);
    } else if (types == MoeTypes::WideFp4) {
        rows.move(kWide * hidden, 2.0);
        rows.move(kWide * halves * inner, 2.0);
        rows.move(kWide * inner, 2.0);
        rows.touch(2.0 * hidden + (2.0 * halves + 2.0) * inner);
    } else if (types == MoeTypes::Fp8Block) {
        // Sorted in 16 bits and narrowed by a kernel of its own, before each of the products.
        rows.move(kWide * hidden, 4.0);
        rows.move(narrow * hidden, 2.0);
        rows.move(kWide * halves * inner, 2.0);
        rows.move(kWide * inner, 2.0);
        rows.move(narrow * inner, 2.0);
        rows.touch(6.0 * hidden + (2.0 * halves + 4.0) * inner);
    } else {
        rows.move(narrow * hidden, 2.0);
        rows.move(kWide * hidden, 2.0);
        rows.move(kWide * halves * inner, 2.0);
        rows.move(narrow * inner, 2.0);
        rows.touch(4.0 * hidden + (2.0 * halves + 2.0) * inner);
    }
    // Every token is read, narrowed and gets its result, wherever its experts are.
    const double tokens = shape.tokens * shape.hidden;
    rows.move(tokens, 2.0 * kWide + (narrow < kWide ? kWide + narrow : 0.0));
    rows.touch(2.0 * tokens);
    return rows.traffic();
}

} // namespace strata::gpu
