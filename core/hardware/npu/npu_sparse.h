// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace strata::hardware {

/// How one rank of a tensor's fibre tree is stored (Wu et al., "Sparseloop", MICRO 2022, section 4).
enum class RankFormat : std::uint8_t {
    OffsetPair,          ///< all coordinates, each with the place where its fibre begins
    UncompressedBitmask, ///< all coordinates, zeros too, and a bit for each
    Bitmask,             ///< a bit for each coordinate, and those that are not empty
    Coordinate,          ///< those that are not empty, each with its coordinate
    RunLength,           ///< those that are not empty, each with the length of the gap before
};

struct FormatRank {
    RankFormat format = RankFormat::Bitmask;
    std::vector<std::string> dimensions; ///< whose loops form the rank together; empty: one loop, whichever is next
    bool any_dimension = false;          ///< all loops that are left
    std::optional<std::uint32_t> metadata_bits; ///< of a coordinate, a run or a flag
    std::optional<std::uint32_t> payload_bits;  ///< of a place where a fibre begins
};

/// How a level stores a tensor.
struct TensorFormat {
    std::string tensor;
    std::vector<FormatRank> ranks; ///< outermost first
    bool from_inside = false;      ///< the innermost rank takes the innermost loop; else the outermost the outermost
};

/// What a level does not do where words are zero.
struct Saving {
    enum class Action : std::uint8_t {
        Gate,      ///< the cycle passes without the access
        Skip,      ///< neither cycle nor access
        SkipCopies ///< copies of the next level inside work on words that are not zero alone
    };
    Action action = Action::Skip;
    std::string tensor;                  ///< whose accesses are saved
    std::vector<std::string> where_zero; ///< all of these decide, each by itself
};

/// Energy of one action in picojoules.
struct SparseEnergy {
    double gated_pj = 0.0;         ///< an access that is gated
    double skipped_pj = 0.0;       ///< an access that is skipped
    double metadata_read_pj = 0.0; ///< one access to the storage of metadata
    double metadata_write_pj = 0.0;
    double metadata_gated_pj = 0.0; ///< one that is gated or skipped
    double decompress_pj = 0.0;     ///< one word
    double compress_pj = 0.0;
};

struct LevelSparsity {
    std::vector<TensorFormat> formats; ///< tensors that are not named are stored with all their zeros
    std::vector<Saving> savings;
    std::uint32_t metadata_width_bits = 0; ///< of one access to metadata; 0: one unit of it
    std::uint64_t metadata_entries = 0;    ///< 0: unbounded
    SparseEnergy energy;
};

struct ComputeSparsity {
    bool gates_zeros = false;   ///< a unit whose operand is zero rests
    bool skips_missing = false; ///< no cycle passes where one operand of a pair is not there
    double gated_pj = 0.0;
    double skipped_pj = 0.0;
};

} // namespace strata::hardware
