// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/network/layer_fusion.h"

#include "core/npu/network/layer_parts.h"

#include <algorithm>
#include <cmath>

namespace strata::npu::detail {
namespace {

constexpr double kRoomForTiles = 0.25; // of the buffer, for tiles of operands that come from outside

/// A layer of a chain while one tile of the last layer's rows is made.
struct ChainStep {
    double rows = 0;      ///< of the output
    double halo_rows = 0; ///< of the input, which the next tile needs again
    double row_words = 0; ///< of the output
    NetworkLayer tile;
    double pieces = 1;
};

class Chain {
public:
    Chain(const Network& network, const Residency& residency, std::size_t first, std::size_t last, double capacity)
        : network_(network), residency_(residency), first_(first), last_(last), capacity_(capacity) {}

    /// Cuts the last layer into so many tiles of rows, and all others into what these need. False where a step has no
    /// rows to cut.
    bool cut(double tiles, bool recomputes) {
        steps_.assign(last_ - first_ + 1, {});
        double needed = 0, halo = 0;
        for (std::size_t i = steps_.size(); i-- > 0;) {
            const NetworkLayer& layer = network_.layers[first_ + i];
            ChainStep& step = steps_[i];
            const TileRows own = layer.problem ? rowsOf(layer) : TileRows{rowsBelow(i), 1, 1, 1};
            if (!(own.rows > 0)) return false;
            beside_ = layer.problem ? own.beside : beside_;
            const bool outermost = i + 1 == steps_.size();
            // Whole rows may make fewer tiles than were asked for; all layers then have as many.
            if (outermost) tiles_ = std::ceil(own.rows / std::ceil(own.rows / tiles));
            const double share = std::ceil(own.rows / tiles_);
            step.rows = outermost ? share : std::min(own.rows, recomputes ? needed : share);
            step.row_words = network_.activations[layer.output].words / (own.beside * own.rows);
            if (!layer.problem) step.row_words = network_.activations[layer.output].words / (beside_ * own.rows);
            if (!outermost) steps_[i + 1].halo_rows = recomputes ? 0 : halo;
            needed = (step.rows - 1) * own.step + own.needed_for_one;
            halo = std::max(0.0, own.needed_for_one - own.step);
        }
        for (std::size_t i = 0; i < steps_.size(); ++i)
            makeTile(i);
        return true;
    }

    double tiles() const { return beside_ * std::max(1.0, tiles_); }

    /// Words of the buffer that a step's own activations and all halos take.
    double heldWords(std::size_t i) const {
        double words = residency_.held_words[first_ + i] + pinned_words_;
        if (i > 0) words += steps_[i - 1].rows * steps_[i - 1].row_words;
        if (i + 1 < steps_.size()) words += steps_[i].rows * steps_[i].row_words;
        for (std::size_t k = 1; k < steps_.size(); ++k)
            words += steps_[k].halo_rows * steps_[k - 1].row_words;
        return words;
    }

    bool fits() const {
        for (std::size_t i = 0; i < steps_.size(); ++i) {
            if (heldWords(i) > (1.0 - kRoomForTiles) * capacity_) return false;
        }
        return true;
    }

    void pinWeights(double words) { pinned_words_ = words; }

    LayerTask task(std::size_t i) const {
        LayerTask task = placedTask(network_, first_ + i, residency_.stays, heldWords(i));
        task.layer = &steps_[i].tile;
        if (i > 0) task.placement.inside[static_cast<std::size_t>(Operand::Inputs)] = true;
        if (i + 1 < steps_.size()) task.placement.inside[static_cast<std::size_t>(Operand::Outputs)] = true;
        const bool weights = network_.layers[first_ + i].stationary == kNoActivation;
        if (pinned_words_ > 0 && weights) task.placement.inside[static_cast<std::size_t>(Operand::Weights)] = true;
        for (double& words : task.operand_words)
            words /= tiles();
        return task;
    }

private:
    /// Of a vector pass: those of the product before it, or behind it.
    double rowsBelow(std::size_t i) const {
        for (std::size_t k = i; k-- > 0;) {
            if (network_.layers[first_ + k].problem) return rowsOf(network_.layers[first_ + k]).rows;
        }
        return 0;
    }

    void makeTile(std::size_t i) {
        const NetworkLayer& layer = network_.layers[first_ + i];
        if (layer.problem) {
            steps_[i].tile = tileOf(layer, steps_[i].rows).layer;
            return;
        }
        steps_[i].tile = layer;
        for (double* words : {&steps_[i].tile.vector.operations, &steps_[i].tile.vector.read_words,
                              &steps_[i].tile.vector.written_words})
            *words /= tiles();
    }

    const Network& network_;
    const Residency& residency_;
    std::size_t first_, last_;
    double capacity_;
    std::vector<ChainStep> steps_;
    double tiles_ = 1, beside_ = 1, pinned_words_ = 0;
};

/// Words of the weights of a chain; 0 where the buffer may hold none or a layer has none of its own.
double weightWords(const Network& network, std::size_t first, std::size_t last, const hardware::NpuLevel& buffer) {
    const bool may = buffer.keeps.empty() || std::ranges::find(buffer.keeps, "weights") != buffer.keeps.end();
    double words = 0;
    for (std::size_t l = first; l <= last && may; ++l) {
        const NetworkLayer& layer = network.layers[l];
        if (!layer.problem || layer.stationary != kNoActivation || layer.family == "attention") continue;
        double one = 1;
        const workload::Tensor& weights =
            layer.problem->tensors[static_cast<std::size_t>(layer.problem->findTensor("weights"))];
        for (const workload::ProjectionAxis& axis : weights.axes)
            one *= static_cast<double>(layer.problem->dimensions[axis.front().dimension].bound);
        words += one;
    }
    return words;
}

/// The weights come in once, before the first tile.
void addLoad(const hardware::NpuArchitecture& architecture, std::size_t shared, double words, LayerRun& run) {
    const hardware::NpuLevel &outside = architecture.levels.front(), &buffer = architecture.levels[shared];
    const auto energy = [words](const hardware::NpuLevel& level, double action_pj) {
        return std::ceil(words / std::max(1.0, std::floor(double(level.entry_bits) / level.word_bits))) * action_pj;
    };
    const double read_pj = energy(outside, outside.energy.read_pj), write_pj = energy(buffer, buffer.energy.write_pj);
    run.cycles += words / outside.read_words_per_cycle;
    run.energy_pj += read_pj + write_pj;
    run.level_energy_pj[0][0] += read_pj;
    run.level_energy_pj[shared][0] += write_pj;
    if (!buffer.network_from.empty()) run.network_energy_pj[shared] += energy(buffer, buffer.network_pj);
    run.outside_words[0] += words;
}

std::optional<FusedRuns> runChain(LayerRunner& runner, Chain& chain, FusedGroup group, double pinned) {
    FusedRuns fused{group, {}, {}, {}};
    fused.group.tiles = chain.tiles();
    fused.group.pins_weights = pinned > 0;
    for (std::size_t i = 0; i <= group.last - group.first; ++i) {
        const LayerTask task = chain.task(i);
        const auto outcome = runner.run(task);
        if (!*outcome) return std::nullopt;
        MappedRun whole{{}, (*outcome)->mapping};
        whole.run.add((*outcome)->run, chain.tiles());
        whole.run.limiting_level = (*outcome)->run.limiting_level;
        // Tiles follow each other without a break: only the first fills and only the last drains.
        whole.run.fill_cycles = (*outcome)->run.fill_cycles;
        if (i == 0 && pinned > 0)
            addLoad(runner.architecture(), *sharedBuffer(runner.architecture()), pinned, whole.run);
        fused.sum.add(whole.run, 1);
        fused.placements.push_back(task.placement);
        fused.runs.push_back(std::move(whole));
    }
    return fused;
}

} // namespace

bool isChain(const Network& network, const Residency& residency, std::size_t first, std::size_t last) {
    std::string family;
    for (std::size_t l = first; l <= last; ++l) {
        const NetworkLayer& layer = network.layers[l];
        if (!layer.by_rows || layer.count != network.layers[first].count || layer.output == kNoActivation) return false;
        if (layer.problem && !family.empty() && layer.family != family) return false;
        if (layer.problem) {
            const TileRows rows = rowsOf(layer);
            if (!(rows.rows > 1)) return false;
            family = layer.family;
        }
        if (l == last) break;
        const NetworkActivation& handed = network.activations[layer.output];
        const bool alone = handed.readers.size() == 1 && handed.readers.front() == l + 1;
        if (!alone || !handed.may_stay || residency.stays[layer.output]) return false;
        if (network.layers[l + 1].input != layer.output) return false;
    }
    return network.layers[first].problem && network.layers[last].problem;
}

std::vector<FusedRuns> fusedRuns(LayerRunner& runner, const Network& network, const Residency& residency,
                                 std::size_t first, std::size_t last, LayerFusion fusion) {
    std::vector<FusedRuns> made;
    const auto shared = sharedBuffer(runner.architecture());
    if (!shared || fusion == LayerFusion::None) return made;
    const hardware::NpuLevel& buffer = runner.architecture().levels[*shared];
    const double weights = weightWords(network, first, last, buffer);
    const double most = rowsOf(network.layers[last]).rows;
    for (const bool recomputes : {false, true}) {
        if (fusion == (recomputes ? LayerFusion::Kept : LayerFusion::Recomputed)) continue;
        for (const double pinned : {weights, 0.0}) {
            Chain chain(network, residency, first, last, wordsOf(buffer));
            chain.pinWeights(pinned);
            int tried = 0;
            for (double tiles = 1; tiles <= most && tried < 2; tiles *= 2) {
                if (!chain.cut(tiles, recomputes)) return made;
                if (!chain.fits()) continue;
                ++tried;
                auto fused = runChain(runner, chain, {first, last, 1, recomputes, false}, pinned);
                if (fused) made.push_back(*std::move(fused));
            }
            if (!(weights > 0)) break; // the same twice
        }
    }
    return made;
}

} // namespace strata::npu::detail
