// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/npu/mapper.h"
#include "core/npu/network/network.h"

#include <array>

namespace strata::npu {

/// The operands of a layer, in the order in which arrays below list them.
enum class Operand : std::uint8_t { Weights, Inputs, Outputs };
inline constexpr std::size_t kOperands = 3;
/// The name of its tensor in a problem.
std::string_view name(Operand operand);

/// Where the operands of a layer come from and go to: the memory outside, or the shared buffer, in which they stand
/// whole. Other tensors that live meanwhile take their room as well.
struct Placement {
    std::array<bool, kOperands> inside{}; ///< the operand stands in the shared buffer
    double held_words = 0;                ///< of the shared buffer, by all that stands in it

    friend auto operator<=>(const Placement&, const Placement&) = default;
};

/// What one layer takes, or several together.
struct LayerRun {
    double cycles = 0;
    double compute_cycles = 0;
    double inner_cycles = 0; ///< without the memory outside: units, vector unit and levels on the chip
    double fill_cycles = 0;  ///< by which first tiles on their way in and last ones on their way out may lengthen it
    double macs = 0;
    double energy_pj = 0, mac_energy_pj = 0, vector_energy_pj = 0;
    std::vector<std::array<double, kOperands + 1>> level_energy_pj; ///< by operand, then leakage; outermost level first
    std::vector<double> network_energy_pj;         ///< of these, what the way of the words that fill the level takes
    std::array<double, kOperands> outside_words{}; ///< to and from the memory outside
    double buffer_words = 0;                       ///< most of the shared buffer at a time
    std::uint64_t evaluated = 0;                   ///< mappings
    int limiting_level = -1;                       ///< -1: the arithmetic units

    double outsideWords() const { return outside_words[0] + outside_words[1] + outside_words[2]; }
    /// Runs after the other, so often: all sums grow, the largest use of the buffer stays the largest.
    void add(const LayerRun& other, double times);
};

/// The outermost level on the chip that may hold inputs and outputs alike, so that what one layer leaves is there for
/// the next; nothing where there is none.
std::optional<std::size_t> sharedBuffer(const hardware::NpuArchitecture& architecture);
/// Words of one instance that may be held there at once, whatever the buffering.
double wordsOf(const hardware::NpuLevel& level);
/// Bytes of a word in the memory outside.
double outsideWordBytes(const hardware::NpuArchitecture& architecture);

/// How mappings of the layers are looked for.
struct LayerSearch {
    MappingGoal goal = MappingGoal::Edp;
    std::uint64_t budget = 300; ///< mappings for each layer; 0: those of the recipe
    std::uint64_t seed = 1;
};

/// One layer with its best mapping.
struct MappedRun {
    LayerRun run;
    Mapping mapping; ///< empty for a vector pass
};

/// A layer on the array, or a pass of the vector unit. Errors: "does-not-fit", "cancelled".
Result<MappedRun> runLayer(const hardware::NpuArchitecture& architecture, const NetworkLayer& layer,
                           const Placement& placement, const std::vector<bool>& operands_inside,
                           const std::vector<double>& operand_words, const LayerSearch& search,
                           const std::stop_token& stop);

} // namespace strata::npu
