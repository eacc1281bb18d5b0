// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/event.h"

#include "core/gpu/products/tile_model.h"
#include "core/gpu/sharing/sharing.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

namespace strata::gpu {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();
// Work below this share of a block is done: what is left after subtracting rounded steps.
constexpr double kDone = 1e-9;
constexpr std::size_t kMostPartitions = 64; // bits of BlockKernel::partitions

/// Blocks of one kernel that started together on each SM of a group.
struct Cohort {
    std::size_t kernel = 0;
    double count = 0.0;     ///< on one SM
    double remaining = 1.0; ///< share of each block's work
    double rate = 0.0;      ///< of one block, per second
};

/// SMs in the same state.
struct SmGroup {
    std::uint32_t partition = 0;
    double sms = 0.0;
    std::vector<Cohort> cohorts;

    /// Share of an SM's places that are taken; kernels count by the places they may have alone.
    double taken(std::span<const BlockKernel> kernels) const {
        double share = 0.0;
        for (const Cohort& cohort : cohorts)
            share += cohort.count / kernels[cohort.kernel].blocks_per_sm;
        return share;
    }
};

struct KernelState {
    double waiting = 0.0; ///< blocks not started
    double running = 0.0;
    double turn_s = kNever; ///< when its first block may start
    bool ended = false;
};

class Simulation {
public:
    Simulation(const EventDevice& device, std::span<const BlockKernel> kernels) : device_(device), kernels_(kernels) {
        for (std::uint32_t p = 0; p < device.partitions.size(); ++p) {
            groups_.push_back({p, static_cast<double>(device.partitions[p].sms), {}});
        }
        states_.resize(kernels.size());
        result_.kernels.resize(kernels.size());
        for (std::size_t k = 0; k < kernels.size(); ++k)
            states_[k].waiting = kernels[k].blocks;
        for (std::size_t k = 0; k < kernels.size(); ++k) {
            if (previousOf(k) == kernels.size()) states_[k].turn_s = kernels[k].ready_s + kernels[k].start_s;
        }
    }

    EventResult run() {
        for (;;) {
            dispatch();
            share();
            const double next = std::min(nextEnd(), nextTurn());
            if (next == kNever) break;
            record(next);
            advance(next - now_);
            now_ = next;
            finish();
            ++result_.events;
        }
        result_.seconds = now_;
        return std::move(result_);
    }

private:
    std::size_t previousOf(std::size_t kernel) const {
        for (std::size_t k = kernel; k-- > 0;) {
            if (kernels_[k].stream == kernels_[kernel].stream) return k;
        }
        return kernels_.size();
    }

    /// Blocks go to the emptiest SMs first, kernels in the order of their turns: who came later takes what is
    /// left over.
    void dispatch() {
        ready_.clear();
        for (std::size_t k = 0; k < kernels_.size(); ++k) {
            if (states_[k].waiting > 0.0 && states_[k].turn_s <= now_) ready_.push_back(k);
        }
        std::stable_sort(ready_.begin(), ready_.end(),
                         [this](std::size_t a, std::size_t b) { return states_[a].turn_s < states_[b].turn_s; });
        for (const std::size_t k : ready_) {
            while (states_[k].waiting > 0.0 && place(k)) {
            }
        }
    }

    bool place(std::size_t k) {
        const double one = 1.0 / kernels_[k].blocks_per_sm;
        std::size_t best = groups_.size();
        for (std::size_t g = 0; g < groups_.size(); ++g) {
            if ((kernels_[k].partitions >> groups_[g].partition & 1U) == 0 || groups_[g].sms <= 0.0) continue;
            if (groups_[g].taken(kernels_) + one > 1.0 + kDone) continue;
            if (best == groups_.size() || groups_[g].taken(kernels_) < groups_[best].taken(kernels_)) best = g;
        }
        if (best == groups_.size()) return false;
        const double used = std::min(groups_[best].sms, states_[k].waiting);
        if (used < groups_[best].sms) {
            SmGroup rest = groups_[best];
            rest.sms -= used;
            groups_[best].sms = used;
            groups_.push_back(std::move(rest));
        }
        addBlock(groups_[best], k);
        if (states_[k].running == 0.0 && states_[k].waiting == kernels_[k].blocks) result_.kernels[k].start_s = now_;
        states_[k].waiting -= used;
        states_[k].running += used;
        return true;
    }

    static void addBlock(SmGroup& group, std::size_t k) {
        for (Cohort& cohort : group.cohorts) {
            if (cohort.kernel == k && cohort.remaining == 1.0) {
                cohort.count += 1.0;
                return;
            }
        }
        group.cohorts.push_back({k, 1.0, 1.0, 0.0});
    }

    /// Resources: two of each group (arithmetic and port of one SM), then two of each memory domain.
    void share() {
        capacities_.clear();
        for (std::size_t g = 0; g < groups_.size(); ++g) {
            capacities_.push_back(1.0);
            capacities_.push_back(device_.port_bytes_per_s);
        }
        const std::size_t memory = capacities_.size();
        for (const MemoryDomain& domain : device_.memory) {
            capacities_.push_back(domain.l2_bytes_per_s);
            capacities_.push_back(domain.dram_bytes_per_s);
        }
        flows_.clear();
        owners_.clear();
        for (std::size_t g = 0; g < groups_.size(); ++g) {
            for (const Cohort& cohort : groups_[g].cohorts) {
                flows_.push_back(flowOf(g, cohort, memory));
                owners_.push_back(cohort.kernel);
            }
        }
        limitToAlone();
        shareFairly(flows_, capacities_);
        std::size_t next = 0;
        for (SmGroup& group : groups_) {
            for (Cohort& cohort : group.cohorts)
                cohort.rate = flows_[next++].rate;
        }
    }

    /// Several kernels share in proportion to what each would reach in its places without the others: one that asks for
    /// little of a resource must not wait for one that could ask for more of it than there is.
    void limitToAlone() {
        if (std::adjacent_find(owners_.begin(), owners_.end(), std::not_equal_to<>()) == owners_.end()) return;
        kernels_here_ = owners_;
        std::sort(kernels_here_.begin(), kernels_here_.end());
        kernels_here_.erase(std::unique(kernels_here_.begin(), kernels_here_.end()), kernels_here_.end());
        for (const std::size_t kernel : kernels_here_) {
            own_flows_.clear();
            for (std::size_t f = 0; f < flows_.size(); ++f) {
                if (owners_[f] == kernel) own_flows_.push_back(flows_[f]);
            }
            own_capacities_ = capacities_;
            shareFairly(own_flows_, own_capacities_);
            std::size_t next = 0;
            for (std::size_t f = 0; f < flows_.size(); ++f) {
                if (owners_[f] == kernel) flows_[f].most = own_flows_[next++].rate;
            }
        }
    }

    Flow flowOf(std::size_t g, const Cohort& cohort, std::size_t memory) const {
        const BlockKernel& kernel = kernels_[cohort.kernel];
        const std::size_t domain = memory + 2 * device_.partitions[groups_[g].partition].memory_domain;
        Flow flow;
        flow.add(2 * g, cohort.count * kernel.compute_s);
        flow.add(2 * g + 1, cohort.count * kernel.l2_bytes);
        flow.add(domain, groups_[g].sms * cohort.count * kernel.l2_bytes);
        flow.add(domain + 1, groups_[g].sms * cohort.count * kernel.dram_bytes);
        const double alone = std::max({kernel.compute_s, kernel.l2_bytes / device_.port_bytes_per_s,
                                       kernel.dram_bytes / device_.port_bytes_per_s, 1e-12});
        flow.most = 1.0 / alone;
        return flow;
    }

    double nextEnd() const {
        double next = kNever;
        for (const SmGroup& group : groups_) {
            for (const Cohort& cohort : group.cohorts) {
                if (cohort.rate > 0.0) next = std::min(next, now_ + cohort.remaining / cohort.rate);
            }
        }
        return next;
    }

    double nextTurn() const {
        double next = kNever;
        for (const KernelState& state : states_) {
            if (!state.ended && state.waiting > 0.0 && state.turn_s > now_) next = std::min(next, state.turn_s);
        }
        return next;
    }

    void record(double until) {
        Stretch stretch{now_, until, 0.0, 0.0};
        for (const SmGroup& group : groups_) {
            if (!group.cohorts.empty()) stretch.busy_sms += group.sms;
            for (const Cohort& cohort : group.cohorts) {
                stretch.dram_bytes_per_s += group.sms * cohort.count * cohort.rate * kernels_[cohort.kernel].dram_bytes;
                result_.kernels[cohort.kernel].busy_sm_s += group.sms * (until - now_);
            }
        }
        result_.stretches.push_back(stretch);
    }

    void advance(double step) {
        for (SmGroup& group : groups_) {
            for (Cohort& cohort : group.cohorts)
                cohort.remaining -= cohort.rate * step;
        }
    }

    void finish() {
        for (SmGroup& group : groups_) {
            std::erase_if(group.cohorts, [&](const Cohort& cohort) {
                // After hours, the rest of a short block is less than the clock resolves: it would never end.
                if (cohort.remaining > kDone && now_ + cohort.remaining / cohort.rate > now_) return false;
                states_[cohort.kernel].running -= group.sms * cohort.count;
                return true;
            });
        }
        mergeEmpty();
        for (std::size_t k = 0; k < states_.size(); ++k) {
            KernelState& state = states_[k];
            if (state.ended || state.waiting > 0.0 || state.running > kDone || state.turn_s > now_) continue;
            state.ended = true;
            result_.kernels[k].end_s = now_;
            startFollower(k);
        }
    }

    void startFollower(std::size_t ended) {
        for (std::size_t k = ended + 1; k < kernels_.size(); ++k) {
            if (kernels_[k].stream != kernels_[ended].stream) continue;
            states_[k].turn_s = std::max(now_, kernels_[k].ready_s) + kernels_[k].start_s;
            return;
        }
    }

    /// Idle SMs of a partition are alike again.
    void mergeEmpty() {
        for (std::size_t a = 0; a < groups_.size(); ++a) {
            for (std::size_t b = groups_.size(); b-- > a + 1;) {
                if (!groups_[a].cohorts.empty() || !groups_[b].cohorts.empty()) continue;
                if (groups_[a].partition != groups_[b].partition) continue;
                groups_[a].sms += groups_[b].sms;
                groups_.erase(groups_.begin() + static_cast<std::ptrdiff_t>(b));
            }
        }
    }

    const EventDevice& device_;
    std::span<const BlockKernel> kernels_;
    std::vector<SmGroup> groups_;
    std::vector<KernelState> states_;
    std::vector<std::size_t> ready_;
    std::vector<double> capacities_, own_capacities_;
    std::vector<Flow> flows_, own_flows_;
    std::vector<std::size_t> owners_, kernels_here_; ///< kernel of each flow
    EventResult result_;
    double now_ = 0.0;
};

Result<void> check(const EventDevice& device, std::span<const BlockKernel> kernels) {
    for (const MemoryDomain& domain : device.memory) {
        if (domain.dram_bytes_per_s > 0.0 && domain.l2_bytes_per_s > 0.0 && device.port_bytes_per_s > 0.0) continue;
        return Error{"bad-value", "", {"error.memory-domain-has-no-bandwidth"}, {"accepted.bandwidths-above-zero"}, {}};
    }
    for (std::size_t k = 0; k < kernels.size(); ++k) {
        const BlockKernel& kernel = kernels[k];
        bool placed = device.partitions.size() <= kMostPartitions;
        for (std::size_t p = 0; p < kMostPartitions; ++p) {
            if ((kernel.partitions >> p & 1U) == 0) continue;
            placed = placed && p < device.partitions.size() && device.partitions[p].sms > 0;
        }
        placed = placed && kernel.partitions != 0;
        const bool finite = std::isfinite(kernel.blocks) && kernel.blocks >= 1.0 && std::isfinite(kernel.compute_s);
        if (placed && finite && kernel.blocks_per_sm >= 1) continue;
        return Error{"bad-value",
                     "",
                     {"error.kernel-cannot-run-no-block-fits", {{"k", k}}},
                     {"accepted.at-least-one-block-one-block"},
                     {}};
    }
    return {};
}

// Waves of blocks of all kernels together that are followed one by one. What is more is followed as fewer and longer
// blocks: a run costs what its waves cost, and the last of some thousand waves is no part of it that anybody sees.
constexpr double kMostWaves = 8192.0;
constexpr double kFewestWaves = 16.0; // of a kernel with longer blocks

double wavesOf(const EventDevice& device, const BlockKernel& kernel) {
    double sms = 0.0;
    for (std::size_t p = 0; p < device.partitions.size(); ++p)
        sms += (kernel.partitions >> p & 1U) != 0 ? device.partitions[p].sms : 0.0;
    return kernel.blocks / (sms * kernel.blocks_per_sm);
}

/// The same work in about kMostWaves waves, of which each kernel keeps its share.
std::vector<BlockKernel> coarse(const EventDevice& device, std::span<const BlockKernel> kernels) {
    std::vector<BlockKernel> all(kernels.begin(), kernels.end());
    double waves = 0.0;
    for (const BlockKernel& kernel : all)
        waves += wavesOf(device, kernel);
    if (waves <= kMostWaves) return all;
    for (BlockKernel& kernel : all) {
        const double own = wavesOf(device, kernel);
        const double longer = own / std::max(kFewestWaves, own * kMostWaves / waves);
        if (longer <= 1.0) continue;
        kernel.blocks /= longer;
        kernel.compute_s *= longer;
        kernel.l2_bytes *= longer;
        kernel.dram_bytes *= longer;
    }
    return all;
}

} // namespace

EventDevice wholeDevice(const hardware::Gpu& gpu, double dram_bytes_per_s, double l2_bytes_per_s) {
    // Loads that go past the L1 come by sectors, through ports as wide as one.
    constexpr double kSectorBytes = 32.0;
    const bool narrow = gpu.load_line_bytes == kSectorBytes;
    EventDevice device;
    device.partitions = {{gpu.sms, 0}};
    device.memory = {{dram_bytes_per_s, l2_bytes_per_s}};
    device.port_bytes_per_s = (narrow ? 32.0 : 64.0) * gpu.clock_hz;
    return device;
}

BlockKernel blocksOf(const KernelTime& time, double sms, std::uint32_t stream) {
    // Kernels that stream have no tiles: enough blocks that their number does not matter.
    constexpr double kStreamingBlocks = 64.0;
    BlockKernel kernel;
    kernel.stream = stream;
    kernel.start_s = time.fixed_s;
    kernel.blocks = time.tiles > 0.0F ? static_cast<double>(time.tiles) * time.split_k : sms * kStreamingBlocks;
    kernel.blocks_per_sm = std::max(1U, static_cast<std::uint32_t>(time.blocks_per_sm));
    // Fewer blocks than SMs: no block takes longer than the kernel's arithmetic, whether it counts idle SMs or not.
    kernel.compute_s = std::min(time.compute_s * sms / kernel.blocks, time.compute_s + std::max(time.tail_s, 0.0));
    kernel.l2_bytes = std::max(time.l2_bytes, time.dram_bytes) / kernel.blocks;
    kernel.dram_bytes = time.dram_bytes / kernel.blocks;
    return kernel;
}

void endAt(KernelTime& time, double seconds) {
    const double change = seconds - time.seconds;
    time.tail_s += change;
    for (double* part : {&time.tail_s, &time.memory_s}) {
        if (*part >= 0) break;
        (part == &time.tail_s ? time.memory_s : time.compute_s) += *part;
        *part = 0;
    }
    time.seconds = time.compute_s + time.memory_s + time.tail_s + time.fixed_s;
    time.alone_s = std::max(time.alone_s + change, time.seconds);
    time.energy_j = time.power_w * time.seconds;
}

double streamingBandwidth(const hardware::Gpu& gpu, std::span<const hardware::Calibration> calibrations) {
    constexpr double kRows = 65536, kCols = 8192;
    const workload::Kernel copy{workload::VectorOp{workload::VectorFunction::Add, kRows, kCols, 2, 1}};
    const KernelTime time = predict(makeTileModel(gpu, calibrations), copy);
    return time.dram_bytes / time.seconds;
}

Result<EventResult> simulateBlocks(const EventDevice& device, std::span<const BlockKernel> kernels) {
    if (auto sound = check(device, kernels); !sound) return sound.error();
    const std::vector<BlockKernel> followed = coarse(device, kernels);
    return Simulation(device, followed).run();
}

} // namespace strata::gpu
