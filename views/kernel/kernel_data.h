// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/estimate.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace strata::views {

/// How one kernel is cut into tiles and laid on the SMs, as the estimate states it; what it does not state is absent.
struct KernelTiling {
    std::optional<double> output_batch, output_rows, output_cols; ///< the output matrix, in elements
    std::optional<double> tile_m, tile_n, tile_k, split_k;
    std::optional<double> tiles;
    std::optional<double> waves; ///< 7.25: seven full ones and one that fills a quarter of the slots
    std::optional<double> sms;
    std::optional<double> blocks_per_sm; ///< resident at once
    std::optional<double> tail_fill;     ///< share of the slots that the last wave uses
    std::string limit;
    std::string occupancy_limit;

    bool tiled() const { return tile_m && tile_n && tiles; }
    /// Tiles along the output's rows (all batches and splits stacked) and columns; absent where they do not make up
    /// `tiles`.
    struct Grid {
        std::int64_t rows = 0;
        std::int64_t cols = 0;
    };
    std::optional<Grid> grid() const;
    /// Blocks that run at once, and those of the last wave.
    std::optional<double> blockSlots() const;
    std::optional<double> tailBlocks() const;
    std::optional<double> tailFill() const; ///< as stated, or as the waves tell
    std::int64_t waveCount() const;
};

/// What one SM gives and what the resident blocks take of it.
struct OccupancyBar {
    std::string resource; ///< "registers", "shared memory", "threads", "blocks"
    double used = 0.0;
    double capacity = 0.0;
    std::string_view unit;
    bool binds = false;
};

struct KernelTimePiece {
    std::string part; ///< id
    Category category = Category::Other;
    double seconds = 0.0;
    Message formula;
    Message source;
};

/// One kernel as this view draws it.
struct KernelPicture {
    std::string name;
    std::string kernel_class;
    double count = 1.0; ///< copies in the model; times are of all of them
    double seconds = 0.0;
    KernelTiling tiling;
    std::vector<OccupancyBar> occupancy;
    std::vector<KernelTimePiece> pieces; ///< add up to `seconds`; empty where the estimate does not split it
    bool empty() const { return name.empty(); }
};

/// Operators of an estimate, the longest first; one of a kernel, none of other kinds.
std::vector<std::string> kernelNames(const Estimate& estimate);
/// The picture of one operator; of the longest where `name` is empty or unknown. Empty where the estimate has no
/// operators.
KernelPicture makeKernelPicture(const Estimate& estimate, const std::string& name);

/// Everything that is drawn, one number a row.
Table kernelTable(const KernelPicture& selected, const KernelPicture* baseline);

} // namespace strata::views
