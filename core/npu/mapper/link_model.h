// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/npu/mapper/spatial_splits.h"

#include <optional>

namespace strata::npu::detail {

/// Energy and port words that go with the words of one tensor between two levels that hold it, all instances together.
/// All numbers are least ones; they are exact where no neighbours hand tiles over and no spatial tiles overlap.
struct Link {
    std::uint32_t tensor = 0;
    std::size_t upper = 0; ///< the level that is asked
    std::size_t lower = 0; ///< the level that is filled; the number of levels: the multiply-accumulate units
    bool output = false;
    bool counts_cycles = false;   ///< to units without copies of their own: one word a cycle whatever the order
    double asked_per_word = 1.0;  ///< words asked of an upper instance for each word that a lower one fetches
    double filled_per_word = 1.0; ///< words written into a lower instance
    double asked_alone = 1.0;     ///< the same where neighbours hand no tile of the lower level over
    double filled_alone = 1.0;
    bool rounds = false; ///< counts need not be whole before they are rounded, as neighbours may hand tiles over
    double upper_partition = 0.0; ///< outputs: words whose first sum need not be read
    double lower_partition = 0.0;
    double asked_pj = 0.0; ///< of one word asked: a read, or an update of an output
    double back_pj = 0.0;  ///< of one word of an output that is read
    double filled_pj = 0.0;
    double upper_weight = 1.0; ///< width of the tensor's word in words of the level
    double lower_weight = 1.0;
    PerDimension<double> step_scale{}; ///< least spatial factors between the tile and the first temporal loop outside
};

/// What one link adds to a level's port and to the energy.
struct LinkWords {
    double asked = 0.0;
    double back = 0.0;
    double filled = 0.0;
    double energy_pj = 0.0;
};
/// @param handed largest share of the fetched words that neighbours hand over
LinkWords wordsOf(const Link& link, double fetched, double handed = 1.0);

/// A space whose kept tensors and spatial factors are chosen: what is left are factors and orders of temporal loops.
struct LinkModel {
    const MapSpace* space = nullptr;
    KeepMask keep{};
    std::array<Factors, kMaxLevels> spatial{};                 ///< factors of each level
    std::array<PerDimension<double>, kMaxLevels + 1> inside{}; ///< product of the spatial factors inside a level
    PerDimension<std::uint64_t> rest{};                        ///< iterations left to the temporal loops
    double compute_cycles = 1.0;                               ///< product of `rest`
    double constant_pj = 0.0;                                  ///< of the multiply-accumulates
    double leak_pj_per_cycle = 0.0;
    bool spread_units = false; ///< the innermost level feeds several units each
    bool passing = true;       ///< whether neighbours may hand tiles over
    std::vector<Link> links;   ///< the inner ones first

    /// Words of the tile of a level and tensor when the temporal loops inside run `temporal` iterations.
    double tileWords(std::size_t level, std::uint32_t tensor, const PerDimension<double>& temporal,
                     AxisVector& extent) const;
    bool fits(std::size_t level, const PerDimension<double>& temporal) const;
};

/// No loops in space.
std::array<Factors, kMaxLevels> oneUnit();

/// @param spatial factors by level
/// @param passing false where it is known that no neighbours hand tiles over: the numbers are then tighter
LinkModel makeLinkModel(const MapSpace& space, const KeepMask& keep, const std::array<Factors, kMaxLevels>& spatial,
                        bool passing = true);

/// Whether neighbours under a level may hand tiles of a tensor over: they lie beside each other along an axis on which
/// several dimensions move the tensor, and a temporal loop moves along such an axis.
bool mayHandOver(const LinkModel& model, std::uint32_t tensor, std::size_t level);

/// Whether the loops outside a tile may let neighbours hand it over where the innermost of them runs over one of these
/// dimensions. A loop that leaves the tile where it is loads nothing, and only what is loaded like the innermost
/// loop's tiles is handed over; one along an axis of its own never leads to a neighbour's tile.
bool mayBeginHandOver(const LinkModel& model, const Link& link, std::uint32_t dimensions);

/// Least words that one instance fetches for a link, whatever the loops outside its tile do.
/// @param outside temporal iterations outside the tile; `stands_still`: the innermost loop outside may leave the tensor
double leastWords(const LinkModel& model, const Link& link, const PerDimension<double>& temporal,
                  const PerDimension<double>& outside, bool stands_still);

/// The same for both: whether the innermost loop outside leaves the tensor where it is, or moves it.
struct LeastWords {
    double still = 0.0;
    double moved = 0.0;
};
LeastWords leastWordsBoth(const LinkModel& model, const Link& link, const PerDimension<double>& temporal,
                          const PerDimension<double>& outside);

/// A temporal loop outside a tile.
struct OuterLoop {
    std::uint32_t dimension = 0;
    double bound = 1.0;
    double stride = 1.0; ///< distance of two iterations along the dimension
};

/// Least words that one instance fetches for a link when the first loops outside the tile are known, innermost first.
/// Exact where nothing is left in `further`, the temporal iterations outside these loops.
double knownWords(const LinkModel& model, const Link& link, const PerDimension<double>& temporal,
                  const OuterLoop* loops, std::size_t count, const PerDimension<double>& further);

/// The same when also the dimension of the next loop outside these is known.
double knownWords(const LinkModel& model, const Link& link, const PerDimension<double>& temporal,
                  const OuterLoop* loops, std::size_t count, const PerDimension<double>& further, std::uint32_t next);

/// Largest share of the words of a link that neighbours hand over when the first loops outside its tile are known. From a
/// next loop on that moves the tile along an axis of its own, whole tiles come from the level outside. Where the known
/// loops of a level have one stands open: orders of one class may differ in that.
/// @param next dimension of the next loop outside these; none where it is not known
double handedShare(const LinkModel& model, const Link& link, const OuterLoop* loops, std::size_t count,
                   const PerDimension<double>& further, std::optional<std::uint32_t> next);

/// What one link fetches while known loops run once.
struct PassWords {
    double words = 0.0;
    double whole = 0.0;    ///< words of the tile that it fills
    bool moved = false;    ///< a loop moves the tile
    bool one_axis = false; ///< all that move it run along one axis, on which its tiles overlap
    std::uint32_t axis = 0;
};
PassWords passWords(const LinkModel& model, const Link& link, const PerDimension<double>& temporal,
                    const OuterLoop* loops, std::size_t count);

/// Least words that one instance fetches when the loops outside run such passes.
/// @param outside temporal iterations outside the known loops
LeastWords leastWordsBoth(const LinkModel& model, const Link& link, const PassWords& pass,
                          const PerDimension<double>& temporal, const PerDimension<double>& outside);

} // namespace strata::npu::detail
