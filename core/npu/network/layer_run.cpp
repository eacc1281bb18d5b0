// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/network/layer_run.h"

#include "core/npu/accounts.h"
#include "core/npu/fill.h"
#include "core/npu/recipe.h"

#include <algorithm>
#include <cmath>

namespace strata::npu {
namespace {

constexpr std::array<std::string_view, kOperands> kNames{"weights", "inputs", "outputs"};

bool mayHold(const hardware::NpuLevel& level, std::string_view tensor) {
    return level.keeps.empty() || std::ranges::find(level.keeps, tensor) != level.keeps.end();
}

double entryWords(const hardware::NpuLevel& level) {
    return std::max(1.0, std::floor(static_cast<double>(level.entry_bits) / level.word_bits));
}

/// Energy of words that pass a level one after the other.
double streamEnergy(const hardware::NpuLevel& level, double words, double action_pj) {
    return std::ceil(words / entryWords(level)) * action_pj;
}

/// The architecture with the room that is left beside what stands in the shared buffer.
hardware::NpuArchitecture withRoom(const hardware::NpuArchitecture& architecture, std::optional<std::size_t> shared,
                                   double held_words) {
    hardware::NpuArchitecture left = architecture;
    if (!shared || held_words <= 0) return left;
    hardware::NpuLevel& level = left.levels[*shared];
    const double entries = static_cast<double>(level.entries) - std::ceil(held_words / entryWords(level));
    level.entries = static_cast<std::uint64_t>(std::max(1.0, entries));
    return left;
}

/// Operands that stand inside are not held by the memory outside, and are by the shared buffer.
void place(Mapping& mapping, const workload::Problem& problem, std::size_t shared, const Placement& placement) {
    for (std::size_t o = 0; o < kOperands; ++o) {
        const int tensor = problem.findTensor(std::string(kNames[o]));
        if (tensor < 0 || !placement.inside[o]) continue;
        mapping.levels[0].keep[static_cast<std::size_t>(tensor)] = false;
        mapping.levels[shared].keep[static_cast<std::size_t>(tensor)] = true;
    }
}

bool isValid(LoopNestEvaluator& evaluator, const Mapping& mapping) {
    LoopNestResult result;
    evaluator.evaluate(mapping, result);
    return result.violations.empty();
}

Result<FoundMapping> bestMapping(LoopNestEvaluator& evaluator, const NetworkLayer& layer,
                                 std::optional<std::size_t> shared, const Placement& placement,
                                 const LayerSearch& search, const std::stop_token& stop) {
    const hardware::NpuArchitecture& architecture = evaluator.architecture();
    auto start = mapByRecipe(architecture, *layer.problem, layer.family);
    Mapping mapping = start ? *std::move(start) : outermostMapping(architecture, *layer.problem);
    if (shared) place(mapping, *layer.problem, *shared, placement);
    if (!isValid(evaluator, mapping)) {
        mapping = outermostMapping(architecture, *layer.problem);
        if (shared) place(mapping, *layer.problem, *shared, placement);
    }
    MapperSettings settings;
    settings.goal = search.goal;
    settings.budget = std::max<std::uint64_t>(1, search.budget);
    settings.seed = search.seed;
    return builtinMappers().front().search(evaluator, mapping, layer.family, settings, stop);
}

void addCounts(const hardware::NpuArchitecture& architecture, const workload::Problem& problem,
               const LoopNestResult& result, LayerRun& run) {
    run.cycles = result.cycles;
    run.compute_cycles = result.compute_cycles;
    run.macs = problem.macs();
    run.energy_pj = result.energy_pj;
    run.mac_energy_pj = result.mac_energy_pj + result.mac_leakage_pj;
    run.limiting_level = result.limiting_level;
    run.inner_cycles = result.compute_cycles;
    for (std::size_t l = 0; l < architecture.levels.size(); ++l) {
        if (l > 0 && architecture.levels[l].stores)
            run.inner_cycles = std::max(run.inner_cycles, result.levels[l].cycles);
        for (std::size_t o = 0; o < kOperands; ++o) {
            const int tensor = problem.findTensor(std::string(kNames[o]));
            if (tensor < 0) continue;
            const TensorAccess& access = result.levels[l].tensors[static_cast<std::size_t>(tensor)];
            if (!access.kept) continue;
            run.level_energy_pj[l][o] += access.energy_pj;
            run.network_energy_pj[l] +=
                detail::networkEnergy(architecture.levels[l], detail::makeLevelFacts(architecture, problem, l),
                                      static_cast<std::size_t>(tensor), access);
            if (l == 0) run.outside_words[o] += access.reads + access.updates;
        }
        run.level_energy_pj[l][kOperands] += result.levels[l].leakage_pj;
    }
}

/// Words that the vector unit moves, and its operations: they run beside the array, and the slowest of the two, of the
/// memory outside and of the shared buffer decides.
void addVector(const hardware::NpuArchitecture& architecture, const NetworkLayer& layer, const Placement& placement,
               double outside_reads, double inside_reads, std::optional<std::size_t> shared, LayerRun& run) {
    const hardware::NpuLevel& outside = architecture.levels.front();
    const bool written_inside = placement.inside[static_cast<std::size_t>(Operand::Outputs)];
    const double written = layer.problem ? 0.0 : layer.vector.written_words;
    const double outside_writes = written_inside ? 0.0 : written;
    const double read_pj = streamEnergy(outside, outside_reads, outside.energy.read_pj);
    const double write_pj = streamEnergy(outside, outside_writes, outside.energy.update_pj);
    run.level_energy_pj[0][static_cast<std::size_t>(Operand::Inputs)] += read_pj;
    run.level_energy_pj[0][static_cast<std::size_t>(Operand::Outputs)] += write_pj;
    run.energy_pj += read_pj + write_pj;
    run.outside_words[static_cast<std::size_t>(Operand::Inputs)] += outside_reads;
    run.outside_words[static_cast<std::size_t>(Operand::Outputs)] += outside_writes;
    const std::array<double, kOperands>& moved = run.outside_words;
    const double outside_cycles =
        std::max((moved[0] + moved[1]) / outside.read_words_per_cycle, outside_writes / outside.write_words_per_cycle);
    if (outside_cycles > run.cycles) run.cycles = outside_cycles, run.limiting_level = 0;
    if (shared) {
        const hardware::NpuLevel& level = architecture.levels[*shared];
        const double inside_writes = written - outside_writes;
        const double in_pj = streamEnergy(level, inside_reads, level.energy.read_pj);
        const double out_pj = streamEnergy(level, inside_writes, level.energy.update_pj);
        run.level_energy_pj[*shared][static_cast<std::size_t>(Operand::Inputs)] += in_pj;
        run.level_energy_pj[*shared][static_cast<std::size_t>(Operand::Outputs)] += out_pj;
        run.energy_pj += in_pj + out_pj;
        const double inside_cycles =
            std::max(inside_reads / level.read_words_per_cycle, inside_writes / level.write_words_per_cycle);
        run.inner_cycles = std::max(run.inner_cycles, inside_cycles);
        if (inside_cycles > run.cycles) run.cycles = inside_cycles, run.limiting_level = static_cast<int>(*shared);
    }
    const double rate = architecture.vector.operations_per_cycle;
    if (rate <= 0) return;
    run.vector_energy_pj = layer.vector.operations * architecture.vector.operation_pj;
    run.energy_pj += run.vector_energy_pj;
    run.inner_cycles = std::max(run.inner_cycles, layer.vector.operations / rate);
    if (layer.vector.operations / rate > run.cycles) {
        run.cycles = layer.vector.operations / rate;
        run.limiting_level = -1;
    }
}

} // namespace

std::string_view name(Operand operand) { return kNames[static_cast<std::size_t>(operand)]; }

void LayerRun::add(const LayerRun& other, double times) {
    cycles += times * other.cycles;
    compute_cycles += times * other.compute_cycles;
    inner_cycles += times * other.inner_cycles;
    fill_cycles += times * other.fill_cycles;
    macs += times * other.macs;
    energy_pj += times * other.energy_pj;
    mac_energy_pj += times * other.mac_energy_pj;
    vector_energy_pj += times * other.vector_energy_pj;
    level_energy_pj.resize(std::max(level_energy_pj.size(), other.level_energy_pj.size()));
    for (std::size_t l = 0; l < other.level_energy_pj.size(); ++l) {
        for (std::size_t o = 0; o <= kOperands; ++o)
            level_energy_pj[l][o] += times * other.level_energy_pj[l][o];
    }
    network_energy_pj.resize(std::max(network_energy_pj.size(), other.network_energy_pj.size()));
    for (std::size_t l = 0; l < other.network_energy_pj.size(); ++l)
        network_energy_pj[l] += times * other.network_energy_pj[l];
    for (std::size_t o = 0; o < kOperands; ++o)
        outside_words[o] += times * other.outside_words[o];
    buffer_words = std::max(buffer_words, other.buffer_words);
    evaluated += other.evaluated;
}

std::optional<std::size_t> sharedBuffer(const hardware::NpuArchitecture& architecture) {
    for (std::size_t l = 1; l < architecture.levels.size(); ++l) {
        const hardware::NpuLevel& outer = architecture.levels[l - 1];
        if (outer.fanout_x > 1 || outer.fanout_y > 1) break; // copies do not see each other's words
        const hardware::NpuLevel& level = architecture.levels[l];
        const bool bounded = level.stores && level.entries > 0;
        if (bounded && mayHold(level, kNames[1]) && mayHold(level, kNames[2])) return l;
    }
    return std::nullopt;
}

double wordsOf(const hardware::NpuLevel& level) { return static_cast<double>(level.entries) * entryWords(level); }

double outsideWordBytes(const hardware::NpuArchitecture& architecture) {
    return architecture.levels.front().word_bits / 8.0;
}

Result<MappedRun> runLayer(const hardware::NpuArchitecture& architecture, const NetworkLayer& layer,
                           const Placement& placement, const std::vector<bool>& operands_inside,
                           const std::vector<double>& operand_words, const LayerSearch& search,
                           const std::stop_token& stop) {
    const std::optional<std::size_t> shared = sharedBuffer(architecture);
    MappedRun made;
    made.run.level_energy_pj.resize(architecture.levels.size());
    made.run.network_energy_pj.resize(architecture.levels.size());
    if (layer.problem) {
        if (auto fits = checkLimits(architecture, *layer.problem); !fits) return fits.error();
        LoopNestEvaluator evaluator(withRoom(architecture, shared, placement.held_words), *layer.problem);
        auto found = bestMapping(evaluator, layer, shared, placement, search, stop);
        if (!found) return found.error();
        LoopNestResult result;
        evaluator.evaluate(found->mapping, result);
        addCounts(architecture, *layer.problem, result, made.run);
        made.run.fill_cycles = fillAndDrainCycles(architecture, *layer.problem, result);
        made.run.evaluated = found->evaluated;
        if (shared) {
            made.run.buffer_words =
                static_cast<double>(result.levels[*shared].used_words) * architecture.levels[*shared].buffering;
        }
        made.mapping = std::move(found->mapping);
    }
    double outside = 0, inside = 0;
    if (!layer.problem) {
        // The first operand is what the operator reads beyond the others: windows overlap, tables have no maker.
        double further = 0;
        for (const double words : operand_words)
            further += words;
        const double first = std::max(0.0, layer.vector.read_words - further);
        (placement.inside[static_cast<std::size_t>(Operand::Inputs)] ? inside : outside) += first;
    }
    for (std::size_t i = 0; i < operand_words.size(); ++i)
        (operands_inside[i] ? inside : outside) += operand_words[i];
    addVector(architecture, layer, placement, outside, inside, shared, made.run);
    made.run.buffer_words += placement.held_words;
    return made;
}

} // namespace strata::npu
