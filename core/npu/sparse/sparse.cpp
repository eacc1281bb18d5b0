// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/sparse/sparse.h"

#include "core/npu/accounts.h"
#include "core/npu/sparse/savings.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

namespace strata::npu {
namespace {

using namespace sparse;

/// Metadata of one rank: [0] of coordinates, [1] of places.
using PerKind = std::array<SavedAccesses, 2>;

struct RankAccesses {
    PerKind reads, fills, updates;
};

/// One tensor at one level while its accesses are worked out; levels innermost first.
struct Flow {
    bool kept = false;
    double density = 1.0;
    double share_there = 1.0;                       ///< of the instances: those whose tile is not empty
    double reads = 0.0, fills = 0.0, updates = 0.0; ///< that may happen at most
    std::vector<RankUnits> units;                   ///< of the tile, on average
    std::vector<RankAccesses> ranks;
};

double less(double words, double share) { return words - std::floor(words * share); }

void scale(SavedAccesses& accesses, double probability) { accesses.actual = less(accesses.actual, probability); }

/// Tile by tile: what is there, what its metadata takes, and how often both move.
Flow flowOf(const SparseNest& nest, std::size_t tensor, std::size_t level, const TensorAccess& dense) {
    Flow flow;
    flow.kept = true;
    const DensityModel& density = nest.densities[tensor];
    const StoredTile& stored = nest.stored[tensor][level];
    const TileShape tile = tileOf(nest.projections[tensor], nest.levels[level].all);
    std::vector<Occupancy> occupancies = density.occupancies(tile);
    const auto parent = nest.keeperFrom(tensor, level + 1);
    // A parent that knows which tiles are empty does not send them.
    if (parent && nest.stored[tensor][*parent].has_metadata && occupancies.front().words == 0.0) {
        flow.share_there = 1.0 - occupancies.front().probability;
        occupancies.erase(occupancies.begin());
        for (Occupancy& occupancy : occupancies)
            occupancy.probability /= flow.share_there;
    }
    double expected = 0.0;
    for (const Occupancy& one : occupancies)
        expected += one.probability * one.words;
    flow.density = expected / tile.words;
    flow.reads = dense.reads;
    flow.fills = dense.fills;
    flow.updates = dense.updates;
    if (!stored.has_metadata) return flow;

    const double zeros = 1.0 - flow.density;
    flow.reads = less(dense.reads, zeros);
    flow.fills = less(dense.fills, zeros);
    flow.updates = less(dense.updates, zeros);
    flow.units.resize(stored.ranks.size());
    for (const Occupancy& occupancy : occupancies) {
        const auto units = metadataUnits(stored, density, tile, occupancy.words);
        for (std::size_t r = 0; r < units.size(); ++r) {
            flow.units[r].metadata += occupancy.probability * units[r].metadata;
            flow.units[r].payload += occupancy.probability * units[r].payload;
        }
    }
    constexpr double kRound = 1e-9; // of sums of probabilities
    const auto moved = [&](double units, double words) {
        const double count = units * (words / tile.words);
        return SavedAccesses{count, std::ceil(count - kRound * (1.0 + count)), 0.0, 0.0};
    };
    for (const RankUnits& units : flow.units) {
        RankAccesses& rank = flow.ranks.emplace_back();
        rank.reads = {moved(units.metadata, dense.reads), moved(units.payload, dense.reads)};
        rank.fills = {moved(units.metadata, dense.fills), moved(units.payload, dense.fills)};
        rank.updates = {moved(units.metadata, dense.updates), moved(units.payload, dense.updates)};
    }
    return flow;
}

/// Moves a share of what happens to what is saved.
void save(SavedAccesses& accesses, double count, bool gates) {
    accesses.actual -= count;
    (gates ? accesses.gated : accesses.skipped) += count;
}

class Evaluation {
public:
    Evaluation(SparseNest nest, const LoopNestResult& dense) : nest_(std::move(nest)), levels_(nest_.levels.size()) {
        result_.dense = dense;
        result_.levels.resize(levels_);
        for (SparseLevel& level : result_.levels)
            level.tensors.resize(nest_.problem->tensors.size());
    }

    SparseResult run() {
        const auto effects = findSavings(nest_);
        copies_ = findCopies(nest_);
        packed_ = findPacked(nest_);
        result_.macs = result_.dense.macs;
        for (std::size_t t = 0; t < nest_.problem->tensors.size(); ++t)
            tensor(t, effects[t]);
        decompression();
        operands();
        capacity();
        time();
        energy();
        return std::move(result_);
    }

private:
    /// [level] innermost first.
    SparseLevel& at(std::size_t level) { return result_.levels[levels_ - 1 - level]; }
    const LevelResult& denseAt(std::size_t level) const { return result_.dense.levels[levels_ - 1 - level]; }

    void tensor(std::size_t t, const std::vector<std::optional<Effect>>& effects) {
        std::vector<Flow> flows(levels_);
        for (std::size_t l = 0; l < levels_; ++l) {
            if (nest_.kept[t][l]) flows[l] = flowOf(nest_, t, l, denseAt(l).tensors[t]);
        }
        const bool output = nest_.problem->tensors[t].output;
        // Steps that the other operand leaves out do not read this one again.
        for (const PackedCopies& packed : packed_)
            if (packed.tensor != t && !output && nest_.kept[t][packed.level])
                flows[packed.level].reads = std::round(flows[packed.level].reads * packed.steps);
        std::vector<std::optional<double>> local(levels_); // what the level itself saves beyond those outside
        std::optional<double> outside;
        for (std::size_t l = levels_; l-- > 0;) {
            const bool copies = copies_[t][l].saves;
            const std::optional<double> own = effects[l] ? std::optional(effects[l]->probability)
                                              : copies   ? std::optional(1.0 - copies_[t][l].average)
                                                         : std::nullopt;
            if (outside && flows[l].kept) lose(flows, t, l, *outside);
            if (!own) continue;
            if (effects[l]) local[l] = !outside ? *own : *outside < 1.0 ? 1.0 - (1.0 - *own) / (1.0 - *outside) : 0.0;
            outside = own;
        }
        if (outside && !output) {
            result_.macs = less(result_.macs, *outside);
            constexpr double kMillion = 1e6;
            leaders_.push_back({t, std::round(*outside * kMillion) / kMillion});
        }
        for (std::size_t l = 0; l < levels_; ++l) {
            if (nest_.kept[t][l]) finish(t, l, flows[l], local[l], effects[l] && effects[l]->gates);
        }
    }

    /// Tiles that never leave the level outside move nothing here.
    void lose(std::vector<Flow>& flows, std::size_t t, std::size_t level, double probability) {
        Flow& flow = flows[level];
        flow.fills = less(flow.fills, probability);
        flow.reads = less(flow.reads, probability);
        flow.updates = less(flow.updates, probability);
        (void)t;
        for (RankAccesses& rank : flow.ranks) {
            for (std::size_t kind = 0; kind < 2; ++kind) {
                scale(rank.reads[kind], probability);
                scale(rank.fills[kind], probability);
                scale(rank.updates[kind], probability);
            }
        }
    }

    void finish(std::size_t t, std::size_t level, Flow& flow, std::optional<double> probability, bool gates) {
        const bool output = nest_.problem->tensors[t].output;
        const TensorAccess& dense = denseAt(level).tensors[t];
        const StoredTile& stored = nest_.stored[t][level];
        const TileShape tile = tileOf(nest_.projections[t], nest_.levels[level].all);
        SparseAccess& access = at(level).tensors[t];
        access.kept = true;
        access.has_metadata = stored.has_metadata;
        access.tile_words = tile.words;
        access.expected_words = flow.density * tile.words;
        access.density = flow.density;
        access.most_words = stored.compressed ? nest_.densities[t].mostOccupied(tile) : tile.words;
        access.partition_words = static_cast<double>(dense.partition_words);
        access.reads = {dense.reads, flow.reads, 0.0, 0.0};
        access.fills = {dense.fills, flow.fills, 0.0, 0.0};
        access.updates = {dense.updates, flow.updates, 0.0, 0.0};
        if (probability) {
            save(access.reads, output ? std::ceil(flow.reads * *probability) : std::floor(flow.reads * *probability),
                 gates);
            save(access.updates, std::floor(flow.updates * *probability), gates);
            const auto child = nest_.keeperInside(t, level);
            const std::size_t sent =
                child ? nest_.stored[t][*child].has_metadata ? nest_.stored[t][*child].ranks.size() : 0
                      : flow.ranks.size();
            for (std::size_t r = 0; r < std::min(sent, flow.ranks.size()); ++r) {
                for (std::size_t kind = 0; kind < 2; ++kind) {
                    SavedAccesses& reads = flow.ranks[r].reads[kind];
                    SavedAccesses& updates = flow.ranks[r].updates[kind];
                    save(reads, std::floor(reads.actual * *probability), gates);
                    save(updates, std::floor(updates.actual * *probability), gates);
                }
            }
        }
        access.temporal_reductions =
            dense.updates > 0.0 ? std::ceil(dense.temporal_reductions * access.updates.actual / dense.updates) : 0.0;
        const auto addresses = [](const SavedAccesses& saved_accesses) {
            return saved_accesses.actual + saved_accesses.gated;
        };
        access.address_generations = addresses(access.fills) + addresses(output ? access.updates : access.reads);
        access.most_instances = usedInstances(level);
        access.instances = dense.utilized_instances * flow.share_there;
        copyInstances(t, level, access);
        metadata(t, level, flow, access);
    }

    double usedInstances(std::size_t level) const {
        double product = 1.0;
        for (std::size_t l = level + 1; l < levels_; ++l) {
            for (const NestLoop& loop : nest_.levels[l].loops)
                product *= loop.spatial ? loop.bound : 1.0;
        }
        return product;
    }

    /// Copies without work stand still: those inside a level that leaves them out.
    void copyInstances(std::size_t t, std::size_t level, SparseAccess& access) const {
        for (std::size_t l = levels_; l-- > level + 1;) {
            const CopyShare& share = copies_[t][l];
            access.most_instances *= share.most_x * share.most_y;
        }
        // Copies that zeros of the tensor itself leave without work are those whose tile is empty: they are counted
        // already.
        for (std::size_t l = level + 1; l < levels_; ++l) {
            if (!copies_[t][l].shrinks) continue;
            if (copies_[t][l].saves) access.instances *= copies_[t][l].average;
            break;
        }
    }

    struct Bits {
        double actual = 0.0, gated = 0.0, skipped = 0.0;
    };

    static Bits bitsOf(const StoredTile& stored, const std::vector<RankAccesses>& ranks, PerKind RankAccesses::*kind) {
        Bits bits;
        for (std::size_t r = 0; r < ranks.size(); ++r) {
            const double widths[2] = {stored.ranks[r].metadata_bits, stored.ranks[r].payload_bits};
            for (std::size_t k = 0; k < 2; ++k) {
                const SavedAccesses& saved_accesses = (ranks[r].*kind)[k];
                bits.actual += saved_accesses.actual * widths[k];
                bits.gated += saved_accesses.gated * widths[k];
                bits.skipped += saved_accesses.skipped * widths[k];
            }
        }
        return bits;
    }

    static SavedAccesses sumOf(const std::vector<RankAccesses>& ranks, PerKind RankAccesses::*kind) {
        SavedAccesses sum;
        for (const RankAccesses& rank : ranks) {
            for (const SavedAccesses& saved_accesses : rank.*kind) {
                sum.dense += saved_accesses.dense;
                sum.actual += saved_accesses.actual;
                sum.gated += saved_accesses.gated;
                sum.skipped += saved_accesses.skipped;
            }
        }
        return sum;
    }

    void metadata(std::size_t t, std::size_t level, const Flow& flow, SparseAccess& access) {
        const StoredTile& stored = nest_.stored[t][level];
        if (!stored.has_metadata) return;
        const hardware::LevelSparsity& sparse = nest_.hardware(level).sparse;
        const Bits reads = bitsOf(stored, flow.ranks, &RankAccesses::reads);
        const Bits fills = bitsOf(stored, flow.ranks, &RankAccesses::fills);
        const Bits updates = bitsOf(stored, flow.ranks, &RankAccesses::updates);
        access.metadata_reads = sumOf(flow.ranks, &RankAccesses::reads);
        access.metadata_fills = sumOf(flow.ranks, &RankAccesses::fills);
        access.metadata_updates = sumOf(flow.ranks, &RankAccesses::updates);
        const double width = sparse.metadata_width_bits;
        const auto accesses = [&](double bits, double units) { return width > 0.0 ? std::ceil(bits / width) : units; };
        const auto saved = [&](const Bits& bits, const SavedAccesses& units) {
            return accesses(bits.gated, units.gated) + accesses(bits.skipped, units.skipped);
        };
        access.metadata_pj = accesses(reads.actual, access.metadata_reads.actual) * sparse.energy.metadata_read_pj +
                             (accesses(fills.actual, access.metadata_fills.actual) +
                              accesses(updates.actual, access.metadata_updates.actual)) *
                                 sparse.energy.metadata_write_pj +
                             (saved(reads, access.metadata_reads) + saved(fills, access.metadata_fills) +
                              saved(updates, access.metadata_updates)) *
                                 sparse.energy.metadata_gated_pj;
        const double word = std::max(1u, nest_.hardware(level).word_bits);
        access.read_words_per_cycle = std::floor((reads.actual + reads.gated) / word);
        access.write_words_per_cycle = std::floor((fills.actual + fills.gated + updates.actual + updates.gated) / word);
        const TileShape tile = tileOf(nest_.projections[t], nest_.levels[level].all);
        const auto most = metadataUnits(stored, nest_.densities[t], tile, nest_.densities[t].mostOccupied(tile));
        for (std::size_t r = 0; r < most.size(); ++r) {
            access.metadata_bits +=
                most[r].metadata * stored.ranks[r].metadata_bits + most[r].payload * stored.ranks[r].payload_bits;
        }
        access.metadata_bits = std::ceil(access.metadata_bits - 1e-6);
    }

    void decompression() {
        for (std::size_t t = 0; t < nest_.problem->tensors.size(); ++t) {
            for (std::size_t l = 0; l < levels_; ++l) {
                if (!nest_.kept[t][l] || nest_.stored[t][l].compressed) continue;
                const auto parent = nest_.keeperFrom(t, l + 1);
                if (!parent || !nest_.stored[t][*parent].compressed) continue;
                at(l).tensors[t].decompressed = at(l).tensors[t].fills.actual;
                if (nest_.problem->tensors[t].output)
                    at(l).tensors[t].compressed = at(*parent).tensors[t].updates.actual;
            }
        }
    }

    /// What of an operand reaches the units.
    struct Operand {
        double there = 1.0; ///< and not zero
        double zero = 0.0;
        double missing = 0.0;
    };

    /// Pairs of operands that still reach the units (Sparseloop, section 5.3).
    void operands() {
        constexpr double kMillion = 1e6;
        std::vector<Operand> pair;
        for (std::size_t t = 0; t < nest_.problem->tensors.size(); ++t) {
            if (nest_.problem->tensors[t].output) continue;
            const auto keeper = nest_.keeperFrom(t, 0);
            const bool metadata = keeper && nest_.stored[t][*keeper].has_metadata;
            Operand& operand = pair.emplace_back();
            operand.there = std::round(nest_.densities[t].share() * kMillion) / kMillion;
            // Those that a zero of this operand already took away are not asked again.
            for (const auto& [target, empty] : leaders_) {
                if (target != t && empty < 1.0) operand.there /= 1.0 - empty;
            }
            operand.there = std::clamp(operand.there, 0.0, 1.0);
            (metadata ? operand.missing : operand.zero) = 1.0 - operand.there;
        }
        const Operand& a = pair[0];
        const Operand& b = pair[1];
        const double total = result_.macs;
        const double zeros = total * (a.there * b.zero + a.zero * b.there + a.zero * b.zero);
        const double unmatched =
            total * (a.there * b.missing + a.missing * b.there + a.zero * b.missing + a.missing * b.zero);
        const hardware::ComputeSparsity& units = nest_.architecture->compute.sparse;
        double gated = units.gates_zeros ? zeros : 0.0;
        const double skipped = units.skips_missing ? unmatched : 0.0;
        if (!units.skips_missing && units.gates_zeros) gated += unmatched;
        constexpr double kRound = 1e-6;
        result_.skipped_macs = std::floor(skipped + kRound);
        result_.gated_macs = std::floor(gated + kRound);
        result_.macs =
            total - result_.skipped_macs - result_.gated_macs - std::floor(total * a.missing * b.missing + kRound);
    }

    void capacity() {
        for (const Violation& violation : result_.dense.violations) {
            if (violation.kind == Violation::Kind::Capacity) continue;
            if (fanoutFits(violation)) continue;
            result_.violations.push_back(violation);
        }
        for (std::size_t l = 0; l < levels_; ++l) {
            SparseLevel& level = at(l);
            const auto facts = detail::makeLevelFacts(*nest_.architecture, *nest_.problem, levels_ - 1 - l);
            for (std::size_t t = 0; t < level.tensors.size(); ++t) {
                level.used_words += level.tensors[t].most_words * facts.word_weight[t];
                level.used_metadata_bits += level.tensors[t].metadata_bits;
            }
            if (!facts.stores) continue;
            const auto violate = [&](Violation::Kind kind, double needed, double available) {
                result_.violations.push_back({kind, levels_ - 1 - l, static_cast<std::uint64_t>(std::ceil(needed)),
                                              static_cast<std::uint64_t>(available)});
            };
            if (facts.capacity > 0.0 && level.used_words > facts.capacity)
                violate(Violation::Kind::Capacity, level.used_words, facts.capacity);
            const hardware::LevelSparsity& sparse = nest_.hardware(l).sparse;
            const double bits = static_cast<double>(sparse.metadata_entries) * sparse.metadata_width_bits;
            if (bits > 0.0 && level.used_metadata_bits > bits)
                violate(Violation::Kind::Metadata, level.used_metadata_bits, bits);
        }
    }

    bool fanoutFits(const Violation& violation) const {
        if (violation.kind != Violation::Kind::FanoutX && violation.kind != Violation::Kind::FanoutY) return false;
        double most = 0.0;
        for (const auto& shares : copies_) {
            const CopyShare& share = shares[levels_ - 1 - violation.level];
            most = std::max(most, violation.kind == Violation::Kind::FanoutX ? share.most_x : share.most_y);
        }
        return static_cast<double>(violation.needed) * most <= static_cast<double>(violation.available);
    }

    void time() {
        double units = 0.0;
        for (const auto& shares : copies_) {
            double copies = 1.0;
            for (std::size_t l = 0; l < levels_; ++l) {
                for (const NestLoop& loop : nest_.levels[l].loops)
                    copies *= loop.spatial ? loop.bound : 1.0;
                copies *= shares[l].most_x * shares[l].most_y;
            }
            units = std::max(units, copies);
        }
        for (const PackedCopies& packed : packed_)
            units /= packed.idle;
        result_.compute_cycles = std::max(1.0, std::ceil((result_.macs + result_.gated_macs) / units - 1e-9));
        result_.cycles = result_.compute_cycles;
        double tightest = 1.0;
        for (std::size_t l = levels_; l-- > 0;) {
            SparseLevel& level = at(l);
            const auto facts = detail::makeLevelFacts(*nest_.architecture, *nest_.problem, levels_ - 1 - l);
            double reads = 0.0, writes = 0.0;
            for (std::size_t t = 0; t < level.tensors.size(); ++t) {
                SparseAccess& access = level.tensors[t];
                if (!access.kept) continue;
                const double weight = facts.word_weight[t] / result_.compute_cycles;
                const auto busy = [](const SavedAccesses& saved_accesses) {
                    return saved_accesses.actual + saved_accesses.gated;
                };
                access.read_words_per_cycle =
                    busy(access.reads) * weight + access.read_words_per_cycle / result_.compute_cycles;
                access.write_words_per_cycle = (busy(access.fills) + busy(access.updates)) * weight +
                                               access.write_words_per_cycle / result_.compute_cycles;
                reads += access.read_words_per_cycle;
                writes += access.write_words_per_cycle;
            }
            if (facts.read_limit < reads) level.throttle = std::min(level.throttle, facts.read_limit / reads);
            if (facts.write_limit < writes) level.throttle = std::min(level.throttle, facts.write_limit / writes);
            level.cycles = std::ceil(result_.compute_cycles / level.throttle - 1e-9);
            result_.cycles = std::max(result_.cycles, level.cycles);
            if (level.throttle < tightest) {
                tightest = level.throttle;
                result_.limiting_level = static_cast<int>(levels_ - 1 - l);
                result_.limited_by_reads = facts.read_limit / reads <= level.throttle;
            }
        }
        double all = 1.0;
        for (const hardware::NpuLevel& level : nest_.architecture->levels)
            all *= static_cast<double>(level.fanout_x) * level.fanout_y;
        result_.utilization = result_.macs / result_.cycles / all;
    }

    /// Entries that hold so many words, which come tile by tile.
    double entries(double words, double per_entry, double growth) const {
        return std::ceil(words / per_entry) * growth;
    }

    /// Entries of a compressed tile are seldom full to the last word.
    double entryGrowth(std::size_t t, std::size_t level, double per_entry) const {
        if (!nest_.stored[t][level].compressed || per_entry <= 1.0) return 1.0;
        const TileShape tile = tileOf(nest_.projections[t], nest_.levels[level].all);
        double filled = 0.0, words = 0.0;
        for (const Occupancy& occupancy : nest_.densities[t].occupancies(tile)) {
            filled += std::ceil(occupancy.words / per_entry) * occupancy.probability;
            words += occupancy.words * occupancy.probability;
        }
        return words > 0.0 ? filled / (words / per_entry) : 1.0;
    }

    void energy() {
        const hardware::NpuCompute& compute = nest_.architecture->compute;
        result_.mac_energy_pj = result_.macs * compute.mac_pj + result_.gated_macs * compute.sparse.gated_pj +
                                result_.skipped_macs * compute.sparse.skipped_pj;
        result_.mac_leakage_pj = compute.leak_pj_per_cycle * result_.cycles * result_.dense.utilized_macs_units;
        result_.energy_pj = result_.mac_energy_pj + result_.mac_leakage_pj;
        for (std::size_t l = 0; l < levels_; ++l) {
            SparseLevel& level = at(l);
            const auto facts = detail::makeLevelFacts(*nest_.architecture, *nest_.problem, levels_ - 1 - l);
            const hardware::SparseEnergy& saved = nest_.hardware(l).sparse.energy;
            for (std::size_t t = 0; t < level.tensors.size(); ++t) {
                SparseAccess& access = level.tensors[t];
                if (!access.kept) continue;
                const double growth = entryGrowth(t, l, facts.words_per_entry[t]);
                const auto count = [&](double words) { return entries(words, facts.words_per_entry[t], growth); };
                const auto& [reads, fills, updates] = std::tie(access.reads, access.fills, access.updates);
                const double cluster_pj =
                    count(reads.actual) * facts.energy.read_pj + count(fills.actual) * facts.energy.write_pj +
                    count(updates.actual) * facts.energy.update_pj +
                    (count(reads.gated) + count(fills.gated) + count(updates.gated)) * saved.gated_pj +
                    (count(reads.skipped) + count(fills.skipped) + count(updates.skipped)) * saved.skipped_pj +
                    access.decompressed * saved.decompress_pj + access.compressed * saved.compress_pj;
                const double clusters = std::min(access.most_instances, facts.clusters);
                const double instances = access.instances / (access.most_instances / clusters);
                access.metadata_pj *= instances;
                access.energy_pj = cluster_pj * instances + access.metadata_pj;
                result_.energy_pj += access.energy_pj;
            }
            level.leakage_pj = result_.dense.levels[levels_ - 1 - l].leakage_pj;
            if (facts.stores && result_.dense.cycles > 0.0) level.leakage_pj *= result_.cycles / result_.dense.cycles;
            result_.energy_pj += level.leakage_pj;
        }
    }

    SparseNest nest_;
    std::size_t levels_;
    SparseResult result_;
    std::vector<std::vector<CopyShare>> copies_;
    std::vector<PackedCopies> packed_;
    std::vector<std::pair<std::size_t, double>> leaders_; ///< a tensor whose accesses zeros of the other take away
};

} // namespace

Result<SparseResult> evaluateSparse(LoopNestEvaluator& evaluator, const Mapping& mapping) {
    const workload::Problem& problem = evaluator.problem();
    const hardware::NpuArchitecture& architecture = evaluator.architecture();
    const auto operands = std::count_if(problem.tensors.begin(), problem.tensors.end(),
                                        [](const workload::Tensor& tensor) { return !tensor.output; });
    if (operands != 2) {
        return Error{"not-modelled",
                     "/workload",
                     {"error.sparse-needs-two-operands", {{"operands", operands}}},
                     {"accepted.product-of-two-operands"},
                     {}};
    }
    LoopNestResult dense;
    evaluator.evaluate(mapping, dense);
    SparseNest nest;
    nest.problem = &problem;
    nest.architecture = &architecture;
    if (!dense.violations.empty() && dense.violations.front().kind == Violation::Kind::Malformed) {
        SparseResult malformed;
        malformed.violations = dense.violations;
        malformed.dense = std::move(dense);
        return malformed;
    }
    nest.levels = nestLevels(mapping, architecture);
    const std::size_t levels = nest.levels.size();
    for (std::size_t t = 0; t < problem.tensors.size(); ++t) {
        const workload::Tensor& tensor = problem.tensors[t];
        nest.projections.push_back(detail::makeProjection(tensor));
        nest.densities.emplace_back(tensor.density, tileOf(nest.projections[t], nest.levels.back().all));
        std::vector<bool> kept(levels);
        std::vector<const hardware::TensorFormat*> formats(levels, nullptr);
        for (std::size_t l = 0; l < levels; ++l) {
            kept[l] = dense.levels[levels - 1 - l].tensors[t].kept;
            for (const hardware::TensorFormat& format : nest.hardware(l).sparse.formats) {
                if (format.tensor == tensor.name) formats[l] = &format;
            }
        }
        std::size_t level = 0;
        auto stored = storeTiles(nest.levels, problem, nest.projections[t], kept, formats, level);
        if (!stored) {
            return Error{
                "too-few-ranks",
                "/hardware/levels/" + std::to_string(levels - 1 - level) + "/sparse/formats",
                {"error.format-has-too-few-ranks", {{"tensor", tensor.name}, {"level", nest.hardware(level).name}}},
                {"accepted.rank-for-each-loop"},
                {}};
        }
        nest.kept.push_back(std::move(kept));
        nest.stored.push_back(*std::move(stored));
    }
    return Evaluation(std::move(nest), dense).run();
}

} // namespace strata::npu
