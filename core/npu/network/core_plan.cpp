// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/network/core_plan.h"

#include "core/npu/loopnest.h"

#include <algorithm>
#include <cmath>

namespace strata::npu {
namespace {

constexpr std::uint64_t kMostSteps = 512;     ///< of a copy of a layer
constexpr std::uint64_t kMostOfCopies = 4096; ///< of all copies together
constexpr std::uint64_t kLeastSteps = 8;
constexpr std::uint64_t kStreamSteps = 16; ///< of what has no mapping
constexpr double kNoWords = 0.5;           ///< less is rounding

std::uint64_t copiesOf(const NetworkLayer& layer) {
    return std::max<std::uint64_t>(1, static_cast<std::uint64_t>(std::llround(layer.count)));
}

/// Words of a piece that its loop nest does not move: operands of what runs on the vector unit.
struct FurtherWords {
    double reads = 0, writes = 0;
};

FurtherWords furtherWords(const LayerRun& run, double pieces, const workload::Problem& problem,
                          const LoopNestResult& counted) {
    FurtherWords words;
    for (std::size_t o = 0; o < kOperands; ++o) {
        const bool output = static_cast<Operand>(o) == Operand::Outputs;
        double beyond = run.outside_words[o] / pieces;
        const int tensor = problem.findTensor(std::string(name(static_cast<Operand>(o))));
        if (tensor >= 0) {
            const TensorAccess& access = counted.levels[0].tensors[static_cast<std::size_t>(tensor)];
            if (access.kept) beyond -= access.reads + access.updates;
        }
        (output ? words.writes : words.reads) += std::max(0.0, beyond);
    }
    return words;
}

/// Cycles of a piece without the memory outside, and those of its streams.
class PieceMaker {
public:
    PieceMaker(const hardware::NpuArchitecture& architecture) : architecture_(architecture) {}

    Result<detail::TileProgram> programOf(const NetworkLayer& layer, const LayerOutcome& outcome, double tiles) const {
        const double pieces = outcome.cores;
        const std::uint64_t most = std::clamp<std::uint64_t>(kMostOfCopies / copiesOf(layer), kLeastSteps, kMostSteps);
        if (!outcome.problem || outcome.group) {
            const auto steps = static_cast<std::uint64_t>(std::clamp(tiles, 1.0, static_cast<double>(most)));
            return streamOf(outcome.placed, pieces, outcome.group ? steps : std::min(most, kStreamSteps));
        }
        LoopNestEvaluator evaluator(architecture_, *outcome.problem);
        LoopNestResult counted;
        evaluator.evaluate(outcome.mapping, counted);
        std::vector<detail::Projection> projections;
        for (const workload::Tensor& tensor : outcome.problem->tensors)
            projections.push_back(detail::makeProjection(tensor));
        detail::TileProgram whole;
        if (!detail::makeTileProgram(architecture_, *outcome.problem, projections, outcome.mapping, counted, whole))
            return Error{"bad-value", "/plan/network", {"error.mapping-does-not-belong-to-hardware"}, {}, {}};
        detail::TileProgram program = outerProgram(whole, outcome.placed.inner_cycles, most);
        const FurtherWords further = furtherWords(outcome.placed, pieces, *outcome.problem, counted);
        addStream(further.reads > kNoWords ? readCycles(further.reads) : 0.0,
                  further.writes > kNoWords ? writeCycles(further.writes) : 0.0, program);
        return program;
    }

private:
    double readCycles(double words) const { return words / architecture_.levels.front().read_words_per_cycle; }
    double writeCycles(double words) const { return words / architecture_.levels.front().write_words_per_cycle; }

    detail::TileProgram streamOf(const LayerRun& run, double pieces, std::uint64_t steps) const {
        const double reads = run.outside_words[0] + run.outside_words[1], writes = run.outside_words[2];
        return streamProgram(readCycles(reads / pieces), writeCycles(writes / pieces), run.inner_cycles, steps);
    }

    const hardware::NpuArchitecture& architecture_;
};

/// Layers whose results a layer reads.
std::vector<std::size_t> makersOf(const Network& network, std::size_t layer) {
    const NetworkLayer& reader = network.layers[layer];
    std::vector<std::size_t> read{reader.input, reader.stationary};
    read.insert(read.end(), reader.operands.begin(), reader.operands.end());
    std::vector<std::size_t> makers;
    for (const std::size_t activation : read) {
        if (activation == kNoActivation) continue;
        const std::size_t maker = network.activations[activation].made_by;
        const bool made = maker < layer && network.layers[maker].output == activation;
        if (made && std::ranges::count(makers, maker) == 0) makers.push_back(maker);
    }
    return makers;
}

} // namespace

std::size_t inputsOf(const NetworkRun& run) { return run.pipeline.empty() ? 1 : 2 * run.pipeline.size() + 1; }

Result<CorePlan> corePlanOf(const hardware::NpuArchitecture& architecture, const Network& network,
                            const NetworkRun& run, std::uint32_t cores) {
    const PieceMaker pieces(architecture);
    const std::size_t layers = network.layers.size(), inputs = inputsOf(run);
    CorePlan plan;
    plan.cores.resize(run.pipeline.empty() ? cores : run.pipeline.size());
    for (std::size_t l = 0; l < layers; ++l) {
        const LayerOutcome& outcome = run.layers[l];
        const double tiles = outcome.group ? run.groups[*outcome.group].tiles : 1.0;
        auto program = pieces.programOf(network.layers[l], outcome, tiles);
        if (!program) return program.error();
        plan.programs.push_back(*std::move(program));
    }
    for (std::size_t input = 0; input < inputs; ++input)
        for (std::size_t l = 0; l < layers; ++l) {
            CoreItem item{l, input, makersOf(network, l), {}};
            for (std::size_t& maker : item.needs)
                maker += input * layers;
            plan.items.push_back(std::move(item));
        }
    constexpr std::size_t kBetweenNeighbours = 2; // inputs whose results wait there
    for (std::size_t c = 0; c + 1 < run.pipeline.size(); ++c)
        for (std::size_t input = kBetweenNeighbours; input < inputs; ++input)
            plan.items[input * layers + run.pipeline[c].first].room.push_back((input - kBetweenNeighbours) * layers +
                                                                              run.pipeline[c + 1].last);
    const auto job = [&](std::size_t input, std::size_t l) {
        return CoreJob{input * layers + l, l, copiesOf(network.layers[l])};
    };
    if (run.pipeline.empty()) {
        for (std::size_t l = 0; l < layers; ++l)
            for (std::size_t c = 0; c < std::min<std::size_t>(run.layers[l].cores, cores); ++c)
                plan.cores[c].push_back(job(0, l));
        return plan;
    }
    for (std::size_t c = 0; c < run.pipeline.size(); ++c)
        for (std::size_t input = 0; input < inputs; ++input)
            for (std::size_t l = run.pipeline[c].first; l <= run.pipeline[c].last; ++l)
                plan.cores[c].push_back(job(input, l));
    return plan;
}

} // namespace strata::npu
