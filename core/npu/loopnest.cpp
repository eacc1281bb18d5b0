// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/loopnest.h"

#include "core/npu/accounts.h"
#include "core/npu/traffic.h"

#include <algorithm>
#include <cmath>

namespace strata::npu {

using namespace detail;

namespace {

std::uint64_t toCount(double value) {
    constexpr double kLargest = 9.2e18;
    return static_cast<std::uint64_t>(std::clamp(value, 0.0, kLargest));
}

/// Iterations of every dimension inside each level and inside its spatial loops, largest over the whole run.
struct Bounds {
    std::array<PerDimension<double>, kMaxLevels> tile;
    std::array<PerDimension<double>, kMaxLevels> spatial_tile;
};

/// The part of one tensor that one level deals with at once.
struct Tile {
    AxisVector extent;
    double words;
};

} // namespace

struct LoopNestEvaluator::Prepared {
    hardware::NpuArchitecture architecture;
    workload::Problem problem;
    std::size_t levels = 0;
    std::size_t tensors = 0;
    std::size_t dimensions = 0;
    bool within_limits = true;
    std::array<Projection, kMaxTensors> projections;
    std::array<LevelFacts, kMaxLevels> facts;
    std::array<Mesh, kMaxLevels> meshes;
    double units = 1.0; ///< multiply-accumulate units
    double macs = 1.0;

    FlatNest nest;
    Bounds bounds;
    std::array<std::array<Tile, kMaxTensors>, kMaxLevels> tiles;
    std::array<Usage, kMaxLevels + 1> usage; ///< [levels]: the multiply-accumulate units
    TensorFlow flow;
    std::array<LevelTraffic, kMaxLevels> traffic;
    SpreadScratch scratch;

    void prepareLevels();
    void reset(LoopNestResult& result) const;
    bool keeps(const Mapping& mapping, std::size_t level, std::size_t tensor) const;
    bool keptSomewhere(const Mapping& mapping) const;
    void computeBounds();
    void computeUsage();
    void holdTiles(const Mapping& mapping, LoopNestResult& result);
    void checkFits(LoopNestResult& result);
    void moveTensor(std::size_t tensor, LoopNestResult& result);
    double countMacs() const;
    void account(LoopNestResult& result);
};

Result<void> checkLimits(const hardware::NpuArchitecture& architecture, const workload::Problem& problem) {
    const auto tooLarge = [](Message text, Message expected) {
        return Error{"too-large", {}, std::move(text), std::move(expected), {}};
    };
    if (architecture.levels.empty() || architecture.levels.size() > kMaxLevels) {
        return tooLarge({"error.hierarchy-has-levels", {{"levels", architecture.levels.size()}}},
                        {"accepted.1-to-16-levels"});
    }
    if (problem.dimensions.empty() || problem.dimensions.size() > kMaxDimensions) {
        return tooLarge({"error.operator-has-dimensions", {{"dimensions", problem.dimensions.size()}}},
                        {"accepted.1-to-16-dimensions"});
    }
    if (problem.tensors.empty() || problem.tensors.size() > kMaxTensors) {
        return tooLarge({"error.operator-has-tensors", {{"tensors", problem.tensors.size()}}},
                        {"accepted.1-to-8-tensors"});
    }
    for (const workload::Tensor& tensor : problem.tensors) {
        if (tensor.axes.size() > kMaxAxes) {
            return tooLarge({"error.tensor-has-axes", {{"tensor", tensor.name}, {"axes", tensor.axes.size()}}},
                            {"accepted.up-to-8-axes"});
        }
    }
    return {};
}

LoopNestEvaluator::LoopNestEvaluator(hardware::NpuArchitecture architecture, workload::Problem problem)
    : prepared_(std::make_unique<Prepared>()) {
    Prepared& p = *prepared_;
    p.architecture = std::move(architecture);
    p.problem = std::move(problem);
    p.levels = p.architecture.levels.size();
    p.tensors = p.problem.tensors.size();
    p.dimensions = p.problem.dimensions.size();
    p.within_limits = static_cast<bool>(checkLimits(p.architecture, p.problem));
    if (!p.within_limits) {
        return;
    }
    for (std::size_t t = 0; t < p.tensors; ++t) {
        p.projections[t] = makeProjection(p.problem.tensors[t]);
    }
    for (const workload::Dimension& dimension : p.problem.dimensions) {
        p.macs *= static_cast<double>(dimension.bound);
    }
    p.prepareLevels();
}

void LoopNestEvaluator::setNumbers(const hardware::NpuArchitecture& architecture) {
    Prepared& p = *prepared_;
    if (!p.within_limits || architecture.levels.size() != p.levels) {
        return;
    }
    p.architecture.clock_hz = architecture.clock_hz;
    p.architecture.levels = architecture.levels;
    p.architecture.compute = architecture.compute;
    p.prepareLevels();
}

void LoopNestEvaluator::Prepared::prepareLevels() {
    units = 1.0;
    double widest = 1.0;
    for (std::size_t l = 0; l < levels; ++l) {
        const hardware::NpuLevel& level = architecture.levels[l];
        facts[l] = makeLevelFacts(architecture, problem, l);
        meshes[l] = {static_cast<double>(level.fanout_x), static_cast<double>(level.fanout_y)};
        units *= meshes[l].width * meshes[l].height;
        widest = std::max(widest, meshes[l].width * meshes[l].height);
    }
    constexpr double kMostPositions = 1 << 20;
    const auto room = static_cast<std::size_t>(std::min(widest, kMostPositions));
    scratch.positions.reserve(room);
    scratch.before.reserve(room);
    scratch.sorted.reserve(room);
}

LoopNestEvaluator::~LoopNestEvaluator() = default;
LoopNestEvaluator::LoopNestEvaluator(LoopNestEvaluator&&) noexcept = default;
LoopNestEvaluator& LoopNestEvaluator::operator=(LoopNestEvaluator&&) noexcept = default;

const hardware::NpuArchitecture& LoopNestEvaluator::architecture() const { return prepared_->architecture; }
const workload::Problem& LoopNestEvaluator::problem() const { return prepared_->problem; }

void LoopNestEvaluator::Prepared::reset(LoopNestResult& result) const {
    result.violations.clear();
    result.levels.resize(levels);
    for (LevelResult& level : result.levels) {
        level.tensors.resize(tensors);
    }
    result.compute_cycles = 0.0;
    result.cycles = 0.0;
    result.limiting_level = -1;
    result.limited_by_reads = false;
    result.utilization = 0.0;
    result.macs = macs;
    result.utilized_macs_units = 0.0;
    result.mac_energy_pj = 0.0;
    result.mac_leakage_pj = 0.0;
    result.energy_pj = 0.0;
}

bool LoopNestEvaluator::Prepared::keeps(const Mapping& mapping, std::size_t level, std::size_t tensor) const {
    const std::vector<bool>& keep = mapping.levels[level].keep;
    return facts[level].stores && tensor < keep.size() && keep[tensor];
}

bool LoopNestEvaluator::Prepared::keptSomewhere(const Mapping& mapping) const {
    for (std::size_t t = 0; t < tensors; ++t) {
        bool kept = false;
        for (std::size_t l = 0; l < levels && !kept; ++l) {
            kept = keeps(mapping, l, t);
        }
        if (!kept) {
            return false;
        }
    }
    return true;
}

void LoopNestEvaluator::Prepared::computeBounds() {
    PerDimension<double> inside;
    PerDimension<double> inside_last;
    for (std::size_t d = 0; d < dimensions; ++d) {
        inside[d] = 1.0;
        inside_last[d] = 1.0;
    }
    // A dimension reaches its full extent inside a loop only where some loop outside has more than one iteration left.
    std::array<std::size_t, kMaxDimensions> outermost;
    outermost.fill(kMaxLoops);
    for (std::size_t i = nest.loop_count; nest.imperfect && i-- > 0;) {
        if (nest.loops[i].remainder > 1.0) {
            outermost[nest.loops[i].dimension] = i;
        }
    }
    const auto store = [&](PerDimension<double>& target, std::size_t begin) {
        for (std::size_t d = 0; d < dimensions; ++d) {
            const bool full = !nest.imperfect || (outermost[d] < begin && outermost[d] != kMaxLoops);
            target[d] = full ? inside[d] : inside_last[d];
        }
    };
    const auto enter = [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = end; i-- > begin;) {
            const FlatLoop& loop = nest.loops[i];
            inside[loop.dimension] *= loop.bound;
            inside_last[loop.dimension] += loop.stride * (loop.remainder - 1.0);
        }
    };
    for (std::size_t l = levels; l-- > 0;) {
        enter(nest.spatial_begin[l], nest.level_begin[l + 1]);
        if (nest.spatial_begin[l] != nest.level_begin[l + 1]) {
            store(bounds.spatial_tile[l], nest.spatial_begin[l]);
        }
        enter(nest.level_begin[l], nest.spatial_begin[l]);
        store(bounds.tile[l], nest.level_begin[l]);
    }
}

void LoopNestEvaluator::Prepared::computeUsage() {
    PerDimension<double> outer; // iterations of a dimension's loops outside, remainders counted
    outer.fill(1.0);
    double largest = 1.0;
    double average = 1.0;
    for (std::size_t l = 0; l <= levels; ++l) {
        usage[l] = {largest, std::max(1.0, std::floor(average))};
        if (l == levels) {
            break;
        }
        for (std::size_t i = nest.level_begin[l]; i < nest.level_begin[l + 1]; ++i) {
            const FlatLoop& loop = nest.loops[i];
            const double iterations = loop.remainder + loop.bound * (outer[loop.dimension] - 1.0);
            if (loop.spatial) {
                largest *= loop.bound;
                average *= loop.bound == loop.remainder ? loop.bound : iterations / outer[loop.dimension];
            }
            outer[loop.dimension] = iterations;
        }
    }
}

void LoopNestEvaluator::Prepared::holdTiles(const Mapping& mapping, LoopNestResult& result) {
    for (std::size_t l = 0; l < levels; ++l) {
        LevelResult& level = result.levels[l];
        double used = 0.0;
        for (std::size_t t = 0; t < tensors; ++t) {
            TensorAccess& access = level.tensors[t];
            access = {};
            access.kept = keeps(mapping, l, t);
            Tile& tile = tiles[l][t];
            setExtents(projections[t], bounds.tile[l], tile.extent);
            tile.words = volume(tile.extent, projections[t].axis_count);
            if (access.kept) {
                access.tile_words = toCount(tile.words);
                used += tile.words * facts[l].word_weight[t];
            }
        }
        level.used_words = toCount(std::ceil(used));
        level.capacity_words = toCount(facts[l].capacity);
        level.fanout_used_x = toCount(nest.fanout_x[l]);
        level.fanout_used_y = toCount(nest.fanout_y[l]);
    }
}

void LoopNestEvaluator::Prepared::checkFits(LoopNestResult& result) {
    for (std::size_t l = 0; l < levels; ++l) {
        const LevelResult& level = result.levels[l];
        if (facts[l].stores && level.capacity_words > 0 && level.used_words > level.capacity_words) {
            result.violations.push_back({Violation::Kind::Capacity, l, level.used_words, level.capacity_words});
        }
        const auto width = static_cast<std::uint64_t>(meshes[l].width);
        const auto height = static_cast<std::uint64_t>(meshes[l].height);
        if (level.fanout_used_x > width) {
            result.violations.push_back({Violation::Kind::FanoutX, l, level.fanout_used_x, width});
        }
        if (level.fanout_used_y > height) {
            result.violations.push_back({Violation::Kind::FanoutY, l, level.fanout_used_y, height});
        }
    }
}

void LoopNestEvaluator::Prepared::moveTensor(std::size_t tensor, LoopNestResult& result) {
    const Projection& projection = projections[tensor];
    MovementQuery query;
    query.projection = &projection;
    query.nest = &nest;
    for (std::size_t l = 0; l < levels; ++l) {
        const hardware::NpuLevel& level = architecture.levels[l];
        const bool innermost = l + 1 == levels;
        const bool spread_out = nest.spatial_begin[l] != nest.level_begin[l + 1];
        flow.kept[l] = result.levels[l].tensors[tensor].kept;
        flow.tile[l] = tiles[l][tensor].words;
        flow.spatial_tile[l] = 0.0;
        if (spread_out) {
            AxisVector touched;
            setExtents(projection, bounds.spatial_tile[l], touched);
            flow.spatial_tile[l] = volume(touched, projection.axis_count);
        }
        flow.children[l] = nest.fanout_x[l] * nest.fanout_y[l];
        flow.instances[l] = usage[l].average;
        query.level = l;
        query.to_compute = innermost;
        query.merge = projection.output ? level.spatial_reduction : level.multicast;
        query.mesh = {std::max(meshes[l].width, nest.fanout_x[l]), std::max(meshes[l].height, nest.fanout_y[l])};
        if (!innermost) {
            query.extent = &tiles[l + 1][tensor].extent;
        }
        flow.movement[l] =
            nest.imperfect && canWalk(query) ? countImperfect(query, scratch) : countPerfect(query, scratch);
    }
    countTraffic(flow, levels, projection.output, traffic);
    for (std::size_t l = 0; l < levels; ++l) {
        TensorAccess& access = result.levels[l].tensors[tensor];
        access.partition_words = access.kept ? toCount(traffic[l].partition) : 0;
        access.reads = traffic[l].reads;
        access.fills = traffic[l].fills;
        access.updates = traffic[l].updates;
        access.temporal_reductions = traffic[l].temporal_reductions;
        access.address_generations = access.fills + (projection.output ? access.updates : access.reads);
        access.energy_pj = access.kept ? accessEnergy(facts[l], usage[l], tensor, access) : 0.0;
    }
}

/// Multiply-accumulates as the reference tool counts them: those of the first copy of everything, times the copies in
/// use on average. Where remainders of several loops meet, that is not the exact product of the bounds.
double LoopNestEvaluator::Prepared::countMacs() const {
    if (!nest.imperfect) {
        return nest.temporalIterations(nest.loop_count) * usage[levels].largest;
    }
    const std::size_t direct_begin = nest.spatial_begin[levels - 1]; // spatial loops directly over the units
    PerDimension<double> whole;                                      // iterations so far, the very last one not counted
    PerDimension<double> last; // 1 while the first copy still reaches the very last iteration
    PerDimension<bool> varies{};
    whole.fill(0.0);
    last.fill(1.0);
    double direct_units = 1.0;
    double direct_largest = 1.0;
    for (std::size_t i = 0; i < nest.loop_count; ++i) {
        const FlatLoop& loop = nest.loops[i];
        double& rest = last[loop.dimension];
        double& count = whole[loop.dimension];
        if (!loop.spatial || i >= direct_begin) {
            count = count * loop.bound + rest * (loop.remainder - 1.0);
        } else if (loop.remainder > 1.0) {
            count += rest;
            rest = 0.0;
        }
        if (i >= direct_begin) {
            direct_units *= varies[loop.dimension] ? loop.bound : loop.remainder;
            direct_largest *= loop.bound;
        }
        varies[loop.dimension] = varies[loop.dimension] || loop.remainder > 1.0;
    }
    double first_copy = 1.0;
    for (std::size_t d = 0; d < dimensions; ++d) {
        first_copy *= whole[d] + last[d];
    }
    const double copies =
        direct_begin == nest.loop_count ? usage[levels].average : usage[levels - 1].average * direct_largest;
    return std::floor(first_copy / direct_units * copies);
}

void LoopNestEvaluator::Prepared::account(LoopNestResult& result) {
    result.utilized_macs_units = usage[levels].largest;
    result.macs = countMacs();
    result.compute_cycles = nest.temporalIterations(nest.loop_count);
    result.cycles = result.compute_cycles;
    double tightest = 1.0;
    for (std::size_t l = 0; l < levels; ++l) {
        LevelResult& level = result.levels[l];
        throttle(facts[l], usage[l], result.compute_cycles, level);
        result.cycles = std::max(result.cycles, level.cycles);
        if (level.throttle < tightest) {
            tightest = level.throttle;
            result.limiting_level = static_cast<int>(l);
            result.limited_by_reads = facts[l].read_limit / level.read_words_per_cycle <= level.throttle;
        }
    }
    result.utilization = result.macs / units / result.cycles;
    result.mac_energy_pj = result.macs * architecture.compute.mac_pj;
    result.mac_leakage_pj = architecture.compute.leak_pj_per_cycle * result.cycles * usage[levels].average;
    result.energy_pj = result.mac_energy_pj + result.mac_leakage_pj;
    for (std::size_t l = 0; l < levels; ++l) {
        LevelResult& level = result.levels[l];
        level.leakage_pj = facts[l].stores ? facts[l].energy.leak_pj_per_cycle * result.cycles * usage[l].average : 0.0;
        result.energy_pj += level.leakage_pj;
        for (const TensorAccess& access : level.tensors) {
            result.energy_pj += access.energy_pj;
        }
    }
}

void LoopNestEvaluator::evaluate(const Mapping& mapping, LoopNestResult& result) {
    Prepared& p = *prepared_;
    p.reset(result);
    if (!p.within_limits || !flatten(mapping, p.levels, p.dimensions, p.nest) || !p.keptSomewhere(mapping)) {
        result.violations.push_back({Violation::Kind::Malformed, 0, 0, 0});
        return;
    }
    p.computeBounds();
    p.computeUsage();
    p.holdTiles(mapping, result);
    p.checkFits(result);
    for (std::size_t t = 0; t < p.tensors; ++t) {
        p.moveTensor(t, result);
    }
    p.account(result);
}

} // namespace strata::npu
