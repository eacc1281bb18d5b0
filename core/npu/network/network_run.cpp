// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/network/network_run.h"

#include "core/npu/network/layer_fusion.h"
#include "core/npu/network/layer_parts.h"
#include "core/npu/network/layer_runner.h"
#include "core/npu/network/residency.h"

#include <algorithm>
#include <array>

namespace strata::npu {
namespace {

using detail::LayerPart;
using detail::LayerRunner;
using detail::LayerTask;
using detail::Residency;

constexpr std::array<std::string_view, 4> kFusions{"none", "kept", "recomputed", "best"};
constexpr std::array<std::string_view, 2> kSplits{"layers", "pipeline"};
/// Shares of the shared buffer that are left to tiles of other tensors when activations are chosen to stay.
constexpr std::array kShares{0.125, 0.25, 0.5};

double worthOf(MappingGoal goal, double energy_pj, double cycles) {
    switch (goal) {
    case MappingGoal::Energy: return energy_pj;
    case MappingGoal::Latency: return cycles;
    case MappingGoal::Edp: break;
    }
    return energy_pj * cycles;
}

Error named(Error error, const NetworkLayer& layer) {
    error.text = {"error.within", {{"name", layer.name}, {"text", error.text}}};
    if (error.pointer.empty() || error.pointer == "/plan/search") error.pointer = "/hardware";
    return error;
}

/// Runs all layers of one network on one architecture.
class NetworkRunner {
public:
    NetworkRunner(const hardware::NpuArchitecture& architecture, const Network& network,
                  const NetworkSettings& settings, Executor* executor, const std::stop_token& stop)
        : network_(network), settings_(settings), shared_(sharedOf(architecture, settings.cores)),
          shared_level_(sharedBuffer(architecture)), runner_(shared_, settings.search, executor, stop), stop_(stop) {}

    Result<NetworkRun> run() {
        if (auto done = runAlone(); !done) return done.error();
        made_.stays.assign(network_.activations.size(), false);
        residency_ = {made_.stays, std::vector<double>(network_.layers.size(), 0.0)};
        const bool one_core = settings_.cores == 1;
        if (one_core && settings_.keep_activations && shared_level_) {
            if (auto done = placeActivations(); !done) return done.error();
        }
        if (one_core && settings_.fusion != LayerFusion::None && shared_level_) {
            if (auto done = fuse(); !done) return done.error();
        }
        for (std::size_t l = 0; l < network_.layers.size(); ++l) {
            made_.alone.add(made_.layers[l].alone, network_.layers[l].count);
            made_.placed.add(made_.layers[l].placed, network_.layers[l].count);
        }
        made_.interval_cycles = made_.placed.cycles;
        if (settings_.split == CoreSplit::Pipeline && settings_.cores > 1) spread();
        return std::move(made_);
    }

private:
    /// Each core sees its share of the memory outside.
    static hardware::NpuArchitecture sharedOf(const hardware::NpuArchitecture& architecture, std::uint32_t cores) {
        hardware::NpuArchitecture shared = architecture;
        shared.levels.front().read_words_per_cycle /= cores;
        shared.levels.front().write_words_per_cycle /= cores;
        return shared;
    }

    Result<void> stopped() const {
        if (!stop_.stop_requested()) return {};
        return Error{"cancelled", {}, {"error.search-for-mappings-was-cancelled"}, {}, {}};
    }

    /// Every layer with its operands outside; on several cores that share a layer, dealt out in the best way.
    Result<void> runAlone() {
        const bool dealt = settings_.cores > 1 && settings_.split == CoreSplit::Layers;
        std::vector<std::vector<LayerPart>> parts;
        std::vector<LayerTask> tasks;
        for (const NetworkLayer& layer : network_.layers)
            parts.push_back(detail::partsOverCores(layer, dealt ? settings_.cores : 1));
        for (std::size_t l = 0; l < parts.size(); ++l) {
            for (const LayerPart& part : parts[l]) {
                LayerTask task = detail::aloneTask(network_, l);
                task.layer = &part.layer;
                for (double& words : task.operand_words)
                    words /= part.pieces;
                tasks.push_back(std::move(task));
            }
        }
        const auto outcomes = runner_.run(tasks);
        if (auto go = stopped(); !go) return go;
        std::size_t next = 0;
        for (std::size_t l = 0; l < parts.size(); ++l) {
            auto best = bestPart(parts[l], std::span(outcomes).subspan(next, parts[l].size()));
            next += parts[l].size();
            if (!best) return named(best.error(), network_.layers[l]);
            made_.layers.push_back(*std::move(best));
        }
        return {};
    }

    Result<LayerOutcome> bestPart(const std::vector<LayerPart>& parts, std::span<const LayerRunner::Outcome> outcomes) {
        LayerOutcome best;
        double least = 0;
        bool any = false;
        for (std::size_t i = 0; i < parts.size(); ++i) {
            const Result<MappedRun>& outcome = *outcomes[i];
            if (!outcome) continue;
            LayerOutcome layer_outcome;
            // Cores work side by side: their counts add up, their time does not.
            layer_outcome.alone.add(outcome->run, parts[i].pieces);
            layer_outcome.alone.cycles = outcome->run.cycles;
            layer_outcome.alone.compute_cycles = outcome->run.compute_cycles;
            layer_outcome.alone.inner_cycles = outcome->run.inner_cycles;
            layer_outcome.alone.fill_cycles = outcome->run.fill_cycles;
            layer_outcome.alone.limiting_level = outcome->run.limiting_level;
            layer_outcome.placed = layer_outcome.alone;
            layer_outcome.mapping = outcome->mapping;
            layer_outcome.problem = parts[i].layer.problem;
            layer_outcome.cores = static_cast<std::uint32_t>(parts[i].pieces);
            const double worth =
                worthOf(settings_.search.goal, layer_outcome.alone.energy_pj, layer_outcome.alone.cycles);
            if (any && worth >= least) continue;
            least = worth;
            best = std::move(layer_outcome);
            any = true;
        }
        return any ? Result<LayerOutcome>(std::move(best)) : Result<LayerOutcome>(outcomes.front()->error());
    }

    struct Placed {
        Residency residency;
        std::vector<LayerRunner::Outcome> outcomes;
        std::vector<Placement> placements;
        double worth = 0;
    };

    /// All layers with these activations in the buffer; a layer that then does not fit gives up the largest of its own.
    std::optional<Placed> placedWith(double working_words) {
        std::vector<bool> refused(network_.activations.size(), false);
        const double capacity = wordsOf(runner_.architecture().levels[*shared_level_]);
        for (std::size_t round = 0; round <= network_.layers.size(); ++round) {
            Placed placed{detail::chooseResidents(network_, capacity, working_words, refused), {}, {}, 0};
            std::vector<LayerTask> tasks;
            for (std::size_t l = 0; l < network_.layers.size(); ++l) {
                tasks.push_back(
                    detail::placedTask(network_, l, placed.residency.stays, placed.residency.held_words[l]));
                placed.placements.push_back(tasks.back().placement);
            }
            placed.outcomes = runner_.run(tasks);
            if (stop_.stop_requested()) return std::nullopt;
            bool all = true;
            double energy_pj = 0, cycles = 0;
            for (std::size_t l = 0; l < tasks.size(); ++l) {
                const Result<MappedRun>& outcome = *placed.outcomes[l];
                if (outcome) {
                    energy_pj += outcome->run.energy_pj * network_.layers[l].count;
                    cycles += outcome->run.cycles * network_.layers[l].count;
                } else if (!refuseAt(l, placed.residency, refused)) {
                    return std::nullopt;
                } else {
                    all = false;
                }
            }
            placed.worth = worthOf(settings_.search.goal, energy_pj, cycles);
            if (all && !refuseLosses(placed, refused)) return placed;
        }
        return std::nullopt;
    }

    /// The largest activation that stands in the buffer while the layer runs is refused; false where none does.
    bool refuseAt(std::size_t layer, const Residency& residency, std::vector<bool>& refused) const {
        std::size_t largest = kNoActivation;
        for (std::size_t a = 0; a < network_.activations.size(); ++a) {
            const NetworkActivation& activation = network_.activations[a];
            if (!residency.stays[a] || activation.made_by > layer || activation.last_read_by < layer) continue;
            if (largest == kNoActivation || activation.words > network_.activations[largest].words) largest = a;
        }
        if (largest == kNoActivation) return false;
        refused[largest] = true;
        return true;
    }

    /// An activation that costs its layers more than it saves them, by the room that it takes, is refused; false where
    /// there is none. Energy and time count as shares of the network's.
    bool refuseLosses(const Placed& placed, std::vector<bool>& refused) const {
        const MappingGoal goal = settings_.search.goal;
        double energy_pj = 0, cycles = 0;
        for (std::size_t l = 0; l < network_.layers.size(); ++l) {
            energy_pj += made_.layers[l].alone.energy_pj * network_.layers[l].count;
            cycles += made_.layers[l].alone.cycles * network_.layers[l].count;
        }
        std::vector<double> changes{0};
        for (std::size_t l = 0; l < network_.layers.size(); ++l) {
            const LayerRun &now = (**placed.outcomes[l]).run, &before = made_.layers[l].alone;
            double change = 0;
            if (goal != MappingGoal::Latency) change += (now.energy_pj - before.energy_pj) / energy_pj;
            if (goal != MappingGoal::Energy) change += (now.cycles - before.cycles) / cycles;
            changes.push_back(changes.back() + change * network_.layers[l].count);
        }
        bool any = false;
        for (std::size_t a = 0; a < network_.activations.size(); ++a) {
            const NetworkActivation& activation = network_.activations[a];
            if (!placed.residency.stays[a]) continue;
            const double change = changes[activation.last_read_by + 1] - changes[activation.made_by];
            if (change > 0) refused[a] = any = true;
        }
        return any;
    }

    Result<void> placeActivations() {
        double energy_pj = 0, cycles = 0;
        for (std::size_t l = 0; l < network_.layers.size(); ++l) {
            energy_pj += made_.layers[l].alone.energy_pj * network_.layers[l].count;
            cycles += made_.layers[l].alone.cycles * network_.layers[l].count;
        }
        double least = worthOf(settings_.search.goal, energy_pj, cycles);
        const double capacity = wordsOf(runner_.architecture().levels[*shared_level_]);
        for (const double share : kShares) {
            auto placed = placedWith(share * capacity);
            if (auto go = stopped(); !go) return go;
            if (!placed || placed->worth >= least) continue;
            least = placed->worth;
            residency_ = placed->residency;
            made_.stays = placed->residency.stays;
            for (std::size_t l = 0; l < network_.layers.size(); ++l) {
                const MappedRun& run = **placed->outcomes[l];
                made_.layers[l].placed = run.run;
                made_.layers[l].mapping = run.mapping;
                made_.layers[l].placement = placed->placements[l];
            }
        }
        return {};
    }

    /// Groups from the first layer on: of those that begin at a layer, the one that lowers the whole network most.
    Result<void> fuse() {
        constexpr std::size_t kLongest = 6; // layers, vector passes among them
        double energy_pj = 0, cycles = 0;
        for (std::size_t l = 0; l < network_.layers.size(); ++l) {
            energy_pj += made_.layers[l].placed.energy_pj * network_.layers[l].count;
            cycles += made_.layers[l].placed.cycles * network_.layers[l].count;
        }
        for (std::size_t first = 0; first < network_.layers.size();) {
            if (auto go = stopped(); !go) return go;
            std::optional<detail::FusedRuns> best;
            double least = worthOf(settings_.search.goal, energy_pj, cycles);
            const double count = network_.layers[first].count;
            LayerRun separate = made_.layers[first].placed, best_separate;
            for (std::size_t last = first + 1; last < std::min(first + kLongest, network_.layers.size()); ++last) {
                separate.add(made_.layers[last].placed, 1);
                if (!detail::isChain(network_, residency_, first, last)) continue;
                for (auto& fused : detail::fusedRuns(runner_, network_, residency_, first, last, settings_.fusion)) {
                    const double worth =
                        worthOf(settings_.search.goal, energy_pj + count * (fused.sum.energy_pj - separate.energy_pj),
                                cycles + count * (fused.sum.cycles - separate.cycles));
                    if (worth >= least) continue;
                    least = worth;
                    best = std::move(fused);
                    best_separate = separate;
                }
            }
            if (!best) {
                ++first;
                continue;
            }
            energy_pj += count * (best->sum.energy_pj - best_separate.energy_pj);
            cycles += count * (best->sum.cycles - best_separate.cycles);
            take(*best);
            first = best->group.last + 1;
        }
        return {};
    }

    void take(const detail::FusedRuns& fused) {
        for (std::size_t i = 0; i < fused.runs.size(); ++i) {
            LayerOutcome& layer = made_.layers[fused.group.first + i];
            layer.placed = fused.runs[i].run;
            layer.mapping = fused.runs[i].mapping;
            layer.placement = fused.placements[i];
            layer.group = made_.groups.size();
        }
        made_.groups.push_back(fused.group);
    }

    /// Consecutive layers on each core, so that the slowest core is as fast as it can be.
    void spread() {
        std::vector<double> before{0};
        for (std::size_t l = 0; l < network_.layers.size(); ++l)
            before.push_back(before.back() + made_.layers[l].placed.cycles * network_.layers[l].count);
        const std::size_t layers = network_.layers.size();
        const std::size_t cores = std::min<std::size_t>(settings_.cores, layers);
        // least[c][l]: the slowest core's cycles where c cores run the first l layers.
        std::vector<std::vector<double>> least(cores + 1, std::vector<double>(layers + 1, before.back() + 1));
        std::vector<std::vector<std::size_t>> begin(cores + 1, std::vector<std::size_t>(layers + 1, 0));
        least[0][0] = 0;
        for (std::size_t c = 1; c <= cores; ++c) {
            for (std::size_t end = 1; end <= layers; ++end) {
                for (std::size_t from = 0; from < end; ++from) {
                    const double slowest = std::max(least[c - 1][from], before[end] - before[from]);
                    if (slowest < least[c][end]) least[c][end] = slowest, begin[c][end] = from;
                }
            }
        }
        for (std::size_t c = cores, end = layers; c > 0; end = begin[c][end], --c)
            made_.pipeline.insert(made_.pipeline.begin(),
                                  {begin[c][end], end - 1, before[end] - before[begin[c][end]]});
        made_.interval_cycles = least[cores][layers];
    }

    const Network& network_;
    const NetworkSettings& settings_;
    const hardware::NpuArchitecture shared_;
    const std::optional<std::size_t> shared_level_;
    LayerRunner runner_;
    const std::stop_token& stop_;
    Residency residency_;
    NetworkRun made_;
};

} // namespace

std::string_view name(LayerFusion fusion) { return kFusions[static_cast<std::size_t>(fusion)]; }
std::string_view name(CoreSplit split) { return kSplits[static_cast<std::size_t>(split)]; }

Result<NetworkRun> runNetwork(const hardware::NpuArchitecture& architecture, const Network& network,
                              const NetworkSettings& settings, Executor* executor, const std::stop_token& stop) {
    return NetworkRunner(architecture, network, settings, executor, stop).run();
}

} // namespace strata::npu
